// As accessibility.test.ts for all views, also for a reader of Arabic in dark mode on a phone.
import { describe, it } from 'node:test';
import { startAllViews } from '../../support/all-views.ts';
import { missingBrowser } from '../../support/browser.ts';
import { words } from '../../support/page-queries.ts';
import { loadPageTexts } from '../../support/page-texts.ts';
import { assertAccessible, assertRoomForLargeText, LAPTOP_READER } from './accessible-views.ts';

describe('accessibility of the page', { skip: missingBrowser() ?? false }, () => {
  it('violates no axe rule on any view and never overflows the screen: dark, 360 px, ar', async () => {
    await using allViews = await startAllViews();
    await assertAccessible(allViews, {
      texts: { ...words, ...(await loadPageTexts('ar')) },
      locale: 'ar',
      viewport: { width: 360, height: 740 },
      colorScheme: 'dark',
    });
  });

  it('violates no axe rule on any view and never overflows the screen: light, 1280 px, en-GB', async () => {
    await using allViews = await startAllViews();
    await assertAccessible(allViews, LAPTOP_READER);
  });

  it('does not overflow with text of twice the size on any view', async () => {
    await using allViews = await startAllViews();
    await assertRoomForLargeText(allViews.pageServer, allViews.views);
  });
});
