// Processor time of another process, from /proc.
import { readFileSync } from 'node:fs';

/** Of Linux, on all machines that Node supports. */
const ticksPerSecond = 100;

/** User and system time of all threads, ms; NaN without /proc. */
export function processorMsOf(pid: number): number {
  try {
    // The name of the program, in parentheses, may contain spaces.
    const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
    const [user, system] = fields.split(' ').slice(11, 13).map(Number);
    return (1000 * ((user ?? Number.NaN) + (system ?? Number.NaN))) / ticksPerSecond;
  } catch {
    return Number.NaN;
  }
}
