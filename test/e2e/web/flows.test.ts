// What people do with the page, in a browser: they find reports, have them made, share them, get into trouble, and some
// of them work for large companies. One process and one browser, since both take longer to start than most flows last.
import { after, describe } from 'node:test';
import type { TestBrowser } from '../../support/browser.ts';
import { missingBrowser, openBrowser } from '../../support/browser.ts';
import { finding } from './flows/find-reports-flow.ts';
import { inALargeCompany } from './flows/responsiveness-flow.ts';
import { making } from './flows/make-report-flow.ts';
import { sharing } from './flows/share-link-flow.ts';
import { inTrouble } from './flows/errors-flow.ts';

describe('in a browser', { skip: missingBrowser() ?? false, concurrency: 2 }, () => {
  const browser = sharedBrowser();
  finding(browser);
  inTrouble(browser);
  making(browser);
  sharing(browser);
  inALargeCompany(browser);
});

/** Starts the browser when the first flow needs it and closes it after the surrounding suite. */
function sharedBrowser(): () => Promise<TestBrowser> {
  let starting: Promise<TestBrowser> | null = null;
  after(async () => {
    await (await starting)?.[Symbol.asyncDispose]();
  });
  return () => (starting ??= openBrowser());
}
