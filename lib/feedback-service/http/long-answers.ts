// Limits how many long answers are sent at a time, in all and to the clients of one company, so that slow readers and
// parallel downloads leave the processor and connections of the database to others. The next ones wait.
import type { Company } from '../company-store.ts';
import { Problem } from '../problem-json.ts';

/** Ends a long answer; further calls have no effect. */
type End = () => void;

export interface LongAnswers {
  /**
   * Resolves when the answer may be sent, with undefined when the client has disconnected before. Rejects with a Problem
   * when too many others are waiting.
   */
  readonly begin: (company: Company, disconnected: AbortSignal) => Promise<End | undefined>;
}

const maxRunning = 6;
const maxRunningOfCompany = 3;
const maxWaiting = 64;

export function createLongAnswers(): LongAnswers {
  const running = new Map<Company, number>();
  let waiting: readonly { readonly company: Company; readonly admit: () => void }[] = [];
  let total = 0;

  const runningOf = (company: Company): number => running.get(company) ?? 0;
  const hasRoom = (company: Company): boolean =>
    total < maxRunning && runningOf(company) < maxRunningOfCompany;

  function add(company: Company, change: 1 | -1): void {
    total += change;
    const count = runningOf(company) + change;
    if (count === 0) running.delete(company);
    else running.set(company, count);
  }

  function start(company: Company): End {
    add(company, 1);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      add(company, -1);
      admitNext();
    };
  }

  /** The company with the fewest long answers is next, and the request of it that has waited longest. */
  function admitNext(): void {
    const [next] = waiting
      .filter(({ company }) => hasRoom(company))
      .toSorted((one, other) => runningOf(one.company) - runningOf(other.company));
    next?.admit();
  }

  return {
    begin: async (company, disconnected) => {
      if (disconnected.aborted) return undefined;
      if (hasRoom(company)) return start(company);
      if (waiting.length >= maxWaiting) throw new Problem('LONG_ANSWERS_LIMITED');
      const { promise, resolve } = Promise.withResolvers<End | undefined>();
      const leave = (end: End | undefined): void => {
        disconnected.removeEventListener('abort', onGone);
        waiting = waiting.filter((other) => other !== request);
        resolve(end);
      };
      const onGone = (): void => {
        leave(undefined);
      };
      const request = {
        company,
        admit: () => {
          leave(start(company));
        },
      };
      disconnected.addEventListener('abort', onGone);
      waiting = [...waiting, request];
      return promise;
    },
  };
}
