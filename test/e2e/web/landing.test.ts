// The list of a folder's places in a browser: its height, its keys, its filters, and what it costs with 2,000 places.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { z } from 'zod';
import { LANGUAGES } from '../../../lib/i18n/messages.ts';
import { createReportView } from '../../../lib/view/create-report-view.ts';
import type { Tab, TestBrowser } from '../../support/browser.ts';
import { missingBrowser } from '../../support/browser.ts';
import { createCompanyReport } from '../../support/message-cases.ts';
import { COMPANY_WEEK, serveCompany } from '../../support/page-company.ts';
import {
  currentView,
  heading,
  NO_OVERFLOW,
  OVERFLOW,
  resize,
  visit,
  waitForExpression,
  waitForFocus,
  waitForView,
  words,
} from '../../support/page-queries.ts';
import type { PageServer } from '../../support/page-server.ts';
import { signInScript, startPageServer } from '../../support/page-server.ts';
import { localizationOf } from '../../support/report-views.ts';
import type { FolderViewSketch } from '../../support/sample-views.ts';
import { sharedBrowser } from '../../support/shared-browser.ts';

/** 86 places, with the exceptions of a bad week. */
const PLACES = { new: 5, still: 2, recovered: 3, newPlace: 1, usual: 75 } as const;
const LARGE = { new: 12, noSignal: 6, still: 20, recovered: 9, better: 4, usual: 1_949 } as const;
/** Enough that the rows of places as usual are loaded after the others. */
const FOLDED = { ...LARGE, usual: 349 } as const;
/** Of all elements; unfolded, the list alone has more. */
const MAX_ELEMENTS = 6_000;
const TITLE = /^Meridian Stores & Services · Week 47: Five places got worse/;
/** When the first row of a place is in the document. */
const FIRST_ROW = `new MutationObserver((_, observer) => {
  if (document.querySelector('.list-row:not(.is-head)') === null) return;
  observer.disconnect();
  requestAnimationFrame(() => { globalThis.firstRow = performance.now(); });
}).observe(document, { childList: true, subtree: true })`;
const FITTED = z.tuple([z.array(z.boolean()), z.number()]);
/** Of each chip whether it is on the first line and ends within it, and the number of those without their text. */
const FITTED_CHIPS = `(() => {
  const chips = [...document.querySelectorAll('.chips .chip')];
  const { right } = document.querySelector('.chips').getBoundingClientRect();
  const isFitting = (chip) => chip.offsetTop === chips[0].offsetTop
    && chip.scrollWidth <= chip.clientWidth && chip.getBoundingClientRect().right <= right + 1;
  return [chips.map(isFitting), document.querySelectorAll('.chips .unseen').length];
})()`;
const { browse, keys, list } = words;

describe('the list of a folder', { skip: missingBrowser() ?? false }, () => {
  const resources = new AsyncDisposableStack();
  let pageServer: PageServer;
  let browser: TestBrowser;
  before(async () => {
    pageServer = resources.use(await startPageServer({ weeks: [] }));
    browser = await sharedBrowser();
  });
  after(() => resources.disposeAsync());

  async function openCompany(
    rows: FolderViewSketch['rows'],
    viewport: { readonly width: number; readonly height: number },
    { locale = 'en-GB', padding = '', placeName = 'Place' } = {},
  ): Promise<Tab> {
    const tab = await browser.open(pageServer.pageUrl, {
      ...{ viewport, locale },
      initScript: `${signInScript(pageServer.token)}${FIRST_ROW}`,
      prepare: (page) => serveCompany(page, { rows, padding, placeName }),
    });
    await heading(tab.page, TITLE).waitFor();
    return tab;
  }

  for (const [width, maxHeight] of [
    [1440, 3_200],
    [390, 5_000],
  ] as const) {
    it(`of 86 places is at most ${maxHeight} px high at ${width} px`, async () => {
      await using tab = await openCompany(PLACES, { width, height: 900 });
      const height = Number(await tab.page.evaluate('document.documentElement.scrollHeight'));
      assert.ok(height <= maxHeight, `${height} px`);
      assert.equal(await tab.page.locator('.list-row:not(.is-head)').count(), 86);
    });
  }

  it('does not scroll sideways at 320 and 360 px', async () => {
    await using tab = await openCompany(PLACES, { width: 360, height: 740 });
    for (const width of [360, 320]) {
      await resize(tab.page, { width, height: 740 });
      assert.equal(await tab.page.evaluate(OVERFLOW), NO_OVERFLOW);
    }
  });

  it('has its sections in their order, and each place with its figures and reason', async () => {
    await using tab = await openCompany(PLACES, { width: 1440, height: 900 });
    const titles = await tab.page.locator('.list-head').allInnerTexts();
    assert.deepEqual(
      titles.map((text) => text.replaceAll(/\s+/g, ' ').trim()),
      ['New or worse 5', 'Still low 2', 'Recovered 3', 'New place 1', 'As usual 75'],
    );
    const first = tab.page.getByRole('row').filter({ hasText: 'Place 101' }).first();
    for (const part of ['now', 'why', 'responses']) {
      assert.notEqual((await first.locator(`.cell-${part}`).innerText()).trim(), '', part);
    }
  });

  it('leaves out the end of a reason, not the beginning of what has the other direction', async () => {
    const options = {
      locale: 'ar',
      padding: ' Nobody was there on Tuesday and Wednesday.'.repeat(3),
    };
    await using tab = await openCompany(
      { new: 2, usual: 2 },
      { width: 1440, height: 900 },
      options,
    );
    const shown = ShownTexts.parse(await tab.page.evaluate(shownIn('.cell-why')));
    assert.equal(shown.filter((characters) => /^1+0+$/.test(characters)).length, 4);
  });

  it('leaves out the end of a name, not its beginning, in the heat map too', async () => {
    const options = {
      locale: 'ar',
      placeName: 'Security control in front of the gates of Terminal',
    };
    await using tab = await openCompany({ usual: 4 }, { width: 1440, height: 900 }, options);
    for (const [address, cell] of [
      ['/', '.cell-name a > bdi'],
      [`/${COMPANY_WEEK}/1?as=heat`, '.heat-name bdi'],
    ] as const) {
      await visit(tab.page, address);
      await tab.page.locator(cell).first().waitFor();
      const shown = ShownTexts.parse(await tab.page.evaluate(shownIn(cell)));
      assert.equal(shown.filter((characters) => /^1+0+$/.test(characters)).length, 4, address);
    }
  });

  it('is filtered by state and arranged by region or responses', async () => {
    await using tab = await openCompany(PLACES, { width: 1440, height: 900 });
    const { page } = tab;
    const rows = page.locator('.list-row:not(.is-head)');
    const chips = page.getByRole('group', { name: browse.states });
    await chips.getByRole('button', { name: /^Still low/ }).click();
    await waitForExpression(page, `${countOf('.list-row:not(.is-head)')} === 2`);
    await waitForView(page, `/?state=still`);
    await chips.getByRole('button', { name: browse.all }).click();
    await page.getByLabel(list.group).selectOption('responses');
    await waitForView(page, `/?group=responses`);
    const responses = (
      await page.locator('.list-row:not(.is-head) .cell-responses').allInnerTexts()
    ).map((text) => Number(text.replaceAll(/\D/g, '')));
    assert.deepEqual(
      responses,
      responses.toSorted((a, b) => b - a),
    );
    await page.getByLabel(list.group).selectOption('region');
    await waitForExpression(page, `${countOf('.list-head')} === 4`);
    assert.equal(await rows.count(), 86);
  });

  it('is walked through by j and k, opened by Enter and left by the back button', async () => {
    await using tab = await openCompany(PLACES, { width: 800, height: 900 });
    const { page } = tab;
    await page.keyboard.press('j');
    await waitForFocus(page, 'Place 101');
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('k');
    await waitForFocus(page, 'Place 102');
    await page.keyboard.press('Enter');
    await waitForView(page, `/${COMPANY_WEEK}/102`);
    await page.goBack();
    await heading(page, TITLE).waitFor();
  });

  it('leaves its keys to fields, and explains them', async () => {
    await using tab = await openCompany(PLACES, { width: 1440, height: 900 });
    const { page } = tab;
    await page.keyboard.press('/');
    await waitForFocus(page, browse.search);
    await page.keyboard.type('j?');
    assert.equal(await page.getByRole('combobox', { name: browse.search }).inputValue(), 'j?');
    await page.locator('main').focus();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: keys.heading }).waitFor();
    await page.keyboard.press('Escape');
    await waitForExpression(page, "document.querySelector('dialog') === null");
  });

  it('selects the first five places, or none, with the box of its head', async () => {
    await using tab = await openCompany(PLACES, { width: 1440, height: 900 });
    const { page } = tab;
    const checked = page.locator('.list-row:not(.is-head) input:checked');
    await page.getByRole('checkbox', { name: list.selectFirst({ n: 5 }) }).click();
    await page.getByRole('link', { name: list.compare({ n: 5 }) }).waitFor();
    assert.equal(await checked.count(), 5);
    await page.getByRole('checkbox', { name: list.select({ name: 'Place 101' }) }).uncheck();
    const head = page.getByRole('checkbox', { name: list.selectNone });
    await waitForExpression(page, "document.querySelector('.is-head input').indeterminate");
    await head.click();
    await page.getByRole('checkbox', { name: list.selectFirst({ n: 5 }) }).waitFor();
    assert.equal(await checked.count(), 0);
  });

  it('offers two to five selected places for comparison', async () => {
    await using tab = await openCompany(PLACES, { width: 1440, height: 900 });
    const { page } = tab;
    for (const name of ['Place 101', 'Place 103']) {
      await page.getByRole('checkbox', { name: list.select({ name }) }).check();
    }
    await page.getByRole('link', { name: list.compare({ n: 2 }) }).click();
    await waitForView(page, `/${COMPANY_WEEK}/compare/101,103`);
  });

  it('folds 1,949 places that are as usual, and shows them on request', async (t) => {
    await using tab = await openCompany(LARGE, { width: 1440, height: 900 });
    const { page } = tab;
    t.diagnostic(`first rows: ${await sinceAnswer(page)} ms after the answer`);
    const elements = Number(await page.evaluate('document.querySelectorAll("*").length'));
    assert.ok(elements < MAX_ELEMENTS, `${elements} elements`);
    assert.equal(await page.locator('.list-row:not(.is-head)').count(), 51);
    await page.getByRole('button', { name: list.unfold({ n: 1_949 }) }).click();
    // All of them without scrolling, so that the browser's search finds each.
    await waitForExpression(page, `${countOf('.list-row:not(.is-head)')} === 2000`);
    const height = Number(await page.evaluate('document.documentElement.scrollHeight'));
    assert.equal(await page.evaluate('window.find("Place 2050", true)'), true);
    await waitForExpression(
      page,
      'getSelection()?.toString() === "Place 2050" && scrollY > 40_000',
    );
    // Rows out of sight have the height that they get when they are laid out.
    await page.evaluate('window.scrollTo(0, document.documentElement.scrollHeight)');
    await page.getByText('Place 2100', { exact: true }).waitFor();
    assert.equal(Number(await page.evaluate('document.documentElement.scrollHeight')), height);
    assert.deepEqual(
      tab.problems().filter((problem) => !problem.includes('404')),
      [],
    );
  });

  it('has the whole bar at 768 px', async () => {
    await using tab = await openCompany(LARGE, { width: 768, height: 900 });
    const end = await tab.page.evaluate(
      "Math.max(...[...document.querySelectorAll('.bar button')].map((one) => one.getBoundingClientRect().right))",
    );
    assert.ok(Number(end) <= 768 - 16, String(end));
  });

  it('has its tools on the first line of the chips at 1440 and 1280 px', async () => {
    await using tab = await openCompany(LARGE, { width: 1440, height: 900 });
    const { page } = tab;
    const topOf = (selector: string): string =>
      `document.querySelector('${selector}').getBoundingClientRect().top`;
    for (const width of [1440, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      await waitForExpression(page, `innerWidth === ${width}`);
      assert.equal(
        await page.evaluate(`${topOf('.list-choices')} - ${topOf('.chips')}`),
        0,
        String(width),
      );
    }
  });

  it('has whole texts and counts in the chips beside an open place, on one line, in every language', async () => {
    await using tab = await openCompany({ ...LARGE, newPlace: 1 }, { width: 1440, height: 900 });
    const { page } = tab;
    await visit(page, `/${COMPANY_WEEK}/101`);
    await page.locator('.has-panel .chips').waitFor();
    const report = createCompanyReport();
    for (const language of LANGUAGES) {
      const view = createReportView(report, localizationOf(report, language));
      const titles = view.kind === 'folder' ? view.counts.map((count) => count.shortTitle) : [];
      for (const width of [1440, 1280, 1100]) {
        await page.setViewportSize({ width: width + 1, height: 900 });
        await page.evaluate(`[...document.querySelectorAll('.chip-text')].slice(1)
          .forEach((text, i) => { text.textContent = ${JSON.stringify(titles)}[i]; })`);
        await resize(page, { width, height: 900 });
        const [chips, hidden] = FITTED.parse(await page.evaluate(FITTED_CHIPS));
        const what = `${language}, ${String(width)}: ${String(hidden)}`;
        assert.deepEqual(chips, Array<boolean>(8).fill(true), what);
        if (language === 'en' && width === 1440) assert.equal(hidden, 0);
      }
    }
  });

  it('shows the whole level that is compared with on phones', async () => {
    await using tab = await openCompany(PLACES, { width: 360, height: 740 });
    const { page } = tab;
    const cut = await page.evaluate(`(() => {
      const cells = [...document.querySelectorAll('.is-new .cell-was')];
      for (const cell of cells) cell.querySelector('.only-narrow').textContent = 'aiemmin 68';
      return [cells.length, cells.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).length];
    })()`);
    assert.deepEqual(cut, [5, 0]);
  });

  it('shows the unfolded rows before the others are loaded, and those when the browser searches', async () => {
    await using tab = await openCompany(FOLDED, { width: 1440, height: 900 });
    const { page } = tab;
    const { promise, resolve } = Promise.withResolvers<undefined>();
    await page.route(/\/view\?(?!.*part=first)/, async (route) => {
      await promise;
      await route.fallback();
    });
    await page.reload();
    const unfold = page.getByRole('button', { name: list.unfold({ n: 349 }) });
    await unfold.click();
    assert.equal(await page.locator('.list-row:not(.is-head)').count(), 51);
    const height = await page.evaluate('document.documentElement.scrollHeight');
    resolve(undefined);
    await waitForExpression(page, `${countOf('.list-row:not(.is-head)')} === 400`);
    // Rows that are being loaded have their space.
    assert.equal(await page.evaluate('document.documentElement.scrollHeight'), height);
    await page.reload();
    await unfold.waitFor();
    await page.keyboard.press('Control+f');
    await waitForExpression(page, `${countOf('.list-row:not(.is-head)')} === 400`);
    await page.reload();
    // The names of the folded rows alone, and the event of a browser's search that has found one.
    await waitForExpression(page, `${countOf('[hidden=until-found]')} === 349`);
    const found = page.locator('[hidden=until-found]').filter({ hasText: 'Place 450' });
    await found.dispatchEvent('beforematch');
    await waitForExpression(page, `${countOf('.list-row:not(.is-head)')} === 400`);
    const top = `[...document.querySelectorAll('.list-row')].find((row) =>
      row.textContent.includes('Place 450')).getBoundingClientRect().top`;
    await waitForExpression(page, `${top} > 0 && ${top} < innerHeight`);
    await page.reload();
    // What an address without folded rows shows waits for none.
    await visit(page, `/${COMPANY_WEEK}/1?group=responses`);
    await waitForExpression(page, `${countOf('.list-row:not(.is-head)')} === 400`);
  });

  it('keeps the rows in place while the page loads', async () => {
    await using tab = await openCompany(PLACES, { width: 1440, height: 900 });
    const { page } = tab;
    const shift = await page.evaluate(`new Promise((resolve) => {
      let sum = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) if (!entry.hadRecentInput) sum += entry.value;
      }).observe({ type: 'layout-shift', buffered: true });
      setTimeout(() => resolve(sum), 500);
    })`);
    assert.ok(Number(shift) < 0.01, String(shift));
  });

  it('opens what an address of an earlier release showed', async () => {
    await using tab = await openCompany(PLACES, { width: 1440, height: 900 });
    const { page } = tab;
    await visit(page, `/${COMPANY_WEEK}?sort=index&order=descending&below=1`);
    await heading(page, TITLE).waitFor();
    assert.equal(await currentView(page), `/${COMPANY_WEEK}?sort=index&order=descending&below=1`);
  });
});

const ShownTexts = z.array(z.string());
/** For every character of each text: 1 if it is shown, 0 if it is outside of what clips it. */
function shownIn(selector: string): string {
  return `[...document.querySelectorAll(${JSON.stringify(selector)})].map((cell) => {
  let clip = cell;
  while (getComputedStyle(clip).overflowX === 'visible') clip = clip.parentElement;
  const box = clip.getBoundingClientRect();
  const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
  let shown = '';
  while (texts.nextNode()) {
    for (let i = 0; i < texts.currentNode.length; i += 1) {
      const range = new Range();
      range.setStart(texts.currentNode, i);
      range.setEnd(texts.currentNode, i + 1);
      const { left, right, top, bottom, width } = range.getBoundingClientRect();
      const middle = (top + bottom) / 2;
      if (width === 0) continue;
      shown += left > box.left - 1 && right < box.right + 1 && middle < box.bottom ? 1 : 0;
    }
  }
  return shown;
})`;
}

function countOf(selector: string): string {
  return `document.querySelectorAll(${JSON.stringify(selector)}).length`;
}

/** From the answer with the view until the next frame after its first row. */
async function sinceAnswer(page: Page): Promise<number> {
  return Math.round(
    Number(
      await page.evaluate(`(() => {
        const ends = performance.getEntriesByType('resource')
          .filter(({ name }) => name.includes('part=first')).map(({ responseEnd }) => responseEnd);
        return globalThis.firstRow - Math.max(...ends);
      })()`),
    ),
  );
}
