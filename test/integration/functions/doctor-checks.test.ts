// Checks of `doctor` that need a certificate, a bucket, an old token or a small disk.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { createServer, getCACertificates, setDefaultCACertificates } from 'node:tls';
import { checkCertificate } from '../../../functions/cli/doctor/api-checks.ts';
import type { Check } from '../../../functions/cli/doctor/check.ts';
import { checkState } from '../../../functions/cli/doctor/state-checks.ts';
import { checkStore } from '../../../functions/cli/doctor/store-checks.ts';
import { openStore, systemContext, tokenCodecs } from '../../../lib/composition/compose.ts';
import type { Config } from '../../../lib/composition/config.ts';
import { readConfig } from '../../../lib/composition/config.ts';
import { DAY_MS } from '../../../lib/domain/calendar.ts';
import { createStoredTokens, createToken, listTokens } from '../../../lib/reports/stored-tokens.ts';
import { selfSigned } from '../../support/feedback-service/self-signed-certificate.ts';
import { temporaryFolder } from '../../support/run-command.ts';
import { startS3 } from '../../support/s3/s3-server.ts';
import { mountSmallDisk } from '../../support/small-disk.ts';

const NOW = Date.parse('2026-11-18T09:00:00Z');

function configOf(store: string, more: Readonly<Record<string, string>> = {}): Config {
  const { config } = readConfig({ REPORTS_STORE: store, ...more }, { api: 'none' });
  assert.ok(config !== null);
  return config;
}

/** "level: result" of the check with this name. */
function resultOf(checks: readonly Check[], name: string): string {
  const check = checks.find((one) => one.name === name) ?? assert.fail(name);
  if (check.level === 'warn') assert.notEqual(check.advice, null);
  return `${check.level}: ${check.result}`;
}

describe('the check of a certificate', () => {
  /** A server whose certificate this process trusts. */
  async function serverWith(t: TestContext, until: string): Promise<number> {
    const { cert, key } = selfSigned(until);
    const trusted = getCACertificates();
    setDefaultCACertificates([...trusted, cert]);
    const server = createServer({ cert, key }).listen(0, '127.0.0.1');
    t.after(() => {
      server.close();
      setDefaultCACertificates(trusted);
    });
    await once(server, 'listening');
    const address = server.address();
    assert.ok(typeof address === 'object' && address !== null);
    return address.port;
  }

  it('warns from 14 days before its end', async (t) => {
    const port = await serverWith(t, '20991231000000Z');
    const end = Date.parse('2099-12-31T00:00:00Z');
    const check = async (now: number) =>
      checkCertificate('certificate', new URL(`https://127.0.0.1:${port}`), now);
    const checks = [await check(end - 15 * DAY_MS), await check(end - 14 * DAY_MS)];
    assert.deepEqual(
      checks.map(({ level, result }) => [level, result]),
      [
        ['ok', 'valid until 2099-12-31'],
        ['warn', 'valid until 2099-12-31'],
      ],
    );
    assert.equal(checks[1]?.advice, `Renew the certificate of 127.0.0.1:${port}.`);
  });

  it('fails for one that has expired, and for one that is not trusted', async (t) => {
    const port = await serverWith(t, '20210101000000Z');
    const check = async (host: string) => {
      const { level, result } = await checkCertificate('c', new URL(`https://${host}`), NOW);
      return [level, result.split(': ')[1]];
    };
    assert.deepEqual(await check(`127.0.0.1:${port}`), ['fail', 'CERT_HAS_EXPIRED']);
    const valid = await serverWith(t, '20991231000000Z');
    setDefaultCACertificates(getCACertificates('bundled'));
    assert.deepEqual(await check(`127.0.0.1:${valid}`), ['fail', 'DEPTH_ZERO_SELF_SIGNED_CERT']);
  });
});

describe('the check of a store', () => {
  const system = { ...systemContext, clock: () => NOW };

  it('fails for a bucket that is missing, of another account, or closed to these credentials', async (t) => {
    const bucket = await startS3();
    t.after(() => bucket.close());
    const before = process.env;
    t.after(() => {
      process.env = before;
    });
    process.env = { ...before, ...bucket.environment };
    bucket.createBucket('foreign', '444455556666');
    for (const [store, expected] of [
      ['s3://missing/acme', /NoSuchBucket/],
      ['s3://foreign/acme', /AccessDenied/],
      ['s3://reports/acme', /^ok: /],
    ] as const) {
      const { checks, isThere } = await checkStore(configOf(store), null, system);
      assert.match(resultOf(checks, 'store'), expected);
      assert.equal(isThere, store.startsWith('s3://reports'));
    }
    process.env['AWS_SECRET_ACCESS_KEY'] = 'another key';
    const { checks } = await checkStore(configOf('s3://reports/acme'), null, system);
    assert.match(resultOf(checks, 'store'), /^fail: .*SignatureDoesNotMatch/);
  });

  it('warns when less than a gigabyte is free, and fails when nothing is', async (t) => {
    const disk = await mountSmallDisk(t, 4);
    if (disk === null) return;
    const store = join(disk.folder, 'reports');
    const check = async () => (await checkStore(configOf(`file:${store}`), null, system)).checks;
    await openStore(configOf(`file:${store}`), system).create('a', new Uint8Array(1), {
      contentType: 'text/plain',
    });
    assert.equal(resultOf(await check(), 'free space'), 'warn: 0.0 GB');
    assert.match(resultOf(await check(), 'store'), /^ok: /);
    await disk.fill();
    assert.match(resultOf(await check(), 'store'), /^fail: STORE_UNAVAILABLE: .*ENOSPC/);
    await disk.free();
    disk.makeReadOnly();
    assert.match(resultOf(await check(), 'store'), /^fail: STORE_UNAVAILABLE: .*EROFS/);
  });
});

describe('the check of tokens', () => {
  it('warns of those that have expired or were not used for 30 days', async (t) => {
    const time = { now: NOW };
    const system = { ...systemContext, clock: () => time.now };
    const config = configOf(`file:${await temporaryFolder(t)}`);
    const context = { store: openStore(config, system), ...tokenCodecs, clock: system.clock };
    const check = async () => resultOf(await checkState(config, system), 'tokens');
    assert.equal(await check(), 'warn: none');
    const create = (name: string, days: number | null) =>
      createToken(context, { name, folders: null, days });
    const never = await create('never used', null);
    const used = await create('used', null);
    const expired = await create('expired', 29);
    assert.equal(await check(), 'ok: 3 tokens');
    time.now += 29 * DAY_MS;
    assert.equal(
      await check(),
      `warn: 1 token expired or not used for 30 days: ${expired.stored.id}`,
    );
    assert.notEqual(await createStoredTokens(context).authenticate(used.token), null);
    // Its use is recorded after the answer.
    while ((await listTokens(context)).every(({ usedAt }) => usedAt === null)) await setImmediate();
    time.now += 2 * DAY_MS;
    const ids = [never, expired].map(({ stored }) => stored.id);
    assert.match(
      await check(),
      new RegExp(`^warn: 2 tokens .*: (${ids.join(', ')}|${ids.toReversed().join(', ')})$`),
    );
  });
});
