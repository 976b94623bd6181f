// When the planner of one process runs: at the start, hourly, when a report becomes due, five minutes after a failure, when that is
// requested, and after the clock of the machine has jumped.
import { HOUR_MS, MINUTE_MS } from '../domain/calendar.ts';
import type { Instant } from '../domain/report-inputs.ts';
import type { Clock } from '../shared/clock.ts';

/** How often `beat` is to be called. */
export const HEARTBEAT_MS = 5_000;
/** A larger difference of the clock and the monotonic time is a sleep of the machine or a change of its clock. */
const MAX_DRIFT_MS = MINUTE_MS;
const AFTER_FAILURE_MS = 5 * MINUTE_MS;

export interface TickOutcome {
  readonly hasFailed: boolean;
  /** The next instant at which a planned report is due; null for none. */
  readonly nextDueAt: Instant | null;
}

export interface TickScheduleOptions {
  readonly clock: Clock;
  /** Milliseconds that only increase. */
  readonly monotonic: () => number;
  /** Does not fail. `isScheduled`: false where the weeks are to be compared in any case. */
  readonly run: (tick: {
    readonly now: Instant;
    readonly isScheduled: boolean;
  }) => Promise<TickOutcome>;
}

export interface TickSchedule {
  /** Runs a tick if one is due; resolves when it has ended. */
  beat(): Promise<void>;
  /** Requests a tick that compares the weeks in any case. */
  request(): void;
  /** Milliseconds since the last beat. */
  sinceBeatMs(): number;
  /** Of the last tick that did not fail; null before. */
  lastSuccessAt(): Instant | null;
  /** Resolves when no tick runs; none begins after that. */
  close(): Promise<void>;
}

export function createTickSchedule({ clock, monotonic, run }: TickScheduleOptions): TickSchedule {
  let nextAt = -Infinity;
  let isRequested = true;
  let lastSuccessAt: Instant | null = null;
  let lastBeatAt = monotonic();
  let difference = clock() - monotonic();
  let running: Promise<void> | null = null;
  let hasFailed = false;
  let isClosed = false;

  async function tick(now: Instant): Promise<void> {
    // The planner leaves a week alone for an hour after a failure, unless it is asked.
    const isScheduled = !isRequested && !hasFailed;
    isRequested = false;
    const outcome = await run({ now, isScheduled });
    const { nextDueAt } = outcome;
    ({ hasFailed } = outcome);
    if (!hasFailed) lastSuccessAt = now;
    const repeatAt = now + (hasFailed ? AFTER_FAILURE_MS : HOUR_MS);
    nextAt = Math.min(repeatAt, nextDueAt !== null && nextDueAt > now ? nextDueAt : Infinity);
  }

  return {
    async beat() {
      const now = clock();
      lastBeatAt = monotonic();
      const newDifference = now - lastBeatAt;
      if (Math.abs(newDifference - difference) > MAX_DRIFT_MS) {
        difference = newDifference;
        isRequested = true;
      }
      if (running !== null || isClosed || (!isRequested && now < nextAt)) return;
      running = tick(now);
      await running;
      running = null;
    },
    request() {
      isRequested = true;
    },
    sinceBeatMs: () => monotonic() - lastBeatAt,
    lastSuccessAt: () => lastSuccessAt,
    async close() {
      isClosed = true;
      await running;
    },
  };
}
