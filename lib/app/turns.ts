// Work that keeps the process busy takes turns: one piece in each cycle of the event loop, behind all that goes on the
// wire in it. Done as it comes, every piece would hold up the requests of those that came with it.

type Begin = () => void;

/** The event loop is one, and so are the lines of those who wait for it. */
const lines: Readonly<Record<Kind, Begin[]>> = { bringing: [], ending: [] };
let next: Kind = 'ending';
let looks = 0;

/** Whether it brings more work, or ends some and lets memory go: when both wait, they alternate. */
export type Kind = 'bringing' | 'ending';

/** Resolves when it is the caller's turn, which lasts until it waits for anything. */
export function myTurn(kind: Kind): Promise<void> {
  return new Promise((begin) => {
    lines[kind].push(begin);
    lookLater();
  });
}

function lookLater(): void {
  looks += 1;
  setImmediate(look);
}

function look(): void {
  looks -= 1;
  // Another look comes in this cycle; what lies between, undici's next requests among it, goes first.
  if (looks > 0) return;
  const other = next === 'ending' ? 'bringing' : 'ending';
  const begin = lines[next].shift() ?? lines[other].shift();
  next = other;
  begin?.();
  if (lines.ending.length + lines.bringing.length > 0) lookLater();
}
