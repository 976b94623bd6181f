// A place beside the list and as a page, charts that are read out, the heat map, and places compared.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import type { TestBrowser } from '../../support/browser.ts';
import { missingBrowser } from '../../support/browser.ts';
import { sharedBrowser } from '../../support/shared-browser.ts';
import type { PageServer } from '../../support/page-server.ts';
import { WEEK } from '../../support/page-server.ts';
import {
  heading,
  waitForExpression,
  waitForFocus,
  waitForView,
  words,
} from '../../support/page-queries.ts';
import {
  assertPlacesAccessible,
  LAPTOP,
  PHONE,
  startPlaceServer,
  titleOf,
} from './place-server.ts';

describe('a place on the page', { skip: missingBrowser() ?? false, concurrency: 2 }, () => {
  const resources = new AsyncDisposableStack();
  let pageServer: PageServer;
  let browser: TestBrowser;
  before(async () => {
    pageServer = resources.use(await startPlaceServer());
    browser = await sharedBrowser();
  });
  after(() => resources.disposeAsync());

  it('opens beside the list, which stays usable; j and k move on, Escape closes', async () => {
    await using tab = await pageServer.openSignedIn(browser, `/${WEEK}/21`, { viewport: LAPTOP });
    const { page } = tab;
    const panel = (name: string): Locator => page.getByRole('complementary', { name });
    await panel('Central railway station').waitFor();
    await page.locator('.list-row.is-open').waitFor();
    assert.equal(await page.getByRole('heading', { level: 1 }).count(), 1);
    await page.keyboard.press('j');
    await panel('Central railway station').waitFor({ state: 'detached' });
    const after = await page.locator('aside h1').innerText();
    await page.keyboard.press('k');
    await panel('Central railway station').waitFor();
    assert.notEqual(after, 'Central railway station');
    await page.keyboard.press('Escape');
    await page.locator('aside.place-panel').waitFor({ state: 'detached' });
    await waitForFocus(page, 'Central railway station');
    assert.deepEqual(tab.problems(), []);
  });

  it('leaves the focus in the search field that is used while the place is loading', async () => {
    await using tab = await pageServer.openSignedIn(browser, `/${WEEK}`, { viewport: LAPTOP });
    const { page } = tab;
    const { promise: isSearched, resolve: answer } = Promise.withResolvers<undefined>();
    await page.route('**/21/view?*', async (route) => {
      await isSearched;
      await route.continue();
    });
    await page.getByRole('link', { name: 'Central railway station' }).first().click();
    // The view takes the focus when the address changes, which is a moment after the click.
    await page.locator('.list-row.is-open').waitFor();
    await page.keyboard.press('/');
    await waitForFocus(page, words.browse.search);
    await page.keyboard.type('store');
    answer(undefined);
    await page.getByRole('complementary', { name: 'Central railway station' }).waitFor();
    await page.keyboard.type(' b');
    await page.keyboard.press('Enter');
    await page.getByRole('complementary', { name: /Terminal 2/ }).waitFor();
    await waitForFocus(page, 'Terminal 2, arrivals and baggage claim');
  });

  it('reads out the week under the pointer without moving the chart', async () => {
    await using tab = await pageServer.openSignedIn(browser, `/${WEEK}/21`, { viewport: LAPTOP });
    const { page } = tab;
    const { area, line } = chart(page, 'Last 13 weeks');
    const box = await area.boundingBox();
    assert.ok(box !== null);
    const before = await line.innerText();
    await page.mouse.move(box.x + box.width - 20, box.y + 40);
    assert.match(await line.innerText(), /Week 46 \d+ [\d,]+ responses/);
    await page.mouse.move(box.x + 30, box.y + 40);
    assert.match(await line.innerText(), /Week 34 \d+/);
    assert.deepEqual(await area.boundingBox(), box);
    await page.mouse.move(0, 0);
    assert.equal(await line.innerText(), before);
    assert.deepEqual(tab.problems(), []);
  });

  it('reads out points by arrow keys, and announces each', async () => {
    await using tab = await pageServer.openSignedIn(browser, `/${WEEK}/21`, { viewport: LAPTOP });
    const { page } = tab;
    const { area, line } = chart(page, 'Day by day');
    await area.focus();
    assert.match(await line.innerText(), /Sun/);
    await page.keyboard.press('ArrowLeft');
    assert.match(await line.innerText(), /Sat/);
    assert.match((await area.getAttribute('aria-valuetext')) ?? '', /^Sat.*responses$/);
    await page.keyboard.press('Home');
    assert.match(await line.innerText(), /Mon/);
    assert.deepEqual(tab.problems(), []);
  });

  it('reads out a point that is touched, also from right to left', async () => {
    for (const locale of ['en-GB', 'ar']) {
      const options = { viewport: PHONE, hasTouch: true, locale };
      await using tab = await pageServer.openSignedIn(browser, `/${WEEK}/21`, options);
      const { page } = tab;
      const area = page.locator('.plot-area').first();
      const box = await area.boundingBox();
      assert.ok(box !== null);
      const atFirstWeek = locale === 'ar' ? box.width - 30 : 30;
      await area.tap({ position: { x: atFirstWeek, y: 40 } });
      assert.match(await page.locator('.plot-line').first().innerText(), /34/);
      assert.deepEqual(tab.problems(), []);
    }
  });

  it('has a heat map whose cells are walked by arrow keys and open their place', async () => {
    await using tab = await pageServer.openSignedIn(browser, `/${WEEK}/1?as=heat`, {
      viewport: LAPTOP,
    });
    const { page } = tab;
    const cell = (address: string): Locator => page.locator(`[data-cell="${address}"]`);
    const line = page.locator('.heat .plot-line');
    await cell('0 12').focus();
    assert.match(await line.innerText(), /Week 46/);
    await page.keyboard.press('ArrowLeft');
    assert.match(await line.innerText(), /Week 45/);
    await page.keyboard.press('ArrowDown');
    await waitForExpression(page, "document.activeElement.dataset.cell === '1 11'");
    // The Tab key returns to the cell that was left.
    await page.keyboard.press('Tab');
    await page.keyboard.press('Shift+Tab');
    await waitForExpression(page, "document.activeElement.dataset.cell === '1 11'");
    await cell('2 3').hover();
    assert.match(await line.innerText(), /Week 37/);
    await page.keyboard.press('Enter');
    await page.locator('aside.place-panel').waitFor();
    assert.deepEqual(tab.problems(), []);
  });

  it('is compared with others: names with commas quoted, values of all in a line, one row each, more and fewer places', async () => {
    const view = `/${WEEK}/compare/21,22`;
    await using tab = await pageServer.openSignedIn(browser, view, { viewport: LAPTOP });
    const { page } = tab;
    await heading(page, /Central railway station/).waitFor();
    const { area, line } = chart(page, words.compare.index);
    await area.focus();
    await page.keyboard.press('ArrowLeft');
    const read = await line.innerText();
    for (const name of ['Week 45', 'Central railway station', 'Terminal 2']) {
      assert.ok(read.includes(name), read);
    }
    await page.getByLabel(words.compare.add).fill('Washrooms, gates 20–36');
    await waitForView(page, `/${WEEK}/compare/21,22,31`);
    await page.locator('.compare-table tbody tr').nth(2).waitFor();
    await heading(page, /“Terminal 2, arrivals and baggage claim”/).waitFor();
    await page.getByRole('button', { name: words.table.heading }).click();
    const dialog = page.getByRole('dialog', { name: words.table.heading });
    const download = page.waitForEvent('download');
    await dialog.getByRole('button', { name: words.table.download, exact: true }).click();
    assert.match((await download).suggestedFilename(), /^figures-1-.*\.csv$/);
    await dialog.getByRole('button', { name: words.share.close }).click();
    await waitForView(page, `/${WEEK}/compare/21,22,31`);
    const name = words.compare.remove({ name: 'Terminal 2, arrivals and baggage claim' });
    await page.getByRole('button', { name }).click();
    await waitForView(page, `/${WEEK}/compare/21,31`);
    assert.equal(await page.locator('.compare-table tbody button').count(), 0);
    assert.deepEqual(tab.problems(), []);
  });

  for (const reader of [
    { locale: 'en-GB', colorScheme: 'light', viewport: LAPTOP },
    { locale: 'ar', colorScheme: 'dark', viewport: PHONE },
  ] as const) {
    it(titleOf(reader), () => assertPlacesAccessible(pageServer, reader));
  }
});

/** The part of a chart that takes the focus, and the line above it. */
function chart(page: Page, name: string): { readonly area: Locator; readonly line: Locator } {
  const area = page.getByRole('slider', { name });
  return { area, line: page.locator('.plot', { has: area }).locator('.plot-line') };
}
