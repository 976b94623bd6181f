// Failures that only SQLite can cause, and its prepared statements.
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync, StatementSync } from 'node:sqlite';
import { after, before, describe, it } from 'node:test';
import { DatabaseError, type Table } from '../../../../lib/feedback-service/database/database.ts';
import { openSqlite } from '../../../../lib/feedback-service/database/sqlite.ts';
import { toSqliteFailure } from '../../../../lib/feedback-service/database/failures.ts';
import { openDataSet } from '../../../../lib/feedback-service/index.ts';
import { dataDirectory, presses } from '../../../support/feedback-service/data-directory.ts';
import { noon, problemOf, serve } from '../../../support/feedback-service/served-company.ts';

const TABLE: Table = {
  name: 'lines',
  columns: [
    ['line', 'BIGINT'],
    ['text', 'TEXT'],
  ],
};
const DDL = 'CREATE TABLE lines (line BIGINT PRIMARY KEY, text TEXT)';
const COUNT = 'SELECT COUNT(*) FROM lines';

const rows = Array.from({ length: 5_000 }, (_, line) => [line, 'long enough for many pages']);

let directory = '';
before(async () => {
  directory = await mkdtemp(join(tmpdir(), 'sqlite-'));
});
after(() => rm(directory, { recursive: true, force: true }));

function isSentenceAbout(path: string, what: RegExp): (error: unknown) => true {
  return (error) => {
    assert.ok(error instanceof DatabaseError);
    assert.ok(error.message.startsWith(`The database ${path} `), error.message);
    assert.match(error.message, what);
    return true;
  };
}

describe('a file', () => {
  it('names a file that is not a database', async () => {
    const path = join(directory, 'text.sqlite');
    await writeFile(path, 'This is a letter to a friend, and longer than a header. '.repeat(50));
    assert.throws(() => openSqlite(path), isSentenceAbout(path, /is not an SQLite database/));
  });

  it('names a file without a directory, or that is a directory', async () => {
    const missing = join(directory, 'nowhere', 'a.sqlite');
    assert.throws(() => openSqlite(missing), isSentenceAbout(missing, /cannot be opened/));
    const folder = join(directory, 'folder.sqlite');
    await mkdir(folder);
    assert.throws(() => openSqlite(folder), isSentenceAbout(folder, /cannot be opened/));
  });

  it('names a file that is damaged', async () => {
    const path = join(directory, 'damaged.sqlite');
    const wholeDatabase = openSqlite(path);
    await wholeDatabase.run(DDL);
    await wholeDatabase.insert(TABLE, rows);
    await wholeDatabase.close();
    await truncate(path, 8_192);
    assert.throws(
      () => openSqlite(path),
      isSentenceAbout(path, /is damaged: .*: credentials that were added are kept\.$/),
    );
  });

  it('reports a file that cannot grow, and keeps its content', async () => {
    const path = join(directory, 'full.sqlite');
    const database = openSqlite(path);
    await database.run(DDL);
    await database.insert(TABLE, rows.slice(0, 10));
    await assert.rejects(
      database.transaction(async (session) => {
        await session.run('PRAGMA max_page_count = 20');
        await session.insert(TABLE, rows.slice(10));
      }),
      isSentenceAbout(path, /the disk is full/),
    );
    assert.deepEqual(await database.all(COUNT), [[10]]);
    await database.insert(TABLE, rows.slice(10, 20));
    assert.deepEqual(await database.all(COUNT), [[20]]);
    await database.close();
  });

  it('reports only the cause when SQLite has rolled back a transaction by itself', async () => {
    const database = openSqlite(join(directory, 'rolled-back.sqlite'));
    await database.run(DDL);
    const work = database.transaction(async (session) => {
      await session.run('ROLLBACK');
      throw new Error('the cause');
    });
    await assert.rejects(work, /^Error: the cause$/);
    await database.insert(TABLE, rows.slice(0, 10));
    assert.deepEqual(await database.all(COUNT), [[10]]);
    await database.close();
  });

  it('is synchronised to disk on every commit', async () => {
    const database = openSqlite(join(directory, 'synced.sqlite'));
    const [[level] = []] = await database.transaction((session) =>
      session.all('PRAGMA synchronous'),
    );
    const full = 2;
    assert.equal(level, full);
    await database.close();
  });

  it('closes a file for the writer too when only its readers are refused', async (t) => {
    const place = join(directory, 'half');
    await mkdir(place);
    const path = join(place, 'a.sqlite');
    const wholeDatabase = openSqlite(path);
    await wholeDatabase.run(DDL);
    await wholeDatabase.close();
    const exec = t.mock.method(DatabaseSync.prototype, 'exec');
    exec.mock.mockImplementationOnce(() => {
      throw Object.assign(new Error('disk I/O error'), { errcode: 10 });
    }, 1);
    assert.throws(() => openSqlite(path), isSentenceAbout(path, /the disk reports an error/));
    assert.equal(exec.mock.callCount(), 2);
    assert.deepEqual(await readdir(place), ['a.sqlite']);
  });

  it('is all that is left after closing', async () => {
    const place = join(directory, 'tidy');
    await mkdir(place);
    const database = openSqlite(join(place, 'a.sqlite'));
    await database.run(DDL);
    await database.insert(TABLE, rows);
    assert.deepEqual(await database.all(COUNT), [[5_000]]);
    assert.ok((await readdir(place)).length > 1);
    await database.close();
    assert.deepEqual(await readdir(place), ['a.sqlite']);
  });
});

describe('a query that SQLite', () => {
  for (const [name, errcode, status] of [
    ['finds busy', 5, 503],
    ['cannot read from the disk', 266, 503],
    ['cannot open the file for', 14, 503],
    ['does not understand', 1, 500],
  ] as const) {
    it(`${name} is answered ${status}, page or not`, async (t) => {
      const files = { 'feedback.ndjson': presses(3) };
      const set = await openDataSet({
        directory: await dataDirectory(t, { files }),
        clock: () => noon,
      });
      t.after(() => set.close());
      const credentials = await set.company.credentials();
      const company = { credentials: () => Promise.resolve(credentials), store: set.company.store };
      const errors: unknown[] = [];
      const { ask } = await serve(t, company, { onError: (error) => errors.push(error) });
      const failure = Object.assign(new Error('a failure'), { errcode });
      for (const path of ['/v1/surveys/11/results', '/v1/surveys/11/rawresults']) {
        const allMock = t.mock.method(StatementSync.prototype, 'all', () => {
          throw failure;
        });
        const failedResponse = await ask(path);
        assert.equal(failedResponse.status, status, path);
        assert.equal(
          problemOf(failedResponse).code,
          status === 503 ? 'DATA_UNAVAILABLE' : 'INTERNAL',
        );
        assert.equal(failedResponse.headers.get('retry-after'), status === 503 ? '30' : null);
        allMock.mock.restore();
        assert.equal((await ask(path)).status, 200, path);
      }
      assert.equal(errors.length, 2);
    });
  }
});

it('an extended result code of SQLite has the message of its primary code', () => {
  const readFailed = Object.assign(new Error('disk I/O error'), { errcode: 266 });
  assert.match(String(toSqliteFailure(readFailed, 'a.sqlite')), /a\.sqlite .* the disk reports/);
});

describe('memory', () => {
  it('is a separate database for each connection', async () => {
    const [database, otherDatabase] = [openSqlite(':memory:'), openSqlite(':memory:')];
    await Promise.all([database.run(DDL), otherDatabase.run(DDL)]);
    await database.insert(TABLE, rows);
    await assert.rejects(
      database.transaction(async (session) => {
        await session.run('DELETE FROM lines');
        throw new Error('no');
      }),
      /^Error: no$/,
    );
    assert.deepEqual(await database.all(COUNT), [[5_000]]);
    assert.deepEqual(await otherDatabase.all(COUNT), [[0]]);
    await Promise.all([database.close(), otherDatabase.close()]);
  });
});

describe('a prepared statement', () => {
  it('reads to its end, whatever others with the same text read meanwhile', async () => {
    const database = openSqlite(':memory:');
    const count = 'WITH RECURSIVE n(i) AS (SELECT $1 UNION ALL SELECT i + 1 FROM n WHERE i < $2)';
    const select = `${count} SELECT i FROM n`;
    await database.transaction(async (session) => {
      let last: unknown;
      for await (const rows of session.batches(select, [1, 2_500])) {
        assert.deepEqual(await session.all(select, [7, 9]), [[7], [8], [9]]);
        last = rows.at(-1)?.[0];
      }
      assert.equal(last, 2_500);
    });
    await database.close();
  });

  it('has each parameter in its place, wherever and how often it is used', async () => {
    const database = openSqlite(':memory:');
    assert.deepEqual(await database.all('SELECT $2, $1, $2, $1 / 2', [3, 'b']), [['b', 3, 'b', 1]]);
    await database.close();
  });
});
