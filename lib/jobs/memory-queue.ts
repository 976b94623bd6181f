// A queue of jobs in memory: equal ones that have not begun are merged, and no two that share a root run at the same time.
import type { ReportJob } from '../ports/job-queue.ts';
import { rootsOf } from '../ports/job-queue.ts';

export interface JobResult {
  /** Whether a report was made. */
  readonly isProgress: boolean;
  /** Milliseconds after which the job is run again; null for never. */
  readonly repeatAfterMs: number | null;
}

export interface MemoryQueueOptions {
  /** The most jobs that run at the same time. */
  readonly concurrency: number;
  /** Does not fail. `receives`: how often the job was started, with this time. */
  readonly run: (job: ReportJob, receives: number) => Promise<JobResult>;
  /** Called when no job waits for its turn or runs, and a report was made since the last call. */
  readonly onDrained?: () => void;
}

export interface JobCounts {
  readonly running: number;
  readonly waiting: number;
  /** Jobs that failed and are run again later. */
  readonly delayed: number;
}

export interface MemoryQueue {
  send(jobs: readonly ReportJob[]): void;
  /** Resolves when no job with this root is left. */
  settled(week: string, root: number): Promise<void>;
  /** Resolves when no job waits for its turn or runs. */
  drained(): Promise<void>;
  counts(): JobCounts;
  /** Drops jobs that do not run; resolves when the running ones have ended. */
  close(): Promise<void>;
}

interface Entry {
  readonly job: ReportJob;
  readonly roots: ReadonlySet<number>;
  receives: number;
  /** Whether the job was sent again while it ran, for what the run may have missed. */
  isSentAgain: boolean;
  readonly ended: PromiseWithResolvers<undefined>;
}

export function createMemoryQueue(options: MemoryQueueOptions): MemoryQueue {
  const entries = new Map<string, Entry>();
  const waiting = new Set<Entry>();
  const running = new Map<Entry, Promise<void>>();
  const timers = new Map<Entry, NodeJS.Timeout>();
  const idle = new Set<() => void>();
  let hasProgress = false;
  let isClosed = false;

  function startReady(): void {
    for (const entry of waiting) {
      if (running.size >= options.concurrency) return;
      if ([...running.keys()].some((other) => sharesRoot(entry, other))) continue;
      waiting.delete(entry);
      running.set(entry, runEntry(entry));
    }
    if (waiting.size + running.size > 0) return;
    for (const resolve of idle) resolve();
    idle.clear();
    if (hasProgress && !isClosed) {
      hasProgress = false;
      options.onDrained?.();
    }
  }

  async function runEntry(entry: Entry): Promise<void> {
    entry.receives += 1;
    const { isProgress, repeatAfterMs } = await options.run(entry.job, entry.receives);
    hasProgress ||= isProgress;
    running.delete(entry);
    const { isSentAgain } = entry;
    entry.isSentAgain = false;
    if (isClosed || (repeatAfterMs === null && !isSentAgain)) remove(entry);
    else if (repeatAfterMs === null) {
      entry.receives = 0;
      waiting.add(entry);
    } else {
      const timer = setTimeout(() => {
        timers.delete(entry);
        waiting.add(entry);
        startReady();
      }, repeatAfterMs);
      timer.unref();
      timers.set(entry, timer);
    }
    startReady();
  }

  function remove(entry: Entry): void {
    entries.delete(JSON.stringify(entry.job));
    entry.ended.resolve(undefined);
  }

  return {
    send(jobs) {
      if (isClosed) return;
      for (const job of jobs) {
        const key = JSON.stringify(job);
        const known = entries.get(key);
        if (known !== undefined) {
          known.isSentAgain = running.has(known);
          continue;
        }
        const roots = new Set(rootsOf(job));
        const ended = Promise.withResolvers<undefined>();
        const entry: Entry = { job, roots, receives: 0, isSentAgain: false, ended };
        entries.set(key, entry);
        waiting.add(entry);
      }
      startReady();
    },
    async settled(week, root) {
      const jobs = [...entries.values()].filter(
        ({ job, roots }) => job.week === week && roots.has(root),
      );
      await Promise.all(jobs.map(({ ended }) => ended.promise));
    },
    async drained() {
      if (waiting.size + running.size === 0) return;
      const { promise, resolve } = Promise.withResolvers<undefined>();
      idle.add(() => {
        resolve(undefined);
      });
      await promise;
    },
    counts: () => ({ running: running.size, waiting: waiting.size, delayed: timers.size }),
    async close() {
      isClosed = true;
      for (const timer of timers.values()) clearTimeout(timer);
      for (const entry of [...waiting, ...timers.keys()]) remove(entry);
      waiting.clear();
      timers.clear();
      await Promise.all(running.values());
    },
  };
}

function sharesRoot(a: Entry, b: Entry): boolean {
  return a.job.week === b.job.week && !a.roots.isDisjointFrom(b.roots);
}
