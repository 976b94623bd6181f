// Compares the service with the model, for random companies whose lines are formatted, ordered, split
// and imported in different ways.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { once } from 'node:events';
import { describe, it, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import {
  openDataSet,
  startFeedbackService,
  type CompanyStore,
} from '../../../lib/feedback-service/index.ts';
import type { ServiceModule } from '../../campaigns/service-model/check-answers.ts';
import { campaign } from '../../campaigns/service-model/run-case.ts';
import { SEED } from '../../support/property-settings.ts';
import { startPostgres } from '../../support/feedback-service/postgres-server.ts';

/** More of them: npm run campaign model. */
const RUNS = 60;
/** At a time; each takes its part of the runs, with a seed of its own. */
const PROCESSES = 2;

describe('the service answers like the model', () => {
  it('over a data set in SQLite', async (t) => {
    await runCampaign(t, RUNS, []);
  });

  it('over a data set in PostgreSQL', async (t) => {
    const server = await startPostgres();
    if (server === undefined) {
      t.skip('PostgreSQL is not installed');
      return;
    }
    t.after(() => server.stop());
    await runCampaign(t, Math.ceil(RUNS / 20), ['--database', server.url]);
  });
});

describe('the model detects a service that', () => {
  const wrong: Readonly<Record<string, ServiceModule>> = {
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
    'pages one item past the cap': {
      openDataSet,
      startFeedbackService: ({ caps, ...options }) =>
        startFeedbackService({ ...options, caps: { ...caps, raw: (caps?.raw ?? 0) + 1 } }),
    },
  };
  for (const [name, serviceModule] of Object.entries(wrong)) {
    it(name, async () => {
      assert.match(
        (await campaign({ runs: 500, seed: SEED, serviceModule, shrinking: false })) ?? '',
        /GET/,
      );
    });
  }
});

async function runCampaign(t: TestContext, runs: number, more: readonly string[]): Promise<void> {
  const parts = Array.from({ length: Math.min(PROCESSES, runs) }, (_, part) => [
    ...['--runs', String(Math.ceil((runs - part) / PROCESSES))],
    ...['--seed', String(SEED + part)],
  ]);
  await Promise.all(
    parts.map(async (part) => {
      const program = fileURLToPath(
        import.meta.resolve('../../campaigns/service-model/model-campaign.ts'),
      );
      const child = spawn(process.execPath, [program, ...part, ...more], {
        stdio: ['ignore', 'pipe', 'pipe'],
        signal: t.signal,
      });
      const [output, errorOutput] = await Promise.all([
        text(child.stdout),
        text(child.stderr),
        once(child, 'close'),
      ]);
      assert.equal(child.exitCode, 0, `${part.join(' ')}\n${output}${errorOutput}`);
      assert.match(output, /^[1-9]\d* companies/);
    }),
  );
}

function overStore(change: (store: CompanyStore) => CompanyStore): ServiceModule {
  return {
    startFeedbackService,
    openDataSet: async (options) => {
      const opened = await openDataSet(options);
      return { ...opened, company: { ...opened.company, store: change(opened.company.store) } };
    },
  };
}
