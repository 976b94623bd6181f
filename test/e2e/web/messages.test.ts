// Mails in a browser: accessible and without horizontal scrolling on a phone, in light and dark mode.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { renderHtml } from '../../../lib/adapters/mail/html.ts';
import { LANGUAGES } from '../../../lib/i18n/messages.ts';
import { missingBrowser } from '../../support/browser.ts';
import {
  createCompanyReport,
  createTestMessage,
  MESSAGE_CASES,
} from '../../support/message-cases.ts';
import { accessibilityViolations, SMALL_TEXTS } from '../../support/page-queries.ts';
import { sharedBrowser } from '../../support/shared-browser.ts';
import { createReport } from '../../support/test-reports.ts';

const PHONE = { width: 360, height: 740 };
const CASES = new Map([
  ...MESSAGE_CASES,
  [
    'long names',
    { report: createCompanyReport((name) => `${name}${'x'.repeat(10_000)}`), isUpdate: false },
  ],
]);
/** Rules about landmarks of pages: a mail is shown within the page of a mail program, which has its own. */
const PAGE_RULES = /^(landmark-one-main|region):/;
const USUAL_REGION = createReport({
  key: 20,
  name: 'Finland',
  path: [{ key: 1, name: 'Northwind Markets' }],
  folders: ['Helsinki', 'Espoo', 'Tampere'].map((name, i) => ({
    key: 100 + i,
    name,
    surveys: [{ key: 1000 + i, name: 'How was your visit today?' }],
  })),
});
const SHOWN = ['a company', 'a partial region', 'a store that fell', 'long names'];

describe('a mail in a browser', { skip: missingBrowser() ?? false }, () => {
  for (const [locale, colorScheme] of [
    ['en', 'light'],
    ['ar', 'dark'],
  ] as const) {
    it(`reads on a phone without scrolling sideways, and breaks no rule of axe: ${locale}, ${colorScheme}`, async () => {
      const browser = await sharedBrowser();
      await using tab = await browser.open('about:blank', { viewport: PHONE, colorScheme });
      for (const name of SHOWN) {
        const messageCase = CASES.get(name);
        assert.ok(messageCase !== undefined, name);
        const { message, footer } = createTestMessage(messageCase, locale);
        await tab.page.setContent(renderHtml(message, footer));
        const width = await tab.page.evaluate('document.documentElement.scrollWidth');
        assert.equal(width, PHONE.width, name);
        assert.equal(await tab.page.evaluate(SMALL_TEXTS), '[]', name);
        const violations = await accessibilityViolations(tab.page);
        assert.deepEqual(
          violations.filter((violation) => !PAGE_RULES.test(violation)),
          [],
          name,
        );
        assert.deepEqual(tab.problems(), [], name);
      }
    });
  }

  for (const [what, report] of [
    ['a place', CASES.get('a store as usual')?.report],
    ['a folder', USUAL_REGION],
  ] as const) {
    it(`is at most 560 pixels high on a phone about ${what} as usual, in every language`, async () => {
      const browser = await sharedBrowser();
      await using tab = await browser.open('about:blank', { viewport: PHONE });
      const messageCase = { report: report ?? assert.fail(), isUpdate: false };
      for (const locale of LANGUAGES) {
        const { message, footer } = createTestMessage(messageCase, locale, { reportUrl: null });
        assert.equal(message.view.finding.state, 'usual');
        await tab.page.setContent(renderHtml(message, footer));
        const height = Number(
          await tab.page.evaluate('document.querySelector("table").offsetHeight'),
        );
        assert.ok(height <= 560, `${locale}: ${String(height)}`);
      }
    });
  }
});
