// What this process and all that it has started use of processor and memory, as Linux tells of each.
import { readdirSync, readFileSync } from 'node:fs';
import { cpuMs } from '../bench-samples.ts';

/** Clock ticks per second of /proc. */
const TICK_MS = 10;
const SAMPLE_MS = 25;

interface Descendant {
  readonly id: number;
  /** With those of its children that have ended. */
  readonly cpuMs: number;
}

function descendants(): readonly Descendant[] {
  const children = new Map<number, Descendant[]>();
  for (const id of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const stat = readOrNull(`/proc/${id}/stat`);
    if (stat === null) continue;
    // The name before it may have spaces and brackets of its own.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const parent = Number(fields[1]);
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    const siblings = children.get(parent) ?? [];
    siblings.push({ id: Number(id), cpuMs: ticks * TICK_MS });
    children.set(parent, siblings);
  }
  const processTree: Descendant[] = [...(children.get(process.pid) ?? [])];
  // It grows on the way.
  for (const { id } of processTree) processTree.push(...(children.get(id) ?? []));
  return processTree;
}

/** User and system time so far, all threads; a direct child that has ended is in it no more. */
export function treeCpuMs(): number {
  return descendants().reduce((sum, child) => sum + child.cpuMs, cpuMs());
}

/** Resident memory, in which what several processes share counts once. */
function treeMb(): number {
  return [process.pid, ...descendants().map(({ id }) => id)].reduce((sum, id) => {
    const rollup = readOrNull(`/proc/${id}/smaps_rollup`);
    const kB = rollup === null ? 0 : Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0);
    return sum + kB / 1024;
  }, 0);
}

/** The most at any time during the work. */
export async function peakTreeMb(work: () => Promise<void>): Promise<number> {
  let peak = treeMb();
  const sampling = setInterval(() => {
    peak = Math.max(peak, treeMb());
  }, SAMPLE_MS);
  await work();
  clearInterval(sampling);
  return Math.max(peak, treeMb());
}

/** A process may end while its files are read. */
function readOrNull(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
