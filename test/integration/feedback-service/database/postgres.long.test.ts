// Failures that only a server can cause: it is unreachable, refuses, stops, or has other defaults.
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { inspect } from 'node:util';
import pg from 'pg';
import {
  DatabaseError,
  type Database,
  type Table,
} from '../../../../lib/feedback-service/database/database.ts';
import { openPostgres } from '../../../../lib/feedback-service/database/postgres.ts';
import { toPostgresFailure } from '../../../../lib/feedback-service/database/failures.ts';
import { openDataSet } from '../../../../lib/feedback-service/index.ts';
import { dataDirectory, presses } from '../../../support/feedback-service/data-directory.ts';
import {
  postgresPrograms,
  startPostgres,
  type Postgres,
} from '../../../support/feedback-service/postgres-server.ts';
import {
  basic,
  noon,
  problemOf,
  serve,
  sha256,
} from '../../../support/feedback-service/served-company.ts';

const testOptions = { skip: postgresPrograms() === undefined ? 'needs PostgreSQL' : false };

const TABLE: Table = { name: 'weights', columns: [['weight', 'DOUBLE PRECISION']] };
const DDL = 'CREATE TABLE IF NOT EXISTS weights (weight DOUBLE PRECISION)';
const COUNT = 'SELECT COUNT(*) FROM weights';

describe('a PostgreSQL server', testOptions, () => {
  let server: Postgres;
  let admin: pg.Client;
  let openDatabases: Database[] = [];

  before(async () => {
    const startedServer = await startPostgres();
    assert.ok(startedServer !== undefined);
    server = startedServer;
    admin = new pg.Client(server.url);
    await admin.connect();
  });
  afterEach(async () => {
    await Promise.all(openDatabases.splice(0).map((database) => database.close()));
  });
  after(async () => {
    await admin.end();
    await server.stop();
  });

  async function open(schema = 'reports', url = server.url): Promise<Database> {
    const database = await openPostgres(url, schema);
    openDatabases = [...openDatabases, database];
    return database;
  }

  /** The server's address with some parts changed. */
  function address(
    parts: Partial<Record<'port' | 'username' | 'password' | 'pathname' | 'search', string>>,
  ): string {
    return Object.assign(new URL(server.url), parts).href;
  }

  async function refuses(url: string, sentence: RegExp, schema?: string): Promise<void> {
    await assert.rejects(open(schema, url), (error) => {
      assert.ok(error instanceof DatabaseError);
      assert.match(error.message, sentence);
      assert.doesNotMatch(error.stack ?? '', /owner|of(%20| )the(%20| )test|postgres:\/\/[^u]/);
      assert.equal(error.cause, undefined);
      return true;
    });
  }

  /** Closes all connections but this one, as a restart of the server does. */
  async function cutConnections(): Promise<void> {
    await admin.query(
      'SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND client_port > 0',
    );
  }

  it('reports a server that cannot be reached without user and password', async () => {
    await refuses(
      address({ port: '1' }),
      /^The database postgres at 127\.0\.0\.1:1 cannot be reached: the connection was refused\.$/,
    );
    await refuses(
      'postgres://owner:of%20the%20test@nowhere.invalid/sums',
      /^The database sums at nowhere\.invalid:5432 cannot be reached: the host name /,
    );
  });

  it('reports a server that rejects the password or the user without them', async () => {
    const sentence =
      /^The database postgres at 127\.0\.0\.1:\d+ rejected the user or the password\.$/;
    await refuses(address({ password: 'wrong' }), sentence);
    await refuses(address({ password: '' }), sentence);
    await refuses(address({ username: 'stranger' }), sentence);
  });

  it('reports a server without the database', async () => {
    await refuses(
      address({ pathname: '/missing' }),
      /^The database missing at 127\.0\.0\.1:\d+ does not exist\.$/,
    );
  });

  it('refuses a server without TLS when the address asks for it', async () => {
    await refuses(address({ search: '?sslmode=verify-full' }), /does not support TLS/);
  });

  it('refuses a database in another encoding', async () => {
    await admin.query(
      "CREATE DATABASE old ENCODING 'SQL_ASCII' TEMPLATE template0 LOCALE_PROVIDER libc LOCALE 'C'",
    );
    await refuses(address({ pathname: '/old' }), /must have the encoding UTF8/);
  });

  for (const url of [
    'mysql://owner@host/db',
    'postgres://owner:of the test@host:many/db',
    'file.sqlite',
    '',
  ])
    it(`has another address than "${url}"`, () =>
      refuses(url, /must look like postgres:\/\/user:password@/));

  it('refuses names of schemas that it would cut short', async () => {
    await refuses(server.url, /1 to 63 bytes/, 'ä'.repeat(32));
    await refuses(server.url, /1 to 63 bytes/, '');
    await open('ä'.repeat(31));
  });

  it('accepts a user without rights only when a schema was created for that user', async () => {
    await admin.query(
      "CREATE ROLE guest LOGIN PASSWORD 'guest'; CREATE SCHEMA theirs AUTHORIZATION guest",
    );
    const guest = address({ username: 'guest', password: 'guest' });
    await refuses(guest, /denies a permission/, 'ours');
    const database = await open('theirs', guest);
    await database.run(DDL);
    assert.deepEqual(await database.all(COUNT), [[0]]);
  });

  it('may have other default settings for its users', async () => {
    await admin.query('CREATE DATABASE habits');
    for (const habit of [
      'default_transaction_read_only = on',
      'extra_float_digits = -10',
      'search_path = public',
      // Long enough for the statement that replaces them.
      'idle_in_transaction_session_timeout = 250',
      "default_transaction_isolation = 'serializable'",
      'lock_timeout = 250',
      'statement_timeout = 250',
    ])
      await admin.query(`ALTER DATABASE habits SET ${habit}`);
    const url = address({ pathname: '/habits' });
    const [database, otherConnection] = [await open('reports', url), await open('reports', url)];
    await database.run(DDL);
    const { waiting } = await database.transaction(async (session) => {
      await session.insert(TABLE, [[0.1 + 0.2]]);
      const waiting = otherConnection.transaction((next) =>
        next.all('SELECT weight FROM reports.weights'),
      );
      // Longer than any of its habits allows.
      await admin.query('SELECT pg_sleep(0.4)');
      return { waiting };
    });
    assert.deepEqual(await waiting, [[0.1 + 0.2]]);
    assert.deepEqual(await database.all('SELECT weight FROM weights'), [[0.1 + 0.2]]);
  });

  it('prepares a repeated query once, up to a maximum number of queries', async () => {
    const database = await open();
    for (let time = 0; time < 3; time += 1) await database.all('SELECT $1::bigint', [time]);
    const count = 'SELECT COUNT(*), COUNT(DISTINCT statement) FROM pg_prepared_statements';
    // With the query for the schema, when the database was opened.
    assert.deepEqual(await database.all(count), [[3, 3]]);
    for (let time = 0; time < 300; time += 1) await database.all(`SELECT ${time}`);
    const [[statementCount] = []] = await database.all(count);
    assert.ok(
      Number(statementCount) > 100 && Number(statementCount) <= 200,
      String(statementCount),
    );
  });

  it('gets the queries of a transaction one at a time, as pg requires', async (t) => {
    const database = await open();
    const warningListener = t.mock.fn();
    process.on('warning', warningListener);
    t.after(() => process.off('warning', warningListener));
    const answers = await database.transaction((session) =>
      Promise.all([1, 2, 3].map((number) => session.all('SELECT $1::bigint', [number]))),
    );
    await setImmediate();
    assert.deepEqual(answers, [[[1]], [[2]], [[3]]]);
    assert.equal(warningListener.mock.callCount(), 0);
  });

  async function countConnections(): Promise<number> {
    const { rows } = await admin.query<{ count: string }>(
      'SELECT count(*) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND client_port > 0',
    );
    return Number(rows[0]?.count);
  }

  it('has at most six connections for the schemas of 60 companies, which see their own tables only', async () => {
    const databases = await Promise.all(
      Array.from({ length: 60 }, (_, i) => open(`company "${i}"`)),
    );
    await Promise.all(databases.map((database) => database.run(DDL)));
    await Promise.all(databases.map((database, i) => database.insert(TABLE, [[i]])));
    for (let time = 0; time < 3; time += 1) {
      const answers = await Promise.all(
        databases.flatMap((database) => [
          database.all('SELECT weight FROM weights'),
          database.all('SELECT weight + $1 FROM weights', [time]),
          database.snapshot((session) => session.all('SELECT weight FROM weights')),
        ]),
      );
      assert.deepEqual(
        answers,
        databases.flatMap((_, i) => [[[i]], [[i + time]], [[i]]]),
      );
    }
    assert.equal(await countConnections(), 6);
  });

  it('answers other companies while all queries of one company wait', async () => {
    const [blocked, other] = [await open('blocked'), await open('other')];
    for (const database of [blocked, other]) await database.run(DDL);
    await admin.query('BEGIN; LOCK TABLE blocked.weights IN ACCESS EXCLUSIVE MODE');
    const waiting = Promise.all(Array.from({ length: 20 }, () => blocked.all(COUNT)));
    for (let time = 0; time < 20; time += 1) assert.deepEqual(await other.all(COUNT), [[0]]);
    await admin.query('ROLLBACK');
    assert.equal((await waiting).length, 20);
  });

  it('connects again to a server that closes idle connections', async () => {
    const database = await open();
    await database.run(DDL);
    await database.all(COUNT);
    await cutConnections();
    assert.deepEqual(await database.all('SELECT 1'), [[1]]);
    await database.run('DELETE FROM weights');
  });

  it('a connection that is lost during a transaction commits nothing of it, and the next one is served', async () => {
    const database = await open();
    await database.run(`${DDL}; DELETE FROM weights`);
    for (const last of ['statement', 'commit'])
      await assert.rejects(
        database.transaction(async (session) => {
          await session.insert(TABLE, [[1]]);
          await cutConnections();
          if (last === 'statement') await session.all(COUNT);
        }),
        (error) => error instanceof DatabaseError && error.message.includes(' was '),
      );
    await database.insert(TABLE, [[2]]);
    assert.deepEqual(await database.all('SELECT weight FROM weights'), [[2]]);
  });

  it('reports a connection that is lost during a long result', async () => {
    const database = await open();
    await assert.rejects(async () => {
      await database.transaction(async (session) => {
        for await (const batch of session.batches('SELECT * FROM generate_series(1, 5000)')) {
          assert.equal(batch.length, 1_000);
          await cutConnections();
        }
      });
    }, DatabaseError);
    assert.deepEqual(await database.all('SELECT 1'), [[1]]);
  });

  it('reports a server that stops to the next query', async () => {
    const stoppedServer = await startPostgres();
    assert.ok(stoppedServer !== undefined);
    const database = await open('reports', stoppedServer.url);
    await database.all('SELECT 1');
    await stoppedServer.stop();
    await assert.rejects(database.all('SELECT 1'), DatabaseError);
    await assert.rejects(database.run(DDL), /cannot be reached: the connection was refused\.$/);
  });

  it('a server that stops makes every query 503, and neither answers nor errors contain its password', async (t) => {
    const stoppedServer = await startPostgres();
    assert.ok(stoppedServer !== undefined);
    const directory = await dataDirectory(t, { files: { 'feedback.ndjson': presses(3) } });
    const set = await openDataSet({ directory, clock: () => noon, database: stoppedServer.url });
    t.after(() => set.close());
    const credentials = await set.company.credentials();
    const errors: unknown[] = [];
    // Credentials are known, as they are when the server stops in the midst of a request.
    const company = { credentials: () => Promise.resolve(credentials), store: set.company.store };
    const { ask } = await serve(t, company, { onError: (error) => errors.push(error) });
    const paths = ['results', 'followup', 'openfeedback', 'rawresults'].map(
      (name) => `/v1/surveys/11/${name}`,
    );
    for (const path of paths) assert.equal((await ask(path)).status, 200, path);
    await stoppedServer.stop();
    for (const path of [...paths, '/v1/folders/1/alerts']) {
      const answer = await ask(path);
      assert.equal(answer.status, 503, path);
      assert.equal(problemOf(answer).code, 'DATA_UNAVAILABLE');
      assert.equal(answer.headers.get('retry-after'), '30');
    }
    assert.equal(errors.length, 5);
    const { password } = new URL(stoppedServer.url);
    for (const error of errors) {
      const errorText = inspect(error, { depth: null });
      assert.ok(!errorText.includes(password) && !errorText.includes(decodeURIComponent(password)));
    }
  });
});

describe('a PostgreSQL server that hangs', testOptions, () => {
  it('makes requests to its company 503 after 15 s, and delays no other company', async (t) => {
    const server = await startPostgres();
    assert.ok(server !== undefined);
    t.after(() => server.stop());
    const [hanging, other] = ['hanging', 'other'];
    const options = { files: { 'feedback.ndjson': presses(3) } };
    const companies = await Promise.all(
      [hanging, other].map(async (name) => {
        const credentials = [{ clientId: name, tokenSha256: sha256(name) }];
        const directory = await dataDirectory(t, { ...options, name, credentials });
        const database = name === hanging ? { database: server.url } : {};
        const set = await openDataSet({ directory, clock: () => noon, ...database });
        t.after(() => set.close());
        return set.company;
      }),
    );
    const errors: unknown[] = [];
    const { ask } = await serve(t, companies, { onError: (error) => errors.push(error) });
    const statusOf = async (name: string): Promise<number> => {
      const headers = { authorization: basic(name, name) };
      return (await ask('/v1/surveys/11/results', { headers })).status;
    };
    assert.deepEqual([await statusOf(hanging), await statusOf(other)], [200, 200]);

    const admin = new pg.Client(server.url);
    await admin.connect();
    const { rows } = await admin.query<{ pid: number }>(
      'SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND client_port > 0',
    );
    await admin.end();
    const signal = (name: NodeJS.Signals): void => {
      for (const { pid } of rows) process.kill(pid, name);
    };
    signal('SIGSTOP');
    let isAnswered = false;
    const late = statusOf(hanging).finally(() => {
      isAnswered = true;
    });
    assert.equal(await statusOf(other), 200);
    assert.ok(!isAnswered);
    assert.equal(await late, 503);
    assert.match(inspect(errors), /has not answered within 15 s/);
    // With a new connection.
    assert.equal(await statusOf(hanging), 200);
    signal('SIGCONT');
  });
});

describe('a failure of PostgreSQL', () => {
  for (const [code, sentence] of [
    ['53100', /the disk is full/],
    ['53300', /no more connections/],
    ['53200', /not enough memory/],
    ['57014', /cancelled/],
    ['57P03', /stopped or is starting/],
    ['58030', /the log of the server/],
    ['XX001', /the log of the server/],
    ['08006', /was lost/],
  ] as const)
    it(`${code} is reported in words`, () => {
      const error = Object.assign(new Error('A secret.'), { code, severity: 'FATAL' });
      const failure = toPostgresFailure(error, 'sums at host:1');
      assert.ok(failure instanceof DatabaseError);
      assert.match(failure.message, /^The database sums at host:1 [^A]*\.$/);
      assert.match(failure.message, sentence);
    });

  for (const code of [
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    'ERR_TLS_CERT_ALTNAME_INVALID',
  ])
    it(`${code} is one of trust`, () => {
      const failure = toPostgresFailure(Object.assign(new Error(), { code }), 'sums at host:1');
      assert.ok(failure instanceof DatabaseError);
      assert.match(failure.message, /cannot be trusted/);
    });

  it('is unchanged when it is not a failure of the server', () => {
    const error = new TypeError('A bug.');
    assert.equal(toPostgresFailure(error, 'sums at host:1'), error);
  });
});
