// What people do with the page, in a browser: they find reports, have them made, share them, get into trouble, and some
// of them work for large companies. One process and one browser, since both take longer to start than most flows last.
import { describe } from 'node:test';
import { missingBrowser } from '../../support/browser.ts';
import { finding } from './flows/find-reports-flow.ts';
import { inALargeCompany } from './flows/responsiveness-flow.ts';
import { making } from './flows/make-report-flow.ts';
import { sharedBrowser } from './flows/shared-browser.ts';
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
