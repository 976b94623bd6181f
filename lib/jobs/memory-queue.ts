// A queue of jobs in memory: equal ones that have not begun are merged, and no two that share a root run at the same time. With a
// storage, what a process has not ended is continued by the next one.
import type { ReportJob } from '../ports/job-queue.ts';
import { MAX_RECEIVES, rootsOf } from '../ports/job-queue.ts';
import type { QueuedJob } from '../ports/stored-records.ts';
import type { QueueStorage } from './queue-storage.ts';
import { createLeftJobs } from './queue-storage.ts';

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
  /** Without one, jobs are lost with the process. */
  readonly storage?: QueueStorage;
}

export interface JobCounts {
  readonly running: number;
  readonly waiting: number;
  /** Jobs that failed and are run again later. */
  readonly delayed: number;
}

export interface MemoryQueue {
  /** Resolves when the jobs are stored. */
  send(jobs: readonly ReportJob[]): Promise<void>;
  /** Runs what an earlier process has left, and returns it. Fails as the storage does. */
  resume(): Promise<readonly ReportJob[]>;
  /** Resolves when no job with this root is left. */
  settled(week: string, root: number): Promise<void>;
  /** Resolves when no job waits for its turn or runs. */
  drained(): Promise<void>;
  counts(): JobCounts;
  /** Leaves jobs that do not run to the next process; resolves when the running ones have ended. */
  close(): Promise<void>;
}

interface Entry {
  readonly job: ReportJob;
  readonly roots: ReadonlySet<number>;
  receives: number;
  /** Whether the job was sent again while it ran, for what the run may have missed. */
  isSentAgain: boolean;
  /** Whether it ran when an earlier process ended. It is run alone, so that no other one is taken for the cause. */
  isSuspect: boolean;
  readonly ended: PromiseWithResolvers<undefined>;
}

export function createMemoryQueue(options: MemoryQueueOptions): MemoryQueue {
  const entries = new Map<string, Entry>();
  const waiting = new Set<Entry>();
  const running = new Map<Entry, Promise<void>>();
  const timers = new Map<Entry, NodeJS.Timeout>();
  const idle = new Set<() => void>();
  const left = options.storage === undefined ? null : createLeftJobs(options.storage);
  let hasProgress = false;
  let isClosed = false;

  function add(job: ReportJob, state: Pick<Entry, 'receives' | 'isSuspect'>): void {
    const key = JSON.stringify(job);
    const known = entries.get(key);
    if (known !== undefined) {
      known.isSentAgain = running.has(known);
      return;
    }
    const roots = new Set(rootsOf(job));
    const ended = Promise.withResolvers<undefined>();
    const entry: Entry = { job, roots, ...state, isSentAgain: false, ended };
    entries.set(key, entry);
    waiting.add(entry);
  }

  function startReady(): void {
    const suspects = [...waiting].filter(({ isSuspect }) => isSuspect);
    const isAlone = suspects.length > 0 || [...running.keys()].some(({ isSuspect }) => isSuspect);
    for (const entry of isAlone ? suspects : waiting) {
      if (running.size >= (isAlone ? 1 : options.concurrency)) return;
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
    if (left !== null) await save();
    const { isProgress, repeatAfterMs } = await options.run(entry.job, entry.receives);
    hasProgress ||= isProgress;
    running.delete(entry);
    const { isSentAgain } = entry;
    entry.isSentAgain = false;
    entry.isSuspect = false;
    if (repeatAfterMs === null && !isSentAgain) remove(entry);
    else {
      if (repeatAfterMs === null) entry.receives = 0;
      if (isClosed) leave(entry);
      else if (repeatAfterMs === null) waiting.add(entry);
      else delay(entry, repeatAfterMs);
    }
    void save();
    startReady();
  }

  function delay(entry: Entry, ms: number): void {
    const timer = setTimeout(() => {
      timers.delete(entry);
      waiting.add(entry);
      startReady();
    }, ms);
    timer.unref();
    timers.set(entry, timer);
  }

  function remove(entry: Entry): void {
    entries.delete(JSON.stringify(entry.job));
    entry.ended.resolve(undefined);
  }

  /** To the next process. */
  function leave(entry: Entry): void {
    left?.add(toQueuedJob(entry));
    remove(entry);
  }

  /** One that the end of the process interrupts after `close` is not the cause of it. */
  function toQueuedJob(entry: Entry): QueuedJob {
    const { job, receives } = entry;
    const isRunning = running.has(entry);
    return isRunning && isClosed
      ? { job, receives: receives - 1, isRunning: false }
      : { job, receives, isRunning };
  }

  async function save(): Promise<void> {
    await left?.save(() => [...entries.values()].map(toQueuedJob));
  }

  return {
    async send(jobs) {
      for (const job of jobs) {
        if (isClosed) left?.add({ job, receives: 0, isRunning: false });
        else add(job, { receives: 0, isSuspect: false });
      }
      const saved = save();
      startReady();
      await saved;
    },
    async resume() {
      const jobs = ((await left?.take()) ?? []).filter(
        // What ended the process at its last start has recorded its failure before.
        ({ receives, isRunning }) => !(isRunning && receives >= MAX_RECEIVES),
      );
      for (const { job, receives, isRunning } of jobs) add(job, { receives, isSuspect: isRunning });
      startReady();
      return jobs.map(({ job }) => job);
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
      for (const entry of [...waiting, ...timers.keys()]) leave(entry);
      waiting.clear();
      timers.clear();
      await save();
      await Promise.all(running.values());
      await save();
    },
  };
}

function sharesRoot(a: Entry, b: Entry): boolean {
  return a.job.week === b.job.week && !a.roots.isDisjointFrom(b.roots);
}
