// One line of feedback*.ndjson as a row. It hides the three shapes of a line, how fast one is read, and
// everything that can be wrong with it.
import {
  buttonCount,
  companyIndexOf,
  type CompanyIndex,
  type Structure,
  type Survey,
} from '../company.ts';
import { timeZoneOf } from '../time-zone.ts';
import { isWholeNumber } from './json-value.ts';
import {
  readFields,
  parseInstant,
  LineFault,
  parseObject,
  parseText,
  parseSurvey,
  type Fields,
} from './line-fields.ts';

export interface EventRow {
  /** Key of the survey. */
  readonly survey: number;
  /** UTC milliseconds; of an hourly sum the start of its hour. */
  readonly ts: number;
  /** The time of an hourly sum's line when that is not `ts`. */
  readonly lineTs: number | null;
  /** Unique in the survey; null where the line has none. */
  readonly id: string | null;
  /** Null in an hourly sum. */
  readonly r: number | null;
  readonly device: string | null;
  /** Key of the follow-up option. */
  readonly followUp: number | null;
  /** Null where the event has no open feedback. */
  readonly text: string | null;
  readonly relevance: number | null;
  readonly spam: 0 | 1 | null;
  readonly isOldWebItem: 0 | 1;
  /** The counts of an hourly sum as JSON. */
  readonly data: string | null;
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
  'o',
] as const);
const oldWebItemFieldNames = new Set(['r', 'text'] as const);

/** What it makes throws LineFault. */
export function createEventParser(structure: Structure): (line: string) => EventRow {
  const { surveys, followUps } = companyIndexOf(structure);
  return (line) => {
    const fields = parseObject(line, fieldNames);
    const survey = parseSurvey(fields.survey, surveys);
    const ts = parseInstant(fields.ts, 'ts');
    const id = fields.id === undefined ? null : parseId(fields.id);
    if (fields.data !== undefined) return { ...parseHourlySum(survey, ts, fields), id };
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
      'r is missing: only hourly sums, with data, and old web items, with o, go without',
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
    survey: survey.key,
    ts,
    lineTs: null,
    r: parseButton(r, 'r', survey),
    device: device === undefined ? null : parseDevice(device),
    followUp: f === undefined ? null : parseFollowUp(f, followUps),
    text,
    // Both say something about a text: without one they have no effect.
    relevance: text === null ? null : (relevance ?? null),
    spam: text === null || spam === undefined ? null : spam ? 1 : 0,
    isOldWebItem: 0,
    data: null,
  };
}

function parseHourlySum(
  survey: Survey,
  ts: number,
  fields: Fields<typeof fieldNames>,
): Omit<EventRow, 'id'> {
  refuseOtherFields(fields, ['survey', 'ts', 'id', 'data'], 'an hourly sum');
  const { data } = fields;
  const buttons = buttonCount(survey.feedbackScale);
  if (!Array.isArray(data) || data.length !== buttons || !data.every(isWholeNumber)) {
    throw new LineFault(
      `data must be ${buttons} whole numbers from 0 up: ${describeScale(survey)}`,
    );
  }
  return {
    survey: survey.key,
    ...hourlySumTime(survey, ts),
    r: null,
    device: null,
    followUp: null,
    text: null,
    relevance: null,
    spam: null,
    isOldWebItem: 0,
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
    survey: survey.key,
    ts,
    lineTs: null,
    r: parseButton(o.r, 'o.r', survey),
    device: null,
    followUp: null,
    text: parseText(o.text, 'o.text'),
    relevance: null,
    spam: null,
    isOldWebItem: 1,
    data: null,
  };
}

export interface HourlySumTime {
  readonly ts: number;
  /** What the line told when that is not `ts`. */
  readonly lineTs: number | null;
}

export function hourlySumTime({ timeZone }: Survey, told: number): HourlySumTime {
  const ts = timeZoneOf(timeZone).hourStart(told);
  return { ts, lineTs: told === ts ? null : told };
}

/** Shapes don't mix: a line that is two things would be counted twice or half forgotten. */
function refuseOtherFields(
  fields: Fields<typeof fieldNames>,
  own: readonly string[],
  shape: string,
): void {
  for (const name in fields) {
    if (own.includes(name)) continue;
    throw new LineFault(`${name} cannot be here: ${shape} has ${own.join(', ')} alone`);
  }
}

function parseButton(value: unknown, name: string, survey: Survey): number {
  const buttons = buttonCount(survey.feedbackScale);
  // 0 and -0 are one button.
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

/** PostgreSQL's indexes hold values of 2,700 bytes at most. */
const maxIdLength = 200;

function parseId(value: unknown): string {
  if (isWholeNumber(value)) return String(value);
  if (typeof value === 'string' && value !== '' && value.length <= maxIdLength) {
    return parseText(value, 'id');
  }
  throw new LineFault(
    `id must be a text of 1 to ${maxIdLength} characters or a whole number up to ${Number.MAX_SAFE_INTEGER}, or left out`,
  );
}

function parseDevice(value: unknown): string {
  if (typeof value === 'string') return parseText(value, 'device');
  // Beyond this two numbers, and so two devices, may be read as one.
  if (typeof value === 'number' && Math.abs(value) <= Number.MAX_SAFE_INTEGER) return String(value);
  throw new LineFault(
    `device must be a text or a number up to ${Number.MAX_SAFE_INTEGER}, or left out`,
  );
}

function parseFollowUp(value: unknown, followUps: CompanyIndex['followUps']): number {
  if (typeof value === 'number' && followUps.has(value)) return value;
  throw new LineFault(
    isWholeNumber(value)
      ? `f names the follow-up ${value}, which is not in company.json`
      : "f must be a follow-up's key, a whole number, or left out",
  );
}
