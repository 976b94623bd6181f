// The tables of Glue and the named queries of Athena, as part of the template: from the declared fact tables and docs/queries.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseWeek, weeksFrom } from '../lib/domain/calendar.ts';
import type { TableColumns, ColumnType } from '../lib/ports/fact-tables.ts';
import { FACT_TABLES } from '../lib/ports/fact-tables.ts';
import { ROOT } from './bundle-function.ts';

/**
 * Weeks that queries can see: of others they find no rows. Athena lists a prefix of the bucket for each that a query does not
 * exclude.
 */
const FIRST_WEEK = '2024-W01';
const LAST_WEEK = '2035-W52';

const TYPES: Readonly<Record<ColumnType, string>> = {
  int8: 'tinyint',
  int32: 'int',
  int64: 'bigint',
  double: 'double',
  boolean: 'boolean',
  string: 'string',
  strings: 'array<string>',
  keys: 'array<bigint>',
  date: 'date',
  timestamp: 'timestamp',
  json: 'string',
};

const FORMAT = {
  InputFormat: 'org.apache.hadoop.hive.ql.io.parquet.MapredParquetInputFormat',
  OutputFormat: 'org.apache.hadoop.hive.ql.io.parquet.MapredParquetOutputFormat',
  SerdeInfo: {
    SerializationLibrary: 'org.apache.hadoop.hive.ql.io.parquet.serde.ParquetHiveSerDe',
  },
};

/** Writes this part of the template, dist/analytics-tables.json. */
export function writeAnalyticsTables(folder: string): void {
  const tables = Object.entries(FACT_TABLES).map(([table, columns]): [string, object] => [
    `FactTable${pascalCase(table)}`,
    tableResource(table, columns),
  ]);
  const files = readdirSync(join(ROOT, 'docs/queries')).filter((file) => file.endsWith('.sql'));
  const queries = files.map((file): [string, object] => {
    const name = basename(file, '.sql');
    return [`Query${pascalCase(name)}`, queryResource(name)];
  });
  const template = { Resources: Object.fromEntries([...tables, ...queries]) };
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'analytics-tables.json'), JSON.stringify(template));
}

function tableResource(table: string, columns: TableColumns): object {
  const location = `s3://\${ReportsBucket}/facts/v2/${table}/`;
  return {
    Type: 'AWS::Glue::Table',
    Condition: 'HasAnalytics',
    Properties: {
      CatalogId: { Ref: 'AWS::AccountId' },
      DatabaseName: { Ref: 'AnalyticsDatabase' },
      TableInput: {
        Name: table,
        TableType: 'EXTERNAL_TABLE',
        Parameters: {
          classification: 'parquet',
          'projection.enabled': 'true',
          'projection.week.type': 'enum',
          'projection.week.values': projectedWeeks().join(','),
          'storage.location.template': { 'Fn::Sub': `${location}week=\${!week}/` },
        },
        PartitionKeys: [{ Name: 'week', Type: 'string', Comment: commentOf(columns['week']) }],
        StorageDescriptor: {
          // A partition key may not be a column too.
          Columns: Object.entries(columns)
            .filter(([name]) => name !== 'week')
            .map(([name, column]) => ({
              Name: name,
              Type: TYPES[column.type],
              Comment: commentOf(column),
            })),
          Location: { 'Fn::Sub': location },
          ...FORMAT,
        },
      },
    },
  };
}

function queryResource(name: string): object {
  const text = readFileSync(join(ROOT, 'docs/queries', `${name}.sql`), 'utf8');
  const [, question, sql] = /^-- (.+)\n([^]+)$/.exec(text) ?? [];
  if (question === undefined || sql === undefined) {
    throw new Error(`docs/queries/${name}.sql: the first line must be "-- " and a question`);
  }
  return {
    Type: 'AWS::Athena::NamedQuery',
    Condition: 'HasAnalytics',
    Properties: {
      Name: name,
      Description: question,
      Database: { Ref: 'AnalyticsDatabase' },
      WorkGroup: { Ref: 'AnalyticsWorkGroup' },
      QueryString: sql,
    },
  };
}

function projectedWeeks(): readonly string[] {
  const weeks: string[] = [];
  for (
    let week = parseWeek(FIRST_WEEK);
    week !== null && week.name <= LAST_WEEK;
    week = weeksFrom(week, 1)
  ) {
    weeks.push(week.name);
  }
  return weeks;
}

/** CloudFormation shows characters beyond ASCII as question marks. */
function commentOf(column: TableColumns[string] | undefined): string {
  return (column?.description ?? '')
    .replaceAll('’', "'")
    .replaceAll(/ ?(?:…|–) ?/g, ' to ')
    .replaceAll('−', '-');
}

function pascalCase(name: string): string {
  return name.replaceAll(/(?:^|[-_])([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
