// Parses one line of alerts*.ndjson into an alert.
import { companyIndexOf, type Structure } from '../company.ts';
import type { ServiceAlert } from '../company-store.ts';
import {
  isObject,
  isWholeNumber,
  findParametersFault,
  readFields,
  parsePastInstant,
  LineFault,
  parseObject,
  parseText,
  isOfRemovedSurvey,
  parseSurvey,
} from './json-fields.ts';

const fieldNames = new Set([
  'key',
  'alertType',
  'survey',
  'alertSpecification',
  'beginTime',
  'endTime',
  'parameters',
] as const);
const specificationFieldNames = new Set(['key'] as const);

/** The parser throws a LineFault; `now` in UTC milliseconds. */
export function createAlertParser(
  structure: Structure,
  now: number,
  removedSurveys: ReadonlySet<number> = new Set(),
): (line: string) => ServiceAlert | undefined {
  const { surveys } = companyIndexOf(structure);
  return (line) => {
    const fields = parseObject(line, fieldNames);
    if (isOfRemovedSurvey(fields.survey, surveys, removedSurveys)) return undefined;
    const survey = parseSurvey(fields.survey, surveys);
    const alertType = parseText(fields.alertType, 'alertType');
    if (alertType === '') throw new LineFault('alertType must not be empty');
    const beginTime = parsePastInstant(fields.beginTime, 'beginTime', now);
    const endTime =
      fields.endTime === undefined ? undefined : parsePastInstant(fields.endTime, 'endTime', now);
    if (endTime !== undefined && endTime < beginTime) {
      throw new LineFault('endTime must not be before beginTime');
    }
    return {
      key: parseKey(fields.key, 'key'),
      survey: survey.key,
      alertType,
      specification: parseSpecificationKey(fields.alertSpecification),
      beginTime,
      endTime,
      parameters: parseParameters(fields.parameters),
    };
  };
}

function parseKey(value: unknown, name: string): number {
  if (isWholeNumber(value)) return value;
  throw new LineFault(
    value === undefined
      ? `${name} is missing`
      : `${name} must be a whole number from 0 to ${Number.MAX_SAFE_INTEGER}`,
  );
}

function parseSpecificationKey(value: unknown): number {
  const message = 'alertSpecification must be an object with a key';
  const { key } = readFields(value, specificationFieldNames, 'alertSpecification.', message);
  return parseKey(key, 'alertSpecification.key');
}

function parseParameters(value: unknown): Readonly<Record<string, unknown>> {
  if (!isObject<string>(value)) throw new LineFault('parameters must be an object');
  const fault = findParametersFault(value);
  if (fault !== undefined) throw new LineFault(`parameters ${fault}`);
  return value;
}
