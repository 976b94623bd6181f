// Converts a record of a CSV file into a line of feedback*.ndjson.
import type { Structure, Survey } from '../company.ts';
import { companyIndexOf } from '../company.ts';
import { LineFault } from '../data-set/json-fields.ts';
import { timeZoneOf } from '../time-zone.ts';
import { normalizeName, type CsvMapping } from './csv-mapping.ts';
import { createSurveyFinder } from './survey-names.ts';
import { createTimeParser, locateTime } from './time-format.ts';

/** Local times that exist twice or never, by zone and local hour: `Europe/Berlin 2025-10-26T02`. */
export interface ClockChanges {
  readonly repeated: Map<string, number>;
  readonly skipped: Map<string, number>;
}

export interface RowOptions {
  readonly structure: Structure;
  readonly mapping: CsvMapping;
  /** Undefined: hourly sums that differ from stored ones are faults. In UTC milliseconds. */
  readonly correctedAt: number | undefined;
  readonly changes: ClockChanges;
}

/** Converts the cells of a record. Throws a LineFault without values. */
export type RowReader = (cells: readonly string[]) => object;

/** Throws a LineFault when the header lacks a column of the mapping. */
export function createRowReader(header: readonly string[], options: RowOptions): RowReader {
  const { structure, mapping, correctedAt } = options;
  const { columns } = mapping;
  const indexes = createColumnIndex(header);
  const cellOf = (column: string | undefined): ((cells: readonly string[]) => string) => {
    if (column === undefined) return () => '';
    const index = indexes(column);
    return (cells) => cells[index] ?? '';
  };
  const surveyOf = createSurveyReader(structure, mapping, columns.survey?.map(cellOf));
  const timeOf = createTimeReader(options, columns.time.map(cellOf));
  const device = cellOf(columns.device);
  const buttonOf = createButtonReader(mapping);
  const followUpOf = createFollowUpReader(structure, mapping);
  const refuseOtherSum = createSumCheck(correctedAt !== undefined);
  const counts = columns.counts?.map((column) => ({ column, cell: cellOf(column) }));
  const [button, id, followUp] = [columns.button, columns.id, columns.followUp].map(cellOf);
  const [text, relevance, spam] = [columns.text, columns.relevance, columns.spam].map(cellOf);

  return (cells) => {
    if (cells.length !== header.length) {
      throw new LineFault(`has ${cells.length} columns, the header has ${header.length}`);
    }
    const survey = surveyOf(cells);
    const deviceText = device(cells).trim();
    if (counts !== undefined) {
      const hour = timeZoneOf(survey.timeZone).hourStart(timeOf(cells, survey, deviceText));
      const ts = new Date(hour).toISOString();
      // Identifies the sum: another one of this survey, device and hour is a repetition or a fault.
      const id = `hour ${ts}${deviceText === '' ? '' : ` of ${deviceText}`}`;
      const data = counts.map(({ column, cell }) => parseCount(cell(cells), column));
      refuseOtherSum(`${survey.key} ${id}`, data);
      return {
        ...{ survey: survey.key, ts, id, data },
        ...(correctedAt === undefined ? {} : { correctedAt: new Date(correctedAt).toISOString() }),
      };
    }
    const idText = id?.(cells).trim() ?? '';
    const textValue = text?.(cells) ?? '';
    return {
      survey: survey.key,
      ts: new Date(timeOf(cells, survey)).toISOString(),
      ...(idText === '' ? {} : { id: idText }),
      r: buttonOf(button?.(cells) ?? ''),
      ...(deviceText === '' ? {} : { device: deviceText }),
      ...optional('f', followUpOf(followUp?.(cells) ?? '', survey)),
      ...(textValue.trim() === '' ? {} : { text: textValue }),
      ...optional('relevance', parseRelevance(relevance?.(cells) ?? '')),
      ...optional('spam', parseSpam(spam?.(cells) ?? '')),
    };
  };
}

/** Sums that replace stored ones would also replace each other. Without that, the import finds those that differ. */
function createSumCheck(replaces: boolean): (sum: string, data: readonly number[]) => void {
  const known = new Map<string, string>();
  return (sum, data) => {
    if (!replaces) return;
    const text = data.join(' ');
    const earlier = known.get(sum);
    if (earlier === undefined) known.set(sum, text);
    else if (earlier !== text) {
      throw new LineFault(
        'has other counts than an earlier record of its survey, device and hour: name the column of the device in the mapping if there are several',
      );
    }
  };
}

function optional(name: string, value: unknown): object {
  return value === undefined ? {} : { [name]: value };
}

function createColumnIndex(header: readonly string[]): (column: string) => number {
  const names = header.map(normalizeName);
  return (column) => {
    const exact = header.indexOf(column);
    if (exact >= 0 && header.lastIndexOf(column) === exact) return exact;
    const index = names.indexOf(normalizeName(column));
    if (index < 0)
      throw new LineFault(`has no column ${JSON.stringify(column)}, which the mapping names`);
    if (names.lastIndexOf(normalizeName(column)) !== index) {
      throw new LineFault(`has more than one column ${JSON.stringify(column)}`);
    }
    return index;
  };
}

type CellReader = (cells: readonly string[]) => string;

function createSurveyReader(
  structure: Structure,
  { survey: constantKey, surveys: aliases }: CsvMapping,
  cells: readonly CellReader[] | undefined,
): (record: readonly string[]) => Survey {
  if (cells !== undefined) {
    const find = createSurveyFinder(structure, aliases);
    return (record) => find(cells.map((cell) => cell(record)));
  }
  const { surveys } = companyIndexOf(structure);
  const only = surveys.size === 1 ? [...surveys.keys()][0] : undefined;
  const survey = surveys.get(constantKey ?? only ?? -1)?.survey;
  if (survey !== undefined) return () => survey;
  throw new LineFault(
    'needs a survey: the mapping must name the column of the survey, or the key of one in company.json',
  );
}

function createTimeReader(
  { mapping, changes }: RowOptions,
  cells: readonly CellReader[],
): (record: readonly string[], survey: Survey, sumOfDevice?: string) => number {
  const parse = createTimeParser(mapping.timeFormat);
  if (parse === undefined) throw new LineFault('has an invalid timeFormat in its mapping');
  /** Hourly sums of repeated hours: the second one of a device is of the second hour. */
  const seenSums = new Set<string>();
  return (record, survey, sumOfDevice) => {
    const time = parse(cells.map((cell) => cell(record).trim()).join(' '));
    if (time === undefined) {
      throw new LineFault(
        `has a time that is not of the format ${mapping.timeFormat ?? 'ISO 8601'} or does not exist`,
      );
    }
    if ('instant' in time) return time.instant;
    const zone = mapping.timeZone ?? survey.timeZone;
    const first = locateTime(time.local, zone);
    if (first.kind === 'once') return first.instant;
    const hour = `${zone} ${new Date(time.local).toISOString().slice(0, 13)}`;
    const counter = changes[first.kind];
    counter.set(hour, (counter.get(hour) ?? 0) + 1);
    if (first.kind === 'skipped' || sumOfDevice === undefined) return first.instant;
    const sum = `${survey.key} ${hour} ${sumOfDevice}`;
    if (seenSums.has(sum)) return locateTime(time.local, zone, true).instant;
    seenSums.add(sum);
    return first.instant;
  };
}

/** `4`, `4.0` and `4,00` are the same number; `4.000` may be four thousand. */
export function normalizeNumber(cell: string): string {
  return normalizeName(cell).replace(/[.,]0{1,2}$/, '');
}

function createButtonReader({ buttons }: CsvMapping): (cell: string) => number {
  const indexes =
    buttons === undefined
      ? undefined
      : new Map(Object.entries(buttons).map(([name, index]) => [normalizeNumber(name), index]));
  return (cell) => {
    const name = normalizeNumber(cell);
    if (name === '') throw new LineFault('has no button');
    const index = indexes === undefined ? wholeNumber(name) : indexes.get(name);
    if (index !== undefined) return index;
    throw new LineFault(
      indexes === undefined
        ? 'has a button that is no whole number: add buttons to the mapping'
        : 'has a button that buttons of the mapping lacks',
    );
  };
}

function createFollowUpReader(
  structure: Structure,
  { followUps: aliases }: CsvMapping,
): (cell: string, survey: Survey) => number | undefined {
  const { questionsByKey, followUps } = companyIndexOf(structure);
  const keysByAlias = new Map(
    Object.entries(aliases).map(([name, key]) => [normalizeName(name), key]),
  );
  return (cell, { question }) => {
    const name = normalizeName(cell);
    if (name === '') return undefined;
    const options = questionsByKey.get(question)?.followUps ?? [];
    const named = options.filter((option) => normalizeName(option.name) === name);
    const number = wholeNumber(name);
    const key =
      keysByAlias.get(name) ??
      (named.length === 1 ? named[0]?.key : undefined) ??
      (number !== undefined && followUps.has(number) ? number : undefined);
    if (key !== undefined) return key;
    throw new LineFault(
      named.length > 1
        ? `names more than one follow-up (${named.map((option) => option.key).join(', ')})`
        : `names no follow-up of question ${question}: add the name to followUps of the mapping`,
    );
  };
}

function parseCount(cell: string, column: string): number {
  const number = wholeNumber(normalizeNumber(cell));
  if (number !== undefined) return number;
  throw new LineFault(`has no whole number in the column ${JSON.stringify(column)}`);
}

function wholeNumber(text: string): number | undefined {
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

function parseRelevance(cell: string): number | undefined {
  const text = cell.trim();
  if (text === '') return undefined;
  if (/^\d+([.,]\d+)?$/.test(text)) return Number(text.replace(',', '.'));
  throw new LineFault('has a relevance that is no number');
}

function parseSpam(cell: string): boolean | undefined {
  const text = normalizeName(cell);
  if (text === '') return undefined;
  if (['true', 'yes', '1'].includes(text)) return true;
  if (['false', 'no', '0'].includes(text)) return false;
  throw new LineFault('has a spam mark that is neither true, yes or 1 nor false, no or 0');
}
