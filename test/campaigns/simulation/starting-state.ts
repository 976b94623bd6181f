// Where schedules take place: a small company in odd zones, a week whose clocks go back, and what stands before it.
import { planCodec } from '../../../lib/adapters/json/index.ts';
import { planKey } from '../../../lib/reports/report-repository.ts';
import { dayOf, weekOf, weeksFrom } from '../../../lib/domain/calendar.ts';
import { randomFrom } from '../../support/test-reports.ts';
import type { Chaos } from './fault-plan.ts';
import { placedFaults } from './fault-plan.ts';
import type { SimFolder } from './simulated-folders.ts';
import type { Deployment } from './simulated-deployment.ts';
import { deployment } from './simulated-deployment.ts';
import type { Variant } from './variant.ts';
import { RIGHT } from './variant.ts';

/** The clocks of Europe go back in it. */
export const WEEK = weekOf(dayOf('2026-10-19'));
export const BEFORE = weeksFrom(WEEK, -1);
/** Long past the planner's look: only people ask for it. */
export const OLD = weeksFrom(WEEK, -8);
/** Old enough to go. */
export const PRUNED = weeksFrom(WEEK, -20);
export const SETTLED = Date.parse('2026-10-26T18:00:00Z');

export const COMPANY: SimFolder = {
  key: 1,
  surveys: [{ key: 101, timeZone: 'UTC' }],
  folders: [
    {
      key: 2,
      surveys: [],
      folders: [
        { key: 21, surveys: [{ key: 211, timeZone: 'Europe/Helsinki' }], folders: [] },
        { key: 22, surveys: [{ key: 221, timeZone: 'America/New_York' }], folders: [] },
      ],
    },
    {
      key: 31,
      surveys: [
        { key: 311, timeZone: 'Asia/Tokyo' },
        { key: 312, timeZone: 'UTC' },
      ],
      folders: [],
    },
  ],
};

export interface ScheduleOptions {
  readonly variant?: Variant;
  readonly keepsTrace?: boolean;
}

/** A deployment whose earlier weeks are done, and one of them old enough to go. */
export async function prepared(
  start: number,
  chaos: Chaos,
  options: ScheduleOptions & {
    readonly root?: SimFolder;
    readonly secondLookMs?: number | null;
    readonly isWarm?: boolean;
  },
): Promise<Deployment> {
  const weeks = [OLD, BEFORE, WEEK];
  const it = deployment({ root: COMPANY, variant: RIGHT, ...options, start, chaos, weeks });
  const done = { week: BEFORE.name, folders: [], doneAt: new Date(start).toISOString() };
  it.bucket.put(planKey(BEFORE.name), planCodec().encode(done));
  for (const [key, bytes] of await (oldWeek ??= makeOldWeek())) it.bucket.put(key, bytes);
  return it;
}

let oldWeek: Promise<ReadonlyMap<string, Uint8Array>> | null = null;

/** What is kept of a week that was made without a fault. */
async function makeOldWeek(): Promise<ReadonlyMap<string, Uint8Array>> {
  const chaos = placedFaults(randomFrom(1), []);
  const it = deployment({ start: SETTLED, chaos, root: COMPANY, weeks: [PRUNED] });
  void it.ask({ week: PRUNED, folder: 2, force: false });
  await it.timeline.run(() => false);
  return new Map([...it.bucket.objects].map(([key, { bytes }]) => [key, bytes]));
}
