// The thread that reads long answers, as the service sees it: starts with the first one, ends when it is idle, and is
// replaced after an end that was not expected. All answers of a thread that ends or no longer answers fail.
import { Worker } from 'node:worker_threads';
import { DatabaseError } from '../database/database.ts';
import { Problem } from '../problem-json.ts';
import type { ReadAnswer, ReadOrder, ReadPart, ReadRequest } from './read-messages.ts';

export interface ThreadReader {
  /** The bytes of a whole body. Throws a Problem, or a DatabaseError when the thread or the database fails. */
  readonly read: (request: ReadRequest) => AsyncGenerator<Uint8Array>;
  /** Ends the thread, and with it all answers. */
  readonly close: () => void;
}

/** How long the thread keeps its memory while there is nothing to read. */
const idleMs = 10_000;
/** Longer than a query may take. */
const maxSilenceMs = 60_000;

/** Starts no thread yet. */
export function createThreadReader(): ThreadReader {
  let running: ReadingThread | undefined;
  return {
    read: async function* (request) {
      const thread =
        running ??
        startThread(() => {
          if (running === thread) running = undefined;
        });
      running = thread;
      yield* thread.read(request);
    },
    close: () => {
      running?.close();
    },
  };
}

interface ReadingThread {
  readonly read: ThreadReader['read'];
  readonly close: () => void;
}

function startThread(onEnd: () => void): ReadingThread {
  const worker = new Worker(new URL('./read-thread.ts', import.meta.url));
  // The server keeps the process running.
  worker.unref();
  const awaited = new Map<number, PromiseWithResolvers<ReadPart>>();
  const open = new Set<number>();
  let opened = 0;
  let failure: DatabaseError | undefined;
  let timer: NodeJS.Timeout | undefined;

  function end(reason: string): void {
    if (failure !== undefined) return;
    failure = new DatabaseError(`The thread that reads long answers has ended: ${reason}.`);
    clearTimeout(timer);
    onEnd();
    void worker.terminate();
    for (const { reject } of awaited.values()) reject(failure);
    awaited.clear();
  }

  /** Called after each message in either direction. */
  function wait(): void {
    clearTimeout(timer);
    if (failure !== undefined) return;
    if (awaited.size > 0) timer = setTimeout(end, maxSilenceMs, 'it did not answer');
    else if (open.size === 0) timer = setTimeout(end, idleMs, 'it was idle');
    timer?.unref();
  }

  function send(order: ReadOrder): void {
    if (failure === undefined) worker.postMessage(order);
  }

  function nextPart(id: number): Promise<ReadPart> {
    if (failure !== undefined) return Promise.reject(failure);
    const part = Promise.withResolvers<ReadPart>();
    awaited.set(id, part);
    send({ id, kind: 'next' });
    wait();
    return part.promise;
  }

  worker.on('message', ({ id, part }: ReadAnswer) => {
    const waiting = awaited.get(id);
    awaited.delete(id);
    wait();
    waiting?.resolve(part);
  });
  // Comes before `exit` where the thread runs out of memory or an error was not caught.
  worker.on('error', (error) => {
    end(error instanceof Error ? error.message : 'unknown error');
  });
  worker.on('exit', (code) => {
    end(`exit ${code}`);
  });

  return {
    read: async function* (request) {
      opened += 1;
      const id = opened;
      open.add(id);
      send({ id, kind: 'open', request });
      try {
        for (;;) {
          const part = await nextPart(id);
          if (part.kind === 'end') return;
          if (part.kind !== 'bytes') throw toError(part);
          yield part.bytes;
        }
      } finally {
        open.delete(id);
        send({ id, kind: 'close' });
        wait();
      }
    },
    close: () => {
      end('the service was closed');
    },
  };
}

function toError(part: Exclude<ReadPart, { readonly kind: 'bytes' | 'end' }>): Error {
  switch (part.kind) {
    case 'problem':
      return new Problem(part.code);
    case 'unavailable':
      return new DatabaseError(part.message);
    case 'failed':
      return new Error(part.message);
  }
}
