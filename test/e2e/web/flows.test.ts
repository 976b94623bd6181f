// User flows in a browser.
import { describe } from 'node:test';
import { missingBrowser } from '../../support/browser.ts';
import { sharedBrowser } from '../../support/shared-browser.ts';
import { acceptFlow } from './flows/accept-flow.ts';
import { findReportsFlow } from './flows/find-reports-flow.ts';
import { responsivenessFlow } from './flows/responsiveness-flow.ts';
import { makeReportFlow } from './flows/make-report-flow.ts';
import { shareLinkFlow } from './flows/share-link-flow.ts';
import { subscribeFlow } from './flows/subscribe-flow.ts';
import { errorsFlow } from './flows/errors-flow.ts';

describe('user flows in a browser', { skip: missingBrowser() ?? false, concurrency: 2 }, () => {
  acceptFlow(sharedBrowser);
  findReportsFlow(sharedBrowser);
  errorsFlow(sharedBrowser);
  makeReportFlow(sharedBrowser);
  shareLinkFlow(sharedBrowser);
  subscribeFlow(sharedBrowser);
  responsivenessFlow(sharedBrowser);
});
