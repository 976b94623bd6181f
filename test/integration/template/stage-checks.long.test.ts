// `npm run doctor` about a stage, over the protocols of Lambda, SQS, SNS, Secrets Manager and S3.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { after, before, beforeEach, describe, it } from 'node:test';
import { startFauxqs } from 'fauxqs';
import { checkStage } from '../../../infra/stage-checks.ts';
import { openStore as openConfiguredStore } from '../../../lib/composition/compose.ts';
import { DEFAULTS } from '../../../lib/composition/config.ts';
import { release } from '../../../lib/composition/release.ts';
import { systemContext } from '../../../lib/composition/system.ts';
import type { WeekStatusContext } from '../../../lib/jobs/week-status.ts';
import { openLink } from '../../../lib/links/open-link.ts';
import { Failure } from '../../../lib/shared/failure.ts';
import { commitThreeReports, openArchive } from '../../support/archive.ts';
import { startQueryService } from '../../support/aws/query-service.ts';
import { startSecretsServer } from '../../support/aws/secrets-server.ts';
import { canary } from '../../support/secret-markers.ts';
import { startServer, setEnvironment } from '../s3/open-s3-store.ts';
import { packageTemplate } from './template.ts';

const BUCKET = 'example-feedback-reports';
const SECRET = 'feedback-reports/example';
const WEEK = '2026-W46';
const NOW = Date.parse('2026-11-18T09:00:00Z');
const LINK_KEY = { id: 'a', key: canary('link key') };
const QUEUES = ['jobs', 'deliveries'].flatMap((name) => [name, `${name}-dead-letters`]);

async function listen(answer: RequestListener) {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

describe('the checks of a stage', () => {
  let template: Awaited<ReturnType<typeof packageTemplate>>['template'];
  let archive: WeekStatusContext;
  let queues: Awaited<ReturnType<typeof startFauxqs>>;
  let secrets: Awaited<ReturnType<typeof startSecretsServer>>;
  let libraryUrl = '';
  let mappingState = 'Enabled';
  let subscription = 'arn:aws:sns:eu-north-1:000000000000:alarms:1';
  let isDamaged = false;
  const closing: (() => unknown)[] = [];

  before(async () => {
    const s3 = await startServer({ buckets: [BUCKET] });
    queues = await startFauxqs({ port: 0, logger: false });
    for (const name of [...QUEUES, 'schedule-dead-letters']) {
      queues.createQueue(`feedback-reports-example-${name}`, { region: s3.region });
    }
    secrets = await startSecretsServer();
    const lambda = await listen((_request, response) => {
      response.setHeader('Content-Type', 'application/json');
      response.end(JSON.stringify({ EventSourceMappings: [{ State: mappingState }] }));
    });
    const sns = await startQueryService(() => ({
      result: `<Subscriptions><member><SubscriptionArn>${subscription}</SubscriptionArn></member></Subscriptions>`,
    }));
    const store = { kind: 's3', bucket: BUCKET, prefix: '' } as const;
    archive = openArchive(openConfiguredStore({ ...DEFAULTS, store }, systemContext));
    const library = await listen((request, response) => {
      const context = {
        repository: archive,
        linkKeys: () => Promise.resolve([LINK_KEY]),
        clock: () => NOW,
      };
      const token = (request.url ?? '').replace('/d/', '');
      void openLink(context, token, 'pdf')
        .then(async ({ key }) => (await archive.store.read(key))?.bytes)
        .then(
          (bytes) => response.end(isDamaged ? 'other' : bytes),
          (error: unknown) => {
            assert(error instanceof Failure);
            response.writeHead(404).end();
          },
        );
    });
    libraryUrl = library.url;
    const restore = setEnvironment({
      AWS_ENDPOINT_URL_LAMBDA: lambda.url,
      AWS_ENDPOINT_URL_SNS: sns.url,
      AWS_ENDPOINT_URL_SQS: `http://127.0.0.1:${queues.port}`,
      AWS_ENDPOINT_URL_SECRETS_MANAGER: secrets.url,
    });
    closing.push(
      restore,
      () => queues.stop(),
      ...[s3, secrets, lambda, sns, library].map((server) => () => server.close()),
    );
    ({ template } = await packageTemplate({
      alarmTopic: 'arn:aws:sns:eu-west-1:000000000000:alarms',
    }));
    await commitThreeReports(archive, WEEK);
    await archive.store.create(
      `requests/${WEEK}/planner.json`,
      archive.planner.encode({
        ...{ week: WEEK, at: new Date(NOW).toISOString(), counts: null, comparedAt: null },
        ...{ responsesChecked: null, sent: {}, look: null },
      }),
      { contentType: 'application/json' },
    );
  });
  beforeEach(() => {
    mappingState = 'Enabled';
    isDamaged = false;
    secrets.put(SECRET, {
      ...{ clientId: 'acme', apiToken: canary('token'), linkKeys: [LINK_KEY] },
      apiTokens: [{ sha256: '0'.repeat(64), folders: [1] }],
    });
  });
  after(async () => {
    for (const close of closing) await close();
  });

  /** "level: result" by the name of the check. */
  async function examine(now = NOW, deployed = release()) {
    const stack = {
      status: 'UPDATE_COMPLETE',
      outputs: { LibraryUrl: libraryUrl },
      tags: { release: deployed },
      template,
    };
    const system = { ...systemContext, clock: () => now };
    const found = new Map<string, string>();
    for await (const check of checkStage({
      ...{ stage: 'example', region: 'eu-north-1', stack, system },
    })) {
      if (check.level !== 'ok') assert.notEqual(check.advice ?? check.result, '');
      found.set(check.name, `${check.level}: ${check.result}`);
    }
    return found;
  }

  it('are all good for a stage that works', async () => {
    assert.deepEqual(Object.fromEntries(await examine()), {
      stack: 'ok: UPDATE_COMPLETE',
      release: `ok: ${release()}`,
      'event sources': 'ok: enabled: make-report, send-message',
      queues: 'ok: 0 in jobs, 0 in deliveries',
      'dead letters': 'ok: none',
      alarms: 'ok: 1 subscription of the topic',
      secret: 'ok: valid, with 1 link key',
      planner: 'ok: last ran at 2026-11-18T09:00:00.000Z',
      link: `ok: opens the stored PDF of ${WEEK}, folder 1`,
    });
  });

  it('fail where an event source is off, the planner is silent or a link opens another file', async () => {
    mappingState = 'Disabled';
    isDamaged = true;
    const found = await examine(NOW + 3 * 3_600_000, '0.0.9');
    assert.match(found.get('release') ?? '', /^warn: 0\.0\.9 is deployed/);
    assert.equal(found.get('event sources'), 'fail: make-report Disabled; send-message Disabled');
    assert.match(found.get('planner') ?? '', /^fail: last ran at /);
    assert.equal(found.get('link'), `fail: ${WEEK}, folder 1: not the stored PDF (200)`);
  });

  it('fail where the secret is not valid, and warn of unconfirmed subscriptions', async () => {
    secrets.put(SECRET, { clientId: 'acme' });
    subscription = 'PendingConfirmation';
    const found = await examine();
    assert.match(found.get('secret') ?? '', /^fail: SECRET_INVALID/);
    assert.match(found.get('link') ?? '', /^fail: SECRET_INVALID/);
    assert.match(found.get('alarms') ?? '', /^warn: no confirmed subscription/);
  });

  it('say what could not be read, and that nothing is deployed', async () => {
    const restore = setEnvironment({ AWS_ENDPOINT_URL_SQS: 'http://127.0.0.1:1' });
    const found = await examine();
    restore();
    assert.match(found.get('queues') ?? '', /^fail: could not be read: /);
    const checks = checkStage({
      ...{ stage: 'example', region: 'eu-north-1', stack: null, system: systemContext },
    });
    const results: string[] = [];
    for await (const { result } of checks) results.push(result);
    assert.deepEqual(results, ['nothing is deployed']);
  });
});
