// One after the other: it hides the queue of those who want the same thing at once.

/** Runs what it is given in the order of asking; an error ends one turn, not the queue. */
export type Turns = <Result>(work: () => Promise<Result>) => Promise<Result>;

export function inTurn(): Turns {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(work);
    last = mine.catch(() => undefined);
    return mine;
  };
}
