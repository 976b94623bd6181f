// The ticks of `serve` when another command has replaced the record of whose reports the store has.
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { openJobs } from '../../../functions/cli/serve-process.ts';
import { createTicks } from '../../../functions/cli/serve-ticks.ts';
import { adoptCompany, companyCodec, systemContext } from '../../../lib/composition/compose.ts';
import { readConfig } from '../../../lib/composition/config.ts';
import { openServer } from '../../../lib/composition/serve.ts';
import { adoptStore, readCompanyRecord } from '../../../lib/reports/store-identity.ts';
import { createLog } from '../../../lib/shared/log.ts';
import { temporaryFolder } from '../../support/run-command.ts';
import { apiEnvironment, companyOfTests, NOW } from '../../support/test-company.ts';

const acme = await companyOfTests();

async function openTicks(t: TestContext) {
  const { config } = readConfig(
    { ...apiEnvironment(acme), REPORTS_STORE: `file:${await temporaryFolder(t)}` },
    { api: 'configured' },
  );
  assert.ok(config !== null);
  const system = { ...systemContext, clock: () => NOW };
  const server = await openServer(config, system);
  t.after(() => server.close());
  const log = createLog({ write: () => undefined, clock: system.clock, context: {} });
  const jobs = openJobs(server, system.random, log, {});
  t.after(() => jobs.close());
  const tick = createTicks({ config, system, log }, server, jobs);
  const store = {
    repository: server.making.repository,
    companies: companyCodec,
    clock: system.clock,
  };
  return {
    server,
    tick: async () => {
      const outcome = await tick({ now: NOW, isScheduled: true });
      await jobs.drained();
      return outcome;
    },
    adoptAgain: () => adoptCompany(config, system),
    adoptByOther: async () => {
      const { root } = await server.source.readFolders(null, { surveys: false });
      const other = { apiHost: 'api.other.example', client: 'other' };
      await adoptStore({ ...store, readApi: () => Promise.resolve(other) }, root);
    },
    runner: async () => (await readCompanyRecord(store))?.value?.runner,
  };
}

describe('a tick of serve', () => {
  it('refuses a store that another company has adopted meanwhile, and nothing is made or sent', async (t) => {
    const { server, tick, adoptByOther } = await openTicks(t);
    assert.equal((await tick()).refusal, null);
    assert.equal(server.mayWrite(), true);
    await adoptByOther();
    assert.equal((await tick()).refusal?.code, 'STORE_OF_ANOTHER_COMPANY');
    assert.equal(server.mayWrite(), false);
  });

  it('goes on where its own company has adopted the store again, and records that it runs the schedule', async (t) => {
    const { tick, adoptAgain, runner } = await openTicks(t);
    assert.equal((await tick()).refusal, null);
    await adoptAgain();
    assert.equal(await runner(), null);
    assert.equal((await tick()).refusal, null);
    assert.equal(await runner(), 'serve');
  });
});
