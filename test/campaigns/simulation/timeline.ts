// Simulated time: runs scheduled actions in order. Code between two effects runs to its next effect before the next
// action starts, so that the seed alone decides every interleaving.
import { mock } from 'node:test';

/** Rejects the pending effects of a killed process. */
export class ProcessKilled extends Error {}

/** One invocation of a function, or one caller. */
export interface SimulatedProcess {
  readonly name: string;
  readonly isKilled: boolean;
}

export interface Timeline {
  readonly now: () => number;

  after(ms: number, action: () => void): void;
  /** Runs the action now if the instant has passed. */
  at(time: number, action: () => void): void;
  startProcess(name: string): SimulatedProcess;
  /** Cancels the pending effects of the process, except those for which `isSent` returns true. */
  kill(process: SimulatedProcess, isSent: () => boolean): void;
  /**
   * An atomic effect of a process after a delay; not applied if the process was killed before.
   * `apply` returns the answer or throws the error.
   */
  effect<T>(process: SimulatedProcess, ms: number, apply: () => T): Promise<T>;
  /** Runs all actions until `isOver`, or until none is left. */
  run(isOver: () => boolean): Promise<void>;
}

interface ScheduledAction {
  readonly at: number;
  readonly sequence: number;
  readonly action: () => void;
}

interface LiveProcess extends SimulatedProcess {
  isKilled: boolean;
  readonly pending: Set<PendingEffect>;
}

interface PendingEffect {
  isAwaited: boolean;
  isSent: boolean;
  readonly reject: (reason: unknown) => void;
}

export function createTimeline(start: number): Timeline {
  let now = start;
  let sequence = 0;
  const heap: ScheduledAction[] = [];
  const liveProcesses = new Map<SimulatedProcess, LiveProcess>();

  const after = (ms: number, action: () => void): void => {
    sequence += 1;
    push(heap, { at: now + Math.max(0, Math.round(ms)), sequence, action });
  };

  return {
    now: () => now,
    after,
    at: (time, action) => {
      after(time - now, action);
    },
    startProcess(name) {
      const process: LiveProcess = { name, isKilled: false, pending: new Set() };
      liveProcesses.set(process, process);
      return process;
    },
    kill(process, isSent) {
      const liveProcess = liveProcesses.get(process);
      if (liveProcess === undefined || liveProcess.isKilled) return;
      liveProcess.isKilled = true;
      liveProcesses.delete(process);
      for (const effect of liveProcess.pending) {
        effect.isAwaited = false;
        effect.isSent = isSent();
        effect.reject(new ProcessKilled());
      }
      liveProcess.pending.clear();
    },
    effect(process, ms, apply) {
      const { promise, resolve, reject } = Promise.withResolvers<ReturnType<typeof apply>>();
      const owner = liveProcesses.get(process);
      if (owner === undefined) {
        reject(new ProcessKilled());
        return promise;
      }
      const effect: PendingEffect = { isAwaited: true, isSent: true, reject };
      owner.pending.add(effect);
      after(ms, () => {
        owner.pending.delete(effect);
        if (!effect.isSent) return;
        try {
          const answer = apply();
          // The effect itself may have killed the process.
          if (effect.isAwaited) resolve(answer);
        } catch (error) {
          if (effect.isAwaited) reject(error);
        }
      });
      return promise;
    },
    async run(isOver) {
      // Timeouts of the code under test use the same clock.
      mock.timers.enable({ apis: ['setTimeout'] });
      try {
        await flushPromises();
        while (!isOver()) {
          const next = pop(heap);
          if (next === undefined) return;
          if (next.at > now) {
            mock.timers.tick(next.at - now);
            now = next.at;
            await flushPromises();
          }
          next.action();
          await flushPromises();
        }
      } finally {
        mock.timers.reset();
      }
    },
  };
}

/** Resolves when all settled promises have run their reactions. */
function flushPromises(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

// ── a heap ──────────────────────────────────────────────────────────────────────────────────────

function isBefore(a: ScheduledAction, b: ScheduledAction): boolean {
  return a.at === b.at ? a.sequence < b.sequence : a.at < b.at;
}

function push(heap: ScheduledAction[], scheduled: ScheduledAction): void {
  let at = heap.length;
  heap.push(scheduled);
  while (at > 0) {
    const above = (at - 1) >> 1;
    const parent = heap[above];
    if (parent === undefined || !isBefore(scheduled, parent)) break;
    heap[at] = parent;
    at = above;
  }
  heap[at] = scheduled;
}

function pop(heap: ScheduledAction[]): ScheduledAction | undefined {
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
