// Simulated time: what is under way, and which of it happens next. It hides that code between two effects runs to its
// next one before anything else happens, so that a seed alone decides every interleaving.
import { mock } from 'node:test';

/** Ends what a process was doing when it is killed. */
export class Killed extends Error {}

/** One invocation of a function, or one caller: killed as a whole. */
export interface Process {
  readonly name: string;
  readonly isDead: boolean;
}

export interface Timeline {
  readonly now: () => number;
  /** Something happens by itself after so many milliseconds. */
  after(ms: number, act: () => void): void;
  /** Something happens by itself at that instant, or now when that is over. */
  at(time: number, act: () => void): void;
  begin(name: string): Process;
  /** Nothing of it happens any more, but what was sent already and `isSent` says has left the process. */
  kill(process: Process, isSent: () => boolean): void;
  /**
   * What a process does to the world: happens whole, after so many milliseconds, in no process that is dead.
   * `happen` gives the answer or throws it.
   */
  effect<T>(process: Process, ms: number, happen: () => T): Promise<T>;
  /** Lets everything happen until `isOver`, or until nothing is left. */
  run(isOver: () => boolean): Promise<void>;
}

interface Happening {
  readonly at: number;
  readonly turn: number;
  readonly act: () => void;
}

interface Living extends Process {
  isDead: boolean;
  readonly waiting: Set<Waiting>;
}

interface Waiting {
  isHeard: boolean;
  isSent: boolean;
  readonly reject: (reason: unknown) => void;
}

export function timeline(start: number): Timeline {
  let now = start;
  let turn = 0;
  const heap: Happening[] = [];
  const living = new Map<Process, Living>();

  const after = (ms: number, act: () => void): void => {
    turn += 1;
    push(heap, { at: now + Math.max(0, Math.round(ms)), turn, act });
  };

  return {
    now: () => now,
    after,
    at: (time, act) => {
      after(time - now, act);
    },
    begin(name) {
      const process: Living = { name, isDead: false, waiting: new Set() };
      living.set(process, process);
      return process;
    },
    kill(process, isSent) {
      const dying = living.get(process);
      if (dying === undefined || dying.isDead) return;
      dying.isDead = true;
      living.delete(process);
      for (const waiting of dying.waiting) {
        waiting.isHeard = false;
        waiting.isSent = isSent();
        waiting.reject(new Killed());
      }
      dying.waiting.clear();
    },
    effect(process, ms, happen) {
      const { promise, resolve, reject } = Promise.withResolvers<ReturnType<typeof happen>>();
      const doer = living.get(process);
      if (doer === undefined) {
        reject(new Killed());
        return promise;
      }
      const waiting: Waiting = { isHeard: true, isSent: true, reject };
      doer.waiting.add(waiting);
      after(ms, () => {
        doer.waiting.delete(waiting);
        if (!waiting.isSent) return;
        try {
          const answer = happen();
          // It may have been killed by what happened.
          if (waiting.isHeard) resolve(answer);
        } catch (error) {
          if (waiting.isHeard) reject(error);
        }
      });
      return promise;
    },
    async run(isOver) {
      // The doors' own deadlines go by the same clock.
      mock.timers.enable({ apis: ['setTimeout'] });
      try {
        await settled();
        while (!isOver()) {
          const next = pop(heap);
          if (next === undefined) return;
          if (next.at > now) {
            mock.timers.tick(next.at - now);
            now = next.at;
            await settled();
          }
          next.act();
          await settled();
        }
      } finally {
        mock.timers.reset();
      }
    },
  };
}

/** When all promises that can go on have gone on. */
function settled(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

// ── a heap ──────────────────────────────────────────────────────────────────────────────────────

function isBefore(a: Happening, b: Happening): boolean {
  return a.at === b.at ? a.turn < b.turn : a.at < b.at;
}

function push(heap: Happening[], item: Happening): void {
  let at = heap.length;
  heap.push(item);
  while (at > 0) {
    const above = (at - 1) >> 1;
    const parent = heap[above];
    if (parent === undefined || !isBefore(item, parent)) break;
    heap[at] = parent;
    at = above;
  }
  heap[at] = item;
}

function pop(heap: Happening[]): Happening | undefined {
  const first = heap[0];
  const last = heap.pop();
  if (first === undefined || last === undefined || heap.length === 0) return first;
  let at = 0;
  for (;;) {
    const left = heap[2 * at + 1];
    const right = heap[2 * at + 2];
    if (left === undefined) break;
    const isRight = right !== undefined && isBefore(right, left);
    const least = isRight ? right : left;
    if (!isBefore(least, last)) break;
    heap[at] = least;
    at = isRight ? 2 * at + 2 : 2 * at + 1;
  }
  heap[at] = last;
  return first;
}
