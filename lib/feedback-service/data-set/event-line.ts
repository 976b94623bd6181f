// Parses one line of feedback*.ndjson (a press, an hourly sum or an item of an old web collector) into
// the columns of a row.
import {
  buttonCount,
  companyIndexOf,
  type CompanyIndex,
  type Structure,
  type Survey,
} from '../company.ts';
import { timeZoneOf } from '../time-zone.ts';
import {
  isOfRemovedSurvey,
  isWholeNumber,
  readFields,
  parsePastInstant,
  LineFault,
  parseObject,
  parseText,
  parseSurvey,
  type Fields,
} from './json-fields.ts';

export interface EventRow {
  /** Key of the survey. */
  readonly survey: number;
  /** UTC milliseconds; for an hourly sum the start of its hour. */
  readonly ts: number;
  /** The time in the line of an hourly sum, when that is not `ts`. */
  readonly lineTs: number | null;
  /** Unique within the survey; null when the line has none. */
  readonly id: string | null;
  /** Null for an hourly sum. */
  readonly r: number | null;
  readonly device: string | null;
  /** Key of the follow-up option. */
  readonly followUp: number | null;
  /** Null when the event has no open feedback. */
  readonly text: string | null;
  readonly relevance: number | null;
  readonly spam: 0 | 1 | null;
  readonly isOldWebItem: 0 | 1;
  /** The counts of an hourly sum as JSON. */
  readonly data: string | null;
  /** Whether an hourly sum replaces earlier ones with its id. */
  readonly isCorrection: boolean;
}

const fieldNames = new Set([
  'survey',
  'ts',
  'id',
  'r',
  'device',
  'f',
  'text',
  'relevance',
  'spam',
  'data',
  'correctedAt',
  'o',
] as const);
const oldWebItemFieldNames = new Set(['r', 'text'] as const);

const emptyEvent: Omit<EventRow, 'id' | 'survey' | 'ts'> = {
  lineTs: null,
  r: null,
  device: null,
  followUp: null,
  text: null,
  relevance: null,
  spam: null,
  isOldWebItem: 0,
  data: null,
  isCorrection: false,
};

/** The parser throws a LineFault; `now` in UTC milliseconds. It returns undefined for lines of removed surveys. */
export function createEventParser(
  structure: Structure,
  now: number,
  removedSurveys: ReadonlySet<number> = new Set(),
): (line: string) => EventRow | undefined {
  const { surveys, followUps } = companyIndexOf(structure);
  return (line) => {
    const fields = parseObject(line, fieldNames);
    if (isOfRemovedSurvey(fields.survey, surveys, removedSurveys)) return undefined;
    const survey = parseSurvey(fields.survey, surveys);
    const ts = parsePastInstant(fields.ts, 'ts', now);
    const id = fields.id === undefined ? null : parseId(fields.id);
    if (fields.data !== undefined) {
      const isCorrection = parseCorrectedAt(fields, now);
      return { ...parseHourlySum(survey, ts, fields), id, isCorrection };
    }
    if (fields.correctedAt !== undefined) {
      throw new LineFault('correctedAt is not allowed: only hourly sums (with data) are corrected');
    }
    if (fields.o !== undefined) return { ...parseOldWebItem(survey, ts, fields), id };
    return { ...parsePress(survey, ts, fields, followUps), id };
  };
}

function parsePress(
  survey: Survey,
  ts: number,
  fields: Fields<typeof fieldNames>,
  followUps: CompanyIndex['followUps'],
): Omit<EventRow, 'id'> {
  const { r, device, f, relevance, spam } = fields;
  if (r === undefined) {
    throw new LineFault(
      'r is missing: only hourly sums (with data) and old web items (with o) have no r',
    );
  }
  if (
    relevance !== undefined &&
    !(typeof relevance === 'number' && relevance >= 0 && relevance <= 1)
  ) {
    throw new LineFault('relevance must be a number from 0 to 1, or left out');
  }
  if (spam !== undefined && typeof spam !== 'boolean') {
    throw new LineFault('spam must be true or false, or left out');
  }
  const text = fields.text === undefined ? null : parseText(fields.text, 'text');
  return {
    ...emptyEvent,
    survey: survey.key,
    ts,
    r: parseButton(r, 'r', survey),
    device: device === undefined ? null : parseDevice(device),
    followUp: f === undefined ? null : parseFollowUp(f, followUps),
    text,
    // Both describe the text and have no effect without one.
    relevance: text === null ? null : (relevance ?? null),
    spam: text === null || spam === undefined ? null : spam ? 1 : 0,
  };
}

function parseHourlySum(
  survey: Survey,
  ts: number,
  fields: Fields<typeof fieldNames>,
): Omit<EventRow, 'id'> {
  refuseOtherFields(fields, ['survey', 'ts', 'id', 'data', 'correctedAt'], 'an hourly sum');
  const { data } = fields;
  const buttons = buttonCount(survey.feedbackScale);
  if (!Array.isArray(data) || data.length !== buttons || !data.every(isWholeNumber)) {
    throw new LineFault(
      `data must be ${buttons} whole numbers, 0 or more: ${describeScale(survey)}`,
    );
  }
  return {
    ...emptyEvent,
    survey: survey.key,
    ...hourlySumTime(survey, ts),
    data: JSON.stringify(data),
  };
}

function parseOldWebItem(
  survey: Survey,
  ts: number,
  fields: Fields<typeof fieldNames>,
): Omit<EventRow, 'id'> {
  refuseOtherFields(fields, ['survey', 'ts', 'id', 'o'], 'an old web item');
  const o = readFields(fields.o, oldWebItemFieldNames, 'o.', 'o must be an object with r and text');
  return {
    ...emptyEvent,
    survey: survey.key,
    ts,
    r: parseButton(o.r, 'o.r', survey),
    text: parseText(o.text, 'o.text'),
    isOldWebItem: 1,
  };
}

/** Whether the line has a `correctedAt`, which makes it another line than that of an earlier correction. */
function parseCorrectedAt({ correctedAt, id }: Fields<typeof fieldNames>, now: number): boolean {
  if (correctedAt === undefined) return false;
  parsePastInstant(correctedAt, 'correctedAt', now);
  if (id === undefined) throw new LineFault('correctedAt requires the id of what is corrected');
  return true;
}

export interface HourlySumTime {
  readonly ts: number;
  /** The time in the line, when that is not `ts`. */
  readonly lineTs: number | null;
}

/**
 * Hourly sums are stored at the start of their hour in the zone of the survey. The time in the line is
 * stored too, because the hour changes with the zone.
 */
export function hourlySumTime({ timeZone }: Survey, lineTs: number): HourlySumTime {
  const ts = timeZoneOf(timeZone).hourStart(lineTs);
  return { ts, lineTs: lineTs === ts ? null : lineTs };
}

/** A line with the fields of two shapes would be counted twice or lose some of its data. */
function refuseOtherFields(
  fields: Fields<typeof fieldNames>,
  allowedFields: readonly string[],
  shape: string,
): void {
  for (const name in fields) {
    if (allowedFields.includes(name)) continue;
    throw new LineFault(`${name} is not allowed: ${shape} has only ${allowedFields.join(', ')}`);
  }
}

function parseButton(value: unknown, name: string, survey: Survey): number {
  const buttons = buttonCount(survey.feedbackScale);
  // -0 is the same button as 0.
  if (isWholeNumber(value) && value < buttons) return value === 0 ? 0 : value;
  throw new LineFault(
    value === undefined
      ? `${name} is missing`
      : `${name} must be a whole number from 0 to ${buttons - 1}: ${describeScale(survey)}`,
  );
}

function describeScale({ key, feedbackScale }: Survey): string {
  return `survey ${key} has the scale ${feedbackScale}`;
}

/** Values in PostgreSQL indexes are limited to about 2,700 bytes. */
const maxIdLength = 200;

function parseId(value: unknown): string {
  if (isWholeNumber(value)) return String(value);
  if (typeof value === 'string' && value !== '' && value.length <= maxIdLength) {
    return parseText(value, 'id');
  }
  throw new LineFault(
    `id must be a string of 1 to ${maxIdLength} characters or a whole number up to ${Number.MAX_SAFE_INTEGER}, or left out`,
  );
}

function parseDevice(value: unknown): string {
  if (typeof value === 'string') return parseText(value, 'device');
  // Larger numbers are not exact: two devices could become one.
  if (typeof value === 'number' && Math.abs(value) <= Number.MAX_SAFE_INTEGER) return String(value);
  throw new LineFault(
    `device must be a string or a number up to ${Number.MAX_SAFE_INTEGER}, or left out`,
  );
}

function parseFollowUp(value: unknown, followUps: CompanyIndex['followUps']): number {
  if (typeof value === 'number' && followUps.has(value)) return value;
  throw new LineFault(
    isWholeNumber(value)
      ? `f refers to follow-up ${value}, which is not in company.json`
      : 'f must be the key of a follow-up (a whole number), or left out',
  );
}
