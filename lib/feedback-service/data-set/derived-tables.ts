// Computes the derived tables (hourly sums, presses that the misuse filter excludes, alerts) in one
// pass over the events, in batches that fit into memory.
import { createAlertTracker, type AlertTracker } from '../alert-engine.ts';
import { buttonCount, type Survey } from '../company.ts';
import type { Row, Session, Table } from '../database/database.ts';
import { type TimeRange, type VisitCounts, createMisuseFilter } from '../company-store.ts';
import { timeZoneOf } from '../time-zone.ts';
import { alerts, repeats, sums } from './database-tables.ts';

/** To be incremented when the same events lead to other derived rows. */
const computationVersion = 1;
const batchSize = 1_000;
const minuteMs = 60_000;
const dayMs = 1440 * minuteMs;

export interface ComputationSettings {
  readonly tamperDelayMs: number;
  /** Whether alerts are computed; they are not when the data set has files of alerts. */
  readonly withAlerts: boolean;
}

/** Identifies everything but the events that the derived tables of a survey depend on. */
export function createComputationKey(
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
export async function computeDerivedTables(
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
  const buffers = {
    sums: createRowBuffer(session, sums),
    repeats: createRowBuffer(session, repeats),
    alerts: createRowBuffer(session, alerts),
  };
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
    for (const buffer of Object.values(buffers)) await buffer.flush(batchSize);
  }
  currentPass?.finish();
  for (const buffer of Object.values(buffers)) await buffer.flush(1);
  await session.run('DELETE FROM dirty');
}

interface SurveyPass {
  addHourlySum(ts: number, data: readonly number[]): void;
  addPress(ts: number, line: number, r: number, device: string | number | null): void;
  finish(): void;
}

interface RowBuffers {
  readonly sums: RowBuffer;
  readonly repeats: RowBuffer;
  readonly alerts: RowBuffer;
}

function createSurveyPass(
  survey: Survey,
  { tamperDelayMs, withAlerts }: ComputationSettings,
  buffers: RowBuffers,
): SurveyPass {
  const zone = timeZoneOf(survey.timeZone);
  const filter = createMisuseFilter(tamperDelayMs);
  const watch: AlertTracker | undefined = withAlerts
    ? createAlertTracker(survey, ({ key, alertType, specification, ...alert }, isForeseen) => {
        buffers.alerts.add([
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
      else buffers.repeats.add([survey.key, ts, line]);
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
  buffer: RowBuffer,
): { add(hour: number, r: number, count: number): void; finish(): void } {
  let day = NaN;
  let hours: number[] = [];
  let currentHour = NaN;
  /** Offset of the current hour's counts in `hours`. */
  let countsAt = 0;

  function finish(): void {
    if (hours.length > 0) buffer.add([survey, day, JSON.stringify(hours)]);
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

interface RowBuffer {
  add(row: Row): void;
  /** Inserts the buffered rows when there are at least `minRows`. */
  flush(minRows: number): Promise<void>;
}

function createRowBuffer(session: Session, table: Table): RowBuffer {
  let rows: Row[] = [];
  return {
    add: (row) => rows.push(row),
    flush: async (minRows) => {
      if (rows.length < minRows) return;
      const bufferedRows = rows;
      rows = [];
      await session.insert(table, bufferedRows);
    },
  };
}

/** Parses an array of numbers that was stored as JSON, such as the counts of an hourly sum. */
export function parseNumbers(text: string): readonly number[] {
  const numbers: unknown = JSON.parse(text);
  return isNumbers(numbers) ? numbers : [];
}

function isNumbers(value: unknown): value is readonly number[] {
  return Array.isArray(value);
}
