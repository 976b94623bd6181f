// Reads the data of a company from a database. Whole hours are read from precomputed sums; only the
// parts of an hour at the ends of a range are counted event by event.
import { setImmediate } from 'node:timers/promises';
import { buttonCount, countsOfPress, companyIndexOf, type Structure } from '../company.ts';
import {
  type Database,
  type DatabaseRow,
  readKeysetPages,
  pageSize,
} from '../database/database.ts';
import type {
  FeedbackEvent,
  TimeRange,
  CompanyStore,
  VisitCounts,
  ServiceAlert,
} from '../company-store.ts';
import { timeZoneOf } from '../time-zone.ts';
import { forEachHour, parseNumbers } from './derived-tables.ts';
import { isOpenDuring } from '../alert-engine.ts';
import { isNull, parseParameters } from './stored-values.ts';
import { longAlertMs } from './database-tables.ts';

const dayMs = 86_400_000;
/** Events that one statement counts, unless a single instant has more. */
const maxFollowUpsPerStatement = 10_000;

export function createDatabaseStore(
  database: Pick<Database, 'all'>,
  structure: Structure,
  clock: () => number,
): CompanyStore {
  const { surveys } = companyIndexOf(structure);

  return {
    structure: () => structure,
    forEachCount: async (key, range, visit) => {
      const survey = surveys.get(key)?.survey;
      if (survey === undefined) return;
      const zone = timeZoneOf(survey.timeZone);
      const { start, end } = toFiniteRange(range);
      const isHour = (instant: number): boolean =>
        Math.abs(instant) === maxInstant || zone.hourStart(instant) === instant;
      const first = isHour(start) ? start : zone.nextHourStart(start);
      const last = isHour(end) ? end : zone.hourStart(end);
      if (first >= last) {
        await countEvents(database, key, { start, end }, visit);
        return;
      }
      await countEvents(database, key, { start, end: first }, visit);
      await countHours(
        database,
        key,
        buttonCount(survey.feedbackScale),
        { start: first, end: last },
        visit,
      );
      await countEvents(database, key, { start: last, end }, visit);
    },
    forEachFollowUp: async (survey, range, visit) => {
      const { start, end } = toFiniteRange(range);
      for (let from = start; from < end;) {
        const to = await endOfSlice(database, survey, from, end);
        const rows = await database.all(
          'SELECT follow_up, r, count(*) FROM events WHERE survey = $1 AND ts >= $2 AND ts < $3 AND follow_up IS NOT NULL GROUP BY follow_up, r',
          [survey, from, to],
        );
        for (const [followUp, r, count] of rows) visit(Number(followUp), Number(r), Number(count));
        from = to;
        if (from < end) await setImmediate();
      }
    },
    events: async function* (survey, range, which) {
      const { start, end } = toFiniteRange(range);
      const condition = which === 'all' ? '' : 'AND text IS NOT NULL ';
      const pages = readKeysetPages(
        database,
        `SELECT ts, line, r, follow_up, text, relevance, spam, is_old_web_item, data FROM events WHERE (ts, line) > ($1, $2) AND survey = $3 AND ts < $4 ${condition}ORDER BY ts, line LIMIT ${pageSize}`,
        [start, -1],
        [survey, end],
      );
      for await (const rows of pages) yield rows.map(toEvent);
    },
    alerts: (surveyKeys, range) =>
      readAlertHistory(database, surveyKeys, toFiniteRange(range), clock()),
  };
}

async function countEvents(
  database: Pick<Database, 'all'>,
  survey: number,
  { start, end }: TimeRange,
  visit: VisitCounts,
): Promise<void> {
  if (start >= end) return;
  const pages = readKeysetPages(
    database,
    `SELECT e.ts, e.line, e.r, e.data, x.line FROM events e LEFT JOIN repeats x ON x.survey = e.survey AND x.ts = e.ts AND x.line = e.line WHERE (e.ts, e.line) > ($1, $2) AND e.survey = $3 AND e.ts < $4 ORDER BY e.ts, e.line LIMIT ${pageSize}`,
    [start, -1],
    [survey, end],
  );
  for await (const rows of pages) {
    for (const [ts, , r, data, repeat] of rows) {
      if (!isNull(repeat)) continue;
      visit(Number(ts), typeof data === 'string' ? parseNumbers(data) : countsOfPress(Number(r)));
    }
  }
}

async function countHours(
  database: Pick<Database, 'all'>,
  survey: number,
  buttons: number,
  { start, end }: TimeRange,
  visit: VisitCounts,
): Promise<void> {
  const pages = readKeysetPages(
    database,
    `SELECT day, hours FROM sums WHERE day > $1 AND survey = $2 AND day <= $3 ORDER BY day LIMIT ${pageSize}`,
    [Math.floor(start / dayMs) - 1],
    [survey, Math.floor(end / dayMs)],
  );
  for await (const rows of pages) {
    for (const [day, hours] of rows) {
      forEachHour(Number(day), String(hours), buttons, { start, end }, visit);
    }
  }
}

/** The instant up to which one statement counts follow-ups; always after `from`. */
async function endOfSlice(
  database: Pick<Database, 'all'>,
  survey: number,
  from: number,
  end: number,
): Promise<number> {
  const [row] = await database.all(
    `SELECT ts FROM events WHERE survey = $1 AND ts >= $2 AND ts < $3 AND follow_up IS NOT NULL ORDER BY ts LIMIT 1 OFFSET ${maxFollowUpsPerStatement}`,
    [survey, from, end],
  );
  return row === undefined ? end : Math.max(Number(row[0]), from + 1);
}

const maxInstant = Number.MAX_SAFE_INTEGER;

function toFiniteRange({ start, end }: TimeRange): TimeRange {
  return { start: Math.max(start, -maxInstant), end: Math.min(end, maxInstant) };
}

function toEvent(row: DatabaseRow): FeedbackEvent {
  const [ts, , r, followUp, text, relevance, spam, isOldWebItem, data] = row;
  if (typeof data === 'string') return { ts: Number(ts), data: parseNumbers(data) };
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

/** With more surveys than this, the query reads the alerts of all surveys and they are filtered here. */
const maxNamedSurveys = 200;
const columns =
  'began, key, survey, alert_type, specification, ended, is_foreseen, parameters' as const;
const after = '(began, key) > ($1, $2) AND began < $3';
const isLong = ` AND ended - began > ${longAlertMs}`;

/** The alerts that are open at some time of `range`, whose bounds are finite. */
async function* readAlertHistory(
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
  for (const [condition, from, to] of [
    [isLong, -maxInstant, Math.min(longAlertEnd, end)],
    ['', Math.max(longAlertEnd, -maxInstant), end],
  ] as const) {
    if (from >= to) continue;
    const sql = historyQuery(namedSurveys.length, condition);
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

function toAlert(row: DatabaseRow, now: number): ServiceAlert {
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
