// One browser for all tests of a process, because Chromium takes longer to start than most tests run.
import { after } from 'node:test';
import type { TestBrowser } from './browser.ts';
import { openBrowser } from './browser.ts';

let starting: Promise<TestBrowser> | null = null;
let startingWithPdf: Promise<TestBrowser> | null = null;

/** Starts the browser for the first test that needs it; it closes after the last test of the process. */
export function sharedBrowser(): Promise<TestBrowser> {
  starting ??= openBrowser();
  return starting;
}

/** A browser that can show PDFs. */
export function sharedPdfBrowser(): Promise<TestBrowser> {
  startingWithPdf ??= openBrowser({ showsPdf: true });
  return startingWithPdf;
}

after(async () => {
  for (const browser of [starting, startingWithPdf]) await (await browser)?.[Symbol.asyncDispose]();
});
