// One browser for all tests of a process, because Chromium takes longer to start than most tests run.
import { after } from 'node:test';
import type { TestBrowser } from './browser.ts';
import { openBrowser } from './browser.ts';

/** By whether they show PDFs. */
const browsers = new Map<boolean, Promise<TestBrowser>>();

/** Starts the browser for the first test that needs it; it closes after the last test of the process. */
export function sharedBrowser({ showsPdf = false } = {}): Promise<TestBrowser> {
  const browser = browsers.get(showsPdf) ?? openBrowser({ showsPdf });
  browsers.set(showsPdf, browser);
  return browser;
}

after(async () => {
  for (const browser of browsers.values()) await (await browser)[Symbol.asyncDispose]();
});
