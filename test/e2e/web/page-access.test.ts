// Data access: the page shows only the folders of the token, never turns names into markup, and sends the token to
// the API only.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Tab, TestBrowser } from '../../support/browser.ts';
import { missingBrowser } from '../../support/browser.ts';
import { sharedBrowser } from '../../support/shared-browser.ts';
import type { LimitedTokenServer, PageServer } from '../../support/page-server.ts';
import { startLimitedTokenServer, startPageServer, WEEK } from '../../support/page-server.ts';
import {
  currentUrl,
  heading,
  waitForTitle,
  currentView,
  visit,
  words,
} from '../../support/page-queries.ts';

const RTL_OVERRIDE = '\u202e';
/** Names that try to run scripts. */
const HOSTILE_NAMES: Readonly<Record<string, string>> = {
  North: `<img src=x onerror="fetch('/stolen')">North`,
  'Store B': `"><script>fetch('/stolen')</script>${RTL_OVERRIDE}B erotS`,
  'How was your visit?': `'"><svg onload=fetch('/stolen')>Visit?</svg>`,
  Queues: `<iframe srcdoc="<script>parent.fetch('/stolen')</script>">Queues`,
  feedbackCount: `<b onclick=fetch('/stolen')>count</b>`,
};
/** Runs before the page's scripts and records injected elements, even when they are removed again. */
const RECORD_INJECTED_ELEMENTS = `globalThis.strange = [];
new MutationObserver((changes) => {
  for (const { addedNodes } of changes) for (const node of addedNodes) {
    const made = node.nodeType === 1 ? [node, ...node.querySelectorAll('*')] : [];
    for (const one of made) {
      const name = one.localName;
      if (['img', 'iframe', 'script', 'object', 'embed'].includes(name) && !one.src?.startsWith(location.origin))
        globalThis.strange.push(one.outerHTML);
      for (const { name: attribute } of one.attributes) if (attribute.startsWith('on')) globalThis.strange.push(one.outerHTML);
    }
  }
}).observe(document, { childList: true, subtree: true });`;

describe('data access of the page', { skip: missingBrowser() ?? false }, () => {
  const resources = new AsyncDisposableStack();
  let pageServer: PageServer;
  let limitedServer: LimitedTokenServer;
  let browser: TestBrowser;
  before(async () => {
    const alter = (_path: string, body: string): string =>
      Object.entries(HOSTILE_NAMES).reduce(
        (text, [name, hostile]) =>
          text.replaceAll(JSON.stringify(name), () => JSON.stringify(hostile)),
        body,
      );
    pageServer = resources.use(await startPageServer({ weeks: [], alter }));
    const at = Date.parse('2026-11-11T08:00:00Z');
    await pageServer.acme.addFeedback(
      221,
      Array.from({ length: 5 }, (_, i) => ({ ts: at + i * 60_000, r: 0 })),
    );
    await pageServer.makeReports(WEEK, null);
    limitedServer = resources.use(await startLimitedTokenServer(pageServer, [22]));
    browser = await sharedBrowser();
  });
  after(() => resources.disposeAsync());

  describe('with a token for one store', () => {
    // Names of the folders above are those of the report's path.
    const otherNames = ['South', 'Store Å', 'Closed', 'Nothing here'];
    let tab: Tab;
    const readDocument = async (): Promise<string> => {
      const text = await tab.page.evaluate(
        '[document.documentElement.outerHTML, document.title].join()',
      );
      return String(text);
    };
    const assertNoOtherFolders = async (): Promise<void> => {
      const text = await readDocument();
      for (const name of otherNames)
        assert.ok(!text.includes(name), `${name} at ${tab.page.url()}`);
      assert.doesNotMatch(text, /\b(?:211|212)\b/);
    };
    before(async () => {
      tab = resources.use(await limitedServer.openSignedIn(browser, '/'));
    });
    after(() => {
      assert.deepEqual(tab.problems(), []);
      assert.deepEqual(limitedServer.serverErrors, []);
    });

    it('the first view is that store, and search finds no other', async () => {
      const { page } = tab;
      await heading(page, /B erotS/).waitFor();
      await assertNoOtherFolders();
      const search = page.getByRole('combobox', { name: words.browse.search });
      for (const name of ['acme', 'south', 'closed', '211']) {
        await search.fill(name);
        await page.getByText(words.browse.noResults).waitFor();
      }
      await search.fill('');
    });

    it('the report names its ancestors without links', async () => {
      const { page } = tab;
      await visit(page, `/${WEEK}/22`);
      await heading(page, /B erotS/).waitFor();
      const path = page.getByRole('navigation', { name: words.read.path });
      assert.equal(await path.getByRole('link').count(), 0);
    });

    for (const view of [
      '1',
      '21',
      '3',
      '21?revision=1',
      '21/pdf',
      '21/share',
      '21/revisions',
      '21/survey/211',
      '87',
    ]) {
      it(`the address of another folder shows nothing: ${view}`, async () => {
        const { page } = tab;
        // Ensures that the note does not belong to the previous address.
        await visit(page, `/${WEEK}`);
        await heading(page, /B erotS/).waitFor();
        await visit(page, `/${WEEK}/${view}`);
        const note = page.getByRole('alert');
        await note.getByRole('heading', { name: words.errors.notFound.title }).waitFor();
        await waitForTitle(page, new RegExp(`^Folder ${view.split(/\D/)[0] ?? ''}\\b`));
        const text = await page.getByRole('main').innerText();
        assert.doesNotMatch(text, /Acme|Store Å|South|Make/);
      });
    }
  });

  it('names are shown literally on every view and never become markup', async () => {
    await using tab = await browser.open(`${pageServer.pageUrl}#token=${pageServer.token}`, {
      initScript: RECORD_INJECTED_ELEMENTS,
    });
    const { page } = tab;
    const dialogs: string[] = [];
    page.on('dialog', (dialog) => dialogs.push(dialog.message()));
    await page.locator('main h1').waitFor();
    for (const [view, shown] of [
      [`/${WEEK}?group=region`, 'North'],
      [`/${WEEK}/2`, 'North'],
      [`/${WEEK}/22`, 'Store B'],
      [`/${WEEK}/22/share`, 'Store B'],
      [`/${WEEK}/22/revisions`, 'Store B'],
      [`/${WEEK}/22/survey/221`, 'How was your visit?'],
      [`/${WEEK}/22/survey/221`, 'Queues'],
      [`/${WEEK}/22/survey/221`, 'feedbackCount'],
    ] as const) {
      await visit(page, view);
      // Direction overrides are removed from names.
      const text = (HOSTILE_NAMES[shown] ?? '').replace(RTL_OVERRIDE, '').slice(0, 20);
      const places = page.getByRole('main').getByText(text);
      await places.locator('visible=true').first().waitFor();
      assert.ok(!(await page.getByRole('main').innerText()).includes(RTL_OVERRIDE), view);
      assert.ok(!(await page.title()).includes(RTL_OVERRIDE), view);
    }
    await page.keyboard.press('Escape');
    await visit(page, `/${WEEK}`);
    await page.getByRole('combobox', { name: words.browse.search }).fill('img visit');
    await page.getByRole('option').filter({ hasText: '<svg onload' }).first().waitFor();
    assert.equal(await page.evaluate('JSON.stringify(globalThis.strange)'), '[]');
    assert.deepEqual(dialogs, []);
    assert.deepEqual(tab.problems(), []);
  });

  it('the token is only in the header of API requests and in session storage', async () => {
    await using tab = await browser.open('about:blank');
    const { page } = tab;
    const requests: { readonly url: string; readonly hasToken: boolean }[] = [];
    const leaks: string[] = [];
    page.on('request', (request) => {
      const { authorization = '', ...headers } = request.headers();
      requests.push({
        url: request.url(),
        hasToken: authorization === `Bearer ${pageServer.token}`,
      });
      const otherParts = [request.url(), request.postData() ?? '', ...Object.values(headers)];
      if (otherParts.some((text) => text.includes(pageServer.token))) leaks.push(request.url());
    });
    page.on('console', (message) => {
      if (message.text().includes(pageServer.token)) leaks.push(message.text());
    });
    const signInAt = `${pageServer.pageUrl}#token=${pageServer.token}`;
    await page.goto(signInAt);
    await page.locator('main h1').waitFor();
    await visit(page, `/${WEEK}/21`);
    await heading(page, 'Store Å').waitFor();
    const downloaded = page.waitForEvent('download');
    await page.getByRole('main').getByRole('button', { name: words.list.more }).click();
    await page.getByRole('button', { name: words.read.downloadJson }).click();
    await downloaded;
    await visit(page, `/${WEEK}/21/share`);
    await page.getByRole('button', { name: words.share.make }).click();
    await page.getByRole('heading', { name: words.share.madeHeading }).waitFor();
    assert.equal(await currentView(page), `/${WEEK}/21/share`);
    const { origin } = new URL(pageServer.pageUrl);
    assert.deepEqual(
      requests.filter(({ url }) => new URL(url).origin !== origin),
      [],
    );
    for (const { url, hasToken } of requests) {
      assert.equal(hasToken, new URL(url).pathname.startsWith('/v1/'), url);
    }
    assert.deepEqual(leaks, []);
    const storedText = await page.evaluate(`(async () => JSON.stringify({
      tab: Object.values(sessionStorage), lasting: Object.values(localStorage), cookies: document.cookie,
      databases: await indexedDB.databases(), caches: await caches.keys(), name: window.name,
      isEntryNumber: /^[\\d.]+ \\d+$/.test(history.state), page: document.documentElement.outerHTML.includes(sessionStorage['feedback-reports.token']),
    }))()`);
    assert.deepEqual(JSON.parse(String(storedText)), {
      tab: [pageServer.token],
      ...{
        lasting: [],
        cookies: '',
        databases: [],
        caches: [],
        name: '',
        isEntryNumber: true,
        page: false,
      },
    });
    // Nor is the token in the history.
    assert.ok(!(await currentUrl(page)).includes(pageServer.token));
    await page.goBack();
    assert.ok(!(await currentUrl(page)).includes(pageServer.token));
  });
});
