// Flows that use secrets, with valid and invalid configurations. Each returns everything that was written.
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { reportCommand } from '../../../../functions/cli/commands/report.ts';
import { createReportsApiHandler } from '../../../../functions/reports-api/handler.ts';
import { createAuthorizer } from '../../../../functions/authorizer/handler.ts';
import { buildPage } from '../../../../lib/adapters/page-bundle/index.ts';
import { bundleFunction, ROOT } from '../../../../infra/bundle-function.ts';
import { parseSecret } from '../../../../lib/adapters/secrets/index.ts';
import { createReaderFinder } from '../../../../lib/delivery/find-reader.ts';
import { requireDelivery } from '../../../../lib/http/api-context.ts';
import { createWebhookSender } from '../../../../lib/adapters/webhook/index.ts';
import { makeLink } from '../../../../lib/links/make-link.ts';
import { WHOLE_COMPANY } from '../../../../lib/reports/access.ts';
import { createLog } from '../../../../lib/shared/log.ts';
import { MESSAGE as REPORT_MESSAGE } from '../../../support/test-messages.ts';
import { startWebhookReceiver } from '../../../integration/webhook/webhook-receiver.ts';
import { startScriptedApi } from '../../../integration/feedback-api/scripted-server.ts';
import { commitWeek } from '../../../support/http/company-week.ts';
import { NOW, createTestApiIn } from '../../../support/http/reports-api-context.ts';
import { serveCompany, WEEK } from '../bodies/fuzzed-company.ts';

export interface Artefact {
  readonly name: string;
  readonly bytes: Buffer;
}

export type FuzzedSecrets = Readonly<
  Record<'client id' | 'token' | 'link key' | 'api token' | 'webhook key', string>
>;
export type Flow = (secrets: FuzzedSecrets) => Promise<readonly Artefact[]>;

export const FLOWS: Readonly<Record<string, Flow>> = {
  'reports are made': async (secrets) => {
    const company = await serveCompany(credentialsOf(secrets));
    try {
      return await runReportCommand(secrets, company.url);
    } finally {
      await company.close();
    }
  },

  'credentials are refused': async (secrets) => {
    const company = await serveCompany({ clientId: 'another', apiToken: 'one' });
    try {
      return await runReportCommand(secrets, company.url);
    } finally {
      await company.close();
    }
  },

  'the reporting API echoes': async (secrets) => {
    await using server = await startScriptedApi((response, { headers }) => {
      const { authorization = '' } = headers;
      response.writeHead(400, { 'X-Echo': authorization }).end(JSON.stringify(headers));
    });
    return await runReportCommand(secrets, server.url);
  },

  'the configuration is invalid': async (secrets) => {
    const token = secrets.token;
    return [
      ...(await runReportCommand({ ...secrets, token: `${token}\r\nX: 1` }, 'https://e.test')),
      ...(await runReportCommand(secrets, `https://${encodeURIComponent(token)}@e.test`)),
      ...(await runReportCommand(secrets, 'https://e.test', {
        FEEDBACK_API_TOKE: token,
        REPORTS_PAPER: token,
      })),
      ...(await runReportCommand(secrets, 'http://127.0.0.1:9')),
    ];
  },

  'the secret is invalid': (secrets) => {
    const validSecret = secretOf(secrets);
    const documents = [
      validSecret,
      { ...validSecret, clientId: `${secrets['client id']}\n` },
      { ...validSecret, apiToken: [secrets.token] },
      {
        ...validSecret,
        linkKeys: [{ id: secrets['link key'], key: secrets['link key'].slice(0, 20) }],
      },
      { ...validSecret, webhooks: [{ folder: 'x', url: secrets['webhook key'], key: 1 }] },
      { ...validSecret, [secrets.token]: 1, apiTokens: [{ sha256: secrets['api token'] }] },
    ].map((document) => JSON.stringify(document));
    const texts = [...documents, `${JSON.stringify(validSecret)}}`, secrets.token];
    return Promise.resolve(texts.map((text) => captureError(() => parseSecret('s', text))));
  },

  'links are opened': async (secrets) => {
    const root = await mkdtemp(join(tmpdir(), 'fuzz-secrets-'));
    try {
      return await collectAnswers(secrets, root);
    } finally {
      await rm(root, { recursive: true });
    }
  },

  'webhooks are sent': async (secrets) => {
    const statuses = [200, 404, 500];
    const artefacts: Artefact[] = [];
    for (const status of statuses) {
      await using receiver = await startWebhookReceiver((response) =>
        response.writeHead(status).end(),
      );
      const webhooks = createWebhookSender({ clock: () => NOW, sleep: () => Promise.resolve() });
      const subscription = { folder: 21, url: `${receiver.url}/hook`, key: secrets['webhook key'] };
      const result = await webhooks.send(subscription, MESSAGE).then(
        () => 'sent',
        (error: unknown) => inspect(error, { depth: 9, showHidden: true }),
      );
      artefacts.push(
        createArtefact('result of the sender', result),
        createArtefact('received requests', JSON.stringify(receiver.received)),
      );
    }
    return artefacts;
  },

  'the page and the functions are built': async (secrets) => {
    const root = await mkdtemp(join(tmpdir(), 'fuzz-bundles-'));
    Object.assign(process.env, environmentOf(secrets, 'https://e.test', root));
    try {
      const page = await buildPage();
      const entry = join(ROOT, 'functions/reports-api/index.ts');
      await bundleFunction({ entry, folder: root, rendersPdf: true, page });
      return await readArtefacts(root);
    } finally {
      for (const name of Object.keys(environmentOf(secrets, '', root))) {
        Reflect.deleteProperty(process.env, name);
      }
      await rm(root, { recursive: true });
    }
  },
};

const file = { key: 'weeks/2026-W46/folders/21/x', bytes: 1, sha256: '0'.repeat(64) };
const MESSAGE: Parameters<ReturnType<typeof createWebhookSender>['send']>[1] = {
  id: '2026-W46-21-r1-x',
  report: {
    version: '1',
    week: WEEK,
    folder: { key: 21, name: 'Store' },
    revision: 1,
    status: 'complete',
    asOf: '2026-11-17T08:00:00.000Z',
    verdict: 'clearFall',
    signal: { state: 'new', verdict: 'low', since: '2026-W46' },
    sentence: 'As before.',
    link: null,
    files: { pdf: file, json: file },
  },
  content: REPORT_MESSAGE,
};

function credentialsOf(secrets: FuzzedSecrets): { clientId: string; apiToken: string } {
  return { clientId: secrets['client id'], apiToken: secrets.token };
}

function secretOf(secrets: FuzzedSecrets): Readonly<Record<string, unknown>> {
  return {
    ...credentialsOf(secrets),
    linkKeys: [{ id: 'k1', key: secrets['link key'] }],
    apiTokens: [{ sha256: sha256(secrets['api token']), folders: [1] }],
    webhooks: [{ folder: 1, url: 'https://e.test/hook', key: secrets['webhook key'] }],
  };
}

function environmentOf(
  secrets: FuzzedSecrets,
  url: string,
  store: string,
): Readonly<Record<string, string>> {
  return {
    FEEDBACK_API_URL: url,
    FEEDBACK_API_CLIENT_ID: secrets['client id'],
    FEEDBACK_API_TOKEN: secrets.token,
    // Basic authentication does not allow a colon in the client id.
    FEEDBACK_API_AUTH: secrets['client id'].includes(':') ? 'headers' : 'basic',
    REPORTS_API_TOKEN: secrets['api token'],
    REPORTS_STORE: `file:${store}`,
  };
}

/** Runs the report command in this process and returns its output and its files. */
async function runReportCommand(
  secrets: FuzzedSecrets,
  url: string,
  extraEnv: Readonly<Record<string, string>> = {},
): Promise<readonly Artefact[]> {
  const store = await mkdtemp(join(tmpdir(), 'fuzz-store-'));
  let [stdout, stderr] = ['', ''];
  try {
    await reportCommand(['--week', WEEK, '--json'], {
      stdout: { write: (text) => (stdout += Buffer.from(text).toString()) },
      stderr: { write: (text) => (stderr += Buffer.from(text).toString()) },
      env: { ...environmentOf(secrets, url, store), ...extraEnv },
      signal: new AbortController().signal,
    }).catch((error: unknown) => (stderr += inspect(error, { depth: 9 })));
    return [
      createArtefact('stdout', stdout),
      createArtefact('stderr', stderr),
      ...(await readArtefacts(store)),
    ];
  } finally {
    await rm(store, { recursive: true });
  }
}

async function collectAnswers(secrets: FuzzedSecrets, root: string): Promise<readonly Artefact[]> {
  const context = createTestApiIn(root);
  await commitWeek(context, WEEK);
  context.keys = [{ id: 'k1', key: secrets['link key'] }];
  const lines: string[] = [];
  const log = createLog({ write: (line) => lines.push(line), clock: () => NOW, context: {} });
  const handle = createReportsApiHandler({ api: context.api, log });
  const apiTokens = [{ sha256: sha256(secrets['api token']), folders: [1] }];
  const authorize = createAuthorizer({
    secret: {
      read: () =>
        Promise.resolve({
          credentials: credentialsOf(secrets),
          linkKeys: context.keys,
          apiTokens,
          webhooks: [],
        }),
    },
    findReader: createReaderFinder(requireDelivery(context.api)),
  });
  const link = await makeLink(context.api, WHOLE_COMPANY, {
    folder: 21,
    week: WEEK,
    expiresInDays: 9,
  });
  const path = new URL(link.url).pathname.replace('/weekly', '');
  const headers = { authorization: `Bearer ${secrets['api token']}` };
  const results: unknown[] = [link, await authorize({ headers })];
  for (const rawPath of [
    path,
    `${path}x`,
    '/d/x',
    '/v1/reports',
    '/v1/weeks',
    '/v1/figures',
    '/v1/nothing',
    '/',
  ]) {
    for (const authorizer of [{ lambda: { folders: '1', caller: '0'.repeat(20) } }, undefined]) {
      const requestContext = { http: { method: 'GET' }, authorizer };
      results.push(
        await handle({ version: '2.0', rawPath, rawQueryString: '', headers, requestContext }),
      );
    }
  }
  context.keys = [];
  results.push(
    inspect(
      await makeLink(context.api, WHOLE_COMPANY, {
        folder: 21,
        week: WEEK,
        expiresInDays: 9,
      }).catch((error: unknown) => error),
      { depth: 9 },
    ),
  );
  return [
    createArtefact('answers', JSON.stringify(results)),
    createArtefact('log', lines.join('\n')),
    ...(await readArtefacts(root)),
  ];
}

function captureError(work: () => unknown): Artefact {
  try {
    work();
    return createArtefact('no error', '');
  } catch (error) {
    return createArtefact('error', inspect(error, { depth: 9, showHidden: true }));
  }
}

async function readArtefacts(folder: string): Promise<readonly Artefact[]> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = names
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  return Promise.all(
    files.map(async (path) => ({ name: path.slice(folder.length), bytes: await readFile(path) })),
  );
}

function createArtefact(name: string, text: string): Artefact {
  return { name, bytes: Buffer.from(text) };
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
