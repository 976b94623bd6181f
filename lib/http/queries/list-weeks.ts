// Lists the weeks with reports that a caller sees. For most callers, it only checks whether reports of their own folders
// exist.
import type { Week } from '../../domain/calendar.ts';
import { lastSettledWeek, endOfWeekEverywhere, weeksFrom } from '../../domain/calendar.ts';
import type { WeekList } from '../responses.ts';
import type { Access, Caller } from '../../reports/access.ts';
import { visibleFoldersByPlan } from '../../reports/access.ts';
import { storedFolders, storedWeeks } from '../../reports/stored-weeks.ts';
import type { Clock } from '../../shared/clock.ts';
import { manifestKey, readPlan } from '../../reports/report-repository.ts';
import { mapConcurrent } from '../../shared/map-concurrent.ts';
import { toWeekDates } from './week-overview.ts';

/** More than two years; older weeks can still be requested by name. */
const MAX_WEEKS = 120;
/** Weeks that are checked: a caller that sees nothing must not cause reads of every stored week. */
const MAX_CHECKED_WEEKS = 160;
/** Weeks that are checked together, before counting the visible ones. */
const BATCH_SIZE = 32;

/** Fails with STORE_UNAVAILABLE, and with the reporting API's failures when access depends on the current tree. */
export async function listVisibleWeeks(
  access: Access & { readonly clock: Clock; readonly settleHours: number },
  caller: Caller,
): Promise<WeekList> {
  const now = access.clock();
  const open = weeksFrom(lastSettledWeek(now, 0), 1);
  return {
    latest: lastSettledWeek(now, access.settleHours).name,
    open: { ...toWeekDates(open), closesAt: new Date(endOfWeekEverywhere(open)).toISOString() },
    data: (await visibleWeeks(access, caller)).map(toWeekDates),
  };
}

async function visibleWeeks(access: Access, caller: Caller): Promise<readonly Week[]> {
  const weeks = (await storedWeeks(access.repository.store, ['weeks/'])).toReversed();
  if (caller.folders === null) return weeks.slice(0, MAX_WEEKS);
  const newest = weeks.slice(0, MAX_CHECKED_WEEKS);
  const visible: Week[] = [];
  for (let at = 0; at < newest.length && visible.length < MAX_WEEKS; at += BATCH_SIZE) {
    const batch = newest.slice(at, at + BATCH_SIZE);
    const isVisible = await mapConcurrent(batch, ({ name }) =>
      hasVisibleReport(access, caller, name),
    );
    visible.push(...batch.filter((_, i) => isVisible[i] === true));
  }
  return visible.slice(0, MAX_WEEKS);
}

/** Whether a week has a stored or planned report that the caller sees. */
async function hasVisibleReport(access: Access, caller: Caller, week: string): Promise<boolean> {
  const { repository } = access;
  // An unfinished commit leaves files without a manifest.
  const hasReport = async (folder: number): Promise<boolean> =>
    (await repository.store.read(manifestKey({ week, folder }))) !== null;
  for (const folder of caller.folders ?? []) if (await hasReport(folder)) return true;
  const plan = await readPlan(repository, week);
  const canSee = visibleFoldersByPlan(access, caller, plan);
  for (const { key } of plan?.folders ?? []) if (await canSee(key)) return true;
  const planned = new Set(plan?.folders.map(({ key }) => key));
  for (const folder of await storedFolders(repository.store, week)) {
    if (!planned.has(folder) && (await canSee(folder)) && (await hasReport(folder))) return true;
  }
  return false;
}
