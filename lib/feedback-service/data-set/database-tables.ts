// The tables of a data set. `events` holds the imported lines, which never change, except that an
// hourly sum moves with the time zone of its survey. `sums`, `repeats` and computed alerts are derived
// from them and computed again when events or settings change.
import { DatabaseError, type Session, type Statements, type Table } from '../database/database.ts';
import { DataSetError } from './data-set-problem.ts';

/** To be incremented when the content of a table changes its meaning. */
const version = '2';

export const files = {
  name: 'files',
  columns: [
    ['sha256', 'TEXT'],
    /** Hash of the unpacked content. */
    ['content_sha256', 'TEXT'],
    ['name', 'TEXT'],
    /** `feedback` or `alerts`. */
    ['kind', 'TEXT'],
    /** The file's stamp when it was last compared; null when it had just been written. */
    ['stamp', 'TEXT'],
    /** Lines are numbered through all files. Null for a second file with the same content. */
    ['last_line', 'BIGINT'],
    ['imported_at', 'BIGINT'],
  ],
} as const satisfies Table;

/** Surveys with imported lines, and the settings with which their derived tables were computed. */
export const surveys = {
  name: 'surveys',
  columns: [
    ['survey', 'BIGINT'],
    ['buttons', 'BIGINT'],
    ['computed_by', 'TEXT'],
  ],
} as const satisfies Table;

/** Follow-up options that events refer to. */
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
    /** Counts of an hourly sum as JSON; `ts` is then the start of its hour in the survey's zone. */
    ['data', 'TEXT'],
    /** The time in the line of an hourly sum, when that is not `ts`. */
    ['told', 'BIGINT'],
    /** Unique within the survey; null when the line has none. */
    ['id', 'TEXT'],
  ],
} as const satisfies Table;

/**
 * The counts of summed results by local hour of the survey, one row per UTC day: fewer rows are read
 * several times faster. `hours` is a flat JSON array: for each hour the minute of the UTC day at which
 * it starts, then its counts by response index.
 */
export const sums = {
  name: 'sums',
  columns: [
    ['survey', 'BIGINT'],
    ['day', 'BIGINT'],
    ['hours', 'TEXT'],
  ],
} as const satisfies Table;

/** Presses that the misuse filter excludes. */
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
    /** 1 when no press has closed the alert: it is open until `ended`, which lies in the future. */
    ['is_foreseen', 'BIGINT'],
    ['parameters', 'TEXT'],
    /** The line of an imported alert; null for a computed alert. */
    ['line', 'BIGINT'],
  ],
} as const satisfies Table;

/** One week. The few alerts that are open for longer have indexes of their own. */
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

/** Surveys whose derived tables must be computed again before the transaction commits. */
const dirtySurveys = {
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

/** The tables whose rows are in a backup. */
export const storedTables: readonly Table[] = [
  files,
  surveys,
  followUps,
  events,
  sums,
  repeats,
  alerts,
  credentials,
];

/** Whether the database has the tables of this version. */
export async function hasCurrentTables(statements: Pick<Statements, 'all'>): Promise<boolean> {
  try {
    const [row] = await statements.all('SELECT value FROM about WHERE name = $1', ['version']);
    return row?.[0] === version;
  } catch (error) {
    if (error instanceof DatabaseError) throw error;
    // The table does not exist.
    return false;
  }
}

/** Statements that upgrade the tables of an earlier version; the import computes the rest. */
const upgrades: ReadonlyMap<unknown, string> = new Map([
  [
    '1',
    'ALTER TABLE events ADD COLUMN told BIGINT; ALTER TABLE events ADD COLUMN id TEXT;' +
      // Version 1 stored hourly sums at the time of their line.
      'INSERT INTO dirty (survey) SELECT DISTINCT survey FROM events WHERE data IS NOT NULL AND NOT EXISTS (SELECT 1 FROM dirty d WHERE d.survey = events.survey)',
  ],
]);

/**
 * Creates missing tables and upgrades those of the previous version. Throws a DataSetError when the
 * tables are of any other version.
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
      'its database (service.sqlite, or the schema named in service.postgres) was created by another version of this program: remove the database to import everything again: credentials that were added are kept';
    throw new DataSetError([{ file: 'company.json', reason }]);
  }
  for (const [table, ...key] of keys) await session.run(createTableStatement(table, key));
  for (const table of [events, alerts]) await session.run(createTableStatement(table, []));
}

/**
 * The version of the structure: it increases whenever company.json or what is computed with it changes,
 * so that every process notices within one request.
 */
export async function readGeneration(statements: Pick<Statements, 'all'>): Promise<number> {
  const [row] = await statements.all('SELECT value FROM about WHERE name = $1', ['generation']);
  return Number(row?.[0]);
}

export async function incrementGeneration(session: Session): Promise<void> {
  const next = (await readGeneration(session)) + 1;
  await session.run('UPDATE about SET value = $1 WHERE name = $2', [String(next), 'generation']);
}

/** The text of the last company.json that was imported, with the version of the structure. */
export interface StoredCompany {
  readonly generation: number;
  /** Undefined before the first import. */
  readonly text: string | undefined;
}

export async function readStoredCompany(
  statements: Pick<Statements, 'all'>,
): Promise<StoredCompany> {
  const [row] = await statements.all(
    "SELECT g.value, c.value FROM about g LEFT JOIN about c ON c.name = 'company' WHERE g.name = 'generation'",
  );
  const text = row?.[1];
  return { generation: Number(row?.[0]), text: typeof text === 'string' ? text : undefined };
}

export async function storeCompany(session: Session, text: string): Promise<void> {
  if ((await readStoredCompany(session)).text === text) return;
  await session.run(
    "INSERT INTO about (name, value) VALUES ('company', $1) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
    [text],
  );
  await incrementGeneration(session);
}

/** Drops indexes of earlier versions; called last, because PostgreSQL then blocks readers until the commit. */
export async function dropOldIndexes(session: Session): Promise<void> {
  await session.run('DROP INDEX IF EXISTS alerts_of_survey; DROP INDEX IF EXISTS alerts_by_end');
}

/** Called after the first rows are inserted: building an index once is cheaper than extending it. */
export async function createIndexes(session: Session): Promise<void> {
  await session.hideFromStatistics('events', 'text');
  await session.run(`
    CREATE INDEX IF NOT EXISTS events_by_time ON events (survey, ts, line);
    CREATE INDEX IF NOT EXISTS open_feedback_by_time ON events (survey, ts, line) WHERE text IS NOT NULL;
    CREATE INDEX IF NOT EXISTS follow_ups_by_time ON events (survey, ts, follow_up, r) WHERE follow_up IS NOT NULL;
    CREATE INDEX IF NOT EXISTS events_by_id ON events (survey, id, line) WHERE id IS NOT NULL;
    CREATE INDEX IF NOT EXISTS events_with_id_by_line ON events (line) WHERE id IS NOT NULL;
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
    // SQLite allows NULL in primary keys.
    ([column, type]) => `${column} ${type}${key.includes(column) ? ' NOT NULL' : ''}`,
  );
  if (key.length > 0) parts.push(`PRIMARY KEY (${key.join(', ')})`);
  return `CREATE TABLE IF NOT EXISTS ${name} (${parts.join(', ')})`;
}
