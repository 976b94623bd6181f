// The contract of database engines, tested with both engines.
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { collectPages } from '../../../support/outcomes.ts';
import { fc } from '../../../support/property-settings.ts';
import {
  DatabaseBusyError,
  type Database,
  type DatabaseRow,
  type Session,
  type Table,
} from '../../../../lib/feedback-service/database/database.ts';
import { openPostgres } from '../../../../lib/feedback-service/database/postgres.ts';
import { openSqlite } from '../../../../lib/feedback-service/database/sqlite.ts';
import {
  postgresPrograms,
  startPostgres,
} from '../../../support/feedback-service/postgres-server.ts';

const postgres = { skip: postgresPrograms() === undefined ? 'needs PostgreSQL' : false };

const TABLE: Table = {
  name: 'presses',
  columns: [
    ['survey', 'BIGINT'],
    ['line', 'BIGINT'],
    ['text', 'TEXT'],
    ['weight', 'DOUBLE PRECISION'],
  ],
};
const COPY: Table = { ...TABLE, name: 'copies' };
const DDL = `
  CREATE TABLE IF NOT EXISTS presses (
    survey BIGINT NOT NULL, line BIGINT NOT NULL, text TEXT, weight DOUBLE PRECISION,
    PRIMARY KEY (survey, line));
  CREATE TABLE IF NOT EXISTS copies (
    survey BIGINT NOT NULL, line BIGINT NOT NULL, text TEXT, weight DOUBLE PRECISION);
  CREATE INDEX IF NOT EXISTS presses_with_text ON presses (survey, line) WHERE text IS NOT NULL`;
const ALL = 'SELECT survey, line, text, weight FROM presses ORDER BY survey, line';
const COUNT = 'SELECT COUNT(*) FROM presses';

function rows(count: number): readonly DatabaseRow[] {
  return Array.from({ length: count }, (_, line) => [line % 3, line, null, line / 7]);
}

async function listed<Item>(items: AsyncIterable<Item>): Promise<readonly Item[]> {
  const list: Item[] = [];
  for await (const item of items) list.push(item);
  return list;
}

/** Rows of a transaction of their own. */
function inBatches(
  database: Database,
  sql: string,
  parameters?: DatabaseRow,
): Promise<readonly DatabaseRow[]> {
  return database.transaction((session) => collectPages(session.batches(sql, parameters)));
}

/** A promise and the function that resolves it. */
function gate(): { readonly opened: Promise<undefined>; readonly open: () => void } {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  return {
    opened: promise,
    open: () => {
      resolve(undefined);
    },
  };
}

interface Engine {
  open(space: string): Promise<Database>;
  /** An expression that opens the database in another process, which imports both engines. */
  opening(space: string): string;
  stop(): Promise<void>;
}

async function sqlite(): Promise<Engine> {
  const directory = await mkdtemp(join(tmpdir(), 'sqlite-'));
  const file = (space: string): string => join(directory, `${space}.sqlite`);
  return {
    open: (space) => Promise.resolve(openSqlite(file(space))),
    opening: (space) => `openSqlite(${JSON.stringify(file(space))})`,
    stop: () => rm(directory, { recursive: true, force: true }),
  };
}

async function server(): Promise<Engine> {
  const running = await startPostgres();
  assert.ok(running !== undefined);
  const { url } = running;
  return {
    open: (space) => openPostgres(url, space),
    opening: (space) => `await openPostgres(${JSON.stringify(url)}, ${JSON.stringify(space)})`,
    stop: () => running.stop(),
  };
}

describe('SQLite', () => {
  suite(sqlite);
});
describe('PostgreSQL', postgres, () => {
  suite(server);
});

function suite(start: () => Promise<Engine>): void {
  let engine: Engine;
  let space = 'none';
  let spaces = 0;
  let openDatabases: Database[] = [];

  before(async () => {
    engine = await start();
  });
  afterEach(async () => {
    await Promise.all(openDatabases.splice(0).map((database) => database.close()));
  });
  after(() => engine.stop());

  async function openAgain(): Promise<Database> {
    const database = await engine.open(space);
    openDatabases = [...openDatabases, database];
    return database;
  }

  /** With the tables, in a place of its own. */
  async function open(): Promise<Database> {
    spaces += 1;
    space = `Space "${spaces}"`;
    const database = await openAgain();
    await database.run(DDL);
    return database;
  }

  describe('tables', () => {
    it('creates tables once for repeated and concurrent requests', async () => {
      const database = await open();
      await database.insert(TABLE, rows(2));
      const otherConnection = await openAgain();
      await Promise.all(
        [database, otherConnection, database, otherConnection].map((connection) =>
          connection.run(DDL),
        ),
      );
      assert.deepEqual(await otherConnection.all(COUNT), [[2]]);
    });

    it('keeps tables of one schema or file invisible in another', async () => {
      await (await open()).insert(TABLE, rows(2));
      assert.deepEqual(await (await open()).all(COUNT), [[0]]);
    });

    it('refuse a second row with the same composite key, and all that came with it', async () => {
      const database = await open();
      await database.insert(TABLE, [[1, 1, 'first', 1]]);
      await assert.rejects(
        database.insert(TABLE, [
          [1, 2, 'new', 2],
          [1, 1, 'second', 2],
        ]),
      );
      assert.deepEqual(await database.all(ALL), [[1, 1, 'first', 1]]);
    });
  });

  describe('values', () => {
    it('returns values unchanged: null, whole numbers up to 2^53−1, doubles, every character', async () => {
      const database = await open();
      const sampleRows: readonly DatabaseRow[] = [
        [-Number.MAX_SAFE_INTEGER, 0, null, null],
        [0, 1, '', 0.1 + 0.2],
        [1, 2, `'it''s' "x" \\ {a,b} NULL $1 ; -- \n\t€ 👩‍👩‍👧 ไทย`, Number.MIN_VALUE],
        [2, 3, 'NULL', Number.MAX_VALUE],
        [Number.MAX_SAFE_INTEGER, 4, '\u{10FFFF}', -1e-7],
      ];
      await database.insert(TABLE, sampleRows);
      assert.deepEqual(await database.all(ALL), sampleRows);
      assert.deepEqual(await inBatches(database, ALL), sampleRows);
    });

    it('returns any values unchanged', async () => {
      const database = await open();
      const text = fc.string({ unit: 'grapheme' }).map((value) => value.replaceAll('\0', ''));
      await fc.assert(
        fc.asyncProperty(
          fc.array(
            fc.tuple(
              fc.maxSafeInteger(),
              fc.option(text),
              fc.option(fc.double({ noNaN: true, noDefaultInfinity: true })),
            ),
          ),
          async (choices) => {
            // SQLite keeps no sign of zero.
            const writtenRows = choices.map(([survey, words, weight], i) => [
              survey,
              i,
              words,
              weight === 0 ? 0 : weight,
            ]);
            await database.run('DELETE FROM presses');
            await database.insert(TABLE, writtenRows);
            const storedRows = await database.all(
              'SELECT survey, line, text, weight FROM presses ORDER BY line',
            );
            assert.deepEqual(storedRows, writtenRows);
            for (const row of writtenRows) {
              const [survey, line, words] = row;
              const matchCount = await database.all(
                'SELECT COUNT(*) FROM presses WHERE survey = $1 AND line = $2 AND COALESCE(text, $4) = COALESCE($3, $4)',
                [survey ?? null, line ?? null, words ?? null, 'none'],
              );
              assert.deepEqual(matchCount, [[1]]);
            }
          },
        ),
        { numRuns: 20 },
      );
    });

    it('contain U+0000 or its replacement', async () => {
      const database = await open();
      await database.insert(TABLE, [[1, 1, 'a\0b', null]]);
      await database.run('INSERT INTO copies (survey, line, text) VALUES (1, 1, $1)', ['a\0b']);
      const [[text] = []] = await database.all('SELECT text FROM presses');
      assert.match(String(text), /^a[\0\uFFFD]b$/);
      assert.deepEqual(await database.all('SELECT text FROM copies'), [[text]]);
      assert.deepEqual(await database.all('SELECT line FROM presses WHERE text = $1', ['a\0b']), [
        [1],
      ]);
    });

    it('returns a value exactly or fails', async () => {
      const database = await open();
      await database.insert(TABLE, [
        [Number.MAX_SAFE_INTEGER, 1, null, null],
        [Number.MAX_SAFE_INTEGER, 2, null, null],
      ]);
      for (const sql of ['SELECT SUM(survey) FROM presses', 'SELECT survey + 1 FROM presses']) {
        const isExactOrNot = { name: 'RangeError', message: /^[^0-9]+$/ };
        await assert.rejects(database.all(sql), isExactOrNot);
        await assert.rejects(inBatches(database, sql), isExactOrNot);
      }
    });

    it('return sums, averages and booleans as numbers', async () => {
      const database = await open();
      await database.insert(TABLE, rows(4));
      assert.deepEqual(
        await database.all(
          'SELECT SUM(line), AVG(line), MAX(weight), COUNT(text), EXISTS (SELECT 1 FROM copies), 1 = 1 FROM presses',
        ),
        [[6, 1.5, 3 / 7, 0, 0, 1]],
      );
    });

    it('insert of no rows adds none', async () => {
      const database = await open();
      await database.insert(TABLE, []);
      assert.deepEqual(await database.all(COUNT), [[0]]);
    });

    for (const count of [1, 19, 20, 21, 2_000, 2_001, 6_543]) {
      it(`insert of ${count} rows adds each once`, async () => {
        const database = await open();
        await database.insert(TABLE, rows(count));
        assert.deepEqual(
          await database.all('SELECT COUNT(*), COUNT(DISTINCT line), MAX(line) FROM presses'),
          [[count, count, count - 1]],
        );
      });
    }
  });

  describe('queries', () => {
    it('take parameters twice and out of order', async () => {
      const database = await open();
      await database.insert(TABLE, rows(10));
      const sql =
        'SELECT line FROM presses WHERE line >= $2 AND line < $1 AND line - $2 < 3 ORDER BY line';
      const expected = [[4], [5], [6]];
      assert.deepEqual(await database.all(sql, [8, 4]), expected);
      assert.deepEqual(await inBatches(database, sql, [8, 4]), expected);
    });

    it('use integer division for whole numbers, including parameters', async () => {
      const database = await open();
      await database.insert(TABLE, [[7, 7_199_999, null, null]]);
      assert.deepEqual(
        await database.all('SELECT line / $1, line % $1, survey / 2 FROM presses', [3_600_000]),
        [[1, 3_599_999, 3]],
      );
    });

    it('order, limit, group and find missing rows', async () => {
      const database = await open();
      await database.insert(TABLE, rows(9));
      await database.run('INSERT INTO copies SELECT * FROM presses WHERE line < $1', [7]);
      assert.deepEqual(
        await database.all(
          'SELECT line FROM presses ORDER BY survey DESC, line LIMIT $1 OFFSET $2',
          [3, 2],
        ),
        [[8], [1], [4]],
      );
      assert.deepEqual(
        await database.all(
          'SELECT survey, COUNT(*), SUM(line) FROM presses GROUP BY survey HAVING SUM(line) > $1 ORDER BY survey',
          [9],
        ),
        [
          [1, 3, 12],
          [2, 3, 15],
        ],
      );
      assert.deepEqual(
        await database.all(
          `SELECT line FROM presses WHERE NOT EXISTS
             (SELECT 1 FROM copies WHERE copies.line = presses.line) ORDER BY line`,
        ),
        [[7], [8]],
      );
    });

    it('sort nulls first or last as specified', async () => {
      const database = await open();
      await database.insert(TABLE, [
        [1, 1, null, 2],
        [1, 2, null, null],
        [1, 3, null, 1],
      ]);
      for (const [place, expected] of [
        ['FIRST', [[2], [3], [1]]],
        ['LAST', [[3], [1], [2]]],
      ] as const)
        assert.deepEqual(
          await database.all(`SELECT line FROM presses ORDER BY weight NULLS ${place}`),
          expected,
        );
    });

    it('upsert', async () => {
      const database = await open();
      const sql = `INSERT INTO presses (survey, line, text) VALUES ($1, $2, $3)
        ON CONFLICT (survey, line) DO UPDATE SET text = excluded.text`;
      for (const text of ['first', 'second']) await database.run(sql, [1, 1, text]);
      await database.run(
        'INSERT INTO presses (survey, line, text) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
        [1, 1, 'third'],
      );
      assert.deepEqual(await database.all(ALL), [[1, 1, 'second', null]]);
    });

    it('a query only reads outside of a transaction', async () => {
      const database = await open();
      const sql = 'INSERT INTO presses (survey, line) VALUES (1, 1) RETURNING line';
      await assert.rejects(database.all(sql));
      assert.deepEqual(await database.all(COUNT), [[0]]);
      assert.deepEqual(await database.transaction((session) => session.all(sql)), [[1]]);
    });

    it('answers queries concurrently, also during a transaction', async () => {
      const database = await open();
      await database.insert(TABLE, rows(3));
      const ask = (): Promise<readonly (readonly DatabaseRow[])[]> =>
        Promise.all(Array.from({ length: 50 }, () => database.all(COUNT)));
      const before = await database.transaction(async (session) => {
        await session.run('DELETE FROM presses');
        return ask();
      });
      assert.deepEqual(
        [before.flat(2), (await ask()).flat(2)],
        [Array(50).fill(3), Array(50).fill(0)],
      );
    });

    it('fail without revealing their parameters, and the next query works', async () => {
      const database = await open();
      const secret = 'a secret text';
      await database.insert(TABLE, [[4711, 1, secret, null]]);
      const failing: readonly (readonly [string, DatabaseRow])[] = [
        ['INSERT INTO presses (survey, line, text) VALUES ($1, 1, $2)', [4711, secret]],
        ['INSERT INTO presses (survey, line, text) VALUES ($1, NULL, $2)', [4711, secret]],
        ['INSERT INTO nothing (survey, text) VALUES ($1, $2)', [4711, secret]],
        ['INSERT INTO presses (survey, text VALUES ($1, $2)', [4711, secret]],
      ];
      for (const [sql, parameters] of failing) {
        await assert.rejects(database.run(sql, parameters), (error) => {
          assert.ok(error instanceof Error);
          assert.doesNotMatch(`${error.stack ?? ''} ${JSON.stringify(error)}`, /4711|secret/);
          assert.equal(error.cause, undefined);
          return true;
        });
      }
      assert.deepEqual(await database.all(COUNT), [[1]]);
    });
  });

  describe('batches', () => {
    it('return every row once and in order, and are never empty', async () => {
      const database = await open();
      for (const count of [0, 999, 1_000, 1_001, 12_345]) {
        await database.run('DELETE FROM presses');
        await database.insert(TABLE, rows(count));
        const sql = 'SELECT line FROM presses WHERE line >= $1 ORDER BY line';
        const batches = await database.transaction((session) => listed(session.batches(sql, [0])));
        assert.deepEqual(
          batches.flat(2),
          Array.from({ length: count }, (_, i) => i),
        );
        assert.ok(batches.every(({ length }) => length > 0 && length < 5_000));
      }
    });

    it('release their query when they are not read to the end', async () => {
      const database = await open();
      await database.insert(TABLE, rows(5_000));
      await database.transaction(async (session) => {
        for (let time = 0; time < 50; time += 1) {
          for await (const batch of session.batches(ALL)) {
            assert.ok(batch.length > 0);
            break;
          }
        }
        await session.run('DROP TABLE copies; DELETE FROM presses WHERE line > 9');
        assert.deepEqual(await collectPages(session.batches(COUNT)), [[10]]);
        // An engine refuses this while a query of it is open.
        await session.run('DROP TABLE presses');
      });
    });

    it('release their query when their reader throws', async () => {
      const database = await open();
      await database.insert(TABLE, rows(5_000));
      await database.transaction(async (session) => {
        for (let time = 0; time < 20; time += 1) {
          await assert.rejects(async () => {
            for await (const batch of session.batches(ALL)) throw new Error(`at ${batch.length}`);
          }, /^Error: at 1000$/);
        }
        assert.equal((await collectPages(session.batches(ALL))).length, 5_000);
      });
    });

    it('continue during short queries of others', async () => {
      const database = await open();
      await database.insert(TABLE, rows(5_000));
      const length = await database.transaction(async (session) => {
        let length = 0;
        for await (const batch of session.batches(ALL)) {
          length += batch.length;
          await session.insert(COPY, batch);
          assert.deepEqual(await database.all('SELECT COUNT(*) FROM copies'), [[0]]);
        }
        return length;
      });
      assert.equal(length, 5_000);
      assert.deepEqual(await database.all('SELECT COUNT(*) FROM copies'), [[5_000]]);
    });
  });

  describe('a transaction', () => {
    it('reads in batches while it writes', async () => {
      const database = await open();
      await database.insert(TABLE, rows(4_321));
      await database.transaction(async (session) => {
        for await (const batch of session.batches(ALL)) {
          await session.insert(COPY, batch);
          await session.run('UPDATE copies SET text = $1 WHERE line = $2', ['first', 0]);
        }
        for await (const batch of session.batches(ALL)) {
          await session.insert(COPY, batch);
          break;
        }
      });
      for (const writer of [await openAgain(), database]) await writer.insert(COPY, rows(1));
      assert.deepEqual(await database.all('SELECT COUNT(*), COUNT(text) FROM copies'), [
        [5_323, 1],
      ]);
    });

    it('reads several queries concurrently, and the same query twice', async () => {
      const database = await open();
      await database.insert(TABLE, rows(2_500));
      const pairs = await database.transaction(async (session) => {
        let count = 0;
        for await (const batch of session.batches(ALL)) {
          for (const sql of [ALL, `${ALL} DESC`])
            count += batch.length * (await collectPages(session.batches(sql))).length;
        }
        return count;
      });
      assert.equal(pairs, 2 * 2_500 ** 2);
    });

    it('a transaction that fails while reading reports what failed', async () => {
      const database = await open();
      await database.insert(TABLE, rows(2_500));
      await assert.rejects(
        database.transaction(async (session) => {
          await session.batches(ALL)[Symbol.asyncIterator]().next();
          for await (const batch of session.batches(ALL)) {
            await session.insert({ ...COPY, name: 'nothing' }, batch);
          }
        }),
        /nothing/,
      );
    });

    it('sees its own changes, which others see only after it commits', async () => {
      const database = await open();
      const otherConnection = await openAgain();
      const answer = await database.transaction(async (session) => {
        await session.insert(TABLE, rows(10));
        for (const connection of [database, otherConnection]) {
          assert.deepEqual(await connection.all(COUNT), [[0]]);
        }
        return session.all(COUNT);
      });
      assert.deepEqual(answer, [[10]]);
      for (const connection of [database, otherConnection])
        assert.deepEqual(await connection.all(COUNT), [[10]]);
    });

    it('a transaction that throws commits nothing', async () => {
      const database = await open();
      const error = new Error('The file is wrong.');
      await assert.rejects(
        database.transaction(async (session) => {
          await session.run('CREATE TABLE more (a BIGINT)');
          await session.insert(TABLE, rows(10));
          for await (const batch of session.batches(ALL)) if (batch.length > 0) throw error;
        }),
        error,
      );
      assert.deepEqual(await database.all(COUNT), [[0]]);
      await assert.rejects(database.all('SELECT a FROM more'));
    });

    const failing: Readonly<Record<string, (session: Session) => Promise<unknown>>> = {
      run: (session) => session.run('INSERT INTO nothing VALUES (1)'),
      all: (session) => session.all('SELECT line FROM nothing'),
      batches: (session) => collectPages(session.batches('SELECT line FROM nothing')),
      insert: (session) => session.insert({ ...TABLE, name: 'nothing' }, rows(1)),
    };
    for (const [statement, fail] of Object.entries(failing))
      it(`a transaction in which ${statement} failed commits nothing, even if the error is ignored`, async () => {
        const database = await open();
        await assert.rejects(
          database.transaction(async (session) => {
            await session.insert(TABLE, rows(10));
            await fail(session).catch(() => undefined);
            await session.insert(TABLE, [[9, 9, null, null]]).catch(() => undefined);
          }),
          /nothing/,
        );
        assert.deepEqual(await database.all(COUNT), [[0]]);
        await database.insert(TABLE, rows(10));
      });

    it('a transaction that has ended accepts no statements and does not block the next', async () => {
      const database = await open();
      await database.insert(TABLE, rows(5_000));
      const endedTransaction = await database.transaction(async (session) => {
        const batches = session.batches(ALL)[Symbol.asyncIterator]();
        await batches.next();
        return { session, batches };
      });
      for (const writer of [await openAgain(), database]) await writer.insert(COPY, rows(1));
      await assert.rejects(endedTransaction.session.insert(COPY, rows(1)), /over/);
      await assert.rejects(endedTransaction.batches.next(), /over/);
      assert.deepEqual(await database.all('SELECT COUNT(*) FROM copies'), [[2]]);
    });

    it('is exclusive: writers of two connections run one at a time', async () => {
      const database = await open();
      const otherConnection = await openAgain();
      const add = async (session: Session): Promise<void> => {
        const [[next] = []] = await session.all('SELECT COUNT(*) FROM copies');
        for (let time = 0; time < 3; time += 1) await otherConnection.all(COUNT);
        await session.insert(COPY, [[0, next ?? null, null, null]]);
      };
      await Promise.all(
        Array.from({ length: 20 }, (_, i) =>
          (i % 2 === 0 ? database : otherConnection).transaction(add),
        ),
      );
      assert.deepEqual(
        (await database.all('SELECT line FROM copies ORDER BY line')).flat(),
        Array.from({ length: 20 }, (_, i) => i),
      );
    });

    it('makes a single statement of another connection wait, but not the process', async () => {
      const database = await open();
      const otherConnection = await openAgain();
      const { opened: written, open: tellWritten } = gate();
      const order: string[] = [];
      const firstTransaction = database.transaction(async (session) => {
        await session.insert(COPY, rows(1));
        tellWritten();
        for (let time = 0; time < 50; time += 1) await session.all(COUNT);
        order.push('transaction');
      });
      await written;
      const before = performance.eventLoopUtilization();
      await otherConnection.run('DELETE FROM copies').then(() => order.push('statement'));
      await firstTransaction;
      // SQLite would stop the process for five seconds.
      const { active } = performance.eventLoopUtilization(before);
      assert.ok(active < 4_000, `${active} ms`);
      assert.deepEqual(order, ['transaction', 'statement']);
      assert.deepEqual(await otherConnection.all('SELECT COUNT(*) FROM copies'), [[0]]);
    });

    it('reports another writer, and waits no longer than allowed', async () => {
      const database = await open();
      const otherConnection = await openAgain();
      const { opened: written, open: tellWritten } = gate();
      const { opened: released, open: release } = gate();
      const busyWriters: string[] = [];
      const waitAtMost = (name: string, maxWaitMs?: number): Promise<void> =>
        otherConnection.transaction(() => Promise.resolve(), {
          onBusy: () => busyWriters.push(name),
          ...(maxWaitMs === undefined ? {} : { maxWaitMs }),
        });
      await waitAtMost('no writer', 0);
      const firstTransaction = database.transaction(async () => {
        tellWritten();
        await released;
      });
      await written;
      await assert.rejects(waitAtMost('no wait', 0), DatabaseBusyError);
      await assert.rejects(waitAtMost('short wait', 60), DatabaseBusyError);
      const waiting = waitAtMost('unlimited wait');
      while (busyWriters.length < 3) await setImmediate();
      release();
      await Promise.all([firstTransaction, waiting]);
      assert.deepEqual(busyWriters, ['no wait', 'short wait', 'unlimited wait']);
    });

    it('a transaction of a killed process commits nothing and does not block the next', async (t) => {
      const database = await open();
      const child = await writingIn(engine.opening(space));
      t.after(() => child.kill('SIGKILL'));
      let hasBegun = false;
      const next = database.transaction((session) => {
        hasBegun = true;
        return session.all(COUNT);
      });
      for (let time = 0; time < 50; time += 1) {
        assert.deepEqual(await database.all(COUNT), [[0]]);
        assert.equal(hasBegun, false);
      }
      child.kill('SIGKILL');
      assert.deepEqual(await next, [[0]]);
      await database.insert(TABLE, rows(3));
      assert.deepEqual(await (await openAgain()).all(COUNT), [[3]]);
    });
  });

  it('closes after running transactions have ended', async () => {
    const database = await engine.open('closing');
    await database.run(DDL);
    const writing = database.transaction(async (session) => {
      await session.insert(TABLE, rows(5_000));
      await session.all(COUNT);
    });
    await Promise.all([writing, database.close()]);
    space = 'closing';
    assert.deepEqual(await (await openAgain()).all(COUNT), [[5_000]]);
  });
}

/** Another process that is in the middle of a transaction and stays there. */
async function writingIn(opening: string): Promise<ChildProcess> {
  const moduleUrl = (file: string): string =>
    new URL(`../../../../lib/feedback-service/database/${file}`, import.meta.url).href;
  const code = `
    import { once } from 'node:events';
    import { openPostgres } from '${moduleUrl('postgres.ts')}';
    import { openSqlite } from '${moduleUrl('sqlite.ts')}';
    const database = ${opening};
    await database.transaction(async (session) => {
      const row = (line) => [1, line, 'a text that is long enough for many pages', null];
      await session.insert(${JSON.stringify(TABLE)}, Array.from({ length: 50_000 }, (_, line) => row(line)));
      process.stdout.write('written');
      await once(process.stdin.resume(), 'end');
      process.exit();
    });`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  await Promise.race([
    once(child.stdout, 'data'),
    once(child, 'exit').then(() => assert.fail('The other process ended.')),
  ]);
  return child;
}
