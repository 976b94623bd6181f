// Computes the derived tables (hourly sums, presses that the misuse filter excludes, alerts) of surveys
// whose events or settings have changed, in batches that fit into memory. New events change rows from
// their UTC day on and alerts that end after the last press before it.
import {
  createAlertTracker,
  longestWindowMs,
  type AlertTracker,
  type EarlierAlerts,
  type OpenAlert,
} from '../alert-engine.ts';
import type { Survey, CompanyIndex } from '../company.ts';
import { buttonCount } from '../company.ts';
import type { DatabaseRow, Session, Statements } from '../database/database.ts';
import { readKeysetPages, pageSize } from '../database/database.ts';
import type { TimeRange, VisitCounts } from '../company-store.ts';
import { createMisuseFilter } from '../company-store.ts';
import { timeZoneOf } from '../time-zone.ts';
import * as tables from './database-tables.ts';
import { alerts, longAlertMs, repeats, sums } from './database-tables.ts';
import { hourlySumTime } from './event-line.ts';
import { isNull, parseParameters } from './stored-values.ts';

/** To be incremented when the same events lead to other derived rows. */
const computationVersion = 2;
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

/** A survey whose events or settings have changed. */
interface StaleSurvey {
  readonly survey: Survey;
  /** The time of the first change; -Infinity when everything has to be computed again. */
  readonly from: number;
}

/**
 * Replaces the derived rows from the first change of each survey on. `onProgress` gets the number of
 * events read so far.
 */
async function computeDerivedTables(
  session: Session,
  staleSurveys: readonly StaleSurvey[],
  settings: ComputationSettings,
  onProgress: (events: number) => void,
): Promise<void> {
  const buffers: RowBuffers = { sums: [], repeats: [], alerts: [] };
  /** Inserts the rows of each table that has at least `minRows`. */
  async function flush(minRows: number): Promise<void> {
    for (const table of [sums, repeats, alerts]) {
      const rows = buffers[table.name];
      if (rows.length >= minRows) await session.insert(table, rows.splice(0));
    }
  }
  let eventCount = 0;
  for (const stale of staleSurveys) {
    const { survey } = stale;
    const start = startOfComputation(stale);
    const earlier = await removeDerivedRows(session, survey, settings, start);
    const pass = createSurveyPass(survey, settings, buffers, earlier);
    for await (const rows of session.batches(
      'SELECT ts, line, r, device, data FROM events WHERE survey = $1 AND ts >= $2 ORDER BY ts, line',
      [survey.key, start],
    )) {
      for (const [ts, line, r, device, data] of rows) {
        if (typeof data === 'string') pass.addHourlySum(Number(ts), parseNumbers(data));
        else pass.addPress(Number(ts), Number(line), Number(r), device ?? null);
      }
      eventCount += rows.length;
      onProgress(eventCount);
      await flush(batchSize);
    }
    pass.finish();
  }
  await flush(1);
}

const minInstant = -Number.MAX_SAFE_INTEGER;

/** The first local hour of the UTC day with the hour of the first change: a row of sums has one day. */
function startOfComputation({ survey, from }: StaleSurvey): number {
  if (from === -Infinity) return minInstant;
  const zone = timeZoneOf(survey.timeZone);
  const day = dayOf(zone.hourStart(from)) * dayMs;
  return zone.hourStart(day) === day ? day : zone.nextHourStart(day);
}

/** What has an effect on the rows that are computed from `start` on. */
interface EarlierState {
  /** Presses that the misuse filter has counted, in the order of time. */
  readonly counted: readonly (readonly [ts: number, device: string | number])[];
  readonly alerts: EarlierAlerts;
}

const nothingEarlier: EarlierState = { counted: [], alerts: { open: [], presses: [] } };

/** Deletes the derived rows of the survey from `start` on, and alerts that are open then. */
async function removeDerivedRows(
  session: Session,
  survey: Survey,
  settings: ComputationSettings,
  start: number,
): Promise<EarlierState> {
  const { key } = survey;
  await session.run('DELETE FROM sums WHERE survey = $1 AND day >= $2', [key, dayOf(start)]);
  await session.run('DELETE FROM repeats WHERE survey = $1 AND ts >= $2', [key, start]);
  const [lastRow] =
    start === minInstant
      ? []
      : await session.all(
          'SELECT ts FROM events WHERE survey = $1 AND ts < $2 AND data IS NULL ORDER BY ts DESC LIMIT 1',
          [key, start],
        );
  if (lastRow === undefined) {
    await session.run('DELETE FROM alerts WHERE survey = $1 AND line IS NULL', [key]);
    return nothingEarlier;
  }
  return {
    counted: await readCounted(session, key, start - settings.tamperDelayMs, start),
    alerts: await removeAlerts(session, survey, Number(lastRow[0])),
  };
}

async function readCounted(
  session: Session,
  survey: number,
  from: number,
  start: number,
): Promise<EarlierState['counted']> {
  const counted: (readonly [number, string | number])[] = [];
  for await (const rows of session.batches(
    'SELECT e.ts, e.device FROM events e WHERE e.survey = $1 AND e.ts >= $2 AND e.ts < $3 AND e.device IS NOT NULL AND NOT EXISTS (SELECT 1 FROM repeats x WHERE x.survey = e.survey AND x.ts = e.ts AND x.line = e.line) ORDER BY e.ts, e.line',
    [survey, Math.max(from, minInstant), start],
  )) {
    for (const [ts, device] of rows) if (!isNull(device)) counted.push([Number(ts), device]);
  }
  return counted;
}

/**
 * Deletes the alerts of the survey that end after its press at `last`. Returns those that were open
 * after it, and the presses of their windows.
 */
async function removeAlerts(
  session: Session,
  survey: Survey,
  last: number,
): Promise<EarlierAlerts> {
  const ofSurvey = 'FROM alerts WHERE survey = $1 AND line IS NULL AND ended > $2';
  // Each has an index: alerts that began earlier are long.
  const conditions = [
    `${ofSurvey} AND began > $2 - ${longAlertMs}`,
    `${ofSurvey} AND ended - began > ${longAlertMs}`,
  ];
  const open = new Map<number, OpenAlert>();
  for (const condition of conditions) {
    const rows = await session.all(
      `SELECT key, alert_type, specification, began, parameters ${condition} AND began <= $2`,
      [survey.key, last],
    );
    for (const row of rows) open.set(Number(row[0]), toOpenAlert(survey.key, row));
    await session.run(`DELETE ${condition}`, [survey.key, last]);
  }
  const presses: (readonly [number, number])[] = [];
  for await (const rows of session.batches(
    'SELECT ts, r FROM events WHERE survey = $1 AND ts > $2 AND ts <= $3 AND data IS NULL ORDER BY ts, line',
    [survey.key, Math.max(last - longestWindowMs(survey), minInstant), last],
  )) {
    for (const [ts, r] of rows) presses.push([Number(ts), Number(r)]);
  }
  return { open: [...open.values()], presses };
}

function toOpenAlert(survey: number, row: DatabaseRow): OpenAlert {
  const [key, alertType, specification, began, parameters] = row;
  return {
    key: Number(key),
    survey,
    alertType: String(alertType),
    specification: Number(specification),
    beginTime: Number(began),
    parameters: parseParameters(String(parameters)),
  };
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
  earlier: EarlierState,
): SurveyPass {
  const zone = timeZoneOf(survey.timeZone);
  const filter = createMisuseFilter(tamperDelayMs);
  for (const [ts, device] of earlier.counted) filter(ts, device);
  const watch: AlertTracker | undefined = withAlerts
    ? createAlertTracker(
        survey,
        ({ key, alertType, specification, ...alert }, isForeseen) => {
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
        },
        earlier.alerts,
      )
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
        const dayOfHour = dayOf(hour);
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

function dayOf(instant: number): number {
  return Math.floor(instant / dayMs);
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
  const counts: number[] = [];
  for (let i = 0; i < numbers.length; i += 1 + buttons) {
    const hour = day * dayMs + (numbers[i] ?? 0) * minuteMs;
    if (hour < start || hour >= end) continue;
    for (let r = 0; r < buttons; r += 1) counts[r] = numbers[i + 1 + r] ?? 0;
    visit(hour, counts);
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

/** By survey: the time of its first new event; Infinity when it has new alerts only. */
export type FirstNewEvents = ReadonlyMap<number, number>;

/** Surveys are computed again from their first new event on, completely when their settings have changed. */
export async function recomputeSurveys(
  session: Session,
  tamperDelayMs: number,
  { surveys }: CompanyIndex,
  firstNewEvents: FirstNewEvents,
  onProgress: (events: number, ofEvents: number) => void,
): Promise<void> {
  const settings = await readSettings(session, tamperDelayMs);
  const computationKeys = await readComputationKeys(session);
  // An upgrade of the tables marks surveys as dirty.
  const dirtyRows = await session.all('SELECT survey FROM dirty');
  const dirtyKeys = new Set(dirtyRows.map(([key]) => Number(key)));
  await session.run('DELETE FROM dirty');
  const staleSurveys: StaleSurvey[] = [];
  let hasNewSettings = false;
  for (const [key, { survey }] of surveys) {
    const previousKey = computationKeys.get(key);
    const computationKey = createComputationKey(survey, settings);
    const isKnown = previousKey === computationKey && !dirtyKeys.has(key);
    const from = firstNewEvents.get(key);
    if (isKnown) {
      if (from !== undefined && from < Infinity) staleSurveys.push({ survey, from });
      continue;
    }
    const isUnused = previousKey === undefined && from === undefined && !dirtyKeys.has(key);
    if (isUnused) continue;
    staleSurveys.push({ survey, from: -Infinity });
    if (previousKey !== undefined) {
      hasNewSettings = true;
      await alignHourlySums(session, survey);
      await session.run('DELETE FROM surveys WHERE survey = $1', [key]);
    }
    await session.insert(tables.surveys, [
      [key, buttonCount(survey.feedbackScale), computationKey],
    ]);
  }
  if (hasNewSettings) await tables.incrementGeneration(session);
  const ofEvents = await countEvents(session, staleSurveys);
  await computeDerivedTables(session, staleSurveys, settings, (events) => {
    onProgress(events, ofEvents);
  });
}

/** The number of events that are read. */
async function countEvents(
  session: Session,
  staleSurveys: readonly StaleSurvey[],
): Promise<number> {
  let count = 0;
  for (const stale of staleSurveys) {
    const [row] = await session.all('SELECT count(*) FROM events WHERE survey = $1 AND ts >= $2', [
      stale.survey.key,
      startOfComputation(stale),
    ]);
    count += Number(row?.[0] ?? 0);
  }
  return count;
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
