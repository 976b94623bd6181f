// Columns of a table as Parquet schema and values, and back.
import type { SchemaElement } from 'hyparquet';
import { dayOf } from '../../domain/calendar.ts';
import { memoize, memoizeByNumber } from '../../domain/memoize.ts';
import type { ColumnType, TableColumns, RowOf } from '../../ports/fact-tables.ts';

interface ValueType {
  /** Type of a value, or of the entries of a list. */
  readonly element: Pick<SchemaElement, 'type' | 'converted_type' | 'logical_type'>;
  /** Where values do not repeat; smaller than these. */
  readonly encoding?: 'DELTA_BINARY_PACKED';
  readonly isList: boolean;
  readonly write: (value: unknown) => unknown;
  readonly read: (value: unknown) => unknown;
  readonly isValid: (value: unknown) => boolean;
}

/** Of a week's rows, in few dates. */
const dayOfDate = memoize(10_000, dayOf);
/** Of a week's rows, in few hours and, one after the other, places: a BigInt of its own for each takes a tenth of the time. */
const toBigInt = memoizeByNumber(1000, BigInt);
const toMicroseconds = memoizeByNumber(1000, (ms) => BigInt(ms) * 1000n);
const PLAIN = { isList: false, write: keep, read: keep };
const INTEGER = { ...PLAIN, isValid: Number.isSafeInteger };
const TEXT: ValueType = {
  ...PLAIN,
  element: { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } },
  isValid: (value) => typeof value === 'string',
};
const KEY: ValueType = {
  ...INTEGER,
  element: { type: 'INT64' },
  write: (value) => (typeof value === 'number' ? toBigInt(value) : value),
  read: (value) => (typeof value === 'bigint' ? Number(value) : value),
};

const TYPES: Readonly<Record<ColumnType, ValueType>> = {
  // With its logical type as well, hyparquet-writer writes metadata that other readers reject.
  int8: { ...INTEGER, element: { type: 'INT32', converted_type: 'INT_8' } },
  int32: { ...INTEGER, element: { type: 'INT32' }, encoding: 'DELTA_BINARY_PACKED' },
  int64: KEY,
  double: { ...PLAIN, element: { type: 'DOUBLE' }, isValid: Number.isFinite },
  boolean: {
    ...PLAIN,
    element: { type: 'BOOLEAN' },
    isValid: (value) => typeof value === 'boolean',
  },
  string: TEXT,
  json: TEXT,
  strings: listOf(TEXT),
  keys: listOf(KEY),
  date: {
    ...TEXT,
    element: { type: 'INT32', converted_type: 'DATE', logical_type: { type: 'DATE' } },
    write: (value) => (typeof value === 'string' ? dayOfDate(value) : value),
    read: (value) => (value instanceof Date ? value.toISOString().slice(0, 10) : value),
  },
  timestamp: {
    ...INTEGER,
    element: {
      type: 'INT64',
      converted_type: 'TIMESTAMP_MICROS',
      logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MICROS' },
    },
    encoding: 'DELTA_BINARY_PACKED',
    write: (value) => (typeof value === 'number' ? toMicroseconds(value) : value),
    read: (value) => (value instanceof Date ? value.getTime() : value),
  },
};

function keep(value: unknown): unknown {
  return value;
}

function listOf(type: ValueType): ValueType {
  const each = (convert: (value: unknown) => unknown) => (value: unknown) =>
    Array.isArray(value) ? value.map(convert) : value;
  return {
    element: type.element,
    isList: true,
    write: each(type.write),
    read: each(type.read),
    isValid: (value) => Array.isArray(value) && value.every(type.isValid),
  };
}

export function schemaOf(columns: TableColumns): SchemaElement[] {
  const entries = Object.entries(columns);
  return [
    { name: 'row', num_children: entries.length },
    ...entries.flatMap(([name, { type, nullable }]): SchemaElement[] => {
      const { element, isList } = TYPES[type];
      const repetition_type = nullable ? 'OPTIONAL' : 'REQUIRED';
      return isList
        ? [
            {
              name,
              repetition_type,
              converted_type: 'LIST',
              logical_type: { type: 'LIST' },
              num_children: 1,
            },
            { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
            { name: 'element', repetition_type: 'REQUIRED', ...element },
          ]
        : [{ name, repetition_type, ...element }];
    }),
  ];
}

/** How the values of a type are written. */
export function storedAs(type: ColumnType): ValueType & { readonly mayHaveDictionary: boolean } {
  const stored = TYPES[type];
  return { ...stored, mayHaveDictionary: !stored.isList && stored.element.type !== 'BOOLEAN' };
}

/** Converts the rows of a file; throws a TypeError for one that is not of the table. */
export function createRowReader<C extends TableColumns>(
  columns: C,
): (row: Readonly<Record<string, unknown>>) => RowOf<C> {
  const entries = Object.entries(columns);
  const isRow = (row: Readonly<Record<string, unknown>>): row is RowOf<C> =>
    entries.every(([name, { type, nullable }]) => {
      const value = row[name];
      return value === null ? nullable : TYPES[type].isValid(value);
    });
  return (row) => {
    const converted = Object.fromEntries(
      entries.map(([name, { type }]) => [name, TYPES[type].read(row[name] ?? null)]),
    );
    if (!isRow(converted)) throw new TypeError('not a row of the table');
    return converted;
  };
}
