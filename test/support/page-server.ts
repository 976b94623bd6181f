// Serves the built page, the HTTP API and a reporting API with a small company on real sockets.
import { Failure } from '../../lib/shared/failure.ts';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parquetFiles } from '../../lib/adapters/parquet/index.ts';
import { localLinkKeys, startPageBuild } from '../../lib/composition/local.ts';
import { serveReports } from '../../lib/http/local/local-server.ts';
import { wholeCompanyCaller } from '../../lib/reports/access.ts';
import { runWeek } from '../../lib/reports/run-week.ts';
import type { ReportMakingContext } from '../../lib/reports/run-week.ts';
import {
  deliveryCodecs,
  jobRecordCodec,
  revocationCodec,
  tokenCodecs,
  openServices,
  systemContext,
} from '../../lib/composition/compose.ts';
import { DEFAULTS } from '../../lib/composition/config.ts';
import { parseWeek } from '../../lib/domain/calendar.ts';
import type { Instant } from '../../lib/domain/report-inputs.ts';
import type { BrowserContextOptions } from 'playwright-core';
import type { Tab, TestBrowser } from './browser.ts';
import type { TestCompany } from './test-company.ts';
import { CLIENT_ID, NOW, startTestCompany, TOKEN } from './test-company.ts';
import type { PageDelivery } from './page-delivery.ts';
import { createPageDelivery } from './page-delivery.ts';
import { canary } from './secret-markers.ts';
import { withoutPdfs } from './blank-pdf.ts';

export interface PageServerOptions {
  /** Public URL; defaults to the server's own. */
  readonly publicUrl?: string;
  /** Weeks whose reports are made; defaults to the latest closed week. */
  readonly weeks?: readonly string[];
  /** Replaces the small company and its reporting API. */
  readonly company?: { readonly url: string; readonly clientId: string; readonly token: string };
  /** Changes responses of the reporting API before any report is made. */
  readonly alter?: TestCompany['changeBody'];
  /** Whether reports can be subscribed to; messages are recorded. */
  readonly sendsMessages?: boolean;
  /** Whether the PDFs of reports can be read; otherwise their bytes are only a digest of the report. */
  readonly drawsPdfs?: boolean;
}

export interface PageServer extends AsyncDisposable {
  /** URL of the server, without a trailing slash. */
  readonly url: string;
  /** Covers the whole company. */
  readonly token: string;
  /** Local address of the page with a trailing slash, also when a public URL is set. */
  readonly pageUrl: string;
  /** Opens a view such as "/2026-W46" in a signed-in tab. Reloading signs in again. */
  openSignedIn(browser: TestBrowser, view?: string, options?: BrowserContextOptions): Promise<Tab>;
  /** Makes the reports of a folder and its descendants again; null for the whole company. */
  makeReports(week: string, folder: number | null): Promise<void>;
  /** Response of the HTTP API with the whole company's token, parsed as JSON. */
  getJson(path: string): Promise<unknown>;
  readonly acme: TestCompany;
  readonly making: ReportMakingContext;
  /** Fails when the server sends no messages. */
  readonly messages: () => PageDelivery;
  /** The clock of the server, which stands still. */
  readonly time: { now: Instant };
  /** Unexpected errors of the server. */
  readonly serverErrors: readonly unknown[];
}

/** Script that stores the token like the page does. */
export const signInScript = (token: string): string =>
  `if (window.top === window && location.protocol === 'http:') sessionStorage.setItem('feedback-reports.token', '${token}');`;

export const WEEK = '2026-W46';
const ACME_CREDENTIALS = { clientId: CLIENT_ID, token: TOKEN };

export async function startPageServer({
  publicUrl,
  weeks = [WEEK],
  company,
  alter,
  sendsMessages = false,
  drawsPdfs = false,
}: PageServerOptions = {}): Promise<PageServer> {
  await using resources = new AsyncDisposableStack();
  const root = await mkdtemp(join(tmpdir(), 'library-'));
  resources.defer(() => rm(root, { recursive: true, force: true }));
  const acme = await startTestCompany();
  resources.defer(() => acme.close());
  if (alter !== undefined) acme.changeBody = alter;
  const store = { kind: 'file', folder: root } as const;
  const { url, clientId, token: apiToken } = company ?? { ...ACME_CREDENTIALS, url: acme.url };
  const time = { now: NOW };
  const services = openServices(
    { ...DEFAULTS, store },
    {
      url,
      credentials: { clientId, apiToken },
      auth: 'basic',
      headerPrefix: 'X-SVC',
    },
    { ...systemContext, clock: () => time.now },
  );
  resources.defer(() => services.close());
  const making = drawsPdfs ? services.making : withoutPdfs(services.making);
  const makeReports = async (name: string, folder: number | null): Promise<void> => {
    const week = parseWeek(name);
    if (week === null) throw new TypeError(`${name} is not a week`);
    await runWeek(making, { week, folder, force: true });
  };
  for (const name of weeks) await makeReports(name, null);
  const token = canary('caller token');
  const linkKeys = localLinkKeys(store, null);
  let delivery: PageDelivery | null = null;
  const serverErrors: unknown[] = [];
  const server = await serveReports({
    making,
    port: 0,
    token,
    tokenCaller: wholeCompanyCaller(null),
    publicUrl: publicUrl ?? null,
    locale: 'en',
    page: startPageBuild(),
    factFiles: parquetFiles(),
    openDelivery: sendsMessages
      ? (api) => {
          const { store: objects } = making.repository;
          const { clock } = making;
          delivery = createPageDelivery(objects, { ...api, clock, linkKeys });
          return Promise.resolve({
            delivery: delivery.delivery,
            close: () => Promise.resolve(),
          });
        }
      : null,
    revocations: revocationCodec,
    tokenCodecs,
    jobRecords: jobRecordCodec,
    codecs: deliveryCodecs,
    linkKeys,
    onError: (error) => {
      // A failure is why a requested report was not made.
      if (!(error instanceof Failure)) serverErrors.push(error);
    },
  });
  resources.defer(() => server.close());
  const basePath = publicUrl === undefined ? '' : new URL(publicUrl).pathname.replace(/\/$/, '');
  const pageUrl = `${server.url}${basePath}/`;
  const resourcesToDispose = resources.move();
  return {
    url: server.url,
    token,
    pageUrl,
    openSignedIn: (browser, view = '/', options = {}) =>
      browser.open(`${pageUrl}#${view}`, { ...options, initScript: signInScript(token) }),
    makeReports,
    time,
    getJson: async (path) => {
      const headers = { Authorization: `Bearer ${token}` };
      return (await fetch(`${server.url}${basePath}${path}`, { headers })).json();
    },
    acme,
    making,
    messages: () => {
      if (delivery === null) throw new TypeError('the server sends no messages');
      return delivery;
    },
    serverErrors,
    [Symbol.asyncDispose]: () => resourcesToDispose.disposeAsync(),
  };
}

export interface LimitedTokenServer extends AsyncDisposable {
  readonly token: string;
  readonly pageUrl: string;
  openSignedIn(browser: TestBrowser, view: string): Promise<Tab>;
  /** Unexpected errors of the server. */
  readonly serverErrors: readonly unknown[];
}

/** A server for the same reports whose token covers only `folders`. */
export async function startLimitedTokenServer(
  { making }: Pick<PageServer, 'making'>,
  folders: readonly number[],
): Promise<LimitedTokenServer> {
  const token = randomBytes(32).toString('base64url');
  const key = { id: 'bound', key: randomBytes(32).toString('base64url') };
  const serverErrors: unknown[] = [];
  const server = await serveReports({
    making,
    port: 0,
    token,
    tokenCaller: { ...wholeCompanyCaller(null), folders },
    publicUrl: null,
    locale: 'en',
    page: startPageBuild(),
    factFiles: parquetFiles(),
    openDelivery: null,
    revocations: revocationCodec,
    tokenCodecs,
    jobRecords: jobRecordCodec,
    codecs: deliveryCodecs,
    linkKeys: () => Promise.resolve([key]),
    onError: (error) => {
      // A failure is why a requested report was not made.
      if (!(error instanceof Failure)) serverErrors.push(error);
    },
  });
  const pageUrl = `${server.url}/`;
  return {
    token,
    pageUrl,
    openSignedIn: (browser, view) =>
      browser.open(`${pageUrl}#${view}`, { initScript: signInScript(token) }),
    serverErrors,
    [Symbol.asyncDispose]: () => server.close(),
  };
}
