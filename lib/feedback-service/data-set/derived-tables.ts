// What follows from the events of surveys: hourly sums through the misuse filter, the presses it
// leaves out, alerts. It hides that all surveys are read in one pass, whatever their size.
import { createAlertTracker, type AlertTracker } from '../alert-engine.ts';
import { buttonCount, type Survey } from '../company.ts';
import type { Row, Session, Table } from '../database/database.ts';
import type { Range, VisitCounts } from '../company-store.ts';
import { createMisuseFilter } from '../misuse-filter.ts';
import { timeZoneOf } from '../time-zone.ts';
import { alerts, repeats, sums } from './database-tables.ts';

/** Raised when the same events lead to something else than before. */
const computationVersion = 1;
const batchSize = 1_000;
const minuteMs = 60_000;
const dayMs = 1440 * minuteMs;

export interface ComputationSettings {
  readonly tamperDelayMs: number;
  /** Whether alerts are computed; they are not when the data set has its own. */
  readonly withAlerts: boolean;
}

/** Everything but the events that the outcome depends on. */
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

/** Makes everything of the dirty surveys anew. `onProgress` is told the events done so far. */
export async function computeDerivedTables(
  session: Session,
  surveyOf: (key: number) => Survey | undefined,
  settings: ComputationSettings,
  onProgress: (events: number) => void,
): Promise<void> {
  await session.run('DELETE FROM sums WHERE survey IN (SELECT survey FROM dirty)');
  await session.run('DELETE FROM repeats WHERE survey IN (SELECT survey FROM dirty)');
  await session.run(
    'DELETE FROM alerts WHERE line IS NULL AND survey IN (SELECT survey FROM dirty)',
  );
  const out = {
    sums: createRowBuffer(session, sums),
    repeats: createRowBuffer(session, repeats),
    alerts: createRowBuffer(session, alerts),
  };
  let current: SurveyPass | undefined;
  let key: unknown;
  let done = 0;
  for await (const rows of session.batches(
    'SELECT e.survey, e.ts, e.line, e.r, e.device, e.data FROM dirty d JOIN events e ON e.survey = d.survey ORDER BY d.survey, e.ts, e.line',
  )) {
    for (const [survey, ts, line, r, device, data] of rows) {
      if (survey !== key) {
        current?.finish();
        key = survey;
        const found = surveyOf(Number(survey));
        current = found === undefined ? undefined : createSurveyPass(found, settings, out);
      }
      if (typeof data === 'string') current?.addHourlySum(Number(ts), parseNumbers(data));
      else current?.addPress(Number(ts), Number(line), Number(r), device ?? null);
    }
    done += rows.length;
    onProgress(done);
    for (const outlet of Object.values(out)) await outlet.flush(batchSize);
  }
  current?.finish();
  for (const outlet of Object.values(out)) await outlet.flush(1);
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
  out: RowBuffers,
): SurveyPass {
  const zone = timeZoneOf(survey.timeZone);
  const filter = createMisuseFilter(tamperDelayMs);
  const watch: AlertTracker | undefined = withAlerts
    ? createAlertTracker(survey, ({ key, alertType, specification, ...alert }, isForeseen) => {
        out.alerts.add([
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
  const days = createDayPacker(survey.key, buttonCount(survey.feedbackScale), out.sums);

  function count(ts: number, r: number, count: number): void {
    days.add(zone.hourStart(ts), r, count);
  }

  return {
    addHourlySum: (ts, counts) => {
      for (const [r, own] of counts.entries()) if (own > 0) count(ts, r, own);
    },
    addPress: (ts, line, r, device) => {
      watch?.addPress(ts, r);
      if (filter(ts, device ?? undefined)) count(ts, r, 1);
      else out.repeats.add([survey.key, ts, line]);
    },
    finish: () => {
      days.finish();
      watch?.finish();
    },
  };
}

/** Packs hours, which come in the order of time, into the rows of their days. */
function createDayPacker(
  survey: number,
  buttons: number,
  out: RowBuffer,
): { add(hour: number, r: number, count: number): void; finish(): void } {
  let day = NaN;
  let hours: number[] = [];
  let current = NaN;
  let counts = 0;

  function finish(): void {
    if (hours.length > 0) out.add([survey, day, JSON.stringify(hours)]);
    hours = [];
  }

  return {
    add: (hour, r, count) => {
      if (hour !== current) {
        const own = Math.floor(hour / dayMs);
        if (own !== day) finish();
        day = own;
        current = hour;
        counts = hours.push((hour - day * dayMs) / minuteMs);
        for (let i = 0; i < buttons; i += 1) hours.push(0);
      }
      hours[counts + r] = (hours[counts + r] ?? 0) + count;
    },
    finish,
  };
}

/** Visits the hours of a row of sums that lie in a range: their starts and counts. */
export function forEachHour(
  day: number,
  hours: string,
  buttons: number,
  { start, end }: Range,
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
  /** Writes what has been added, when it is at least so much. */
  flush(atLeast: number): Promise<void>;
}

function createRowBuffer(session: Session, table: Table): RowBuffer {
  let rows: Row[] = [];
  return {
    add: (row) => rows.push(row),
    flush: async (atLeast) => {
      if (rows.length < atLeast) return;
      const full = rows;
      rows = [];
      await session.insert(table, full);
    },
  };
}

/** An array of numbers that was stored as JSON, as the counts of an hourly sum are. */
export function parseNumbers(text: string): readonly number[] {
  const numbers: unknown = JSON.parse(text);
  return isNumbers(numbers) ? numbers : [];
}

function isNumbers(value: unknown): value is readonly number[] {
  return Array.isArray(value);
}
