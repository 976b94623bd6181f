// As properties.test.ts over a data set in PostgreSQL, and what the model detects.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  forget,
  openDataSet,
  startFeedbackService,
  type CompanyStore,
} from '../../../lib/feedback-service/index.ts';
import type { ServiceModule } from '../../campaigns/service-model/check-answers.ts';
import { campaign } from '../../campaigns/service-model/run-case.ts';
import { SEED } from '../../support/property-settings.ts';
import { startPostgres } from '../../support/feedback-service/postgres-server.ts';

const service: ServiceModule = { forget, openDataSet, startFeedbackService };

/** More of them: npm run campaign model. */
const RUNS = 60;

describe('the service answers like the model', () => {
  it('over a data set in SQLite, in more cases', async () => {
    assert.equal(await campaign({ runs: RUNS, seed: SEED }), undefined);
  });

  it('over a data set in PostgreSQL', async (t) => {
    const server = await startPostgres();
    if (server === undefined) {
      t.skip('PostgreSQL is not installed');
      return;
    }
    t.after(() => server.stop());
    assert.equal(await campaign({ runs: RUNS / 20, seed: SEED, database: server.url }), undefined);
  });
});

describe('the model detects a service that', () => {
  const wrongServices: Readonly<Record<string, ServiceModule>> = {
    'counts what comes at the end of a range': overStore((store) => ({
      ...store,
      forEachCount: (survey, range, visit) =>
        store.forEachCount(survey, { ...range, end: range.end + 1 }, visit),
    })),
    'takes UTC hours for those of a zone half an hour off': overStore((store) => ({
      ...store,
      forEachCount: (survey, range, visit) =>
        store.forEachCount(survey, range, (ts, counts) => {
          visit(Math.floor(ts / 3_600_000) * 3_600_000, counts);
        }),
    })),
    'loses the last of a batch of alerts': overStore((store) => ({
      ...store,
      alerts: async function* (surveys, range) {
        for await (const batch of store.alerts(surveys, range)) yield batch.slice(0, -1);
      },
    })),
    'does not follow a change of the structure': {
      ...service,
      openDataSet: async (options) => {
        const openedDataSet = await openDataSet(options);
        const { store } = openedDataSet.company;
        return { ...openedDataSet, company: { ...openedDataSet.company, store } };
      },
    },
    'counts forgotten texts and keeps them': {
      ...service,
      forget: (options, selection) => forget(options, selection, true),
    },
    'pages one item past the cap': {
      ...service,
      startFeedbackService: ({ caps, ...options }) =>
        startFeedbackService({ ...options, caps: { ...caps, raw: (caps?.raw ?? 0) + 1 } }),
    },
  };
  for (const [name, serviceModule] of Object.entries(wrongServices)) {
    it(name, async () => {
      assert.match(
        (await campaign({ runs: 500, seed: SEED, serviceModule, shrinking: false })) ?? '',
        /GET|StructureChangedError|found \d+ texts instead of/,
      );
    });
  }
});

function overStore(change: (store: CompanyStore) => CompanyStore): ServiceModule {
  return {
    ...service,
    openDataSet: async (options) => {
      const openedDataSet = await openDataSet(options);
      const { company } = openedDataSet;
      return {
        ...openedDataSet,
        company: {
          credentials: () => company.credentials(),
          get store() {
            return change(company.store);
          },
        },
      };
    },
  };
}
