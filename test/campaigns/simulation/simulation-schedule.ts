// One schedule: a week's reports while things go wrong, then while nothing does. A seed decides all of it.
import { HOUR_MS } from '../../../lib/domain/calendar.ts';
import { randomFrom } from '../../support/test-reports.ts';
import { randomChaos } from './fault-plan.ts';
import { drawCompany } from './circumstances.ts';
import { judge } from './check-run.ts';
import type { Violation } from './safety.ts';
import type { ScheduleOptions } from './starting-state.ts';
import { prepared, SETTLED, WEEK } from './starting-state.ts';
import { tickAlong } from './simulated-ticks.ts';
import { askAround, breakThings, pruneSometime, rearrange } from './injected-faults.ts';

export interface Outcome {
  readonly seed: number;
  readonly violations: readonly Violation[];
  readonly counts: ReadonlyMap<string, number>;
  readonly traced: readonly string[];
  /** Ticks without faults until everything was done. */
  readonly ticks: number;
}

export async function runSchedule(seed: number, options: ScheduleOptions = {}): Promise<Outcome> {
  const random = randomFrom(seed);
  const chaos = randomChaos(random);
  const start = Math.round(SETTLED - (random() < 0.6 ? random() : 14 * random()) * HOUR_MS);
  // After the reports, among the faults or when they are over.
  const secondLookMs = random() < 0.4 ? Math.round(random() * 12 * HOUR_MS) : null;
  const root = drawCompany(chaos);
  // As on Lambda with a process for each message, and as in one that does all of them.
  const isWarm = seed % 2 === 0;
  const it = await prepared(start, chaos, { ...options, root, secondLookMs, isWarm });
  const faultsUntil = Math.max(start, SETTLED - HOUR_MS) + HOUR_MS * (1 + 30 * random() ** 3);
  const between = (): number => start + random() * (faultsUntil - start);
  const belongs = (survey: number): boolean => it.company.history.belongs(survey, WEEK, Infinity);

  breakThings(it, { between, faultsUntil });
  const drift = rearrange(it, { between, root, belongs });
  const asked = askAround(it, { random, between, root });
  pruneSometime(it, { random, between });
  const spent = { ticks: 0 };
  const isOver = tickAlong(it, { start, faultsUntil, spent, gone: drift.gone, secondLookMs });
  await it.timeline.run(isOver);

  const lookedAt = secondLookMs === null ? null : SETTLED + secondLookMs;
  await judge(it, { drift, asked, lookedAt });
  return {
    seed,
    violations: it.safety.violations,
    counts: chaos.counts,
    traced: it.traced,
    ticks: spent.ticks,
  };
}
