// Where a queue in memory stores its jobs for the next process, and the order in which it does.
import { isDeepStrictEqual } from 'node:util';
import type { Codec, ObjectStore } from '../ports/object-store.ts';
import type { QueuedJob, QueueRecord } from '../ports/stored-records.ts';
import { readValue, updateRecord } from '../reports/report-repository.ts';

export interface QueueStorage {
  /** The jobs that an earlier process has left. Fails as the store does. */
  load(): Promise<readonly QueuedJob[]>;
  /** Replaces the stored jobs. Does not fail: a job that is not stored is sent again by the planner of the next process. */
  save(jobs: readonly QueuedJob[]): Promise<void>;
}

const QUEUE_KEY = 'queue.json';

/** `onError` receives why jobs were not stored. */
export function createQueueStorage(
  store: ObjectStore,
  codec: Codec<QueueRecord>,
  onError: (error: unknown) => void,
): QueueStorage {
  /** As it was read or written last. What another process has written since, which has the lease now, is not replaced. */
  let known: QueueRecord | null = null;
  const isSame = (a: QueueRecord, b: QueueRecord | null): boolean =>
    b !== null && Buffer.compare(codec.encode(a), codec.encode(b)) === 0;
  return {
    load: async () => {
      known = (await readValue(store, codec, QUEUE_KEY, null))?.value ?? null;
      return known?.jobs ?? [];
    },
    save: async (jobs) => {
      const record: QueueRecord = { jobs };
      try {
        const stored = await updateRecord(store, codec, QUEUE_KEY, (current) =>
          current === null || isSame(current, known) ? record : current,
        );
        if (isSame(record, stored)) known = record;
      } catch (error) {
        onError(error);
      }
    },
  };
}

export interface LeftJobs {
  /** For the next process. */
  add(job: QueuedJob): void;
  /** What an earlier process has left, once. Fails as the storage does. */
  take(): Promise<readonly QueuedJob[]>;
  /** Stores what was not taken, and these jobs, read when the writes before have ended. Does not fail. */
  save(jobs: () => readonly QueuedJob[]): Promise<void>;
}

export function createLeftJobs(storage: QueueStorage): LeftJobs {
  const left: QueuedJob[] = [];
  let stored: readonly QueuedJob[] = [];
  let loading: Promise<void> | null = null;
  let lastWrite: Promise<void> = Promise.resolve();
  /** Waits for the last one; further ones would write the same. */
  let nextWrite: Promise<void> | null = null;

  function load(): Promise<void> {
    loading ??= storage.load().then(
      (jobs) => {
        stored = jobs;
        left.push(...jobs);
      },
      (error: unknown) => {
        loading = null;
        throw error;
      },
    );
    return loading;
  }

  async function write(current: () => readonly QueuedJob[]): Promise<void> {
    const isLoaded = await load().then(
      () => true,
      // Whoever takes the jobs is told why; they are not overwritten.
      () => false,
    );
    const jobs = [...left, ...current()];
    if (!isLoaded || isDeepStrictEqual(jobs, stored)) return;
    await storage.save(jobs);
    stored = jobs;
  }

  return {
    add: (job) => left.push(job),
    async take() {
      await load();
      return left.splice(0);
    },
    save(current) {
      nextWrite ??= lastWrite.then(() => {
        nextWrite = null;
        return write(current);
      });
      lastWrite = nextWrite;
      return nextWrite;
    },
  };
}
