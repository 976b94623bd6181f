// Work that keeps the process busy takes turns: one piece in each cycle of the event loop, behind all that goes on the
// wire in it. Done as it comes, every piece would hold up the requests of those that came with it.

type Begin = () => void;

/** The event loop is one, and so are the lines of those who wait for it. */
const lines: Readonly<Record<WorkKind, Begin[]>> = { bringing: [], ending: [] };
let next: WorkKind = 'ending';
let looks = 0;
/** Requests that are being answered ahead of work. */
let answering = 0;
let hasPaused = false;

/** Between two pieces of work while a request is answered: enough for the short steps that an answer takes. */
const PAUSE_MS = 10;
/** A request that takes longer waits for work itself, which the pauses would only slow down. */
const MAX_AHEAD_MS = 1_000;

/** Whether it brings more work, or ends some and lets memory go: when both wait, they alternate. */
export type WorkKind = 'bringing' | 'ending';

/** Resolves when it is the caller's turn, which lasts until it waits for anything. */
export function yieldToEventLoop(kind: WorkKind): Promise<void> {
  return new Promise((begin) => {
    lines[kind].push(begin);
    lookLater();
  });
}

/** Answers a request between pieces of work: until it is answered, each piece is followed by a pause. */
export async function prioritizeRequest<T>(answer: () => T | Promise<T>): Promise<T> {
  let isAhead = true;
  const end = (): void => {
    if (isAhead) answering -= 1;
    isAhead = false;
  };
  answering += 1;
  const timer = setTimeout(end, MAX_AHEAD_MS);
  try {
    return await answer();
  } finally {
    clearTimeout(timer);
    end();
  }
}

function lookLater(): void {
  looks += 1;
  setImmediate(look);
}

function look(): void {
  looks -= 1;
  // Another look comes in this cycle; what lies between, undici's next requests among it, goes first.
  if (looks > 0) return;
  if (answering > 0 && !hasPaused) {
    hasPaused = true;
    looks += 1;
    setTimeout(look, PAUSE_MS);
    return;
  }
  hasPaused = false;
  const other = next === 'ending' ? 'bringing' : 'ending';
  const begin = lines[next].shift() ?? lines[other].shift();
  next = other;
  begin?.();
  if (lines.ending.length + lines.bringing.length > 0) lookLater();
}
