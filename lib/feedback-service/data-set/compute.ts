// What follows from the events of surveys: hourly sums through the misuse filter, the presses it
// leaves out, alerts. It hides that all surveys are read in one pass, whatever their size.
import { watchSurvey, type AlertWatch } from '../alerts.ts';
import { buttonsOf, type Survey } from '../company.ts';
import type { Row, Session, Table } from '../database/database.ts';
import { misuseFilter } from '../misuse-filter.ts';
import { zoneOf } from '../zone.ts';
import { alerts, repeats, sums } from './tables.ts';

/** Raised when the same events lead to something else than before. */
const computation = 1;
const batchSize = 1_000;

export interface Settings {
  readonly tamperDelayMs: number;
  /** Whether alerts are computed; they are not when the data set has its own. */
  readonly withAlerts: boolean;
}

/** Everything but the events that the outcome depends on. */
export function computedBy(survey: Survey, { tamperDelayMs, withAlerts }: Settings): string {
  const { timeZone, feedbackScale, indexType, alertSpecifications } = survey;
  return JSON.stringify([
    computation,
    process.versions['tz'],
    timeZone,
    feedbackScale,
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
      if (typeof data === 'string') current?.sum(Number(ts), countsOf(data));
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
  const buttons = buttonsOf(survey.feedbackScale);
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
  let hour = NaN;
  let data: number[] = [];

  function tellHour(): void {
    if (data.length > 0) out.sums.add([survey.key, hour, ...data, ...(buttons === 4 ? [0] : [])]);
    data = [];
  }

  function count(ts: number, r: number, count: number): void {
    const own = zone.hourStart(ts);
    if (own !== hour) {
      tellHour();
      hour = own;
    }
    if (data.length === 0) data = Array.from({ length: buttons }, () => 0);
    data[r] = (data[r] ?? 0) + count;
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
      tellHour();
      watch?.finish();
    },
  };
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

/** Counts by response index, as an hourly sum keeps them. */
export function countsOf(text: string): readonly number[] {
  const counts: unknown = JSON.parse(text);
  return Array.isArray(counts) ? counts.map(Number) : [];
}
