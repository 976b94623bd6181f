// One line of alerts*.ndjson as an alert. It hides its spelling and everything that can be wrong with it.
import { directoryOf, type Structure } from '../company.ts';
import type { Alert } from '../company-store.ts';
import { isObject, isWholeNumber, parametersFault } from './json-value.ts';
import {
  fieldsOf,
  instantOf,
  LineFault,
  parseObject,
  storableText,
  surveyOf,
} from './line-fields.ts';

const names = new Set([
  'key',
  'alertType',
  'survey',
  'alertSpecification',
  'beginTime',
  'endTime',
  'parameters',
] as const);
const specificationNames = new Set(['key'] as const);

/** What it makes throws LineFault. */
export function alertReader(structure: Structure): (line: string) => Alert {
  const { surveys } = directoryOf(structure);
  return (line) => {
    const fields = parseObject(line, names);
    const survey = surveyOf(fields.survey, surveys);
    const alertType = storableText(fields.alertType, 'alertType');
    if (alertType === '') throw new LineFault('alertType must not be empty');
    const beginTime = instantOf(fields.beginTime, 'beginTime');
    const endTime = fields.endTime === undefined ? undefined : instantOf(fields.endTime, 'endTime');
    if (endTime !== undefined && endTime < beginTime) {
      throw new LineFault('endTime must not be before beginTime');
    }
    return {
      key: keyOf(fields.key, 'key'),
      survey: survey.key,
      alertType,
      specification: specificationOf(fields.alertSpecification),
      beginTime,
      endTime,
      parameters: parametersOf(fields.parameters),
    };
  };
}

function keyOf(value: unknown, name: string): number {
  if (isWholeNumber(value)) return value;
  throw new LineFault(
    value === undefined
      ? `${name} is missing`
      : `${name} must be a whole number from 0 to ${Number.MAX_SAFE_INTEGER}`,
  );
}

function specificationOf(value: unknown): number {
  const wanted = 'alertSpecification must be an object with its key';
  const { key } = fieldsOf(value, specificationNames, 'alertSpecification.', wanted);
  return keyOf(key, 'alertSpecification.key');
}

function parametersOf(value: unknown): Readonly<Record<string, unknown>> {
  if (!isObject<string>(value)) throw new LineFault('parameters must be an object');
  const fault = parametersFault(value);
  if (fault !== undefined) throw new LineFault(`parameters ${fault}`);
  return value;
}
