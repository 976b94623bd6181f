// The report library over a small company's reports: the page as it is built, the API and the reporting API behind it,
// on real sockets.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { localLinkKeys, startPageBuild } from '../../lib/composition/local.ts';
import { serveReports } from '../../lib/http/local/local-server.ts';
import { WHOLE_COMPANY } from '../../lib/reports/access.ts';
import { runWeek } from '../../lib/reports/run-week.ts';
import type { ReportMaking } from '../../lib/reports/run-week.ts';
import { openRevocations, openServices, systemContext } from '../../lib/composition/compose.ts';
import { DEFAULTS } from '../../lib/composition/config.ts';
import { parseWeek } from '../../lib/domain/calendar.ts';
import type { BrowserContextOptions } from 'playwright-core';
import type { Tab, TestBrowser } from './browser.ts';
import type { Acme } from './test-company.ts';
import { CLIENT_ID, NOW, startAcme, TOKEN } from './test-company.ts';
import { canary } from './secret-markers.ts';

export interface LibraryOptions {
  /** Where people reach it; default: its own address. */
  readonly publicUrl?: string;
  /** Those whose reports are there; default: the one before the company's clock. */
  readonly weeks?: readonly string[];
  /** Another company than the small one, with its reporting API. */
  readonly company?: { readonly url: string; readonly clientId: string; readonly token: string };
  /** Changes what the reporting API answers, before any report is made. */
  readonly alter?: Acme['alter'];
}

export interface Library extends AsyncDisposable {
  /** Of the server itself, without a slash at its end. */
  readonly url: string;
  /** Opens the whole company. */
  readonly token: string;
  /** Where the page lies, with a slash at its end; on this machine, whatever people are told. */
  readonly address: string;
  /**
   * A tab of somebody who is signed in, at a view such as "/2026-W46"; whoever signs out there is signed in again by
   * loading the page. Others sign in themselves, or by "#token=…".
   */
  enter(browser: TestBrowser, view?: string, options?: BrowserContextOptions): Promise<Tab>;
  /** Makes the reports of a week anew, of a folder and of all below it; null for the whole company. */
  make(week: string, folder: number | null): Promise<void>;
  /** What the HTTP API answers to the whole company's token; fails unless that is JSON. */
  ask(path: string): Promise<unknown>;
  readonly acme: Acme;
  readonly making: ReportMaking;
  /** Bugs that the server met; a test that expects none looks here. */
  readonly bugs: readonly unknown[];
}

/** As the page keeps it. */
export const SIGNED_IN = (token: string): string =>
  `if (window.top === window) sessionStorage.setItem('feedback-reports.token', '${token}');`;

export const WEEK = '2026-W46';
const SMALL = { clientId: CLIENT_ID, token: TOKEN };

export async function openLibrary({
  publicUrl,
  weeks = [WEEK],
  company,
  alter,
}: LibraryOptions = {}): Promise<Library> {
  await using opened = new AsyncDisposableStack();
  const root = await mkdtemp(join(tmpdir(), 'library-'));
  opened.defer(() => rm(root, { recursive: true, force: true }));
  const acme = await startAcme();
  opened.defer(() => acme.close());
  if (alter !== undefined) acme.alter = alter;
  const store = { kind: 'file', folder: root } as const;
  const { url, clientId, token: apiToken } = company ?? { ...SMALL, url: acme.url };
  const services = openServices(
    { ...DEFAULTS, store },
    {
      url,
      credentials: { clientId, apiToken },
      auth: 'basic',
      headerPrefix: 'X-SVC',
    },
    { ...systemContext, clock: () => NOW },
  );
  opened.defer(() => services.close());
  const make = async (name: string, folder: number | null): Promise<void> => {
    const week = parseWeek(name);
    if (week === null) throw new TypeError(`${name} is no week`);
    await runWeek(services.making, { week, folder, force: true });
  };
  for (const name of weeks) await make(name, null);
  const token = canary('caller token');
  const bugs: unknown[] = [];
  const server = await serveReports({
    making: services.making,
    port: 0,
    token,
    holder: WHOLE_COMPANY,
    publicUrl: publicUrl ?? null,
    locale: 'en',
    page: startPageBuild(),
    revocations: openRevocations(),
    linkKeys: localLinkKeys(store, null),
    onBug: (error) => bugs.push(error),
  });
  opened.defer(() => server.close());
  const base = publicUrl === undefined ? '' : new URL(publicUrl).pathname.replace(/\/$/, '');
  const address = `${server.url}${base}/`;
  const all = opened.move();
  return {
    url: server.url,
    token,
    address,
    enter: (browser, view = '/', options = {}) =>
      browser.open(`${address}#${view}`, { ...options, before: SIGNED_IN(token) }),
    make,
    ask: async (path) => {
      const headers = { Authorization: `Bearer ${token}` };
      return (await fetch(`${server.url}${base}${path}`, { headers })).json();
    },
    acme,
    making: services.making,
    bugs,
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}
