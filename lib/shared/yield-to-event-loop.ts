// Divides CPU-bound work into pieces and runs one in each cycle of the event loop, after pending I/O. Without it a large
// piece of work would delay the requests that other work waits for.

/** There is one event loop, so the queues are global. */
const queues: Readonly<Record<WorkKind, (() => void)[]>> = { producing: [], finishing: [] };
let nextKind: WorkKind = 'finishing';
let scheduledChecks = 0;
/** HTTP requests that currently have priority. */
let priorityRequests = 0;
let hasPaused = false;

/** Pause between two pieces of work during a request: enough for the short steps of a response. */
const PAUSE_MS = 10;
/** A longer request probably waits for the work itself, which pauses would delay. */
const MAX_PRIORITY_MS = 1_000;

/** "producing": produces further work; "finishing": finishes work and frees memory. The two alternate when both wait. */
export type WorkKind = 'producing' | 'finishing';

/** Resolves when the caller may run its next piece of work, which lasts until its next await. */
export function yieldToEventLoop(kind: WorkKind): Promise<void> {
  return new Promise((resume) => {
    queues[kind].push(resume);
    scheduleCheck();
  });
}

/** Handles a request with priority: each piece of work is followed by a pause until the request is answered. */
export async function prioritizeRequest<T>(answer: () => T | Promise<T>): Promise<T> {
  let hasPriority = true;
  const endPriority = (): void => {
    if (hasPriority) priorityRequests -= 1;
    hasPriority = false;
  };
  priorityRequests += 1;
  const timer = setTimeout(endPriority, MAX_PRIORITY_MS);
  try {
    return await answer();
  } finally {
    clearTimeout(timer);
    endPriority();
  }
}

function scheduleCheck(): void {
  scheduledChecks += 1;
  setImmediate(runNext);
}

function runNext(): void {
  scheduledChecks -= 1;
  // A later check follows in this cycle; callbacks before it, such as undici's next requests, run first.
  if (scheduledChecks > 0) return;
  if (priorityRequests > 0 && !hasPaused) {
    hasPaused = true;
    scheduledChecks += 1;
    setTimeout(runNext, PAUSE_MS);
    return;
  }
  hasPaused = false;
  const otherKind = nextKind === 'finishing' ? 'producing' : 'finishing';
  const resume = queues[nextKind].shift() ?? queues[otherKind].shift();
  nextKind = otherKind;
  resume?.();
  if (queues.finishing.length + queues.producing.length > 0) scheduleCheck();
}
