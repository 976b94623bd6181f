// Compares this program's clock with that of the reporting API, which says its time in each answer: with a wrong clock, a run
// makes reports of weeks that are not over, or that have no data.
import { DAY_MS, MINUTE_MS } from '../../domain/calendar.ts';
import type { ReportProblem } from '../../domain/report.ts';
import type { Clock } from '../../shared/clock.ts';
import { Failure } from '../../shared/failure.ts';
import { parseHttpDate } from './retry-timing.ts';

/** A larger difference is a problem in the reports. */
const NOTED_MS = 15 * MINUTE_MS;
const REFUSED_MS = DAY_MS;

/** What becomes of a difference of more than a day; a smaller one is always noted. */
export type ClockDifference = 'refused' | 'noted';

export interface ServerClock {
  /** Headers of an answer that was just received. */
  readonly record: (
    headers: Readonly<Record<string, string | readonly string[] | undefined>>,
  ) => void;
  /** Milliseconds by which the API's clock is ahead of this program's; null before an answer with a time. */
  readonly offsetMs: () => number | null;
  /** Fails with CLOCK_WRONG; returns a problem of all reports otherwise, or none. */
  readonly compare: (large: ClockDifference) => readonly ReportProblem[];
}

export function createServerClock(clock: Clock): ServerClock {
  /** Of the last answer with a time: the API's, and this program's. */
  let last: { readonly api: number; readonly here: number } | null = null;
  return {
    record: ({ date, age }) => {
      const sentAt = typeof date === 'string' ? parseHttpDate(date) : null;
      // A stored answer has the time at which it was made.
      const storedMs = typeof age === 'string' && /^\d+$/.test(age) ? Number(age) * 1000 : 0;
      if (sentAt !== null) last = { api: sentAt + storedMs, here: clock() };
    },
    offsetMs: () => (last === null ? null : last.api - last.here),
    compare: (large) => {
      if (last === null) return [];
      const { api, here } = last;
      const difference = Math.abs(api - here);
      if (difference > REFUSED_MS && large === 'refused') {
        const text = (instant: number): string => new Date(instant).toISOString();
        throw new Failure('CLOCK_WRONG', { api: text(api), here: text(here) });
      }
      return difference > NOTED_MS ? [NOTE] : [];
    },
  };
}

const NOTE: ReportProblem = {
  code: 'CLOCK_DIFFERS',
  message:
    'The clock of the program that made this report and that of the reporting API differed by more than 15 minutes.',
  missing: false,
};
