// How long the steps of a job take.
import type { Clock } from '../shared/clock.ts';
import type { ConcurrencyLimits } from '../shared/concurrency-limits.ts';

/** Reading a folder's surveys; drawing both files; drawing and writing them. */
export type Step = 'gather' | 'render' | 'commit';

export interface Stopwatch {
  readonly time: <T>(step: Step, work: () => Promise<T>) => Promise<T>;
  /** Milliseconds by step, of those that were taken; a step that was taken twice has the sum. */
  readonly taken: ReadonlyMap<Step, number>;
}

export function createStopwatch(clock: Clock): Stopwatch {
  const taken = new Map<Step, number>();
  return {
    taken,
    time: async (step, work) => {
      const started = clock();
      try {
        return await work();
      } finally {
        taken.set(step, (taken.get(step) ?? 0) + clock() - started);
      }
    },
  };
}

/** Rooms whose work is timed, where one report is made at a time. */
export function timedLimits(rooms: ConcurrencyLimits, { time }: Stopwatch): ConcurrencyLimits {
  return {
    folders: (work) => time('gather', () => rooms.folders(work)),
    surveys: rooms.surveys,
    commits: (work) => time('commit', () => rooms.commits(work)),
  };
}
