// Limits how many long answers are sent at a time, in all and to the clients of one company, so that slow readers and
// parallel downloads leave the processor and connections of the database to others. The next ones wait; a client that
// reads too slowly meanwhile loses its place.
import type { Company } from '../company-store.ts';
import { Problem } from '../problem-json.ts';

/** Ends a long answer; further calls have no effect. */
type End = () => void;

/** The client of a long answer. */
export interface Reader {
  /** Bytes that the system has taken for it since its connection began. */
  readonly sent: () => number;
  /** Bytes that the system does not take yet, since the client has to read first. */
  readonly pending: () => number;
  readonly disconnect: () => void;
}

export interface LongAnswers {
  /**
   * Resolves when the answer may be sent, with undefined when the client has disconnected before. Rejects with a Problem
   * when too many others are waiting.
   */
  readonly begin: (
    company: Company,
    reader: Reader,
    disconnected: AbortSignal,
  ) => Promise<End | undefined>;
}

const maxRunning = 6;
const maxRunningOfCompany = 3;
const maxWaiting = 64;
const minBytesPerSecond = 8 * 1024;

interface Running {
  readonly company: Company;
  readonly reader: Reader;
  readonly end: End;
  /** `sent` of the reader at the beginning of the period that is measured; undefined until one begins. */
  sentBefore: number | undefined;
}

interface Waiting {
  readonly company: Company;
  readonly admit: () => void;
}

/** A client that reads less than 8 KB a second for `slowMs`, while others wait for its place, is disconnected: at most one for each that waits. */
export function createLongAnswers(slowMs: number): LongAnswers {
  const running = new Set<Running>();
  let waiting: readonly Waiting[] = [];
  let timer: NodeJS.Timeout | undefined;

  const runningOf = (company: Company): number =>
    [...running].filter((answer) => answer.company === company).length;
  const hasRoom = (company: Company): boolean =>
    running.size < maxRunning && runningOf(company) < maxRunningOfCompany;

  function start(company: Company, reader: Reader): End {
    const answer: Running = {
      ...{ company, reader, sentBefore: undefined },
      end: () => {
        if (running.delete(answer)) admitNext();
      },
    };
    running.add(answer);
    return answer.end;
  }

  /** The company with the fewest long answers is next, and the request of it that has waited longest. */
  function admitNext(): void {
    const [next] = waiting
      .filter(({ company }) => hasRoom(company))
      .toSorted((one, other) => runningOf(one.company) - runningOf(other.company));
    next?.admit();
  }

  function setWaiting(next: readonly Waiting[]): void {
    waiting = next;
    if (waiting.length > 0) {
      if (timer !== undefined) return;
      beginPeriod();
      timer = setInterval(endPeriod, slowMs);
    } else {
      clearInterval(timer);
      timer = undefined;
    }
  }

  function beginPeriod(): void {
    for (const answer of running) answer.sentBefore = answer.reader.sent();
  }

  function endPeriod(): void {
    const minBytes = (minBytesPerSecond * slowMs) / 1000;
    const slow = [...running]
      .map((answer) => ({
        ...answer,
        sent: answer.reader.sent() - (answer.sentBefore ?? -Infinity),
      }))
      .filter(({ sent, reader }) => sent < minBytes && reader.pending() > 0)
      .toSorted((one, other) => one.sent - other.sent);
    for (const { company, end, reader } of slow) {
      if (!isWaitedFor(company)) continue;
      end();
      reader.disconnect();
    }
    beginPeriod();
  }

  /** Whether the end of an answer to this company would let another one begin. */
  function isWaitedFor(company: Company): boolean {
    return waiting.some(
      (next) => next.company === company || runningOf(next.company) < maxRunningOfCompany,
    );
  }

  return {
    begin: async (company, reader, disconnected) => {
      if (disconnected.aborted) return undefined;
      if (hasRoom(company)) return start(company, reader);
      if (waiting.length >= maxWaiting) throw new Problem('LONG_ANSWERS_LIMITED');
      const { promise, resolve } = Promise.withResolvers<End | undefined>();
      const leave = (end: End | undefined): void => {
        disconnected.removeEventListener('abort', onGone);
        setWaiting(waiting.filter((other) => other !== request));
        resolve(end);
      };
      const onGone = (): void => {
        leave(undefined);
      };
      const request = {
        company,
        admit: () => {
          leave(start(company, reader));
        },
      };
      disconnected.addEventListener('abort', onGone);
      setWaiting([...waiting, request]);
      return promise;
    },
  };
}
