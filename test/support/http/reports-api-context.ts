// The HTTP API over a folder store, with fakes for the company's tree, a job queue that makes reports, and the clock.
// Every response is checked against the OpenAPI description.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { TestContext } from 'node:test';
import { openFolderStore } from '../../../lib/adapters/folder/index.ts';
import { deliveryCodecs, revocationCodec } from '../../../lib/adapters/json/index.ts';
import { parquetFiles } from '../../../lib/adapters/parquet/index.ts';
import { openReportRepository } from '../../../lib/composition/compose.ts';
import type { Config } from '../../../lib/composition/config.ts';
import { DEFAULTS } from '../../../lib/composition/config.ts';
import type { Caller, IdentifiedCaller } from '../../../lib/reports/access.ts';
import { WHOLE_COMPANY } from '../../../lib/reports/access.ts';
import { createCompanyFolders } from '../../../lib/http/queries/company-folders.ts';
import { Failure } from '../../../lib/shared/failure.ts';
import type { FeedbackSource, Folder } from '../../../lib/ports/feedback-source.ts';
import type { ObjectStore } from '../../../lib/ports/object-store.ts';
import type { LinkKey } from '../../../lib/ports/secrets.ts';
import type { JobQueue, JobState } from '../../../lib/jobs/request-report.ts';
import {
  folderPrefix,
  JSON_ATTRIBUTES,
  manifestKey,
  planKey,
} from '../../../lib/reports/report-repository.ts';
import { flattenFolders } from '../../../lib/reports/subtree.ts';
import type { Manifest } from '../../../lib/ports/stored-records.ts';
import type { ReportsApiContext } from '../../../lib/http/api-context.ts';
import { createReportsApi } from '../../../lib/http/api.ts';
import type { ApiDeliveryParts } from './api-delivery.ts';
import { createApiDelivery } from './api-delivery.ts';
import { temporaryFolder } from '../run-command.ts';
import { violations } from './api-answers.ts';
import { canary } from '../secret-markers.ts';

export const NOW = Date.parse('2026-11-19T08:00:00Z');
export const DAY = 86_400_000;
export const RELEASE = '0.1.0+70e080f0fa4b';
export const PUBLIC_URL = 'https://reports.example.com/weekly';

export function folder(key: number, name: string, folders: readonly Folder[] = []): Folder {
  const question = { key: key * 100, name: `How was ${name}?`, locale: 'en' };
  // Only shops have surveys.
  const surveys =
    folders.length > 0 ? [] : [{ key: key * 10, question, timeZone: 'Europe/Helsinki' }];
  return { key, name, folders, surveys };
}

function withoutSurveys({ folders, ...rest }: Folder): Folder {
  return { ...rest, folders: folders.map(withoutSurveys), surveys: [] };
}

/** Root 1 → North 2 → Store Å 21, Store B 22; South 3 → Store C 31. */
const ROOT = folder(1, 'Acme', [
  folder(2, 'North', [folder(21, 'Store Å'), folder(22, 'Store B')]),
  folder(3, 'South', [folder(31, 'Store C')]),
]);

const NO_FILES = { script: 'main.js', style: 'styles.css', icon: 'icon.svg' } as const;

export interface TestResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface TestRequest {
  /** Of a token, unless it says otherwise. */
  readonly caller?: (Caller & Partial<IdentifiedCaller>) | null;
  /** A string is sent as it is, anything else as JSON. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface ReportsApiTestContext {
  readonly api: ReportsApiContext;
  readonly store: ObjectStore;
  readonly queued: Map<string, JobState>;
  readonly faults: unknown[];
  /** What was sent to subscribers. */
  readonly sent: Omit<ApiDeliveryParts, 'delivery'>;
  now: number;
  keys: readonly LinkKey[];
  /** The company's tree in the reporting API. */
  root: Folder;
  /** The failure of the reporting API; null when it works. */
  upstream: Failure | null;
  /** A bug that is thrown when the page's files or the link keys are read. */
  broken: Error | null;
  /** Calls of the reporting API. */
  requests: number;
  /** Calls that requested surveys too. */
  surveyRequests: number;
  put(week: string, folder: number, revision?: number): Promise<Manifest>;
  plan(
    week: string,
    folders: readonly (readonly [key: number, parent: number | null])[],
  ): Promise<void>;
  ask(method: string, path: string, options?: TestRequest): Promise<TestResponse>;
}

export const KEY: LinkKey = { id: 'k1', key: canary('link key') };

export async function createTestApi(test: TestContext): Promise<ReportsApiTestContext> {
  return createTestApiIn(await temporaryFolder(test));
}

/** `root`: the folder of the store. */
export function createTestApiIn(root: string): ReportsApiTestContext {
  return createTestApiOn(openFolderStore({ root }));
}

export function createTestApiOn(
  store: ObjectStore,
  config: Pick<Config, 'notes'> = DEFAULTS,
): ReportsApiTestContext {
  const repository = openReportRepository(store, config);
  const clock = (): number => testApi.now;
  const unexpectedCall = (): Promise<never> => Promise.reject(new TypeError('unexpected call'));
  const source: FeedbackSource = {
    readFolders: (from, { surveys }) => {
      testApi.requests += 1;
      if (surveys) testApi.surveyRequests += 1;
      if (testApi.upstream !== null) return Promise.reject(testApi.upstream);
      const { root } = testApi;
      const requestedEntry = flattenFolders(root).find(
        (entry) => entry.folder.key === (from ?? root.key),
      );
      return requestedEntry === undefined
        ? Promise.reject(new Failure('UPSTREAM_NOT_FOUND'))
        : Promise.resolve({
            root: surveys ? requestedEntry.folder : withoutSurveys(requestedEntry.folder),
            notes: [],
          });
    },
    readSurvey: unexpectedCall,
    readActivePeriods: unexpectedCall,
    readHourlyCounts: unexpectedCall,
    readDailyCounts: unexpectedCall,
    readFollowUps: unexpectedCall,
    readAlerts: unexpectedCall,
  };
  const jobs: JobQueue = {
    enqueue: ({ week, folder: key }) => {
      testApi.queued.set(`${week}/${key}`, { state: 'queued' });
      return Promise.resolve();
    },
    stateOf: ({ week, folder: key }) =>
      Promise.resolve(testApi.queued.get(`${week}/${key}`) ?? null),
    jobsOfWeek: (week) => {
      const below = `${week}/`;
      const states = new Map(
        [...testApi.queued]
          .filter(([name]) => name.startsWith(below))
          .map(([name, state]) => [Number(name.slice(below.length)), state]),
      );
      return Promise.resolve({
        folders: [...states.keys()],
        readStates: (revisions) =>
          Promise.resolve(new Map([...states].filter(([key]) => revisions.has(key)))),
      });
    },
    waitUntilSettled: async ({ week, folder: key }) => {
      await testApi.put(week, key);
      testApi.queued.delete(`${week}/${key}`);
    },
  };
  let randomCalls = 0;
  const company = createCompanyFolders(source, clock);
  const linkKeys = (): Promise<readonly LinkKey[]> =>
    testApi.broken === null ? Promise.resolve(testApi.keys) : Promise.reject(testApi.broken);
  const { tree } = company;
  const { delivery, ...sent } = createApiDelivery(store, {
    tree,
    clock,
    linkKeys,
    publicUrl: PUBLIC_URL,
  });
  const testApi: ReportsApiTestContext = {
    api: {
      source,
      repository,
      codecs: deliveryCodecs,
      ...company,
      delivery,
      jobs,
      clock,
      settleHours: 6,
      locale: 'sv-FI',
      page: () =>
        testApi.broken === null
          ? Promise.resolve({
              files: new Map(),
              first: { ...NO_FILES, imported: [], texts: {}, fonts: [] },
            })
          : Promise.reject(testApi.broken),
      revocations: revocationCodec,
      linkKeys,
      randomBytes: (size) => {
        randomCalls += 1;
        return createHash('sha256').update(String(randomCalls)).digest().subarray(0, size);
      },
      publicUrl: PUBLIC_URL,
      onFault: (fault) => testApi.faults.push(fault),
      factFiles: parquetFiles(),
      release: RELEASE,
      signLink: ({ key, name, disposition = 'attachment' }) =>
        Promise.resolve(`https://files.example.com/${key}?name=${name.ascii}&as=${disposition}`),
    },
    store,
    queued: new Map(),
    faults: [],
    sent,
    now: NOW,
    keys: [KEY],
    root: ROOT,
    upstream: null,
    broken: null,
    requests: 0,
    surveyRequests: 0,
    async put(week, key, revision = 1) {
      const manifest = manifestOf(week, key, revision);
      for (const format of ['pdf', 'json'] as const) {
        const bytes = Buffer.from(contentOf(week, key, revision, format));
        await store.create(manifest.files[format].key, bytes, JSON_ATTRIBUTES);
      }
      const bytes = repository.manifests.encode(manifest);
      const at = manifestKey({ week, folder: key });
      const existing = await store.read(at);
      if (existing === null) await store.create(at, bytes, JSON_ATTRIBUTES);
      else await store.replace(at, bytes, existing.version, JSON_ATTRIBUTES);
      return manifest;
    },
    async plan(week, folders) {
      const plan = {
        week,
        folders: folders.map(([key, parent]) => ({
          key,
          parent,
          dueAt: '2026-11-17T08:00:00.000Z',
        })),
        doneAt: null,
      };
      await store.create(planKey(week), repository.plans.encode(plan), JSON_ATTRIBUTES);
    },
    async ask(method, path, { caller = WHOLE_COMPANY, body, headers = {} } = {}) {
      const init = {
        method,
        headers: {
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined
          ? {}
          : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      };
      const request = new Request(`http://host.example${path}`, init);
      const { pathname } = new URL(request.url);
      const identified =
        caller === null ? null : ({ origin: 'token', id: 'test', ...caller } as const);
      const response = await routes.fetch(request, { caller: identified });
      const text = await response.text();
      const answer = {
        status: response.status,
        headers: response.headers,
        text,
        body: objectIn(text),
      };
      assert.deepEqual(
        violations({ method, path: pathname, ...answer }),
        [],
        `${method} ${path}: ${text}`,
      );
      return answer;
    },
  };
  const routes = createReportsApi(testApi.api);
  return testApi;
}

export function objectIn(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

function contentOf(week: string, key: number, revision: number, format: string): string {
  return `${format} of ${key} in ${week}, revision ${revision}`;
}

function manifestOf(week: string, key: number, revision: number): Manifest {
  const file = (format: 'pdf' | 'json'): Manifest['files']['pdf'] => {
    const bytes = contentOf(week, key, revision, format);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const name = `${folderPrefix({ week, folder: key })}${sha256.slice(0, 24)}.${format}`;
    return { key: name, bytes: bytes.length, sha256 };
  };
  return {
    week,
    folder: {
      key,
      name: flattenFolders(ROOT).find((e) => e.folder.key === key)?.folder.name ?? 'Closed',
    },
    revision,
    status: 'complete',
    asOf: '2026-11-17T08:00:00.000Z',
    files: { pdf: file('pdf'), json: file('json') },
    problems: [],
  };
}
