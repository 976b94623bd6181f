// Tokens that `token create` stores, at a server on this machine and in the subscriptions that their callers make.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import {
  deliveryCodecs,
  jobRecordCodec,
  revocationCodec,
  tokenCodecs,
} from '../../../lib/adapters/json/index.ts';
import { parquetFiles } from '../../../lib/adapters/parquet/index.ts';
import { openServices, systemContext } from '../../../lib/composition/compose.ts';
import { readConfig } from '../../../lib/composition/config.ts';
import {
  openLocalDeliveries,
  openServedDeliveries,
} from '../../../lib/composition/local-deliveries.ts';
import { localLinkKeys } from '../../../lib/composition/local.ts';
import { parseWeek } from '../../../lib/domain/calendar.ts';
import { serveReports } from '../../../lib/http/local/local-server.ts';
import { callerId, wholeCompanyCaller } from '../../../lib/reports/access.ts';
import { runWeek } from '../../../lib/reports/run-week.ts';
import type { TokenContext } from '../../../lib/reports/stored-tokens.ts';
import { createToken, revokeToken } from '../../../lib/reports/stored-tokens.ts';
import { apiEnvironment, NOW, startTestCompany } from '../../support/test-company.ts';

const WEEK = '2026-W46';
/** Tokens are read again after this time. */
const READ_AGAIN_MS = 10_000;

describe('a stored token', () => {
  const resources = new AsyncDisposableStack();
  const time = { now: NOW };
  const errors: unknown[] = [];
  const onError = (error: unknown): void => {
    errors.push(error);
  };
  let url: string;
  let tokens: TokenContext;
  let openTokenFinder: (reportsApiToken: string | null) => (id: string) => Promise<unknown>;

  before(async () => {
    const root = await mkdtemp(join(tmpdir(), 'tokens-'));
    resources.defer(() => rm(root, { recursive: true, force: true }));
    const acme = await startTestCompany();
    resources.defer(() => acme.close());
    const { config } = readConfig(
      {
        ...apiEnvironment(acme),
        REPORTS_STORE: `file:${root}`,
        REPORTS_MAIL: `file:${root}/outbox`,
      },
      { api: 'configured' },
    );
    assert.ok(config !== null);
    const system = { ...systemContext, clock: () => time.now };
    const services = openServices(config, config.api, system);
    resources.defer(() => services.close());
    const week = parseWeek(WEEK) ?? assert.fail();
    await runWeek(services.making, { week, folder: null, force: false });
    const parts = { repository: services.making.repository, secret: null, system };
    const server = await serveReports({
      making: services.making,
      port: 0,
      token: 'a token of this process',
      tokenCaller: wholeCompanyCaller(null),
      publicUrl: null,
      locale: 'en',
      page: () => Promise.reject(new Error('no page is requested')),
      factFiles: parquetFiles(),
      openDelivery: (address) => openServedDeliveries(config, parts, address, onError),
      revocations: revocationCodec,
      tokenCodecs,
      jobRecords: jobRecordCodec,
      codecs: deliveryCodecs,
      linkKeys: localLinkKeys(config.store, null),
      onError,
    });
    resources.defer(() => server.close());
    ({ url } = server);
    tokens = { store: parts.repository.store, ...tokenCodecs, clock: () => time.now };
    openTokenFinder = (reportsApiToken) => {
      const deliveries = openLocalDeliveries({ ...config, reportsApiToken }, parts);
      resources.defer(() => deliveries.sender.close());
      return (id) => deliveries.findTokenCaller(id);
    };
  });
  after(async () => {
    await resources.disposeAsync();
    assert.deepEqual(errors, []);
  });

  async function request(path: string, bearer: string, body?: object): Promise<number> {
    const headers = { Authorization: `Bearer ${bearer}`, 'Content-Type': 'application/json' };
    const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    const response = await fetch(`${url}${path}`, { headers, ...sent });
    await response.arrayBuffer();
    return response.status;
  }
  const statusesOf = (bearer: string): Promise<readonly number[]> =>
    Promise.all([1, 2, 21, 3].map((folder) => request(`/v1/reports/${WEEK}/${folder}`, bearer)));

  it('opens what it was created for, until it is revoked', async () => {
    const whole = await createToken(tokens, { name: 'office', folders: null, days: null });
    const bound = await createToken(tokens, { name: 'north', folders: [2], days: null });
    assert.deepEqual(await statusesOf(whole.token), [200, 200, 200, 200]);
    assert.deepEqual(await statusesOf(bound.token), [404, 200, 200, 404]);
    await revokeToken(tokens, bound.stored.id);
    time.now += READ_AGAIN_MS;
    assert.deepEqual(await statusesOf(bound.token), [401, 401, 401, 401]);
    assert.deepEqual(await statusesOf(whole.token), [200, 200, 200, 200]);
  });

  it('is the right behind the subscriptions of its callers', async () => {
    const { token, stored } = await createToken(tokens, {
      name: 'north',
      folders: [2],
      days: null,
    });
    time.now += READ_AGAIN_MS;
    const subscribe = (folder: number): Promise<number> =>
      request('/v1/subscriptions', token, { folder, channel: 'mail', address: 'ann@example.com' });
    assert.deepEqual([await subscribe(2), await subscribe(3)], [201, 404]);
    const findTokenCaller = openTokenFinder(null);
    const id = callerId('token', stored.sha256);
    assert.deepEqual(await findTokenCaller(id), { folders: [2], origin: 'token', id });
    await revokeToken(tokens, stored.id);
    time.now += READ_AGAIN_MS;
    assert.equal(await findTokenCaller(id), null);
  });

  it('keeps its right when REPORTS_API_TOKEN gets another value, which ends that of the old value', async () => {
    const { stored } = await createToken(tokens, { name: 'office', folders: null, days: null });
    time.now += READ_AGAIN_MS;
    const [before, after] = [openTokenFinder('first value'), openTokenFinder('second value')];
    const { id } = wholeCompanyCaller('first value');
    assert.notEqual(await before(id), null);
    assert.equal(await after(id), null);
    assert.notEqual(await after(callerId('token', stored.sha256)), null);
  });
});
