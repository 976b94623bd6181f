// Memory of another process, from /proc.
import { readFileSync } from 'node:fs';

/** Resident MB; NaN without /proc. */
export function rssMbOf(pid: number): number {
  return sizeOf(pid, 'VmRSS');
}

/** Peak memory. */
export function peakRssMbOf(pid: number): number {
  return sizeOf(pid, 'VmHWM');
}

function sizeOf(pid: number, name: string): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1024;
  } catch {
    return Number.NaN;
  }
}
