// The weeks that a caller can look at. It hides how little is read to find out: mostly nothing but whether the reports
// that it holds itself are there.
import type { Week } from '../../domain/calendar.ts';
import { lastSettledWeek, endsEverywhere, weeksFrom } from '../../domain/calendar.ts';
import type { WeekList } from '../responses.ts';
import type { Access, Caller } from '../../reports/access.ts';
import { visibleFoldersByPlan } from '../../reports/access.ts';
import { storedFolders, storedWeeks } from '../../reports/stored-weeks.ts';
import type { Clock } from '../../shared/clock.ts';
import { manifestKey, readPlan } from '../../reports/report-repository.ts';
import { mapConcurrent } from '../../shared/map-concurrent.ts';
import { toWeekDates } from './week-overview.ts';

/** More than two years; older ones are found by their names. */
const MOST_WEEKS = 120;
/** Looked through for them: a caller who sees nothing must not cost all that was ever kept. */
const MOST_LOOKED_AT = 160;
/** Looked at before it is asked whether these are enough. */
const WEEKS_AT_ONCE = 32;

/** Fails with STORE_UNAVAILABLE, and as the reporting API does when only the tree could tell what the caller sees. */
export async function listVisibleWeeks(
  access: Access & { readonly clock: Clock; readonly settleHours: number },
  caller: Caller,
): Promise<WeekList> {
  const now = access.clock();
  const open = weeksFrom(lastSettledWeek(now, 0), 1);
  return {
    latest: lastSettledWeek(now, access.settleHours).name,
    open: { ...toWeekDates(open), closesAt: new Date(endsEverywhere(open)).toISOString() },
    data: (await weeksSeen(access, caller)).map(toWeekDates),
  };
}

async function weeksSeen(access: Access, caller: Caller): Promise<readonly Week[]> {
  const kept = (await storedWeeks(access.repository.store, ['weeks/'])).toReversed();
  if (caller.folders === null) return kept.slice(0, MOST_WEEKS);
  const newest = kept.slice(0, MOST_LOOKED_AT);
  const seen: Week[] = [];
  for (let at = 0; at < newest.length && seen.length < MOST_WEEKS; at += WEEKS_AT_ONCE) {
    const some = newest.slice(at, at + WEEKS_AT_ONCE);
    const isSeen = await mapConcurrent(some, ({ name }) => seesAny(access, caller, name));
    seen.push(...some.filter((_, i) => isSeen[i] === true));
  }
  return seen.slice(0, MOST_WEEKS);
}

/** Whether a week keeps or owes anything that the caller sees. */
async function seesAny(access: Access, caller: Caller, week: string): Promise<boolean> {
  const { repository } = access;
  // What an unfinished commit left is no report.
  const hasReport = async (folder: number): Promise<boolean> =>
    (await repository.store.read(manifestKey({ week, folder }))) !== null;
  for (const folder of caller.folders ?? []) if (await hasReport(folder)) return true;
  const plan = await readPlan(repository, week);
  const sees = visibleFoldersByPlan(access, caller, plan);
  for (const { key } of plan?.folders ?? []) if (await sees(key)) return true;
  const planned = new Set(plan?.folders.map(({ key }) => key));
  for (const folder of await storedFolders(repository.store, week)) {
    if (!planned.has(folder) && (await sees(folder)) && (await hasReport(folder))) return true;
  }
  return false;
}
