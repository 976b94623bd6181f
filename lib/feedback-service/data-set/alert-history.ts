// Alerts of a time range by beginTime, then key. It hides how those that began long before the range are
// found without reading everything that began before it.
import { isOpenDuring } from '../alert-engine.ts';
import type { Database, Row } from '../database/database.ts';
import type { Alert, Range } from '../company-store.ts';
import { isObject } from './json-value.ts';
import { readKeysetPages, pageSize } from './keyset-pages.ts';
import { longAlertMs } from './database-tables.ts';

/** More surveys than this are not named to the database: its answer is filtered here. */
const maxNamedSurveys = 200;
const columns =
  'began, key, survey, alert_type, specification, ended, is_foreseen, parameters' as const;
const after = '(began, key) > ($1, $2) AND began < $3';
const isLong = ` AND ended - began > ${longAlertMs}`;

/** Alerts that `range`, whose bounds are finite, intersects. */
export async function* readAlertHistory(
  database: Pick<Database, 'all'>,
  surveys: ReadonlySet<number>,
  range: Range,
  now: number,
): AsyncGenerator<readonly Alert[]> {
  if (surveys.size === 0) return;
  const { end } = range;
  // One that is open now is open at any later time too.
  const start = Math.min(range.start, now);
  const named = surveys.size > maxNamedSurveys ? [] : [...surveys];
  // What began before this and is open after `start` is a long alert, of which there are few.
  const recent = start - longAlertMs;
  const parts = [
    {
      sql: historyQuery(named.length, isLong),
      from: -Number.MAX_SAFE_INTEGER,
      to: Math.min(recent, end),
    },
    {
      sql: historyQuery(named.length, ''),
      from: Math.max(recent, -Number.MAX_SAFE_INTEGER),
      to: end,
    },
  ].filter(({ from, to }) => from < to);
  for (const { sql, from, to } of parts) {
    // No key is negative.
    for await (const rows of readKeysetPages(database, sql, [from, -1], [to, ...named])) {
      const found = rows
        .filter(([, , survey, , , ended]) => surveys.has(Number(survey)) && Number(ended) > start)
        .map((row) => toAlert(row, now))
        .filter((alert) => isOpenDuring(alert, range));
      if (found.length > 0) yield found;
    }
  }
}

/** A branch for each survey reads them in order from its index; both engines merge the branches lazily. */
function historyQuery(named: number, condition: string): string {
  const branches =
    named === 0
      ? [`SELECT ${columns} FROM alerts WHERE ${after}${condition}`]
      : Array.from(
          { length: named },
          (_, i) =>
            `SELECT ${columns} FROM alerts WHERE survey = $${i + 4} AND ${after}${condition}`,
        );
  return `${branches.join(' UNION ALL ')} ORDER BY began, key LIMIT ${pageSize}`;
}

function toAlert(row: Row, now: number): Alert {
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
