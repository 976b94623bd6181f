// Figures of many places and weeks as one table, for `GET /v1/figures`, `export` and the page's download. Each report's rows
// come from one revision: from the tables of its week where these have it, and otherwise from its stored JSON.
import { createHash } from 'node:crypto';
import { pMapIterable } from 'p-map';
import pLimit from 'p-limit';
import type { Week } from '../domain/calendar.ts';
import { dateOf, lastSettledWeek, parseWeek, weeksFrom } from '../domain/calendar.ts';
import { halfWidthOf } from '../domain/figures.ts';
import type { Report, SurveyGroup } from '../domain/report.ts';
import { indexOf, responsesOf, sumCounts } from '../domain/scale.ts';
import type { CellRow, TableColumns, FactFiles, FactRow, RowOf } from '../ports/fact-tables.ts';
import { column, FACT_TABLES, FACTS_VERSION, nullable } from '../ports/fact-tables.ts';
import type { Manifest } from '../ports/stored-records.ts';
import type { Access, Caller } from '../reports/access.ts';
import { visibleFoldersByPlan, visibleFoldersInTree } from '../reports/access.ts';
import { findManifest, readPlan, readReport } from '../reports/report-repository.ts';
import { listFolderKeys, storedWeeks } from '../reports/week-folders.ts';
import type { Clock } from '../shared/clock.ts';
import { Failure } from '../shared/failure.ts';
import { mapConcurrent, SMALL_OBJECT_CONCURRENCY } from '../shared/map-concurrent.ts';
import type { PlaceFacts } from './read-week-tables.ts';
import { openWeekTables } from './read-week-tables.ts';
import { countCells, reasonCells, rowsOfReport, weekCells } from './report-rows.ts';

export const FIGURE_GRAINS = ['week', 'day', 'hour'] as const;
export type FigureGrain = (typeof FIGURE_GRAINS)[number];

export const FIGURE_PLACES = ['surveys', 'folders'] as const;

export interface FigureQuery {
  /** Both included. */
  readonly from: Week;
  readonly to: Week;
  /** This folder and everything below; null for all that the caller sees. */
  readonly below: number | null;
  readonly grain: FigureGrain;
  /** "surveys": a row adds nothing to another. "folders": each folder with its whole subtree, as its report states it. */
  readonly places: (typeof FIGURE_PLACES)[number];
}

export interface FigureContext extends Access {
  readonly files: FactFiles;
}

export interface FigureTable {
  readonly columns: TableColumns;
  /**
   * A digest of the query and of every report that the rows come from, which are then those at the time of the request.
   * Null for more than `MAX_TAGGED_REPORTS`: each report's revision is then the one that is current when its turn comes.
   */
  readonly tag: string | null;
  /**
   * By week, folder, survey and time. Fails with REPORT_DAMAGED where a report can't be read, so that no row is missing
   * without notice.
   */
  readonly rows: AsyncIterable<readonly CellRow[]>;
}

/** Two years. */
export const MAX_FIGURE_WEEKS = 106;
const DEFAULT_WEEKS = 13;
/** So many manifests are read before the first byte, in some 0.1 s. */
const MAX_TAGGED_REPORTS = 1000;
/** Reports of which a few small objects are read at the same time. */
const CONCURRENCY = 16;
/** The reports of a large company's root are megabytes. */
const MAX_REPORTS_IN_MEMORY = 2;

// ── columns ─────────────────────────────────────────────────────────────────────────────────────

const { weeks: OF_WEEKS, hours: OF_HOURS, folders: OF_FOLDERS } = FACT_TABLES;

const PLACE = {
  place: column('string', 'survey, or folder: it and everything below'),
  folder: OF_WEEKS.folder,
  folder_name: column('string', 'Name of the folder'),
  path: column('string', 'Names of the folders above, root first: A / B'),
  survey: nullable('int64', 'Key of the survey; null for a folder'),
  question_name: nullable('string', 'Text of the question; null for a folder'),
  time_zone: nullable('string', 'IANA name; null for a folder'),
  surveys: column('int32', '1, or the surveys of this kind in the folder and everything below'),
  status: OF_FOLDERS.status,
  revision: OF_FOLDERS.revision,
  index_type: OF_WEEKS.index_type,
  feedback_scale: OF_WEEKS.feedback_scale,
} as const satisfies TableColumns;

const WEEK = { week: OF_WEEKS.week, week_start: OF_WEEKS.week_start } as const;

const COUNTED = {
  c0: OF_WEEKS.c0,
  c1: OF_WEEKS.c1,
  c2: OF_WEEKS.c2,
  c3: OF_WEEKS.c3,
  c4: OF_WEEKS.c4,
  responses: OF_WEEKS.responses,
  score: OF_WEEKS.score,
  half_width: OF_WEEKS.half_width,
} as const satisfies TableColumns;

const REASON = {
  reason: OF_WEEKS.reason,
  reason_option: OF_WEEKS.reason_option,
  reason_name: OF_WEEKS.reason_name,
  reason_weekday: OF_WEEKS.reason_weekday,
  reason_from_hour: OF_WEEKS.reason_from_hour,
} as const satisfies TableColumns;

/** The columns by grain, the same for both kinds of places. */
export const FIGURE_TABLES = {
  week: {
    ...WEEK,
    ...PLACE,
    ...COUNTED,
    previous_responses: OF_WEEKS.previous_responses,
    previous_score: OF_WEEKS.previous_score,
    change: OF_WEEKS.change,
    change_half_width: OF_WEEKS.change_half_width,
    change_is_clear: OF_WEEKS.change_is_clear,
    state: OF_WEEKS.state,
    was: OF_WEEKS.was,
    basis: OF_WEEKS.basis,
    since: OF_WEEKS.since,
    weeks: OF_WEEKS.weeks,
    lost: OF_WEEKS.lost,
    ...REASON,
    usual: OF_WEEKS.usual,
    lower: OF_WEEKS.lower,
    upper: OF_WEEKS.upper,
  },
  day: { ...WEEK, date: OF_HOURS.date, ...PLACE, ...COUNTED },
  hour: {
    ...WEEK,
    date: OF_HOURS.date,
    hour: OF_HOURS.hour,
    start_utc: nullable('timestamp', 'Start of the local hour; null for a folder'),
    ...PLACE,
    ...COUNTED,
  },
} as const satisfies Record<FigureGrain, TableColumns>;

type PlaceCells = RowOf<typeof PLACE>;
type CountedCells = RowOf<typeof COUNTED>;

// ── query ───────────────────────────────────────────────────────────────────────────────────────

/** The weeks asked for: by default the newest stored week and the twelve before it. Fails with RANGE_INVALID. */
export async function figureWeeks(
  { repository, clock, settleHours }: Pick<Access, 'repository'> & WeekClock,
  { from, to }: { readonly from: Week | null; readonly to: Week | null },
): Promise<Pick<FigureQuery, 'from' | 'to'>> {
  const last =
    to ?? (await storedWeeks(repository.store)).at(-1) ?? lastSettledWeek(clock(), settleHours);
  const first = from ?? weeksFrom(last, 1 - DEFAULT_WEEKS);
  if (!isFigureRange(first, last)) {
    throw new Failure('RANGE_INVALID', { from: first.name, to: last.name });
  }
  return { from: first, to: last };
}

/** Whether the weeks are in order, and not too many. */
export function isFigureRange(from: Week, to: Week): boolean {
  const weeks = (to.monday - from.monday) / 7 + 1;
  return weeks >= 1 && weeks <= MAX_FIGURE_WEEKS;
}

interface WeekClock {
  readonly clock: Clock;
  readonly settleHours: number;
}

/**
 * The figures that a caller sees. Fails with FOLDER_NOT_FOUND where it doesn't see the folder `below`, with REPORT_DAMAGED,
 * as the store does, and as the reporting API does when access depends on the current tree.
 */
export async function openFigures(
  context: FigureContext,
  caller: Caller,
  query: FigureQuery,
): Promise<FigureTable> {
  const weeks = visibleWeeks(context, caller, query);
  const first: WeekFolders[] = [];
  let count = 0;
  let next = await weeks.next();
  while (next.done !== true && count + next.value.folders.length <= MAX_TAGGED_REPORTS) {
    first.push(next.value);
    count += next.value.folders.length;
    next = await weeks.next();
  }
  const columns = FIGURE_TABLES[query.grain];
  if (next.done !== true) {
    const sources = (async function* () {
      yield* [...first, next.value];
      yield* weeks;
    })();
    return { columns, tag: null, rows: readRows(context, query, sources) };
  }
  if (count === 0 && query.below !== null) {
    await requireCurrentFolder(context, caller, query.below);
  }
  const sources = await mapConcurrent(first, (week) => withManifests(context, week), 1);
  const manifests = sources.flatMap(({ reports }) => reports);
  return {
    columns,
    tag: tagOf(query, manifests),
    rows: readRows(context, query, sources),
  };
}

/** Folders with objects in a week, ascending; not all of them have a report. */
interface WeekFolders {
  readonly week: string;
  readonly folders: readonly number[];
}

interface WeekManifests extends WeekFolders {
  readonly reports: readonly Manifest[];
}

async function withManifests(
  { repository }: FigureContext,
  { week, folders }: WeekFolders,
): Promise<WeekManifests> {
  const manifests = await mapConcurrent(
    folders,
    (folder) => findManifest(repository, { week, folder }),
    SMALL_OBJECT_CONCURRENCY,
  );
  return { week, folders, reports: manifests.filter((manifest) => manifest !== null) };
}

function tagOf({ from, to, grain, places }: FigureQuery, manifests: readonly Manifest[]): string {
  const sources = manifests.map(({ week, folder, revision, files }) => [
    week,
    folder.key,
    revision,
    files.json.sha256,
  ]);
  const versions = [FACTS_VERSION, Object.keys(FIGURE_TABLES[grain])];
  const text = JSON.stringify([versions, from.name, to.name, grain, places, sources]);
  return createHash('sha256').update(text).digest('hex');
}

/** What the caller sees of these weeks, oldest first. */
async function* visibleWeeks(
  context: FigureContext,
  caller: Caller,
  { from, to, below }: FigureQuery,
): AsyncGenerator<WeekFolders, undefined> {
  const { repository } = context;
  for (const { name: week, monday } of await storedWeeks(repository.store)) {
    if (monday < from.monday || monday > to.monday) continue;
    const plan = await readPlan(repository, week);
    const canSee = visibleFoldersByPlan(context, caller, plan);
    const isBelow =
      below === null ? canSee : visibleFoldersByPlan(context, { folders: [below] }, plan);
    if (below !== null && !(await canSee(below))) continue;
    const folders: number[] = [];
    for (const folder of await listFolderKeys(repository.store, week)) {
      if ((await isBelow(folder)) && (await canSee(folder))) folders.push(folder);
    }
    yield { week, folders };
  }
}

/** A folder without reports in these weeks has an empty table if it exists now. */
async function requireCurrentFolder(
  context: FigureContext,
  caller: Caller,
  folder: number,
): Promise<void> {
  const tree = await context.tree();
  if (tree.parents.has(folder) && visibleFoldersInTree(caller, tree)(folder)) return;
  throw new Failure('FOLDER_NOT_FOUND', { folder });
}

// ── rows ────────────────────────────────────────────────────────────────────────────────────────

/** Reads week by week, and a few reports ahead; stops reading when the consumer stops. */
async function* readRows(
  context: FigureContext,
  query: FigureQuery,
  weeks: Iterable<WeekManifests> | AsyncIterable<WeekFolders>,
): AsyncGenerator<readonly CellRow[]> {
  for await (const week of weeks) yield* rowsOfWeek(context, query, week);
}

async function* rowsOfWeek(
  context: FigureContext,
  query: FigureQuery,
  source: WeekManifests | WeekFolders,
): AsyncGenerator<readonly CellRow[]> {
  const { week, folders } = source;
  const names = tablesFor(query);
  const tables =
    names === null || folders.length === 0
      ? null
      : await openWeekTables(context, week, folders, names);
  const limit = pLimit(MAX_REPORTS_IN_MEMORY);
  const read = async (report: Manifest | number): Promise<ReadReport | null> => {
    const manifest =
      typeof report === 'number'
        ? await findManifest(context.repository, { week, folder: report })
        : report;
    if (manifest === null) return null;
    const rows =
      tables?.has(manifest) === true
        ? null
        : await limit(async () =>
            reportRows(query, await readReport(context.repository, manifest)),
          );
    return { folder: manifest.folder.key, rows };
  };
  const reports = pMapIterable<Manifest | number, ReadReport | null>(
    'reports' in source ? source.reports : folders,
    read,
    { concurrency: tables === null ? CONCURRENCY : SMALL_OBJECT_CONCURRENCY },
  );
  for await (const report of reports) {
    if (report === null) continue;
    const { folder, rows } = report;
    if (rows !== null) yield rows;
    else if (tables !== null) yield factRows(query, await tables.rowsOf(folder));
  }
}

interface ReadReport {
  readonly folder: number;
  /** Null where they are in the tables of the week. */
  readonly rows: readonly CellRow[] | null;
}

/** The tables that the figures are made of; null for those that only reports have. */
function tablesFor({ grain, places }: FigureQuery): readonly (keyof PlaceFacts)[] | null {
  if (places === 'folders') return grain === 'week' ? ['folders', 'folder_weeks'] : null;
  return grain === 'week' ? ['folders', 'weeks'] : ['folders', 'weeks', 'hours'];
}

function reportRows(query: FigureQuery, report: Report): readonly CellRow[] {
  const facts = rowsOfReport(report);
  const { grain, places } = query;
  if (places === 'surveys' || grain === 'week') return factRows(query, facts);
  const place = folderCells(facts.folders);
  return report.summary.groups.flatMap((group) => groupRows(report.week, place, group, grain));
}

function factRows({ grain, places }: FigureQuery, facts: PlaceFacts): readonly CellRow[] {
  return places === 'folders' ? folderRows(facts) : surveyRows(facts, grain);
}

function folderCells([folder]: PlaceFacts['folders']): PlaceCells {
  if (folder === undefined) throw new TypeError('a report without its folder');
  return {
    place: 'folder',
    folder: folder.folder,
    folder_name: folder.name,
    path: folder.path.join(' / '),
    survey: null,
    question_name: null,
    time_zone: null,
    surveys: folder.surveys,
    status: folder.status,
    revision: folder.revision,
    index_type: '',
    feedback_scale: '',
  };
}

function folderRows({ folders, folder_weeks: rows }: PlaceFacts): readonly CellRow[] {
  const folder = folderCells(folders);
  return rows.map((row) =>
    weekRow(
      { ...row, ...reasonCells(null) },
      {
        ...folder,
        surveys: row.surveys,
        index_type: row.index_type,
        feedback_scale: row.feedback_scale,
      },
    ),
  );
}

function surveyRows({ folders, weeks, hours }: PlaceFacts, grain: FigureGrain): readonly CellRow[] {
  const folder = folderCells(folders);
  const hoursOf = Map.groupBy(hours, ({ survey }) => survey);
  return weeks
    .toSorted((a, b) => a.survey - b.survey)
    .flatMap((row): readonly CellRow[] => {
      const place: PlaceCells = {
        ...folder,
        place: 'survey',
        survey: row.survey,
        question_name: row.question_name,
        time_zone: row.time_zone,
        surveys: 1,
        index_type: row.index_type,
        feedback_scale: row.feedback_scale,
      };
      const countedHours = (hoursOf.get(row.survey) ?? []).toSorted(compareHours);
      switch (grain) {
        case 'week':
          return [weekRow(row, place)];
        case 'day':
          return dayRows(row.week, place, countedHours.map(withCounts));
        case 'hour':
          return countedHours.map((hour) =>
            hourRow(row.week, place, { ...withCounts(hour), start_utc: hour.start_utc }),
          );
      }
    });
}

/** Counts of a local hour, one for each button. */
interface CountedHour {
  readonly date: string;
  readonly hour: number;
  readonly data: readonly number[];
}

function compareHours(a: Omit<CountedHour, 'data'>, b: Omit<CountedHour, 'data'>): number {
  return a.date === b.date ? a.hour - b.hour : a.date < b.date ? -1 : 1;
}

function withCounts({ date, hour, c0, c1, c2, c3, c4 }: FactRow<'hours'>): CountedHour {
  return { date, hour, data: [c0, c1, c2, c3, c4].filter((count) => count !== null) };
}

/** A folder's hours, of which its report has the sums alone. */
function groupRows(
  week: string,
  folder: PlaceCells,
  { indexType, feedbackScale, surveys, hours }: SurveyGroup,
  grain: 'day' | 'hour',
): readonly CellRow[] {
  const monday = parseWeek(week)?.monday ?? 0;
  const place = { ...folder, surveys, index_type: indexType, feedback_scale: feedbackScale };
  const countedHours = hours
    .map(({ weekday, hour, data }) => ({ date: dateOf(monday + weekday - 1), hour, data }))
    .toSorted(compareHours);
  return grain === 'day'
    ? dayRows(week, place, countedHours)
    : countedHours.map((hour) => hourRow(week, place, { ...hour, start_utc: null }));
}

function weekRow(
  row: Omit<FactRow<'folder_weeks'>, 'surveys'> & RowOf<typeof REASON>,
  place: PlaceCells,
): RowOf<(typeof FIGURE_TABLES)['week']> {
  return {
    week: row.week,
    week_start: row.week_start,
    ...place,
    c0: row.c0,
    c1: row.c1,
    c2: row.c2,
    c3: row.c3,
    c4: row.c4,
    responses: row.responses,
    score: row.score,
    half_width: row.half_width,
    previous_responses: row.previous_responses,
    previous_score: row.previous_score,
    change: row.change,
    change_half_width: row.change_half_width,
    change_is_clear: row.change_is_clear,
    state: row.state,
    was: row.was,
    basis: row.basis,
    since: row.since,
    weeks: row.weeks,
    lost: row.lost,
    reason: row.reason,
    reason_option: row.reason_option,
    reason_name: row.reason_name,
    reason_weekday: row.reason_weekday,
    reason_from_hour: row.reason_from_hour,
    usual: row.usual,
    lower: row.lower,
    upper: row.upper,
  };
}

/** Days without responses have no row. */
function dayRows(
  week: string,
  place: PlaceCells,
  hours: readonly CountedHour[],
): readonly RowOf<(typeof FIGURE_TABLES)['day']>[] {
  const days = Map.groupBy(hours, ({ date }) => date);
  return Array.from(days, ([date, ofDay]) => ({
    ...weekCells(week),
    date,
    ...place,
    ...countedCells(sumCounts(ofDay.map(({ data }) => data)), place),
  }));
}

function hourRow(
  week: string,
  place: PlaceCells,
  { date, hour, start_utc, data }: CountedHour & { readonly start_utc: number | null },
): RowOf<(typeof FIGURE_TABLES)['hour']> {
  return { ...weekCells(week), date, hour, start_utc, ...place, ...countedCells(data, place) };
}

function countedCells(
  data: readonly number[],
  { index_type: indexType, feedback_scale: feedbackScale }: PlaceCells,
): CountedCells {
  return {
    ...countCells(data),
    responses: responsesOf(data),
    score: indexOf(data, indexType, feedbackScale),
    half_width: halfWidthOf(data, { indexType, feedbackScale }),
  };
}
