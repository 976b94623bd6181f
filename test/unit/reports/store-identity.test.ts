// The record of whose reports a store has: what is taken for the same company, and what a run of another one leaves.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { companyCodec, jsonRenderer } from '../../../lib/adapters/json/index.ts';
import { parseWeek } from '../../../lib/domain/calendar.ts';
import type { IdentityContext } from '../../../lib/reports/store-identity.ts';
import {
  adoptStore,
  COMPANY_KEY,
  readCompanyRecord,
  withIdentityCheck,
} from '../../../lib/reports/store-identity.ts';
import { runWeek } from '../../../lib/reports/run-week.ts';
import { listKeys, openArchive } from '../../support/archive.ts';
import { fakePdfRenderer } from '../../support/blank-pdf.ts';
import type { MemoryFolder } from '../../support/memory-company.ts';
import { memoryCompany } from '../../support/memory-company.ts';
import { memoryStore } from '../../support/memory-store.ts';
import { RULES } from '../../support/test-facts.ts';

const WEEK = parseWeek('2026-W46') ?? assert.fail();
const ACME = { apiHost: 'api.acme.example', client: 'acme' };
const ACME_ROOT: MemoryFolder = {
  key: 1,
  folders: [
    { key: 21, surveys: [{ key: 211 }] },
    { key: 22, surveys: [{ key: 221 }] },
  ],
};
const OTHER_ROOT: MemoryFolder = { key: 1, folders: [{ key: 31, surveys: [{ key: 311 }] }] };

function openStore() {
  const store = memoryStore();
  const renderers = { json: jsonRenderer(), pdf: fakePdfRenderer };
  const repository = { ...openArchive(store), childLinks: null, renderers };
  const clock = (): number => Date.parse('2026-11-19T08:00:00.000Z');
  const context = (
    api: Partial<typeof ACME>,
    options: Partial<IdentityContext> = {},
  ): IdentityContext => ({
    ...{ repository, companies: companyCodec, clock, runner: null, isNewRoot: false },
    readApi: () => Promise.resolve({ ...ACME, ...api }),
    ...options,
  });
  return {
    repository,
    record: async () => (await readCompanyRecord({ repository, companies: companyCodec }))?.value,
    keys: () => listKeys(repository.store),
    removeRecord: () => store.remove(COMPANY_KEY),
    context,
    run: async (
      root: MemoryFolder,
      api: Partial<typeof ACME> = {},
      options: Partial<IdentityContext> & { readonly folder?: number | null } = {},
    ) => {
      const { folder = null, ...identity } = options;
      const source = withIdentityCheck(memoryCompany(root).source, context(api, identity));
      const making = { source, repository, clock, rules: RULES, concurrency: 1 };
      const { isNewRoot = false } = identity;
      await runWeek(making, { week: WEEK, folder, force: false, isNewRoot });
    },
  };
}

describe('the record of the company in a store', () => {
  it('is written by the first run', async () => {
    const { run, record } = openStore();
    await run(ACME_ROOT);
    const { name, ...rest } = (await record()) ?? assert.fail();
    assert.deepEqual(rest, { root: 1, ...ACME, runner: null, changes: [] });
    assert.notEqual(name, '');
  });

  it('follows a new host or client of the same root, with a trace', async () => {
    const { run, record } = openStore();
    await run(ACME_ROOT);
    await run(ACME_ROOT, { apiHost: 'api2.acme.example' });
    await run(ACME_ROOT, { apiHost: 'api2.acme.example', client: 'acme-2' });
    const { apiHost, client, changes } = (await record()) ?? assert.fail();
    assert.deepEqual([apiHost, client], ['api2.acme.example', 'acme-2']);
    assert.deepEqual(
      changes.map((change) => [change.apiHost, change.client]),
      [
        ['api.acme.example', 'acme'],
        ['api2.acme.example', 'acme'],
      ],
    );
  });

  it('refuses another company with the same root, and nothing is written', async () => {
    const { run, keys } = openStore();
    await run(ACME_ROOT);
    const before = await keys();
    const other = { apiHost: 'api.other.example', client: 'other' };
    for (const folder of [null, 31]) {
      await assert.rejects(run(OTHER_ROOT, other, { folder }), {
        code: 'STORE_OF_ANOTHER_COMPANY',
        facts: {
          ...{ storeRoot: 1, storeHost: 'api.acme.example' },
          ...{ apiRoot: 1, apiHost: 'api.other.example' },
        },
      });
    }
    assert.deepEqual(await keys(), before);
  });

  it('refuses another company at the same host, and a new root of the same client unless that is said', async () => {
    const { run, record } = openStore();
    await run(ACME_ROOT);
    const root = { ...ACME_ROOT, key: 7 };
    const otherClient = run(root, { client: 'other' }, { isNewRoot: true });
    await assert.rejects(otherClient, { code: 'STORE_OF_ANOTHER_COMPANY' });
    const unannounced = run(root);
    await assert.rejects(unannounced, { code: 'ROOT_DIFFERS', facts: { store: 1, api: 7 } });
    await run(root, {}, { isNewRoot: true });
    assert.equal((await record())?.root, 7);
    await run(root);
  });

  it('is compared with the host and the client where the root is not read', async () => {
    const { run, context, keys, removeRecord } = openStore();
    await run(ACME_ROOT);
    const readFolder = async (api: Partial<typeof ACME>): Promise<void> => {
      const source = withIdentityCheck(memoryCompany(OTHER_ROOT).source, context(api));
      await source.readFolders(31, { surveys: false });
    };
    await readFolder({ apiHost: 'api2.acme.example' });
    await assert.rejects(readFolder({ apiHost: 'api.other.example', client: 'other' }), {
      code: 'STORE_OF_ANOTHER_COMPANY',
    });
    await removeRecord();
    await readFolder({});
    assert.equal((await keys()).includes(COMPANY_KEY), false, 'nothing is recorded');
  });

  it('replaces whatever was recorded when it is adopted', async () => {
    const { run, record, context } = openStore();
    await run(ACME_ROOT, {}, { runner: 'aws:prod' });
    const other = { apiHost: 'api.other.example', client: 'other' };
    const { source } = memoryCompany(OTHER_ROOT);
    const { root } = await source.readFolders(null, { surveys: false });
    await adoptStore(context(other), root);
    await run(OTHER_ROOT, other);
    assert.deepEqual([(await record())?.apiHost, (await record())?.runner], [other.apiHost, null]);
  });
});

describe('a store with reports and without a record', () => {
  it('is recorded as that of the company whose folders its newest week has', async () => {
    const { run, record, removeRecord } = openStore();
    await run(ACME_ROOT);
    await removeRecord();
    await run(ACME_ROOT, { client: 'acme-2' });
    assert.equal((await record())?.client, 'acme-2');
  });

  it('is refused when fewer than half of the folders are those of the company', async () => {
    const { run, removeRecord, keys } = openStore();
    await run(ACME_ROOT);
    await removeRecord();
    const before = await keys();
    await assert.rejects(run(OTHER_ROOT), {
      code: 'STORE_UNIDENTIFIED',
      facts: { week: '2026-W46', folders: 3, shared: 1 },
    });
    assert.deepEqual(await keys(), before);
  });
});

describe('what runs the schedule of a store', () => {
  it('is recorded, and another one is refused', async () => {
    const { run, record } = openStore();
    await run(ACME_ROOT);
    await run(ACME_ROOT, {}, { runner: 'serve' });
    await run(ACME_ROOT);
    assert.equal((await record())?.runner, 'serve');
    await assert.rejects(run(ACME_ROOT, {}, { runner: 'aws:prod' }), {
      code: 'STORE_RUN_ELSEWHERE',
      facts: { runner: 'serve' },
    });
  });
});
