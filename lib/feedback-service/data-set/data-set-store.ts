// Reads the data of a company from a database. Whole hours are read from precomputed sums; only the
// parts of an hour at the ends of a range are counted event by event.
import { setImmediate } from 'node:timers/promises';
import { buttonCount, countsOfPress, companyIndexOf, type Structure } from '../company.ts';
import type { Database, Row, Value } from '../database/database.ts';
import type { FeedbackEvent, TimeRange, CompanyStore, VisitCounts } from '../company-store.ts';
import { timeZoneOf } from '../time-zone.ts';
import { readAlertHistory } from './alert-history.ts';
import { forEachHour, parseNumbers } from './derived-tables.ts';
import { readKeysetPages, pageSize } from './keyset-pages.ts';

const dayMs = 86_400_000;
/** Events that one statement counts, unless a single instant has more. */
const maxFollowUpsPerStatement = 10_000;

export function createDatabaseStore(
  database: Database,
  structure: Structure,
  clock: () => number,
): CompanyStore {
  const { surveys } = companyIndexOf(structure);

  async function countEvents(
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
        await countEvents(key, { start, end }, visit);
        return;
      }
      await countEvents(key, { start, end: first }, visit);
      await countHours(key, buttonCount(survey.feedbackScale), { start: first, end: last }, visit);
      await countEvents(key, { start: last, end }, visit);
    },
    forEachFollowUp: async (survey, range, visit) => {
      const { start, end } = toFiniteRange(range);
      for (let from = start; from < end;) {
        const to = await endOfSlice(survey, from, end);
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

  /** The instant up to which one statement counts follow-ups; always after `from`. */
  async function endOfSlice(survey: number, from: number, end: number): Promise<number> {
    const [row] = await database.all(
      `SELECT ts FROM events WHERE survey = $1 AND ts >= $2 AND ts < $3 AND follow_up IS NOT NULL ORDER BY ts LIMIT 1 OFFSET ${maxFollowUpsPerStatement}`,
      [survey, from, end],
    );
    return row === undefined ? end : Math.max(Number(row[0]), from + 1);
  }
}

const maxInstant = Number.MAX_SAFE_INTEGER;

function toFiniteRange({ start, end }: TimeRange): TimeRange {
  return { start: Math.max(start, -maxInstant), end: Math.min(end, maxInstant) };
}

function toEvent(row: Row): FeedbackEvent {
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

function isNull(value: Value | undefined): value is null | undefined {
  return value === null || value === undefined;
}
