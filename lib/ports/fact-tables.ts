// The fact tables: stored reports as rows for analysts. Their names, columns and types are published (docs/analysts.md,
// fact-tables.json) and versioned: columns are only added. The Parquet files, the AWS tables, CSV and documents follow from
// the declarations here.
import type { Instant } from '../domain/report-inputs.ts';

/** Version of the columns; written into each file. Files of another version are not read. */
export const FACTS_VERSION = 2;

interface ColumnTypes {
  readonly int8: number;
  readonly int32: number;
  /** Keys; within the safe integers. */
  readonly int64: number;
  readonly double: number;
  readonly boolean: boolean;
  readonly string: string;
  readonly strings: readonly string[];
  readonly keys: readonly number[];
  /** Local, "2026-11-09". */
  readonly date: string;
  readonly timestamp: Instant;
  /** JSON text. */
  readonly json: string;
}

export type ColumnType = keyof ColumnTypes;

export interface TableColumn {
  readonly type: ColumnType;
  readonly nullable: boolean;
  /** Unit and meaning, as published. */
  readonly description: string;
}

/** Columns in the order of the file. */
export type TableColumns = Readonly<Record<string, TableColumn>>;

/** A row; null only in nullable columns. */
export type RowOf<C extends TableColumns> = {
  readonly [Name in keyof C]:
    ColumnTypes[C[Name]['type']] | (C[Name]['nullable'] extends true ? null : never);
};

/** A row of any table. */
export type CellRow = Readonly<Record<string, ColumnTypes[ColumnType] | null>>;

/** The different values of a column, and which of them each row has. */
export interface ValueColumn {
  readonly values: readonly CellRow[string][];
  /** Among the values, one for each row. */
  readonly indexes: Uint16Array | Uint32Array;
}

/** Rows as columns, in a tenth of the memory. */
export interface RowColumns<Row extends CellRow = CellRow> {
  readonly rows: number;
  /** By name. */
  readonly columns: Readonly<Record<keyof Row & string, ValueColumn>>;
}

type Declared<T extends ColumnType, N extends boolean> = {
  readonly type: T;
  readonly nullable: N;
  readonly description: string;
};

export function column<const T extends ColumnType>(
  type: T,
  description: string,
): Declared<T, false> {
  return { type, nullable: false, description };
}

export function nullable<const T extends ColumnType>(
  type: T,
  description: string,
): Declared<T, true> {
  return { type, nullable: true, description };
}

const WEEK = {
  week: column('string', 'Monday to Monday in the survey’s time zone, e.g. 2026-W46'),
  week_start: column('date', 'Monday of the week'),
} as const;
const FOLDER = column('int64', 'Key of the folder');
const SURVEY = column('int64', 'Key of the survey');
const COUNT = 'worst button first; null beyond the buttons of the scale';

const COUNTS = {
  c0: nullable('int32', `Responses of button 0; ${COUNT}`),
  c1: nullable('int32', `Responses of button 1; ${COUNT}`),
  c2: nullable('int32', `Responses of button 2; ${COUNT}`),
  c3: nullable('int32', `Responses of button 3; ${COUNT}`),
  c4: nullable('int32', `Responses of button 4; ${COUNT}`),
} as const;

const PREVIOUS_COUNTS = {
  previous_c0: nullable('int32', 'c0 of the week before, read with this week'),
  previous_c1: nullable('int32', 'c1 of the week before'),
  previous_c2: nullable('int32', 'c2 of the week before'),
  previous_c3: nullable('int32', 'c3 of the week before'),
  previous_c4: nullable('int32', 'c4 of the week before'),
} as const;

const KIND = {
  index_type: column('string', 'HAPPY, AVERAGE, NPS, or a newer kind without an index'),
  feedback_scale: column('string', 'FOUR, FIVE, FIVE_REVERSED, or a newer scale'),
} as const;

const FIGURES = {
  ...COUNTS,
  ...PREVIOUS_COUNTS,
  responses: column('int32', 'Sum of c0…c4'),
  previous_responses: column('int32', 'Responses of the week before'),
  score: nullable(
    'double',
    'The index: HAPPY 0–100, AVERAGE 1–k, NPS −100–100; null without responses',
  ),
  half_width: nullable('double', 'Half the width of the 95 % interval of the score'),
  previous_score: nullable('double', 'Score of the week before'),
  change: nullable('double', 'score − previous_score'),
  change_half_width: nullable('double', 'Half the width of the 95 % interval of the change'),
  change_is_clear: nullable('boolean', 'Whether the change is larger than random variation'),
} as const;

const LEVEL = {
  state: nullable(
    'string',
    'silent, new, still, recovered, better, newPlace, tooFew or usual; null where the weeks before are unknown, as in reports of earlier versions',
  ),
  was: nullable(
    'double',
    'Level compared with: the usual one of new, still and better; the low one before recovered',
  ),
  basis: nullable('string', 'What new, still and better rest on: week, fourWeeks or year'),
  since: nullable('string', 'First week of new, still and better, e.g. 2026-W40'),
  weeks: nullable('int32', 'Calendar weeks from since to this week'),
  low_weeks: nullable('int32', 'Calendar weeks of the low level that has ended'),
  lost: nullable(
    'double',
    'Of new and still, from since to this week: as if this many customers had pressed the worst instead of the best button',
  ),
  usual: nullable('double', 'Usual level of earlier weeks'),
  lower: nullable('double', 'Lower limit of usual weeks with as many responses'),
  upper: nullable('double', 'Upper limit of usual weeks with as many responses'),
  difference: nullable('double', 'score − usual'),
  four_weeks_score: nullable(
    'double',
    'Score of the last four weeks, by which places with few responses are judged',
  ),
  four_weeks_responses: nullable('int32', 'Responses of the last four weeks'),
  weeks_used: nullable('int32', 'Weeks that usual is made of'),
} as const;

const REASON = {
  reason: nullable(
    'string',
    'What explains new, still or better: painPoint, highlight, weekday or part; null: nothing clear',
  ),
  reason_option: nullable('int64', 'Key of the option, with painPoint and highlight'),
  reason_name: nullable('string', 'Text of the option'),
  reason_weekday: nullable('int8', '1 = Monday … 7, with weekday'),
  reason_from_hour: nullable('int8', 'First of six local hours: 0, 6, 12 or 18, with part'),
} as const;

/** The columns of each table. */
export const FACT_TABLES = {
  hours: {
    ...WEEK,
    folder: FOLDER,
    survey: SURVEY,
    date: column('date', 'Local date'),
    hour: column('int8', 'Local hour, 0–23; the hour that clocks repeat is one row'),
    weekday: column('int8', '1 = Monday … 7'),
    start_utc: column('timestamp', 'Start of the local hour'),
    ...COUNTS,
    responses: column('int32', 'Sum of c0…c4'),
  },
  weeks: {
    ...WEEK,
    folder: FOLDER,
    survey: SURVEY,
    question: column('int64', 'Key of the question'),
    question_name: column('string', 'Text of the question'),
    locale: column('string', 'Language of the question'),
    time_zone: column('string', 'IANA name'),
    survey_type: column('string', 'TERMINAL, TABLET, WEB, or a newer type'),
    ...KIND,
    ...FIGURES,
    ...LEVEL,
    ...REASON,
    volume_verdict: nullable('string', 'Responses: low, high, usual, tooFew or new'),
    volume_usual: nullable('double', 'Responses of a usual week'),
    volume_since: nullable('string', 'First week of low or high'),
    volume_as_last_year: nullable(
      'boolean',
      'Whether a low number is that of the same weeks a year before',
    ),
    silence_from_weekday: nullable('int8', 'First day of the silence, 1 = Monday … 7'),
    silence_days: nullable('int8', 'Open days of the silence'),
    silence_weeks: nullable(
      'int32',
      'Empty weeks in a row, this one included; null: some days only',
    ),
    silence_ongoing: nullable('boolean', 'Whether no open day follows'),
    silence_expected: nullable('double', 'Responses that these days usually have'),
    silence_p: nullable('double', 'Probability of such a silence by chance'),
    is_active: nullable('boolean', 'Whether it is known to be active in the week; null: unknown'),
    silent_days: column('int8', 'Active days without a response'),
    bad_minutes: nullable(
      'double',
      'Minutes in alarm about bad feedback; null when unread or in old reports',
    ),
    good_minutes: nullable('double', 'Minutes in alarm about good feedback'),
  },
  folder_weeks: {
    ...WEEK,
    folder: FOLDER,
    ...KIND,
    surveys: column('int32', 'Surveys of this kind in the folder and everything below'),
    ...FIGURES,
    ...LEVEL,
  },
  follow_ups: {
    ...WEEK,
    folder: FOLDER,
    survey: SURVEY,
    kind: column('string', 'painPoint or highlight'),
    option: column('int64', 'Key of the option'),
    name: column('string', 'Text of the option'),
    ...COUNTS,
    responses: column('int32', 'Sum of c0…c4'),
    share: nullable('double', 'Part of the responses of this kind, 0–1; null without any'),
    previous_responses: column('int32', 'Responses of the week before'),
    previous_share: nullable('double', 'Share of the week before'),
  },
  alerts: {
    ...WEEK,
    folder: FOLDER,
    survey: SURVEY,
    alert: column('int64', 'Key of the alert'),
    specification: column('int64', 'Key of the alert specification'),
    type: column('string', 'Type of the alert'),
    direction: column('string', 'bad, good or neutral'),
    begin_utc: column('timestamp', 'Begin'),
    end_utc: nullable('timestamp', 'End; null while it is open'),
    minutes_in_week: column('double', 'Minutes open in this week'),
    started: column('boolean', 'False when carried over from an earlier week'),
    parameters: column('json', 'Parameters as JSON'),
  },
  folders: {
    ...WEEK,
    folder: FOLDER,
    name: column('string', 'Name'),
    parent: nullable('int64', 'Key of the folder above; null for the root'),
    depth: column('int8', '0 for the root'),
    path: column('strings', 'Names of the folders above, root first'),
    path_keys: column('keys', 'Keys of the folders above, root first'),
    status: column('string', 'complete, partial or empty'),
    revision: column('int32', 'Revision of the report'),
    as_of: column('timestamp', 'When the data were read'),
    surveys: column('int32', 'Surveys in the week, of the folder and everything below'),
    surveys_with_responses: column('int32', 'Those with responses'),
  },
  problems: {
    ...WEEK,
    folder: FOLDER,
    survey: nullable('int64', 'Key of the survey'),
    code: column('string', 'Code of the problem'),
    missing: column('boolean', 'Whether required data are missing'),
    message: column('string', 'Text of the problem'),
  },
} as const satisfies Record<string, TableColumns>;

export type FactTableName = keyof typeof FACT_TABLES;

export type FactRow<T extends FactTableName> = RowOf<(typeof FACT_TABLES)[T]>;

/** All rows of one report. */
export type FactRows = { readonly [T in FactTableName]: readonly FactRow<T>[] };

/** All rows of one report, its hours, a hundred for each survey, as columns. */
export type CompactRows = Omit<FactRows, 'hours'> & {
  readonly hours: RowColumns<FactRow<'hours'>>;
};

export const FACT_TABLE_NAMES = [
  'hours',
  'weeks',
  'folder_weeks',
  'follow_ups',
  'alerts',
  'folders',
  'problems',
] as const satisfies readonly FactTableName[];

/** Writes a table of any length piece by piece; the same rows make the same bytes. */
export interface TableWriter {
  /** Adds rows; the bytes that are ready, which may be none. */
  write(rows: readonly CellRow[]): Uint8Array;
  /** The last bytes. */
  end(): Uint8Array;
}

export interface ColumnTableWriter extends TableWriter {
  /** As `write`. */
  writeColumns(columns: RowColumns): Uint8Array;
}

/** Writes tables as Parquet and reads them. */
export interface FactFiles {
  /** Writes one Parquet file whose row groups are written as they fill. */
  openTable(columns: TableColumns): ColumnTableWriter;
  /**
   * The rows of a file, one row group at a time, without groups of which `isWanted` is false for their first and last
   * folder. Only for bytes with the expected hash: of others, values may differ, and reading may not end. Fails with
   * REPORT_DAMAGED for a file that is not of the table.
   */
  readTable<T extends FactTableName>(
    table: T,
    bytes: Uint8Array,
    isWanted: (first: number, last: number) => boolean,
  ): AsyncIterable<readonly FactRow<T>[]>;
}
