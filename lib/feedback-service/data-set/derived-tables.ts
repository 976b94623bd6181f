// What follows from the events of surveys: hourly sums through the misuse filter, the presses it
// leaves out, alerts. It hides that all surveys are read in one pass, whatever their size.
import { watchSurvey, type AlertWatch } from '../alert-engine.ts';
import { buttonsOf, type Survey } from '../company.ts';
import type { Row, Session, Table } from '../database/database.ts';
import type { Range, VisitCounts } from '../company-store.ts';
import { misuseFilter } from '../misuse-filter.ts';
import { zoneOf } from '../time-zone.ts';
import { alerts, repeats, sums } from './database-tables.ts';

/** Raised when the same events lead to something else than before. */
const computation = 1;
const batchSize = 1_000;
const minuteMs = 60_000;
const dayMs = 1440 * minuteMs;

export interface Settings {
  readonly tamperDelayMs: number;
  /** Whether alerts are computed; they are not when the data set has its own. */
  readonly withAlerts: boolean;
}

/** Everything but the events that the outcome depends on. */
export function computedBy(survey: Survey, { tamperDelayMs, withAlerts }: Settings): string {
  const { timeZone, indexType, alertSpecifications } = survey;
  return JSON.stringify([
    computation,
    process.versions['tz'],
    timeZone,
    tamperDelayMs,
    ...(withAlerts ? [indexType, alertSpecifications] : []),
  ]);
}

/** Makes everything of the dirty surveys anew. `onProgress` is told the events done so far. */
export async function computeDirty(
  session: Session,
  surveyOf: (key: number) => Survey | undefined,
  settings: Settings,
  onProgress: (events: number) => void,
): Promise<void> {
  await session.run('DELETE FROM sums WHERE survey IN (SELECT survey FROM dirty)');
  await session.run('DELETE FROM repeats WHERE survey IN (SELECT survey FROM dirty)');
  await session.run(
    'DELETE FROM alerts WHERE line IS NULL AND survey IN (SELECT survey FROM dirty)',
  );
  const out = {
    sums: outletTo(session, sums),
    repeats: outletTo(session, repeats),
    alerts: outletTo(session, alerts),
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
        current = found === undefined ? undefined : passOf(found, settings, out);
      }
      if (typeof data === 'string') current?.sum(Number(ts), numbersOf(data));
      else current?.press(Number(ts), Number(line), Number(r), device ?? null);
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
  sum(ts: number, data: readonly number[]): void;
  press(ts: number, line: number, r: number, device: string | number | null): void;
  finish(): void;
}

interface Outlets {
  readonly sums: Outlet;
  readonly repeats: Outlet;
  readonly alerts: Outlet;
}

function passOf(survey: Survey, { tamperDelayMs, withAlerts }: Settings, out: Outlets): SurveyPass {
  const zone = zoneOf(survey.timeZone);
  const filter = misuseFilter(tamperDelayMs);
  const watch: AlertWatch | undefined = withAlerts
    ? watchSurvey(survey, ({ key, alertType, specification, ...alert }, isForeseen) => {
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
  const days = daysOf(survey.key, buttonsOf(survey.feedbackScale), out.sums);

  function count(ts: number, r: number, count: number): void {
    days.add(zone.hourStart(ts), r, count);
  }

  return {
    sum: (ts, counts) => {
      for (const [r, own] of counts.entries()) if (own > 0) count(ts, r, own);
    },
    press: (ts, line, r, device) => {
      watch?.press(ts, r);
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
function daysOf(
  survey: number,
  buttons: number,
  out: Outlet,
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
export function eachHourOf(
  day: number,
  hours: string,
  buttons: number,
  { start, end }: Range,
  visit: VisitCounts,
): void {
  const numbers = numbersOf(hours);
  for (let i = 0; i < numbers.length; i += 1 + buttons) {
    const hour = day * dayMs + (numbers[i] ?? 0) * minuteMs;
    if (hour < start || hour >= end) continue;
    visit(hour, numbers.slice(i + 1, i + 1 + buttons));
  }
}

interface Outlet {
  add(row: Row): void;
  /** Writes what has been added, when it is at least so much. */
  flush(atLeast: number): Promise<void>;
}

function outletTo(session: Session, table: Table): Outlet {
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
export function numbersOf(text: string): readonly number[] {
  const numbers: unknown = JSON.parse(text);
  return isNumbers(numbers) ? numbers : [];
}

function isNumbers(value: unknown): value is readonly number[] {
  return Array.isArray(value);
}
