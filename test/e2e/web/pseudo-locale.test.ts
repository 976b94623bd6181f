// The page with texts that are a third longer: every word is from the texts, the reports or the formats of the language, and
// nothing is cut or overflows.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { z } from 'zod';
import { loadPageFiles } from '../../../lib/i18n/generated/page-files.ts';
import type { PageTexts } from '../../../lib/i18n/generated/texts.ts';
import { textsOf } from '../../../lib/i18n/texts.ts';
import type { TestBrowser } from '../../support/browser.ts';
import { missingBrowser } from '../../support/browser.ts';
import { NO_OVERFLOW, OVERFLOW, waitForExpression } from '../../support/page-queries.ts';
import type { PageServer } from '../../support/page-server.ts';
import { startPageServer, WEEK } from '../../support/page-server.ts';
import { openView, pageViews } from '../../support/page-views.ts';
import { FORMATTED_WORD, isPseudo, pseudoFile } from '../../support/pseudo-locale.ts';
import { sharedBrowser } from '../../support/shared-browser.ts';

const VIEWS = pageViews({
  ...{ week: WEEK, openWeek: '2026-W47', emptyWeek: '2026-W40' },
  ...{ region: 1, store: 21, otherStore: 22, unmade: 5 },
});
/** Those with most texts that need no data of their own. */
const SHOWN = ['week', 'region', 'store', 'make', 'lost', 'share', 'table', 'settings'];

/** Names of the sample company, of formats of files and of time zones. */
const NAMES =
  /^(?:Acme|North|South|Store|Å|How|was|your|visit|Closed|Nothing|here|Queues|Staff|PDF|Europe|Helsinki|Asia|Kathmandu)$/;

/** Visible texts and names of controls, without options in other languages. */
const TEXTS = `(() => {
  const texts = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (node.parentElement.closest('script, style, noscript, [lang]:not(html), iframe') === null) texts.push(node.data);
  }
  for (const one of document.querySelectorAll('[aria-label], [title], [placeholder]')) {
    for (const name of ['aria-label', 'title', 'placeholder']) texts.push(one.getAttribute(name) ?? '');
  }
  return texts.filter((text) => text.trim() !== '');
})()`;

/** Members of views that are no texts. */
const CODES =
  /^(?:kind|language|direction|week|fromWeek|toWeek|asOf|state|colour|date|id|indexType|feedbackScale)$/;

/** A view whose texts are longer. */
function pseudoView(value: unknown, name = ''): unknown {
  if (typeof value === 'string') return CODES.test(name) ? value : pseudoFile({ value })['value'];
  if (Array.isArray(value)) return value.map((item) => pseudoView(item, name));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, pseudoView(member, key)]),
  );
}

describe('the page with longer texts', { skip: missingBrowser() ?? false }, () => {
  const resources = new AsyncDisposableStack();
  let pageServer: PageServer;
  let browser: TestBrowser;
  let texts: PageTexts;
  let body = '';
  before(async () => {
    pageServer = resources.use(await startPageServer({ weeks: [WEEK] }));
    browser = await sharedBrowser();
    const files = { page: pseudoFile((await loadPageFiles('en')).page) };
    texts = textsOf('page', [files], 'en');
    body = `export default ${JSON.stringify(files)};`;
  });
  after(() => resources.disposeAsync());

  it('has no word in its code, and neither cuts nor overflows', async () => {
    await using tab = await pageServer.openSignedIn(browser, '/', { locale: 'en-GB' });
    const { page } = tab;
    await page.route(/\/page\/en-[^/]*\.js$/, (route) =>
      route.fulfill({ contentType: 'text/javascript', body }),
    );
    await page.route(/\/v1\/reports\/[^/]+\/\d+\/view\?/, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: pseudoView(await response.json()) });
    });
    await page.reload();
    await page.locator('main h1').waitFor();
    const problems: string[] = [];
    const cutTexts: string[] = [];
    for (const view of VIEWS.filter(({ name }) => SHOWN.includes(name))) {
      await openView(page, view, texts);
      await waitForExpression(page, "document.querySelector('main .waiting') === null");
      for (const text of z.array(z.string()).parse(await page.evaluate(TEXTS))) {
        for (const word of text.match(/\p{L}+/gu) ?? []) {
          const isKnown = word.length === 1 || NAMES.test(word) || FORMATTED_WORD.test(word);
          if (!isPseudo(word) && !isKnown) problems.push(`${view.name}: ${word} in "${text}"`);
        }
        if (/…$/.test(text) && isPseudo(text)) cutTexts.push(`${view.name}: ${text}`);
      }
      const overflow = String(await page.evaluate(OVERFLOW));
      if (overflow !== NO_OVERFLOW) problems.push(`${view.name}: ${overflow}`);
    }
    assert.deepEqual(problems, []);
    assert.deepEqual(cutTexts, []);
    assert.deepEqual(tab.problems(), []);
  });
});
