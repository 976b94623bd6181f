// Hostile input: names of folders, surveys and follow-ups, and addresses in links.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { tokenFromLocation } from '../../../lib/web/preferences.ts';
import type { TestBrowser } from '../../support/browser.ts';
import { missingBrowser } from '../../support/browser.ts';
import { sharedBrowser } from '../../support/shared-browser.ts';
import type { PageServer } from '../../support/page-server.ts';
import { startPageServer, WEEK } from '../../support/page-server.ts';
import { currentUrl, heading, visit, words } from '../../support/page-queries.ts';

/** Markup, script, template syntax, a direction override, a control character and a lone surrogate. */
const HOSTILE_SUFFIX =
  '"><img src=x onerror="alert(1)"><script>alert(1)</script><a href="javascript:alert(1)">x</a>' +
  "${alert(1)}{{7*7}}'\u202e\u0007\ud800";
const NAMES = ['Acme', 'North', 'Store Å', 'How was your visit?', 'Queues', 'Staff'];
/** A variant of an ideograph, joined letters and emoji, and the tags of a flag. */
const MEANT_NAME =
  '葛\u{e0100}城 می\u200cخواهم 👨\u200d👩\u200d👧 ☕\ufe0f 🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}';

describe('tokenFromLocation', () => {
  it('accepts a token only on this machine', () => {
    const tokenAt = (hash: string, hostname: string): string | null =>
      tokenFromLocation({ hash, hostname });
    for (const localHost of ['127.0.0.1', 'localhost', '[::1]']) {
      assert.equal(tokenAt('#token=a%2Db', localHost), 'a-b');
      for (const junkFragment of [
        '#token=',
        '#token=a%0Ab',
        '#token=%E2%82%AC',
        '#token=%E2%',
        '#/',
        '',
      ]) {
        assert.equal(tokenAt(junkFragment, localHost), null, junkFragment);
      }
    }
    for (const otherHost of [
      'reports.example.com',
      '127.0.0.1.example.com',
      'localhost.example.com',
    ]) {
      assert.equal(tokenAt('#token=a', otherHost), null, otherHost);
    }
  });
});

describe('hostile input in a browser', { skip: missingBrowser() ?? false }, () => {
  const resources = new AsyncDisposableStack();
  let pageServer: PageServer;
  let browser: TestBrowser;
  before(async () => {
    const alter = (_path: string, body: string): string =>
      NAMES.reduce(
        (text, name) =>
          text.replaceAll(JSON.stringify(name), JSON.stringify(name + HOSTILE_SUFFIX)),
        body
          .replaceAll('"Store B"', '"__proto__"')
          .replaceAll('"South"', JSON.stringify(MEANT_NAME)),
      );
    pageServer = resources.use(await startPageServer({ alter, drawsPdfs: true }));
    browser = await sharedBrowser();
  });
  after(() => resources.disposeAsync());

  /** All items of session storage. */
  const sessionItems = (page: Page): Promise<unknown> =>
    page.evaluate('JSON.stringify(Object.values(sessionStorage))');

  it('no name or address becomes markup or script on any view', async () => {
    await using tab = await pageServer.openSignedIn(browser, `/${WEEK}`);
    const { page } = tab;
    const dialogs: string[] = [];
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
    for (const [view, title] of [
      [`/${WEEK}?state=constructor&group=__proto__`, 'Acme">'],
      [`/${WEEK}/1`, 'Acme">'],
      [`/${WEEK}/22`, '__proto__'],
      [`/${WEEK}/21?revision=1`, 'Store Å">'],
      [`/${WEEK}/21/share`, 'Store Å">'],
      [`/${WEEK}/21/revisions`, 'Store Å">'],
      [`/${WEEK}/21/survey/211`, 'Store Å">'],
      [`/${WEEK}/21/survey/__proto__`, words.errors.pageNotFound.title],
      ['/%00%ff?%', words.errors.pageNotFound.title],
    ] as const) {
      await visit(page, view);
      await heading(page, new RegExp(title)).waitFor();
      const injected = page.locator('img, script:not([src]), [href^="javascript"], [onerror]');
      assert.equal(await injected.count(), 0, view);
    }
    assert.deepEqual([dialogs, tab.problems(), pageServer.serverErrors], [[], [], []]);
  });

  it('a name keeps the invisible characters that belong to it', async () => {
    await using tab = await pageServer.openSignedIn(browser, `/${WEEK}/3`);
    await heading(tab.page, MEANT_NAME).waitFor();
    await visit(tab.page, `/${WEEK}/1`);
    await tab.page.getByText(MEANT_NAME).first().waitFor();
  });

  it('a link on another host neither signs its reader in nor out', async () => {
    await using tab = await browser.open('about:blank');
    const { page } = tab;
    const otherOrigin = 'http://reports.example.com';
    await page.context().route(`${otherOrigin}/**`, async (route) => {
      const url = route.request().url().replace(otherOrigin, pageServer.url);
      await route.fulfill({ response: await route.fetch({ url }) });
    });
    const storedItems = JSON.stringify([pageServer.token]);
    for (const [origin, token] of [
      [otherOrigin, 'another-token'],
      [pageServer.url, 'a%0Ab'],
    ] as const) {
      await page.goto(`${origin}/#/${WEEK}/21`);
      await page.getByLabel(words.signIn.token, { exact: true }).fill(pageServer.token);
      await page.keyboard.press('Enter');
      await heading(page, /Store Å/).waitFor();
      await page.evaluate(`location.hash = 'token=${token}'`);
      await heading(page, /Acme/).waitFor();
      assert.equal(await sessionItems(page), storedItems);
      assert.doesNotMatch(await currentUrl(page), /token/);
    }
  });

  it('the tab of a PDF has neither the token nor an opener', async () => {
    await using tab = await (
      await sharedBrowser({ showsPdf: true })
    ).open(`${pageServer.pageUrl}#token=${pageServer.token}`);
    const { page } = tab;
    await heading(page, /Acme/).waitFor();
    await visit(page, `/${WEEK}/21`);
    const pdfTab = page.context().waitForEvent('page');
    await page.getByRole('button', { name: words.read.openPdfTab }).click();
    const pdfPage = await pdfTab;
    await pdfPage.waitForURL('**/files/**');
    // Same origin, without scripts.
    await pdfPage.goto(`${pageServer.url}/v1/openapi.json`);
    assert.equal(await pdfPage.evaluate('window.opener'), null);
    assert.equal(await sessionItems(pdfPage), '[]');
    assert.equal(await sessionItems(page), JSON.stringify([pageServer.token]));
  });
});
