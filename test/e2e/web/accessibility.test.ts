// Accessibility of the page: axe rules for WCAG 2.2 AA on every view, narrow screens, large text, keyboard use,
// reduced motion and languages.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { z } from 'zod';
import { LANGUAGES, directionOf } from '../../../lib/i18n/messages.ts';
import { THEMES } from '../../../lib/web/preferences.ts';
import type { AllViews } from '../../support/all-views.ts';
import { startAllViews } from '../../support/all-views.ts';
import type { TestBrowser } from '../../support/browser.ts';
import { missingBrowser } from '../../support/browser.ts';
import { sharedBrowser } from '../../support/shared-browser.ts';
import { signInScript, WEEK } from '../../support/page-server.ts';
import { openView } from '../../support/page-views.ts';
import {
  focusedName,
  heading,
  resize,
  waitForExpression,
  waitForFocus,
  waitForView,
  visit,
  words,
} from '../../support/page-queries.ts';
import {
  assertAccessible,
  assertRoomForLargeText,
  LAPTOP,
  LAPTOP_READER,
} from './accessible-views.ts';

const PHONE = { width: 360, height: 740 };
const TABLET = { width: 768, height: 1024 };
const SMALLEST = { width: 320, height: 640 };

/** Views with animations. */
const ANIMATED_VIEWS = ['region', 'share-made', 'settings', 'search'];

/** Views of each kind. All views, and in Arabic, dark and on a phone: accessibility.long.test.ts. */
const EXAMPLE_VIEWS = [
  ...['week', 'heat-map', 'compare', 'region', 'store', 'revisions', 'make', 'not-found', 'notes'],
  ...['share-made', 'table', 'accepted-changes', 'subscribe-made', 'subscriptions-change'],
  ...['settings', 'search', 'reader-week', 'sign-in'],
];
/** Views with each kind of list, form and dialog. */
const LARGE_TEXT_VIEWS = [
  'week',
  'heat-map',
  'region',
  'store',
  'share-made',
  'subscriptions-change',
];

/** The available width, and the left and right edge of the view. */
const MAIN_EDGES = `(() => {
  const { left, right } = document.querySelector('main').getBoundingClientRect();
  return [document.body.clientWidth, left, right];
})()`;

/** Sum of layout shifts as counted for CLS; read after fonts have loaded and two frames were painted. */
const RECORD_LAYOUT_SHIFTS = `window.shiftSoFar = 0;
new PerformanceObserver((list) => {
  for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) window.shiftSoFar += value;
}).observe({ type: 'layout-shift', buffered: true });`;
const TOTAL_LAYOUT_SHIFT = `document.fonts.ready.then(() => new Promise((resolve) => {
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => resolve(window.shiftSoFar))));
}))`;

/** The widths of all charts and of the window, in CSS pixels. */
const CHART_WIDTHS = `[...document.querySelectorAll('.chart svg')]
  .map((chart) => Math.ceil(chart.getBoundingClientRect().width)).concat(document.documentElement.clientWidth)`;

/** Selects Finnish and dark mode, and returns what is stored before the next render. */
const CHOOSE_SETTINGS = `(() => {
  const language = document.querySelector('.language select');
  language.value = 'fi';
  language.dispatchEvent(new Event('change', { bubbles: true }));
  document.querySelectorAll('.popover [type=radio]')[${THEMES.indexOf('dark')}].click();
  return ['language', 'theme'].map((one) => localStorage.getItem('feedback-reports.' + one)).join(' ');
})()`;

describe('accessibility of the page', { skip: missingBrowser() ?? false, concurrency: 2 }, () => {
  const resources = new AsyncDisposableStack();
  let pageServer: AllViews['pageServer'];
  let views: AllViews['views'];
  let browser: TestBrowser;
  before(async () => {
    ({ pageServer, views } = resources.use(await startAllViews()));
    browser = await sharedBrowser();
  });
  after(() => resources.disposeAsync());
  const someViews = (names: readonly string[]): AllViews['views'] => {
    const some = views.filter(({ name }) => names.includes(name));
    assert.equal(some.length, names.length);
    return some;
  };

  it('centres the sign-in form at 30rem, or the width of a phone', async () => {
    await using tab = await browser.open(pageServer.pageUrl);
    await heading(tab.page, words.signIn.heading).waitFor();
    for (const [viewport, width] of [
      [LAPTOP, 480],
      [TABLET, 480],
      [PHONE, PHONE.width],
    ] as const) {
      await resize(tab.page, viewport);
      const [availableWidth, left, right] = z
        .array(z.number())
        .parse(await tab.page.evaluate(MAIN_EDGES));
      assert.ok(availableWidth !== undefined && left !== undefined && right !== undefined);
      assert.equal(right - left, Math.min(width, availableWidth), `${viewport.width} px`);
      assert.ok(
        Math.abs(left - (availableWidth - right)) <= 1,
        `${left} px before, ${availableWidth - right} behind`,
      );
    }
  });

  for (const viewport of [LAPTOP, PHONE]) {
    it(`does not shift the layout while a view loads: ${viewport.width} px`, async () => {
      for (const view of [null, '/', `/${WEEK}/2`, `/${WEEK}/21`]) {
        await using tab = await browser.open(
          `${pageServer.pageUrl}${view === null ? '' : `#${view}`}`,
          {
            viewport,
            initScript: `${view === null ? '' : signInScript(pageServer.token)}${RECORD_LAYOUT_SHIFTS}`,
          },
        );
        await tab.page.locator('main h1').waitFor();
        await waitForExpression(tab.page, "document.querySelector('.waiting') === null");
        const shift = z.number().parse(await tab.page.evaluate(TOTAL_LAYOUT_SHIFT));
        assert.ok(shift < 0.01, `${view ?? 'sign-in'}: ${shift}`);
      }
    });
  }

  it('violates no axe rule on views of each kind and never overflows the screen: light, 1280 px, en-GB', () =>
    assertAccessible({ pageServer, views: someViews(EXAMPLE_VIEWS) }, LAPTOP_READER));

  it('does not overflow with text of twice the size on views of each kind', () =>
    assertRoomForLargeText(pageServer, someViews(LARGE_TEXT_VIEWS)));

  for (const locale of ['en-GB', 'ar']) {
    it(`fits the charts of a survey into the width of a phone: ${locale}`, async () => {
      const options = { locale, viewport: SMALLEST };
      await using tab = await pageServer.openSignedIn(browser, `/${WEEK}/21/survey/211`, options);
      const { page } = tab;
      await page.locator('.chart svg').first().waitFor();
      const widths = z.array(z.number()).parse(await page.evaluate(CHART_WIDTHS));
      const window = widths.at(-1) ?? 0;
      assert.ok(widths.length > 3);
      for (const width of widths) assert.ok(width > 0 && width <= window, widths.join(' '));
      assert.deepEqual(tab.problems(), []);
    });
  }

  it('sets the language and direction of the document', async () => {
    await using tab = await pageServer.openSignedIn(browser);
    const { page } = tab;
    await heading(page, /Week 46/).waitFor();
    await page.getByRole('banner').getByRole('button', { name: words.list.more }).click();
    for (const language of LANGUAGES.toReversed()) {
      await page.locator('.language select').selectOption(language);
      await page
        .locator(`html[lang=${language}][dir=${directionOf(language)}]`)
        .waitFor({ state: 'attached' });
    }
    // The choice is stored immediately, so that it survives a reload.
    assert.equal(await page.evaluate(CHOOSE_SETTINGS), 'fi dark');
    await page.reload();
    await page.locator('html[lang=fi] main h1').waitFor();
    assert.deepEqual(tab.problems(), []);
  });

  it('runs no animation when reduced motion is preferred', async () => {
    await using tab = await pageServer.openSignedIn(browser, '/', { reducedMotion: 'reduce' });
    const { page } = tab;
    await heading(page, /Week 46/).waitFor();
    const runningAnimations =
      'document.getAnimations().filter((one) => one.playState === "running").length';
    // Blocks the request until the animations were counted.
    const contentRequest = Promise.withResolvers<undefined>();
    await page.route('**/view?*', async (route) => {
      await contentRequest.promise;
      await route.continue();
    });
    await visit(page, `/${WEEK}/2`);
    await page.locator('.is-waiting').waitFor({ state: 'attached' });
    assert.equal(await page.evaluate(runningAnimations), 0);
    contentRequest.resolve(undefined);
    for (const pageView of views.filter(({ name }) => ANIMATED_VIEWS.includes(name))) {
      await openView(page, pageView, words);
      assert.equal(await page.evaluate(runningAnimations), 0, pageView.name);
    }
    assert.deepEqual(tab.problems(), []);
  });

  it('can be used by keyboard alone from sign-in to sharing without losing the focus', async () => {
    await using tab = await browser.open(pageServer.pageUrl, { viewport: LAPTOP });
    const { page } = tab;
    const { keyboard } = page;
    const press = async (...keys: readonly string[]): Promise<string> => {
      for (const key of keys) await keyboard.press(key);
      return focusedName(page);
    };
    /** Presses Tab until the named element has the focus. All elements on the way must have a name. */
    const tabTo = async (name: string, key = 'Tab'): Promise<void> => {
      for (let i = 0; i < 60; i += 1) {
        const position = await press(key);
        assert.notEqual(position, '', `something without a name, before ${name}`);
        if (position === name) return;
      }
      assert.fail(`there is no way to ${name}`);
    };
    await heading(page, words.signIn.heading).waitFor();
    await keyboard.type(pageServer.token);
    await press('Enter');
    await heading(page, /Week 46/).waitFor();
    // The form is removed, so the view has the focus.
    assert.equal(await page.evaluate('document.activeElement.id'), 'main');
    await page.reload();
    await heading(page, /Week 46/).waitFor();
    // The first Tab reaches the skip link.
    assert.equal(await press('Tab'), words.shell.skip);
    await press('Enter');
    await tabTo(words.subscribe.submit);
    await tabTo('Store Å');
    await press('Enter');
    await heading(page, 'Store Å').waitFor();
    await tabTo(words.list.more);
    await press('Enter');
    await tabTo(words.share.heading);
    const dialog = page.getByRole('dialog', { name: words.share.heading });
    await press('Enter');
    await dialog.waitFor();
    await waitForFocus(page, words.share.heading);
    await tabTo(words.share.make);
    await press('Enter');
    await page.getByRole('region', { name: words.share.madeHeading }).waitFor();
    // Elements behind the dialog cannot be reached.
    for (let i = 0; i < 20; i += 1) {
      await press('Tab');
      const isWithin =
        'document.activeElement === document.body || document.activeElement.closest("dialog") !== null';
      assert.equal(await page.evaluate(isWithin), true);
    }
    await press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await waitForView(page, `/${WEEK}/21`);
    // The menu's button, which has opened the dialog.
    await waitForFocus(page, words.list.more);
    await page.locator('main').focus();
    await tabTo(words.list.more, 'Shift+Tab');
    await press('Enter');
    await tabTo(words.shell.language);
    await press('Escape');
    await waitForFocus(page, words.list.more);
    await press('?');
    await waitForFocus(page, words.keys.heading);
    await press('Escape');
    assert.deepEqual(tab.problems(), []);
  });
});
