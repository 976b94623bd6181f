// `link`, also as a process: its requirements and its messages. start-command.test.ts checks that its links open.
import assert from 'node:assert/strict';
import { readFile, readdir, stat, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { describe, it } from 'node:test';
import type { LinkKey } from '../../../lib/ports/secrets.ts';
import { parseSecret } from '../../../lib/adapters/secrets/index.ts';
import { localLinkKeys } from '../../../lib/composition/local.ts';
import { openStore, setEnvironment } from '../../integration/s3/open-s3-store.ts';
import { canary } from '../../support/secret-markers.ts';
import { feedbackReports, runCommand, temporaryFolder } from '../../support/run-command.ts';
import { startS3, type S3Server } from '../../support/s3/s3-server.ts';
import { PUBLIC_URL, createTestApiIn } from '../../support/http/reports-api-context.ts';

const WEEK = '2025-W46';

/** Copies a folder store into the bucket of the test server. */
async function copyToBucket(root: string, server: S3Server): Promise<void> {
  const restore = setEnvironment(server.environment);
  const { store } = openStore();
  const files = await readdir(root, { recursive: true, withFileTypes: true });
  for (const file of files.filter((entry) => entry.isFile())) {
    const path = join(file.parentPath, file.name);
    const contentType = file.name.endsWith('.pdf') ? 'application/pdf' : 'application/json';
    await store.create(relative(root, path), await readFile(path), { contentType });
  }
  restore();
}

describe('link', () => {
  it('prints only the address, for the newest report or one week, with one key for all links', async (t) => {
    const root = await temporaryFolder(t);
    await createTestApiIn(root).put(WEEK, 21);
    const store = ['--store', `file:${root}`];
    const [newest, bound] = await Promise.all([
      feedbackReports(['link', '--folder', '21', ...store]),
      feedbackReports([
        'link',
        '--folder',
        '21',
        '--week',
        WEEK,
        '--expires-in-days',
        '365',
        ...store,
      ]),
    ]);
    for (const { code, stdout, stderr } of [newest, bound]) {
      assert.equal(code, 0, stderr);
      assert.match(stdout, /^http:\/\/127\.0\.0\.1:8080\/d\/[A-Za-z0-9_-]+\.[A-Za-z0-9_-]{43}\n$/);
    }
    assert.match(
      newest.stderr,
      /^Opens the latest report of folder 21 until .*; to revoke it: --revoke 21-/,
    );
    assert.match(bound.stderr, /^Opens revision 1 of folder 21, 2025-W46, until /);
    const claims = [newest, bound].map(({ stdout }) => {
      const [payload = ''] = new URL(stdout.trim()).pathname.slice('/d/'.length).split('.');
      return /"k":"(local-[0-9a-f]{8})"/.exec(Buffer.from(payload, 'base64url').toString())?.[1];
    });
    assert.notEqual(claims[0], undefined);
    assert.equal(claims[0], claims[1], 'two that begin together use one key');
    assert.deepEqual(
      (await readdir(root)).filter((name) => name.startsWith('.link')),
      ['.link-key.json'],
    );
  });

  it('lists every problem, and exits with 2', async () => {
    const wrongOptions =
      '--folder x --week 2026-W54 --expires-in-days 366 --store s3://our-reports --foldr'.split(
        ' ',
      );
    const [wrongRun, conflictingRun] = await Promise.all([
      runCommand('link', wrongOptions),
      runCommand('link', ['--revoke', '21', '--folder', '21']),
    ]);
    const expectations: readonly (readonly [run: typeof wrongRun, problems: readonly string[]])[] =
      [
        [wrongRun, ['--folder ', '--week ', '--expires-in-days ', '--foldr ']],
        [wrongRun, ['REPORTS_PUBLIC_URL is not set', 'REPORTS_SECRET is not set']],
        [
          wrongRun,
          [
            'REPORTS_SECRET is not set: it names the secret in AWS Secrets Manager whose keys sign links to reports in a bucket. Without a secret, set REPORTS_LINK_KEY',
          ],
        ],
        [conflictingRun, ['--folder cannot be combined with --revoke', '--revoke must be the id']],
      ];
    for (const [{ code, stdout, stderr }, problems] of expectations) {
      assert.deepEqual([code, stdout], [2, '']);
      for (const problem of problems) assert.ok(stderr.includes(`  ${problem}`), stderr);
    }
  });

  it('signs a link to a report in a bucket with REPORTS_LINK_KEY, which the API opens with the same key in its secret', async (t) => {
    const server = await startS3();
    t.after(() => server.close());
    const root = await temporaryFolder(t);
    const api = createTestApiIn(root);
    await api.put(WEEK, 21);
    await copyToBucket(root, server);
    const key = canary('link key');
    const { code, stdout, stderr } = await feedbackReports(
      ['link', '--folder', '21', '--store', 's3://reports'],
      { ...server.environment, REPORTS_PUBLIC_URL: PUBLIC_URL, REPORTS_LINK_KEY: `a:${key}` },
    );
    assert.equal(code, 0, stderr);
    assert.ok(stdout.startsWith(`${PUBLIC_URL}/d/`), stdout);
    const secret = { clientId: 'c', apiToken: 't', linkKeys: [{ id: 'a', key }], apiTokens: [] };
    api.keys = parseSecret('prod', JSON.stringify(secret)).linkKeys;
    const linkPath = stdout.trim().slice(PUBLIC_URL.length);
    assert.equal((await api.ask('GET', linkPath)).status, 302);
    api.keys = [{ id: 'a', key: canary('another link key') }];
    assert.equal((await api.ask('GET', linkPath)).status, 403);
  });

  it('signs with REPORTS_LINK_KEY instead of a folder’s key, whose links still open', async (t) => {
    const store = { kind: 'file', folder: await temporaryFolder(t) } as const;
    const [storedKey] = await localLinkKeys(store, null)();
    const configuredKey = { id: 'a', key: canary('link key') };
    assert.deepEqual(await localLinkKeys(store, null, configuredKey)(), [configuredKey, storedKey]);
  });

  it('exits with 1 without creating a key when there is no report', async (t) => {
    const root = await temporaryFolder(t);
    const { code, stdout, stderr } = await runCommand('link', [
      ...['--folder', '21', '--store', `file:${root}`],
    ]);
    assert.deepEqual([code, stdout], [1, '']);
    assert.match(stderr, /^REPORT_NOT_FOUND: /);
    assert.deepEqual(await readdir(root), []);
  });

  it('revokes a link by its id, with a hint when no current key can have created the id', async (t) => {
    const root = await temporaryFolder(t);
    await createTestApiIn(root).put(WEEK, 21);
    const store = ['--store', `file:${root}`];
    const { stderr } = await runCommand('link', ['--folder', '21', ...store]);
    const id = /--revoke (\S+)/.exec(stderr)?.[1] ?? '';
    for (const [revoke, isProven] of [
      [id, true],
      [`21-${'A'.repeat(16)}`, false],
    ] as const) {
      const { code, stdout, stderr } = await runCommand('link', [
        ...['--revoke', revoke, ...store],
      ]);
      assert.equal(code, 0, stderr);
      assert.equal(stderr.startsWith('No current link key created this id'), !isProven, stderr);
      assert.ok(`${stdout}${stderr}`.includes(`Link ${revoke} is revoked.`));
    }
    assert.equal((await readdir(join(root, 'links'))).length, 2);
  });

  it('creates one key when several processes start at the same time', async (t) => {
    const folder = join(await temporaryFolder(t), 'new', 'reports');
    const make = (): Promise<readonly LinkKey[]> => localLinkKeys({ kind: 'file', folder }, null)();
    const keys = await Promise.all([make(), make(), make(), make()]);
    assert.equal(new Set(keys.map((key) => JSON.stringify(key))).size, 1);
    assert.deepEqual(await make(), keys[0]);
    assert.deepEqual(await readdir(folder), ['.link-key.json', '.tmp']);
    assert.equal((await stat(join(folder, '.link-key.json'))).mode & 0o777, 0o600);
    await assert.rejects(localLinkKeys({ kind: 's3', bucket: 'b', prefix: '' }, null)(), {
      code: 'CONFIG_INVALID',
    });
  });

  it('never replaces an unreadable key, because its links would stop working', async (t) => {
    const root = await temporaryFolder(t);
    const key = join(root, '.link-key.json');
    await writeFile(key, '{"id":"local"');
    await assert.rejects(localLinkKeys({ kind: 'file', folder: root }, null)(), {
      code: 'SECRET_INVALID',
    });
    assert.equal(await readFile(key, 'utf8'), '{"id":"local"');
  });
});
