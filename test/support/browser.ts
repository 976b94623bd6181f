// Starts Debian's Chromium or Firefox without network access beyond this machine, and records problems of the pages it opens.
import { existsSync } from 'node:fs';
import type { Browser, BrowserContextOptions, Page, Request } from 'playwright-core';
import { launchFirefox } from './firefox.ts';

/** The whole browser, which can show PDFs. */
const CHROMIUM = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
/** The same engine without windows, menus and PDF viewer: tests take half the time. */
export const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';
const MAX_WAIT_MS = 60_000;

/** Features of Chromium that Playwright turns off; this option of a launch replaces Playwright's own. */
const PLAYWRIGHT_DISABLED_FEATURES = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'OptimizationHints',
];

/** A one-line reason to skip browser tests; null when Chromium is installed. */
export function missingBrowser(): string | null {
  return existsSync(CHROMIUM) ? null : 'there is no Chromium (Debian package chromium)';
}

export interface Tab extends AsyncDisposable {
  readonly page: Page;
  /**
   * Console errors and warnings, uncaught exceptions, policy violations, requests to other origins and failed
   * requests. Error responses of the API are not included.
   */
  problems(): readonly string[];
}

export interface TabOptions extends BrowserContextOptions {
  /** A script that runs before the scripts of every document. */
  readonly initScript?: string;
  /** Runs before the URL is opened, e.g. to answer its requests. */
  readonly prepare?: (page: Page) => Promise<unknown>;
}

export interface TestBrowser extends AsyncDisposable {
  /** Opens a URL in a new browser context; resolves after the load event. */
  open(url: string, options?: TabOptions): Promise<Tab>;
}

export async function openBrowser({ showsPdf = false } = {}): Promise<TestBrowser> {
  const { chromium } = await import('playwright-core');
  const usesShell =
    !showsPdf && process.env['CHROMIUM'] === undefined && existsSync(HEADLESS_SHELL);
  const browser = await chromium.launch({
    executablePath: usesShell ? HEADLESS_SHELL : CHROMIUM,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      // Otherwise each context starts a process for its empty page and another for the first URL.
      '--renderer-process-limit=1',
      '--in-process-gpu',
      '--disable-background-networking',
      // A spare renderer process for each navigation takes an eighth of the tests' time.
      `--disable-features=${['SpareRendererForSitePerProcess', ...PLAYWRIGHT_DISABLED_FEATURES].join()}`,
      // Prevents DNS lookups, including Chromium's own.
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
    ],
  });
  return testBrowser(browser);
}

/** Firefox ignores the options `colorScheme` and `reducedMotion`, and always reduces motion. */
export async function openFirefox(): Promise<TestBrowser> {
  return testBrowser(await launchFirefox());
}

function testBrowser(browser: Browser): TestBrowser {
  return {
    async open(url, { initScript, prepare, ...options } = {}) {
      const context = await browser.newContext({ locale: 'en-GB', ...options });
      context.setDefaultTimeout(MAX_WAIT_MS);
      await context.addInitScript(REPORT_POLICY_VIOLATIONS);
      if (initScript !== undefined) await context.addInitScript(initScript);
      const page = await context.newPage();
      const problems: string[] = [];
      recordProblems(page, new URL(url).origin, problems);
      await prepare?.(page);
      await page.goto(url);
      return {
        page,
        problems: () => [...problems],
        [Symbol.asyncDispose]: () => context.close(),
      };
    },
    [Symbol.asyncDispose]: () => browser.close(),
  };
}

/** Chromium's console messages vary, so the standard event is logged. */
const REPORT_POLICY_VIOLATIONS = `document.addEventListener('securitypolicyviolation', (event) => {
  console.error('policy: ' + event.effectiveDirective + ' ' + event.blockedURI + ' ' + event.sample);
});`;

function recordProblems(page: Page, origin: string, problems: string[]): void {
  page.on('console', (message) => {
    const { url } = message.location();
    const isApiResponse =
      message.text().startsWith('Failed to load resource: the server responded') &&
      url.startsWith(origin) &&
      new URL(url).pathname.includes('/v1/');
    if (isApiResponse || !['error', 'warning'].includes(message.type())) return;
    problems.push(`${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => {
    problems.push(`uncaught: ${error.message}`);
  });
  page.on('request', (request) => {
    if (!isSameOrigin(request, origin)) problems.push(`foreign: ${request.url()}`);
  });
  page.on('requestfailed', (request) => {
    const errorText = request.failure()?.errorText ?? '';
    // Aborted by the page itself.
    if (!ABORTED.includes(errorText)) problems.push(`failed: ${request.url()} ${errorText}`);
  });
}

/** Of Chromium and Firefox. */
const ABORTED = ['net::ERR_ABORTED', 'NS_BINDING_ABORTED'];

/** Includes Chromium's built-in PDF viewer. */
function isSameOrigin(request: Request, origin: string): boolean {
  const url = request.url();
  return new URL(url).origin === origin || /^chrome(-extension)?:\/\//.test(url);
}
