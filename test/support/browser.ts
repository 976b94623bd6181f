// Debian's Chromium as people use it, and what it had to complain about. It hides how it is started, and that it speaks
// to nobody but this machine.
import { existsSync } from 'node:fs';
import type { BrowserContextOptions, Page, Request } from 'playwright-core';

const PROGRAM = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
const MAX_WAIT_MS = 15_000;

/** Why there is no browser to test with, in one line; null when there is one. */
export function missingBrowser(): string | null {
  return existsSync(PROGRAM) ? null : 'there is no Chromium (Debian package chromium)';
}

export interface Tab extends AsyncDisposable {
  readonly page: Page;
  /**
   * Errors and warnings of the console, errors nobody caught, breaches of the page's policy, requests to any other
   * origin than the first one's, and requests that came to nothing. An answer of the API that refuses is none of these.
   */
  problems(): readonly string[];
}

export interface TabOptions extends BrowserContextOptions {
  /** A script that runs in every document before its own. */
  readonly initScript?: string;
}

export interface TestBrowser extends AsyncDisposable {
  /** A browser as if fresh from the shop, at an address; resolves when the page and its first scripts have run. */
  open(url: string, options?: TabOptions): Promise<Tab>;
}

export async function openBrowser(): Promise<TestBrowser> {
  const { chromium } = await import('playwright-core');
  const browser = await chromium.launch({
    executablePath: PROGRAM,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      // No name is looked up: not even by what a browser does of its own accord.
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
    ],
  });
  return {
    async open(url, { initScript, ...options } = {}) {
      const context = await browser.newContext({ locale: 'en-GB', ...options });
      context.setDefaultTimeout(MAX_WAIT_MS);
      await context.addInitScript(REPORT_POLICY_VIOLATIONS);
      if (initScript !== undefined) await context.addInitScript(initScript);
      const page = await context.newPage();
      const troubles: string[] = [];
      recordProblems(page, new URL(url).origin, troubles);
      await page.goto(url);
      return {
        page,
        problems: () => [...troubles],
        [Symbol.asyncDispose]: () => context.close(),
      };
    },
    [Symbol.asyncDispose]: () => browser.close(),
  };
}

/** What the console tells of a breach differs; the event is the standard's. */
const REPORT_POLICY_VIOLATIONS = `document.addEventListener('securitypolicyviolation', (event) => {
  console.error('policy: ' + event.effectiveDirective + ' ' + event.blockedURI + ' ' + event.sample);
});`;

function recordProblems(page: Page, origin: string, troubles: string[]): void {
  page.on('console', (message) => {
    const { url } = message.location();
    const isAnswer =
      message.text().startsWith('Failed to load resource: the server responded') &&
      url.startsWith(origin) &&
      new URL(url).pathname.includes('/v1/');
    if (isAnswer || !['error', 'warning'].includes(message.type())) return;
    troubles.push(`${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => {
    troubles.push(`uncaught: ${error.message}`);
  });
  page.on('request', (request) => {
    if (!isSameOrigin(request, origin)) troubles.push(`foreign: ${request.url()}`);
  });
  page.on('requestfailed', (request) => {
    const why = request.failure()?.errorText ?? '';
    // Whoever asked wants it no more.
    if (why !== 'net::ERR_ABORTED') troubles.push(`failed: ${request.url()} ${why}`);
  });
}

/** Chromium's own viewer, which shows PDFs, comes with it. */
function isSameOrigin(request: Request, origin: string): boolean {
  const url = request.url();
  return new URL(url).origin === origin || /^chrome(-extension)?:\/\//.test(url);
}
