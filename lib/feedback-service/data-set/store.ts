// A data set's state in a database, as the queries ask for it. It hides that whole hours have been
// summed up before, and only the ends of a range are counted event by event.
import { setImmediate } from 'node:timers/promises';
import { buttonsOf, countsOfPress, directoryOf, type Structure } from '../company.ts';
import type { Database, Row, Value } from '../database/database.ts';
import type { Alert, FeedbackEvent, Range, Store, VisitCounts } from '../store.ts';
import { zoneOf } from '../zone.ts';
import { eachHourOf, numbersOf } from './compute.ts';
import { isObject } from './json-value.ts';

/** More surveys than this are not named to the database: its answer is sifted here. */
const fewSurveys = 100;
const pageSize = 1_000;
const dayMs = 86_400_000;

export function databaseStore(
  database: Database,
  structure: Structure,
  clock: () => number,
): Store {
  const { surveys } = directoryOf(structure);

  async function countEvents(
    survey: number,
    { start, end }: Range,
    visit: VisitCounts,
  ): Promise<void> {
    if (start >= end) return;
    const rows = await database.all(
      'SELECT e.ts, e.r, e.data FROM events e WHERE e.survey = $1 AND e.ts >= $2 AND e.ts < $3 AND NOT EXISTS (SELECT 1 FROM repeats x WHERE x.survey = e.survey AND x.ts = e.ts AND x.line = e.line) ORDER BY e.ts, e.line',
      [survey, start, end],
    );
    for (const [ts, r, data] of rows) {
      visit(Number(ts), typeof data === 'string' ? numbersOf(data) : countsOfPress(Number(r)));
    }
  }

  async function countHours(
    survey: number,
    buttons: number,
    { start, end }: Range,
    visit: VisitCounts,
  ): Promise<void> {
    const rows = await database.all(
      'SELECT day, hours FROM sums WHERE survey = $1 AND day >= $2 AND day <= $3 ORDER BY day',
      [survey, Math.floor(start / dayMs), Math.floor(end / dayMs)],
    );
    for (const [day, hours] of rows) {
      eachHourOf(Number(day), String(hours), buttons, { start, end }, visit);
    }
  }

  return {
    structure: () => structure,
    eachCount: async (key, range, visit) => {
      const survey = surveys.get(key)?.survey;
      if (survey === undefined) return;
      const zone = zoneOf(survey.timeZone);
      const { start, end } = finite(range);
      const isHour = (instant: number): boolean =>
        Math.abs(instant) === furthest || zone.hourStart(instant) === instant;
      const first = isHour(start) ? start : zone.nextHourStart(start);
      const last = isHour(end) ? end : zone.hourStart(end);
      if (first >= last) {
        await countEvents(key, { start, end }, visit);
        return;
      }
      await countEvents(key, { start, end: first }, visit);
      await countHours(key, buttonsOf(survey.feedbackScale), { start: first, end: last }, visit);
      await countEvents(key, { start: last, end }, visit);
    },
    eachFollowUp: async (survey, range, visit) => {
      const { start, end } = finite(range);
      const rows = await database.all(
        'SELECT follow_up, r, count(*) FROM events WHERE survey = $1 AND ts >= $2 AND ts < $3 AND follow_up IS NOT NULL GROUP BY follow_up, r',
        [survey, start, end],
      );
      for (const [followUp, r, count] of rows) visit(Number(followUp), Number(r), Number(count));
    },
    events: async function* (survey, range, which) {
      const { start, end } = finite(range);
      const only = which === 'all' ? '' : 'AND text IS NOT NULL ';
      const pages = pagesOf(
        `SELECT ts, line, r, follow_up, text, relevance, spam, is_old_web_item, data FROM events WHERE (ts, line) > ($1, $2) AND survey = $3 AND ts < $4 ${only}ORDER BY ts, line LIMIT ${pageSize}`,
        [start, -1],
        [survey, end],
      );
      for await (const rows of pages) yield rows.map(eventOf);
    },
    alerts: async function* (wanted, range) {
      if (wanted.size === 0) return;
      const now = clock();
      const { start, end } = finite(range);
      const few = wanted.size > fewSurveys ? [] : [...wanted];
      const only =
        few.length === 0 ? '' : `AND survey IN (${few.map((_, i) => `$${i + 5}`).join(', ')}) `;
      const pages = pagesOf(
        `SELECT began, key, survey, alert_type, specification, ended, is_foreseen, parameters FROM alerts WHERE (began, key) > ($1, $2) AND ended > $3 AND began < $4 ${only}ORDER BY began, key LIMIT ${pageSize}`,
        [-furthest, -1],
        // One that is open now is open at any later time too.
        [Math.min(start, now), end, ...few],
      );
      for await (const rows of pages) {
        yield rows
          .filter(([, , survey]) => wanted.has(Number(survey)))
          .map((row) => alertOf(row, now));
      }
    },
  };

  /**
   * Rows beyond a place, which the first two columns tell: a question for each page, so that no slow
   * reader keeps anything of the database.
   */
  async function* pagesOf(
    sql: string,
    first: Row,
    parameters: Row,
  ): AsyncGenerator<readonly Row[]> {
    for (let place = first; ;) {
      const rows = await database.all(sql, [...place, ...parameters]);
      const last = rows.at(-1);
      if (last !== undefined) yield rows;
      if (last === undefined || rows.length < pageSize) return;
      place = last.slice(0, 2);
      // Whoever else is served gets a turn.
      await setImmediate();
    }
  }
}

const furthest = Number.MAX_SAFE_INTEGER;

function finite({ start, end }: Range): Range {
  return { start: Math.max(start, -furthest), end: Math.min(end, furthest) };
}

function eventOf(row: Row): FeedbackEvent {
  const [ts, , r, followUp, text, relevance, spam, isOldWebItem, data] = row;
  if (typeof data === 'string') return { ts: Number(ts), data: numbersOf(data) };
  return {
    ts: Number(ts),
    r: Number(r),
    ...(isNull(followUp) ? {} : { followUp: Number(followUp) }),
    ...(isNull(text)
      ? {}
      : {
          open: {
            text: String(text),
            ...(isNull(relevance) ? {} : { relevance: Number(relevance) }),
            ...(isNull(spam) ? {} : { spam: spam === 1 }),
            isOldWebItem: isOldWebItem === 1,
          },
        }),
  };
}

function isNull(value: Value | undefined): value is null | undefined {
  return value === null || value === undefined;
}

function alertOf(row: Row, now: number): Alert {
  const [began, key, survey, alertType, specification, ended, isForeseen, parameters] = row;
  const isOpen = isForeseen === 1 && Number(ended) > now;
  return {
    key: Number(key),
    survey: Number(survey),
    alertType: String(alertType),
    specification: Number(specification),
    beginTime: Number(began),
    endTime: isOpen ? undefined : Number(ended),
    parameters: parametersOf(String(parameters)),
  };
}

function parametersOf(text: string): Readonly<Record<string, unknown>> {
  const parameters: unknown = JSON.parse(text);
  return isObject<string>(parameters) ? parameters : {};
}
