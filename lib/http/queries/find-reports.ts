// Lists the weeks with reports and the stored reports that a caller sees. Both are newest week first.
import { pMapIterable } from 'p-map';
import type { Access, Caller } from '../../reports/access.ts';
import { canSeeFolder, visibleFoldersOfWeek, visibleFoldersByPlan } from '../../reports/access.ts';
import { Failure } from '../../shared/failure.ts';
import { listFolderKeys, storedWeeks } from '../../reports/week-folders.ts';
import { findIntactManifest, manifestKey, readPlan } from '../../reports/report-repository.ts';
import type { Manifest } from '../../ports/stored-records.ts';
import type { Week } from '../../domain/calendar.ts';
import {
  parseWeek,
  lastSettledWeek,
  endOfWeekEverywhere,
  weeksFrom,
} from '../../domain/calendar.ts';
import type { WeekList } from '../responses.ts';
import type { Clock } from '../../shared/clock.ts';
import { mapConcurrent, SMALL_OBJECT_CONCURRENCY } from '../../shared/map-concurrent.ts';
import { toWeekDates } from './week-overview.ts';

interface ReportQuery {
  readonly week: string | null;
  readonly folder: number | null;
  /** 1..100 */
  readonly limit: number;
  /** From an earlier page; null for the first. */
  readonly cursor: string | null;
}

interface ReportPage {
  readonly data: readonly Manifest[];
  /** Null on the last page. */
  readonly cursor: string | null;
}

interface Position {
  readonly week: string;
  readonly folder: number;
}

/** Weeks descending, folders by key. CURSOR_INVALID for a cursor that is not one of ours. */
export async function findReports(
  access: Access,
  caller: Caller,
  query: ReportQuery,
): Promise<ReportPage> {
  const after = query.cursor === null ? null : readCursor(query.cursor);
  const reports: Manifest[] = [];
  let cursor: string | null = null;
  // Read ahead and in order: a folder's reports of ten years are in as many objects as weeks.
  const candidates = pMapIterable(
    storedPositions(access, caller, query, after),
    async ({ isVisible, ...position }) =>
      // Only what the caller sees: neither the size nor the cursor of a page reveals anything else. A damaged manifest is
      // null, so that it doesn't hide the other reports.
      (await isVisible(position.folder))
        ? { position, manifest: await findIntactManifest(access.repository, position) }
        : { position, manifest: null },
    { concurrency: Math.min(query.limit + 1, SMALL_OBJECT_CONCURRENCY) },
  );
  for await (const { position, manifest } of candidates) {
    if (manifest === null) continue;
    // One report more than fits on the page: there is a next page.
    if (reports.length === query.limit) return { data: reports, cursor };
    reports.push(manifest);
    cursor = encodeCursor(position);
  }
  return { data: reports, cursor: null };
}

interface Candidate extends Position {
  readonly isVisible: (folder: number) => Promise<boolean>;
}

/** Where reports may be stored after a position. */
async function* storedPositions(
  access: Access,
  caller: Caller,
  query: ReportQuery,
  after: Position | null,
): AsyncGenerator<Candidate> {
  const { store } = access.repository;
  const weeks =
    query.week === null
      ? (await storedWeeks(store)).toReversed()
      : [query.week].flatMap((name) => parseWeek(name) ?? []);
  for (const { name: week } of weeks) {
    if (after !== null && week > after.week) continue;
    // For a single folder: an invisible one takes as long, and fails, like one that doesn't exist.
    const isVisible =
      query.folder === null
        ? visibleFoldersOfWeek(access, caller, week)
        : (folder: number) => canSeeFolder(access, caller, { week, folder });
    const folders = query.folder === null ? await listFolderKeys(store, week) : [query.folder];
    for (const folder of folders) {
      if (after?.week === week && folder <= after.folder) continue;
      yield { week, folder, isVisible };
    }
  }
}

function encodeCursor({ week, folder }: Position): string {
  return Buffer.from(`${week}/${folder}`).toString('base64url');
}

function readCursor(cursor: string): Position {
  const [week = '', folder = ''] = Buffer.from(cursor, 'base64url').toString().split('/');
  const position = { week, folder: Number(folder) };
  // Encoding it again must give the same text.
  const isKey = Number.isSafeInteger(position.folder) && position.folder > 0;
  if (parseWeek(week) === null || !isKey || encodeCursor(position) !== cursor) {
    throw new Failure('CURSOR_INVALID');
  }
  return position;
}

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

/** The newest ones in which the caller sees a report, newest first. */
export async function visibleWeeks(access: Access, caller: Caller): Promise<readonly Week[]> {
  const weeks = (await storedWeeks(access.repository.store)).toReversed();
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
  const plan = await readPlan(repository, week);
  const canSee = visibleFoldersByPlan(access, caller, plan);
  for (const folder of caller.folders ?? []) {
    if ((await hasReport(folder)) && (await canSee(folder))) return true;
  }
  for (const { key } of plan?.folders ?? []) if (await canSee(key)) return true;
  const plannedKeys = new Set(plan?.folders.map(({ key }) => key));
  for (const folder of await listFolderKeys(repository.store, week)) {
    if (!plannedKeys.has(folder) && (await canSee(folder)) && (await hasReport(folder)))
      return true;
  }
  return false;
}
