// `serve` with a bucket of an S3-compatible server: the same as with a folder.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { request } from 'undici';
import { z } from 'zod';
import { feedbackReports } from '../../support/run-command.ts';
import { DUE, MOVED_TIME, serve, serveEnvironment, WEEK } from '../../support/serve-process.ts';
import { startS3, type S3Server } from '../../support/s3/s3-server.ts';
import { canary } from '../../support/secret-markers.ts';
import { startTestCompany, type TestCompany } from '../../support/test-company.ts';

const STORE = 's3://reports/acme';

describe('serve with a bucket', () => {
  const resources = new AsyncDisposableStack();
  let acme: TestCompany;
  let bucket: S3Server;
  let env: Readonly<Record<string, string>>;
  before(async () => {
    acme = resources.adopt(await startTestCompany(), (company) => company.close());
    const clock = () => Date.parse('2026-11-18T09:00:00Z');
    bucket = resources.adopt(await startS3({ clock }), (server) => server.close());
    env = {
      ...serveEnvironment(acme),
      ...bucket.environment,
      NODE_OPTIONS: `--import=${MOVED_TIME}`,
      REPORTS_LINK_KEY: `a:${canary('link key')}`,
    };
  });
  after(() => resources.disposeAsync());

  const manifests = (): readonly string[] =>
    [...bucket.objects('reports').keys()].filter((key) => key.endsWith('/manifest.json'));

  it('makes what is due, has the lease, refuses a token that was revoked, and ends at serve stop', async (t) => {
    const server = serve(t, STORE, env);
    const url = await server.listening;
    await server.logged('report made', DUE.length);
    assert.equal(manifests().length, DUE.length);
    const second = await serve(t, STORE, env).ended;
    assert.equal(second.code, 1);
    assert.match(second.stderr, /^STORE_IN_USE: /m);
    const created = await feedbackReports(
      ['token', 'create', '--name', 'test', '--json', '--store', STORE],
      env,
    );
    const { token, id } = z
      .object({ token: z.string(), id: z.string() })
      .parse(JSON.parse(created.stdout));
    const status = async (): Promise<number> => {
      const headers = { Authorization: `Bearer ${token}` };
      const answer = await request(`${url}/v1/reports/${WEEK}/1`, { headers });
      await answer.body.dump();
      return answer.statusCode;
    };
    while ((await status()) !== 200) await new Promise((resolve) => setTimeout(resolve, 500));
    const revoked = await feedbackReports(['token', 'revoke', id, '--store', STORE], env);
    assert.equal(revoked.code, 0, revoked.stderr);
    while ((await status()) !== 401) await new Promise((resolve) => setTimeout(resolve, 500));
    const stop = await feedbackReports(['serve', 'stop', '--store', STORE], env);
    assert.deepEqual([stop.code, (await server.ended).code], [0, 0], stop.stderr);
    assert.match(stop.stdout, /^Process \d+ of .* has stopped\.$/m);
    const again = await feedbackReports(['serve', 'stop', '--store', STORE], env);
    assert.deepEqual([again.code, again.stdout], [0, 'No server runs.\n']);
    const verified = await feedbackReports(['verify', '--all', '--store', STORE], env);
    assert.equal(verified.code, 0, verified.stdout + verified.stderr);
  });

  it('starts again at once after it was stopped, and makes nothing twice', async (t) => {
    const before = manifests();
    const server = serve(t, STORE, env);
    await server.logged('week planned', 2);
    assert.equal((await server.stop()).code, 0);
    assert.deepEqual(manifests(), before);
    assert.equal(before.length, DUE.length);
  });
});
