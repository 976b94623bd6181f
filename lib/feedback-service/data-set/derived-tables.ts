// Computes the derived tables (hourly sums, presses that the misuse filter excludes, alerts) in one
// pass over the events, in batches that fit into memory, also again for surveys whose events or settings have
// changed.
import type { AlertTracker } from '../alert-engine.ts';
import { createAlertTracker } from '../alert-engine.ts';
import type { Survey, CompanyIndex } from '../company.ts';
import { buttonCount } from '../company.ts';
import type { DatabaseRow, Session, Statements } from '../database/database.ts';
import { readKeysetPages, pageSize } from '../database/database.ts';
import type { TimeRange, VisitCounts } from '../company-store.ts';
import { createMisuseFilter } from '../company-store.ts';
import { timeZoneOf } from '../time-zone.ts';
import * as tables from './database-tables.ts';
import { alerts, repeats, sums } from './database-tables.ts';
import { hourlySumTime } from './event-line.ts';

/** To be incremented when the same events lead to other derived rows. */
const computationVersion = 1;
const batchSize = 1_000;
const minuteMs = 60_000;
const dayMs = 1440 * minuteMs;

interface ComputationSettings {
  readonly tamperDelayMs: number;
  /** Whether alerts are computed; they are not when the data set has files of alerts. */
  readonly withAlerts: boolean;
}

/** Identifies everything but the events that the derived tables of a survey depend on. */
function createComputationKey(
  survey: Survey,
  { tamperDelayMs, withAlerts }: ComputationSettings,
): string {
  const { timeZone, indexType, alertSpecifications } = survey;
  return JSON.stringify([
    computationVersion,
    process.versions['tz'],
    timeZone,
    tamperDelayMs,
    ...(withAlerts ? [indexType, alertSpecifications] : []),
  ]);
}

/** Replaces the derived rows of dirty surveys. `onProgress` gets the number of events read so far. */
async function computeDerivedTables(
  session: Session,
  findSurvey: (key: number) => Survey | undefined,
  settings: ComputationSettings,
  onProgress: (events: number) => void,
): Promise<void> {
  await session.run('DELETE FROM sums WHERE survey IN (SELECT survey FROM dirty)');
  await session.run('DELETE FROM repeats WHERE survey IN (SELECT survey FROM dirty)');
  await session.run(
    'DELETE FROM alerts WHERE line IS NULL AND survey IN (SELECT survey FROM dirty)',
  );
  const buffers: RowBuffers = { sums: [], repeats: [], alerts: [] };
  /** Inserts the rows of each table that has at least `minRows`. */
  async function flush(minRows: number): Promise<void> {
    for (const table of [sums, repeats, alerts]) {
      const rows = buffers[table.name];
      if (rows.length >= minRows) await session.insert(table, rows.splice(0));
    }
  }
  let currentPass: SurveyPass | undefined;
  let currentKey: unknown;
  let eventCount = 0;
  for await (const rows of session.batches(
    'SELECT e.survey, e.ts, e.line, e.r, e.device, e.data FROM dirty d JOIN events e ON e.survey = d.survey ORDER BY d.survey, e.ts, e.line',
  )) {
    for (const [survey, ts, line, r, device, data] of rows) {
      if (survey !== currentKey) {
        currentPass?.finish();
        currentKey = survey;
        const definition = findSurvey(Number(survey));
        currentPass =
          definition === undefined ? undefined : createSurveyPass(definition, settings, buffers);
      }
      if (typeof data === 'string') currentPass?.addHourlySum(Number(ts), parseNumbers(data));
      else currentPass?.addPress(Number(ts), Number(line), Number(r), device ?? null);
    }
    eventCount += rows.length;
    onProgress(eventCount);
    await flush(batchSize);
  }
  currentPass?.finish();
  await flush(1);
  await session.run('DELETE FROM dirty');
}

interface SurveyPass {
  addHourlySum(ts: number, data: readonly number[]): void;
  addPress(ts: number, line: number, r: number, device: string | number | null): void;
  finish(): void;
}

/** Rows of the derived tables that have not been inserted yet. */
type RowBuffers = Readonly<Record<'sums' | 'repeats' | 'alerts', DatabaseRow[]>>;

function createSurveyPass(
  survey: Survey,
  { tamperDelayMs, withAlerts }: ComputationSettings,
  buffers: RowBuffers,
): SurveyPass {
  const zone = timeZoneOf(survey.timeZone);
  const filter = createMisuseFilter(tamperDelayMs);
  const watch: AlertTracker | undefined = withAlerts
    ? createAlertTracker(survey, ({ key, alertType, specification, ...alert }, isForeseen) => {
        buffers.alerts.push([
          key,
          survey.key,
          alertType,
          specification,
          alert.beginTime,
          alert.endTime,
          isForeseen ? 1 : 0,
          JSON.stringify(alert.parameters),
          null,
        ]);
      })
    : undefined;
  const days = createDayPacker(survey.key, buttonCount(survey.feedbackScale), buffers.sums);

  function count(ts: number, r: number, count: number): void {
    days.add(zone.hourStart(ts), r, count);
  }

  return {
    addHourlySum: (ts, counts) => {
      for (const [r, responses] of counts.entries()) if (responses > 0) count(ts, r, responses);
    },
    addPress: (ts, line, r, device) => {
      watch?.addPress(ts, r);
      if (filter(ts, device ?? undefined)) count(ts, r, 1);
      else buffers.repeats.push([survey.key, ts, line]);
    },
    finish: () => {
      days.finish();
      watch?.finish();
    },
  };
}

/** Packs hours, which arrive in the order of time, into one row per day. */
function createDayPacker(
  survey: number,
  buttons: number,
  rows: DatabaseRow[],
): { add(hour: number, r: number, count: number): void; finish(): void } {
  let day = NaN;
  let hours: number[] = [];
  let currentHour = NaN;
  /** Offset of the current hour's counts in `hours`. */
  let countsAt = 0;

  function finish(): void {
    if (hours.length > 0) rows.push([survey, day, JSON.stringify(hours)]);
    hours = [];
  }

  return {
    add: (hour, r, count) => {
      if (hour !== currentHour) {
        const dayOfHour = Math.floor(hour / dayMs);
        if (dayOfHour !== day) finish();
        day = dayOfHour;
        currentHour = hour;
        countsAt = hours.push((hour - day * dayMs) / minuteMs);
        for (let i = 0; i < buttons; i += 1) hours.push(0);
      }
      hours[countsAt + r] = (hours[countsAt + r] ?? 0) + count;
    },
    finish,
  };
}

/** Visits the hours of one row of `sums` that start within the range. */
export function forEachHour(
  day: number,
  hours: string,
  buttons: number,
  { start, end }: TimeRange,
  visit: VisitCounts,
): void {
  const numbers = parseNumbers(hours);
  for (let i = 0; i < numbers.length; i += 1 + buttons) {
    const hour = day * dayMs + (numbers[i] ?? 0) * minuteMs;
    if (hour < start || hour >= end) continue;
    visit(hour, numbers.slice(i + 1, i + 1 + buttons));
  }
}

/** Parses an array of numbers that was stored as JSON, such as the counts of an hourly sum. */
export function parseNumbers(text: string): readonly number[] {
  const numbers: unknown = JSON.parse(text);
  return isNumbers(numbers) ? numbers : [];
}

function isNumbers(value: unknown): value is readonly number[] {
  return Array.isArray(value);
}

/** `surveysWithNewEvents` are recomputed, as are surveys whose settings have changed. */
export async function recomputeSurveys(
  session: Session,
  tamperDelayMs: number,
  { surveys }: CompanyIndex,
  surveysWithNewEvents: ReadonlySet<number>,
  onProgress: (events: number, ofEvents: number) => void,
): Promise<void> {
  const settings = await readSettings(session, tamperDelayMs);
  const computationKeys = await readComputationKeys(session);
  // An upgrade of the tables marks surveys as dirty.
  const dirtyRows = await session.all('SELECT survey FROM dirty');
  const dirtyKeys = new Set(dirtyRows.map(([key]) => Number(key)));
  await session.run('DELETE FROM dirty');
  const staleSurveys = [...surveys].flatMap(([key, { survey }]) => {
    const previousKey = computationKeys.get(key);
    const computationKey = createComputationKey(survey, settings);
    const hasNewSettings = previousKey !== undefined && previousKey !== computationKey;
    const isStale = hasNewSettings || surveysWithNewEvents.has(key) || dirtyKeys.has(key);
    const row: DatabaseRow = [key, buttonCount(survey.feedbackScale), computationKey];
    return isStale ? [{ survey, hasNewSettings, row }] : [];
  });
  if (staleSurveys.length === 0) return;
  if (staleSurveys.some(({ hasNewSettings }) => hasNewSettings)) {
    await tables.incrementGeneration(session);
  }
  for (const { survey, hasNewSettings } of staleSurveys) {
    if (hasNewSettings || dirtyKeys.has(survey.key)) await alignHourlySums(session, survey);
  }
  await session.insert(
    tables.dirtySurveys,
    staleSurveys.map(({ survey }) => [survey.key]),
  );
  // Without statistics on the new rows an engine may choose a slow join.
  await session.run('ANALYZE events; ANALYZE dirty');
  await session.run('DELETE FROM surveys WHERE survey IN (SELECT survey FROM dirty)');
  await session.insert(
    tables.surveys,
    staleSurveys.map(({ row }) => row),
  );
  const [countRow] = await session.all(
    'SELECT count(*) FROM events e JOIN dirty d ON d.survey = e.survey',
  );
  const ofEvents = Number(countRow?.[0] ?? 0);
  const findSurvey = (key: number): Survey | undefined => surveys.get(key)?.survey;
  await computeDerivedTables(session, findSurvey, settings, (events) => {
    onProgress(events, ofEvents);
  });
}

async function readSettings(
  statements: Pick<Statements, 'all'>,
  tamperDelayMs: number,
): Promise<ComputationSettings> {
  const [alertFile] = await statements.all('SELECT 1 FROM files WHERE kind = $1 LIMIT 1', [
    'alerts',
  ]);
  return { tamperDelayMs, withAlerts: alertFile === undefined };
}

/** What each survey's derived tables were computed with. */
async function readComputationKeys(
  statements: Pick<Statements, 'all'>,
): Promise<ReadonlyMap<unknown, unknown>> {
  const rows = await statements.all('SELECT survey, computed_by FROM surveys');
  return new Map(rows.map(([survey, computationKey]) => [survey, computationKey]));
}

/**
 * Moves hourly sums that were stored in another zone, or by a version that stored them at the time
 * of their line, to the start of their hour.
 */
async function alignHourlySums(session: Session, survey: Survey): Promise<void> {
  const pages = readKeysetPages(
    session,
    `SELECT ts, line, told FROM events WHERE (ts, line) > ($1, $2) AND survey = $3 AND data IS NOT NULL ORDER BY ts, line LIMIT ${pageSize}`,
    [-Number.MAX_SAFE_INTEGER, -1],
    [survey.key],
  );
  for await (const rows of pages) {
    for (const [storedTs, line, storedLineTs] of rows) {
      const { ts, lineTs } = hourlySumTime(survey, Number(storedLineTs ?? storedTs));
      if (ts === storedTs && lineTs === storedLineTs) continue;
      await session.run(
        'UPDATE events SET ts = $1, told = $2 WHERE survey = $3 AND ts = $4 AND line = $5',
        [ts, lineTs, survey.key, Number(storedTs), Number(line)],
      );
    }
  }
}
