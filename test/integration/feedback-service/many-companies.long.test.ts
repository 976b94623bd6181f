// Sixty companies in one PostgreSQL database: imports and long answers share its connections.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import pg from 'pg';
import {
  openDataSet,
  superviseDataSet,
  type Company,
} from '../../../lib/feedback-service/index.ts';
import {
  dataDirectory,
  presses,
  writeLines,
} from '../../support/feedback-service/data-directory.ts';
import { postgresPrograms, startPostgres } from '../../support/feedback-service/postgres-server.ts';
import { basic, noon, serve, sha256 } from '../../support/feedback-service/served-company.ts';

const path = '/v1/surveys/11/rawresults';
const lines = presses(20_000, { from: '2026-11-01T00:00:00Z' });
const clock = (): number => noon;

const withPostgres = { skip: postgresPrograms() === undefined ? 'needs PostgreSQL' : false };

describe('60 companies in PostgreSQL', withPostgres, () => {
  it('need at most ten connections while they import and send long answers', async (t) => {
    const server = await startPostgres();
    assert.ok(server !== undefined);
    t.after(() => server.stop());
    const place = { clock, database: server.url };
    const names = Array.from({ length: 60 }, (_, i) => `company-${i}`);
    const companies: Company[] = [];
    for (const [i, name] of names.entries()) {
      const credentials = [{ clientId: name, tokenSha256: sha256(name) }];
      const files = { 'feedback.ndjson': i < 3 ? lines : presses(i) };
      const directory = await dataDirectory(t, { name, credentials, files });
      const set = await openDataSet({ ...place, directory });
      t.after(() => set.close());
      companies.push(set.company);
    }
    const directory = await dataDirectory(t, { name: 'importing' });
    await (await openDataSet({ ...place, directory })).close();
    await writeLines(directory, 'feedback.ndjson', lines);
    const onFailed = (error: unknown): never => {
      throw error;
    };
    const importing = await superviseDataSet({
      ...place,
      directory,
      onFailed,
      onImported: () => undefined,
    });
    t.after(() => importing.close());
    const { ask } = await serve(t, [...companies, importing.company]);

    const admin = new pg.Client(server.url);
    await admin.connect();
    const end = new AbortController();
    let most = 0;
    const counting = (async (): Promise<void> => {
      while (!end.signal.aborted) {
        const { rows } = await admin.query<{ count: string }>(
          'SELECT count(*) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND client_port > 0',
        );
        most = Math.max(most, Number(rows[0]?.count));
      }
    })();
    const askAs = async (name: string, asked: string): Promise<number> => {
      const { status, body } = await ask(asked, { headers: { authorization: basic(name, name) } });
      const i = names.indexOf(name);
      if (i >= 3) assert.equal(JSON.stringify(body).match(/"ts"/g)?.length ?? 0, i, name);
      return status;
    };
    await Promise.all([
      importing.importNow(),
      ...[0, 1, 2].map((i) => askAs(`company-${i}`, path)),
      ...names.map((name) => askAs(name, path)),
    ]);
    end.abort();
    await counting;
    await admin.end();
    assert.ok(most <= 10, String(most));
    assert.ok(most > 6, String(most));
  });
});
