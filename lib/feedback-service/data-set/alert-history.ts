// Reads the alerts of a time range, by beginTime, then key, without reading all earlier alerts.
import { isOpenDuring } from '../alert-engine.ts';
import type { Database, Row } from '../database/database.ts';
import type { ServiceAlert, TimeRange } from '../company-store.ts';
import { isObject } from './json-value.ts';
import { readKeysetPages, pageSize } from './keyset-pages.ts';
import { longAlertMs } from './database-tables.ts';

/** With more surveys than this, the query reads the alerts of all surveys and they are filtered here. */
const maxNamedSurveys = 200;
const columns =
  'began, key, survey, alert_type, specification, ended, is_foreseen, parameters' as const;
const after = '(began, key) > ($1, $2) AND began < $3';
const isLong = ` AND ended - began > ${longAlertMs}`;

/** The alerts that are open at some time of `range`, whose bounds are finite. */
export async function* readAlertHistory(
  database: Pick<Database, 'all'>,
  surveys: ReadonlySet<number>,
  range: TimeRange,
  now: number,
): AsyncGenerator<readonly ServiceAlert[]> {
  if (surveys.size === 0) return;
  const { end } = range;
  // An alert that is open now is in every later range too.
  const start = Math.min(range.start, now);
  const namedSurveys = surveys.size > maxNamedSurveys ? [] : [...surveys];
  // Alerts that began earlier and are open after `start` are long alerts, which are few.
  const longAlertEnd = start - longAlertMs;
  const parts = [
    {
      sql: historyQuery(namedSurveys.length, isLong),
      from: -Number.MAX_SAFE_INTEGER,
      to: Math.min(longAlertEnd, end),
    },
    {
      sql: historyQuery(namedSurveys.length, ''),
      from: Math.max(longAlertEnd, -Number.MAX_SAFE_INTEGER),
      to: end,
    },
  ].filter(({ from, to }) => from < to);
  for (const { sql, from, to } of parts) {
    // No key is negative.
    for await (const rows of readKeysetPages(database, sql, [from, -1], [to, ...namedSurveys])) {
      const alerts = rows
        .filter(([, , survey, , , ended]) => surveys.has(Number(survey)) && Number(ended) > start)
        .map((row) => toAlert(row, now))
        .filter((alert) => isOpenDuring(alert, range));
      if (alerts.length > 0) yield alerts;
    }
  }
}

/** One branch per survey reads its index in order; both engines merge the branches lazily. */
function historyQuery(surveyCount: number, condition: string): string {
  const branches =
    surveyCount === 0
      ? [`SELECT ${columns} FROM alerts WHERE ${after}${condition}`]
      : Array.from(
          { length: surveyCount },
          (_, i) =>
            `SELECT ${columns} FROM alerts WHERE survey = $${i + 4} AND ${after}${condition}`,
        );
  return `${branches.join(' UNION ALL ')} ORDER BY began, key LIMIT ${pageSize}`;
}

function toAlert(row: Row, now: number): ServiceAlert {
  const [began, key, survey, alertType, specification, ended, isForeseen, parameters] = row;
  const isOpen = isForeseen === 1 && Number(ended) > now;
  return {
    key: Number(key),
    survey: Number(survey),
    alertType: String(alertType),
    specification: Number(specification),
    beginTime: Number(began),
    endTime: isOpen ? undefined : Number(ended),
    parameters: parseParameters(String(parameters)),
  };
}

function parseParameters(text: string): Readonly<Record<string, unknown>> {
  const parameters: unknown = JSON.parse(text);
  return isObject<string>(parameters) ? parameters : {};
}
