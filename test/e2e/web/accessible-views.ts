// All views of the page by the rules of axe, on the smallest screen and on that of a reader.
import assert from 'node:assert/strict';
import type { BrowserContextOptions } from 'playwright-core';
import type { AllViews } from '../../support/all-views.ts';
import {
  accessibilityViolations,
  NO_OVERFLOW,
  OVERFLOW,
  resize,
  SMALL_TEXTS,
  words,
} from '../../support/page-queries.ts';
import { openView } from '../../support/page-views.ts';
import { sharedBrowser } from '../../support/shared-browser.ts';

const SMALLEST = { width: 320, height: 640 };
export const LAPTOP = { width: 1280, height: 800 };

export interface Reader extends BrowserContextOptions {
  readonly texts: Parameters<typeof openView>[2];
  readonly viewport: { readonly width: number; readonly height: number };
}

export const LAPTOP_READER: Reader = {
  texts: words,
  locale: 'en-GB',
  viewport: LAPTOP,
  colorScheme: 'light',
};

export async function assertAccessible(
  { pageServer, views }: Pick<AllViews, 'pageServer' | 'views'>,
  { texts, viewport, ...options }: Reader,
): Promise<void> {
  const browser = await sharedBrowser();
  await using tab = await pageServer.openSignedIn(browser, '/', { ...options, viewport });
  const { page } = tab;
  await page.locator('main h1').waitFor();
  const problems: string[] = [];
  for (const pageView of views) {
    await openView(page, pageView, texts);
    problems.push(
      ...(await accessibilityViolations(page)).map((fault) => `${pageView.name}: ${fault}`),
    );
    for (const viewportSize of [SMALLEST, viewport]) {
      await resize(page, viewportSize);
      const overflow = String(await page.evaluate(OVERFLOW));
      if (overflow !== NO_OVERFLOW)
        problems.push(`${pageView.name} on ${viewportSize.width} px: ${overflow}`);
      const small = String(await page.evaluate(SMALL_TEXTS));
      if (small !== '[]')
        problems.push(`${pageView.name} on ${viewportSize.width} px has small texts: ${small}`);
    }
  }
  assert.deepEqual(problems, []);
  assert.deepEqual(tab.problems(), []);
}

/** No view overflows with text of twice the size. */
export async function assertRoomForLargeText(
  pageServer: AllViews['pageServer'],
  views: AllViews['views'],
): Promise<void> {
  await using tab = await pageServer.openSignedIn(await sharedBrowser(), '/', { viewport: LAPTOP });
  const { page } = tab;
  const settings = await page.context().newCDPSession(page);
  await settings.send('Page.enable');
  await settings.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
  await page.locator('main h1').waitFor();
  assert.equal(await page.evaluate('getComputedStyle(document.documentElement).fontSize'), '32px');
  const problems: string[] = [];
  for (const pageView of views) {
    await openView(page, pageView, words);
    const overflow = String(await page.evaluate(OVERFLOW));
    if (overflow !== NO_OVERFLOW) problems.push(`${pageView.name}: ${overflow}`);
  }
  assert.deepEqual(problems, []);
  assert.deepEqual(tab.problems(), []);
}
