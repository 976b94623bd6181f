// What a data set is in a database. `events` are the facts as their lines told them and never change, but
// for the hour of an hourly sum, which follows the zone; `sums`, `repeats` and computed alerts follow from
// them and are made anew when either changes.
import { DatabaseError, type Session, type Statements, type Table } from '../database/database.ts';
import { DataSetError } from './data-set-problem.ts';

/** Raised when what a table holds means something else than before. */
const version = '2';

export const files = {
  name: 'files',
  columns: [
    ['sha256', 'TEXT'],
    /** Of what a packed file unpacks to. */
    ['content_sha256', 'TEXT'],
    ['name', 'TEXT'],
    /** feedback or alerts. */
    ['kind', 'TEXT'],
    /** Of the file when it was last compared; null when that was too soon after it was written. */
    ['stamp', 'TEXT'],
    /** Line numbers of the data set go on from file to file; this file's end there. Null for a twin. */
    ['last_line', 'BIGINT'],
    ['imported_at', 'BIGINT'],
  ],
} as const satisfies Table;

/** Surveys that have had feedback or been computed, with what they were computed by. */
export const surveys = {
  name: 'surveys',
  columns: [
    ['survey', 'BIGINT'],
    ['buttons', 'BIGINT'],
    ['computed_by', 'TEXT'],
  ],
} as const satisfies Table;

/** Follow-up options that some event names. */
export const followUps = {
  name: 'follow_ups',
  columns: [['follow_up', 'BIGINT']],
} as const satisfies Table;

export const events = {
  name: 'events',
  columns: [
    ['survey', 'BIGINT'],
    ['ts', 'BIGINT'],
    ['line', 'BIGINT'],
    ['r', 'BIGINT'],
    ['device', 'TEXT'],
    ['follow_up', 'BIGINT'],
    ['text', 'TEXT'],
    ['relevance', 'DOUBLE PRECISION'],
    ['spam', 'BIGINT'],
    ['is_old_web_item', 'BIGINT'],
    /** The counts of an hourly sum; its `ts` is then the start of its hour in the survey's zone. */
    ['data', 'TEXT'],
    /** The time of an hourly sum's line where that is not `ts`. */
    ['told', 'BIGINT'],
    /** Unique in the survey; null where the line has none. */
    ['id', 'TEXT'],
  ],
} as const satisfies Table;

/**
 * What summed results count, by hours of the survey's own zone, packed into a row for each day of
 * UTC: fewer rows are read several times faster. `hours` is the JSON of one flat array, for each hour
 * the minute of the day at which it starts, then its counts by response index.
 */
export const sums = {
  name: 'sums',
  columns: [
    ['survey', 'BIGINT'],
    ['day', 'BIGINT'],
    ['hours', 'TEXT'],
  ],
} as const satisfies Table;

/** Presses that the misuse filter leaves out. */
export const repeats = {
  name: 'repeats',
  columns: [
    ['survey', 'BIGINT'],
    ['ts', 'BIGINT'],
    ['line', 'BIGINT'],
  ],
} as const satisfies Table;

export const alerts = {
  name: 'alerts',
  columns: [
    ['key', 'BIGINT'],
    ['survey', 'BIGINT'],
    ['alert_type', 'TEXT'],
    ['specification', 'BIGINT'],
    ['began', 'BIGINT'],
    ['ended', 'BIGINT'],
    /** 1 while no press has ended it: `ended` is when it will, and until then it is open. */
    ['is_foreseen', 'BIGINT'],
    ['parameters', 'TEXT'],
    /** Of the line that gave it; null for a computed one. */
    ['line', 'BIGINT'],
  ],
} as const satisfies Table;

/** Alerts that are open for longer are in indexes of their own: a week, which few alerts last, ms. */
export const longAlertMs = 604_800_000;

export const credentials = {
  name: 'credentials',
  columns: [
    ['client_id', 'TEXT'],
    ['token_sha256', 'TEXT'],
    ['origin', 'TEXT'],
    ['added_at', 'BIGINT'],
    ['revoked_at', 'BIGINT'],
  ],
} as const satisfies Table;

/** Surveys to be computed anew before anybody may see them. */
export const dirtySurveys = {
  name: 'dirty',
  columns: [['survey', 'BIGINT']],
} as const satisfies Table;

const keys: readonly (readonly [table: Table, ...key: string[]])[] = [
  [files, 'name', 'sha256'],
  [surveys, 'survey'],
  [followUps, 'follow_up'],
  [sums, 'survey', 'day'],
  [repeats, 'survey', 'ts', 'line'],
  [credentials, 'client_id', 'token_sha256'],
  [dirtySurveys, 'survey'],
];

/** Whether this version has made its tables. */
export async function hasCurrentTables(statements: Pick<Statements, 'all'>): Promise<boolean> {
  try {
    const [row] = await statements.all('SELECT value FROM about WHERE name = $1', ['version']);
    return row?.[0] === version;
  } catch (error) {
    if (error instanceof DatabaseError) throw error;
    // There is no such table.
    return false;
  }
}

/** What makes tables of the version before into those of this one; the next import computes the rest. */
const upgrades: ReadonlyMap<unknown, string> = new Map([
  [
    '1',
    'ALTER TABLE events ADD COLUMN told BIGINT; ALTER TABLE events ADD COLUMN id TEXT;' +
      // Their hourly sums are at the time of their line.
      'INSERT INTO dirty (survey) SELECT DISTINCT survey FROM events WHERE data IS NOT NULL AND NOT EXISTS (SELECT 1 FROM dirty d WHERE d.survey = events.survey)',
  ],
]);

/**
 * Makes what is missing and upgrades what the version before made. Throws a DataSetError when yet another
 * version of this program made what is there.
 */
export async function createTables(session: Session): Promise<void> {
  await session.run('CREATE TABLE IF NOT EXISTS about (name TEXT PRIMARY KEY, value TEXT)');
  for (const [name, value] of [
    ['version', version],
    ['generation', '1'],
  ] as const) {
    await session.run(
      'INSERT INTO about (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING',
      [name, value],
    );
  }
  const [row] = await session.all('SELECT value FROM about WHERE name = $1', ['version']);
  const upgrade = upgrades.get(row?.[0]);
  if (upgrade !== undefined) {
    await session.run(upgrade);
    await session.run('UPDATE about SET value = $1 WHERE name = $2', [version, 'version']);
  } else if (row?.[0] !== version) {
    const reason =
      'the database beside it (service.sqlite, or the schema that service.postgres names) was made by another version of this program: remove that, and everything is imported anew; credentials that were added go with it';
    throw new DataSetError([{ file: 'company.json', reason }]);
  }
  for (const [table, ...key] of keys) await session.run(createTableStatement(table, key));
  for (const table of [events, alerts]) await session.run(createTableStatement(table, []));
}

/** Another one whenever something was computed by other settings than before. */
export async function readGeneration(session: Pick<Statements, 'all'>): Promise<number> {
  const [row] = await session.all('SELECT value FROM about WHERE name = $1', ['generation']);
  return Number(row?.[0]);
}

export async function incrementGeneration(session: Session): Promise<void> {
  const next = (await readGeneration(session)) + 1;
  await session.run('UPDATE about SET value = $1 WHERE name = $2', [String(next), 'generation']);
}

/** Those that earlier versions made; to be dropped last, since PostgreSQL locks readers out until the commit. */
export async function dropOldIndexes(session: Session): Promise<void> {
  await session.run('DROP INDEX IF EXISTS alerts_of_survey; DROP INDEX IF EXISTS alerts_by_end');
}

/** To be made after the first rows: building an index once is cheaper than growing it. */
export async function createIndexes(session: Session): Promise<void> {
  await session.run(`
    CREATE INDEX IF NOT EXISTS events_by_time ON events (survey, ts, line);
    CREATE INDEX IF NOT EXISTS open_feedback_by_time ON events (survey, ts, line) WHERE text IS NOT NULL;
    CREATE INDEX IF NOT EXISTS follow_ups_by_time ON events (survey, ts, follow_up, r) WHERE follow_up IS NOT NULL;
    CREATE INDEX IF NOT EXISTS events_by_id ON events (survey, id, line) WHERE id IS NOT NULL;
    CREATE INDEX IF NOT EXISTS hourly_sums_by_time ON events (survey, ts, line) WHERE data IS NOT NULL;
    CREATE INDEX IF NOT EXISTS ready_alerts_by_key ON alerts (key, line) WHERE line IS NOT NULL;
    CREATE INDEX IF NOT EXISTS alerts_by_begin ON alerts (began, key);
    CREATE INDEX IF NOT EXISTS alerts_of_survey_by_begin ON alerts (survey, began, key);
    CREATE INDEX IF NOT EXISTS long_alerts_by_begin ON alerts (began, key) WHERE ended - began > ${longAlertMs};
    CREATE INDEX IF NOT EXISTS long_alerts_of_survey_by_begin ON alerts (survey, began, key) WHERE ended - began > ${longAlertMs};
  `);
}

function createTableStatement({ name, columns }: Table, key: readonly string[]): string {
  const parts = columns.map(
    // SQLite would let a key be null.
    ([column, type]) => `${column} ${type}${key.includes(column) ? ' NOT NULL' : ''}`,
  );
  if (key.length > 0) parts.push(`PRIMARY KEY (${key.join(', ')})`);
  return `CREATE TABLE IF NOT EXISTS ${name} (${parts.join(', ')})`;
}
