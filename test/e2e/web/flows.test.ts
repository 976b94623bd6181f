// User flows in a browser. They share a process and a browser, because both take longer to start than most flows run.
import { after, describe } from 'node:test';
import type { TestBrowser } from '../../support/browser.ts';
import { missingBrowser, openBrowser } from '../../support/browser.ts';
import { findReportsFlow } from './flows/find-reports-flow.ts';
import { responsivenessFlow } from './flows/responsiveness-flow.ts';
import { makeReportFlow } from './flows/make-report-flow.ts';
import { shareLinkFlow } from './flows/share-link-flow.ts';
import { errorsFlow } from './flows/errors-flow.ts';

describe('user flows in a browser', { skip: missingBrowser() ?? false, concurrency: 2 }, () => {
  const browser = sharedBrowser();
  findReportsFlow(browser);
  errorsFlow(browser);
  makeReportFlow(browser);
  shareLinkFlow(browser);
  responsivenessFlow(browser);
});

/** Starts the browser when the first flow needs it and closes it after the surrounding suite. */
function sharedBrowser(): () => Promise<TestBrowser> {
  let starting: Promise<TestBrowser> | null = null;
  after(async () => {
    await (await starting)?.[Symbol.asyncDispose]();
  });
  return () => (starting ??= openBrowser());
}
