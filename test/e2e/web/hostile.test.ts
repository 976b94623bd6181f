// The report library in the hands of people who mean harm: who name folders, surveys and follow-ups, and who send links.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { tokenFromLocation } from '../../../lib/web/views/sign-in/token-entry.ts';
import type { TestBrowser } from '../../support/browser.ts';
import { missingBrowser, openBrowser } from '../../support/browser.ts';
import type { PageServer } from '../../support/page-server.ts';
import { startPageServer, WEEK } from '../../support/page-server.ts';
import { currentUrl, heading, visit, words } from '../../support/page-queries.ts';

/** Markup, script, templates, a change of direction, a bell and half a character. */
const EVIL =
  '"><img src=x onerror="alert(1)"><script>alert(1)</script><a href="javascript:alert(1)">x</a>' +
  "${alert(1)}{{7*7}}'\u202e\u0007\ud800";
const NAMES = ['Acme', 'North', 'Store Å', 'South', 'How was your visit?', 'Queues', 'Staff'];

describe('the token of an address', () => {
  it('is taken on this machine alone, where a program prints it for its own reader', () => {
    const at = (hash: string, hostname: string): string | null =>
      tokenFromLocation({ hash, hostname });
    for (const here of ['127.0.0.1', 'localhost', '[::1]']) {
      assert.equal(at('#token=a%2Db', here), 'a-b');
      for (const junk of ['#token=', '#token=a%0Ab', '#token=%E2%82%AC', '#token=%E2%', '#/', '']) {
        assert.equal(at(junk, here), null, junk);
      }
    }
    for (const there of ['reports.example.com', '127.0.0.1.example.com', 'localhost.example.com']) {
      assert.equal(at('#token=a', there), null, there);
    }
  });
});

describe('in a browser', { skip: missingBrowser() ?? false }, () => {
  const opened = new AsyncDisposableStack();
  let library: PageServer;
  let browser: TestBrowser;
  before(async () => {
    const alter = (_path: string, body: string): string =>
      NAMES.reduce(
        (text, name) => text.replaceAll(JSON.stringify(name), JSON.stringify(name + EVIL)),
        body.replaceAll('"Store B"', '"__proto__"'),
      );
    library = opened.use(await startPageServer({ alter }));
    browser = opened.use(await openBrowser());
  });
  after(() => opened.disposeAsync());

  /** Of the tab that a page is in. */
  const kept = (page: Page): Promise<unknown> =>
    page.evaluate('JSON.stringify(Object.values(sessionStorage))');

  it('no name and no address becomes markup or script, whatever is looked at', async () => {
    await using tab = await library.openSignedIn(browser, `/${WEEK}`);
    const { page } = tab;
    const dialogs: string[] = [];
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
    for (const [view, title] of [
      [`/${WEEK}?state=constructor&sort=__proto__`, 'November 2026'],
      [`/${WEEK}/1`, 'Acme">'],
      [`/${WEEK}/22`, '__proto__'],
      [`/${WEEK}/21?revision=1`, 'Store Å">'],
      [`/${WEEK}/21/share`, 'Store Å">'],
      [`/${WEEK}/21/revisions`, 'Store Å">'],
      [`/${WEEK}/21/survey/211`, 'How was your visit?">'],
      [`/${WEEK}/21/survey/__proto__`, words.trouble.lost[0] ?? ''],
      ['/%00%ff?%', words.trouble.lost[0] ?? ''],
    ] as const) {
      await visit(page, view);
      await heading(page, new RegExp(title.replace('?', '\\?'))).waitFor();
      const made = page.locator('img, script:not([src]), [href^="javascript"], [onerror]');
      assert.equal(await made.count(), 0, view);
    }
    assert.deepEqual([dialogs, tab.problems(), library.serverErrors], [[], [], []]);
  });

  it('a link neither signs anybody in elsewhere than on this machine, nor out', async () => {
    await using tab = await browser.open('about:blank');
    const { page } = tab;
    const elsewhere = 'http://reports.example.com';
    await page.context().route(`${elsewhere}/**`, async (route) => {
      const url = route.request().url().replace(elsewhere, library.url);
      await route.fulfill({ response: await route.fetch({ url }) });
    });
    const before = JSON.stringify([library.token]);
    for (const [origin, token] of [
      [elsewhere, 'of-somebody-else'],
      [library.url, 'a%0Ab'],
    ] as const) {
      await page.goto(`${origin}/#/${WEEK}/21`);
      await page.getByLabel(words.signIn.token, { exact: true }).fill(library.token);
      await page.keyboard.press('Enter');
      await heading(page, /Store Å/).waitFor();
      await page.evaluate(`location.hash = 'token=${token}'`);
      await heading(page, /November 2026/).waitFor();
      assert.equal(await kept(page), before);
      assert.doesNotMatch(await currentUrl(page), /token/);
    }
  });

  it('the tab of a PDF neither has the token nor knows who opened it', async () => {
    await using tab = await browser.open(`${library.pageUrl}#token=${library.token}`);
    const { page } = tab;
    await heading(page, /November 2026/).waitFor();
    await visit(page, `/${WEEK}/21`);
    const opening = page.context().waitForEvent('page');
    await page.getByRole('button', { name: words.read.openPdfTab }).click();
    const other = await opening;
    await other.waitForURL('**/files/**');
    // Of the same origin, and without any script.
    await other.goto(`${library.url}/v1/openapi.json`);
    assert.equal(await other.evaluate('window.opener'), null);
    assert.equal(await kept(other), '[]');
    assert.equal(await kept(page), JSON.stringify([library.token]));
  });
});
