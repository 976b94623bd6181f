// The report library for everybody: what axe-core knows of WCAG 2.2 AA on every view, narrow screens, large text,
// the keyboard alone, less motion, and the reader's language.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { z } from 'zod';
import { LANGUAGES, directionOf } from '../../../lib/i18n/messages.ts';
import { THEMES } from '../../../lib/web/preferences.ts';
import { ar } from '../../../lib/i18n/ar/page.ts';
import type { LibraryWords } from '../../../lib/i18n/en/page.ts';
import type { TestBrowser } from '../../support/browser.ts';
import { missingBrowser, openBrowser } from '../../support/browser.ts';
import type { PageServer } from '../../support/page-server.ts';
import { startPageServer, WEEK } from '../../support/page-server.ts';
import type { PageView } from '../../support/page-views.ts';
import { openView, pageViews } from '../../support/page-views.ts';
import {
  accessibilityViolations,
  focusedName,
  heading,
  waitForExpression,
  waitForFocus,
  waitForView,
  visit,
  words,
} from '../../support/page-queries.ts';

const SIGHTS = pageViews({
  ...{ week: WEEK, openWeek: '2026-W47', emptyWeek: '2026-W40' },
  ...{ region: 1, store: 21, survey: 211, unmade: 5 },
});
const LAPTOP = { width: 1280, height: 800 };
const PHONE = { width: 360, height: 740 };
const TABLET = { width: 768, height: 1024 };
const SMALLEST = { width: 320, height: 640 };

const SIGN_IN: PageView = { name: 'sign-in', view: '/', act: signOut };
/** Where something moves for others. */
const MOVING = ['region', 'share-made', 'settings', 'search'];

/** How far the page can be scrolled sideways, in CSS pixels; and texts that are cut. */
const OVERFLOW = `JSON.stringify([
  Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth),
  [...document.querySelectorAll('button, a.button, h1, h2, h3, summary')]
    .filter((one) => one.checkVisibility() && !one.matches('.unseen') && one.scrollWidth > one.clientWidth + 1)
    .map((one) => one.outerHTML.slice(0, 120)),
])`;
const NOTHING = '[0,[]]';

/** The width that there is, and where the view begins and ends in it. */
const SIDES_OF_MAIN = `(() => {
  const { left, right } = document.querySelector('main').getBoundingClientRect();
  return [document.body.clientWidth, left, right];
})()`;

/** Layout shifts as the browser counts them for CLS; in `shiftSoFar` once fonts and the next picture have come. */
const SUM_SHIFTS = `window.shiftSoFar = 0;
new PerformanceObserver((list) => {
  for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) window.shiftSoFar += value;
}).observe({ type: 'layout-shift', buffered: true });`;
const SHIFT = `document.fonts.ready.then(() => new Promise((resolve) => {
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => resolve(window.shiftSoFar))));
}))`;

/** The texts of the heat map that are in sight now: hours beside the names of weekdays, and how far it is scrolled. */
const HOURS_IN_SIGHT = `(() => {
  const box = document.querySelector('.hours .is-scrolled');
  const names = box.querySelector('.frozen');
  const [all, covered] = [box, names.firstElementChild].map((one) => one.getBoundingClientRect());
  const isRtl = document.dir === 'rtl';
  const seen = (svg, left, right) => [...svg.querySelectorAll('text')].filter((text) => {
    const { x, width } = text.getBoundingClientRect();
    return x >= left - 1 && x + width <= right + 1;
  });
  const [left, right] = isRtl ? [all.left, covered.left] : [covered.right, all.right];
  const ticks = seen(box.querySelector('[role=img]'), left, right).filter((text) => Number(text.getAttribute('y')) < 10);
  return {
    hours: ticks.map((text) => text.textContent),
    days: seen(names, all.left, all.right).map((text) => text.textContent),
    at: box.scrollLeft,
  };
})()`;
const HOURS = z.object({ hours: z.array(z.string()), days: z.array(z.string()), at: z.number() });
/** At which six people press a button of survey 211 in Helsinki. */
const FIRST_BUSY_HOUR = '10';

/** Finnish and dark, chosen by a person; and what is kept of that before the page has drawn anything. */
const CHOOSE_AND_LOOK = `(() => {
  const language = document.querySelector('.language select');
  language.value = 'fi';
  language.dispatchEvent(new Event('change', { bubbles: true }));
  document.querySelectorAll('.settings [type=radio]')[${THEMES.indexOf('dark')}].click();
  return ['language', 'theme'].map((one) => localStorage.getItem('feedback-reports.' + one)).join(' ');
})()`;

describe('the page for everybody', { skip: missingBrowser() ?? false, concurrency: 2 }, () => {
  const opened = new AsyncDisposableStack();
  let library: PageServer;
  let browser: TestBrowser;
  before(async () => {
    library = opened.use(await startPageServer({ weeks: [] }));
    const { acme } = library;
    const at = Date.parse('2026-11-11T08:00:00Z');
    await acme.arrive(
      211,
      Array.from({ length: 6 }, (_, i) => ({ ts: at + i * 60_000, r: 0 })),
    );
    acme.fault = (path, answer) => {
      const isLost = path.startsWith('/v1/surveys/31/followup');
      if (isLost) answer.writeHead(400).end();
      return isLost;
    };
    await library.makeReports(WEEK, null);
    acme.fault = () => false;
    await library.makeReports(WEEK, 21);
    browser = opened.use(await openBrowser());
  });
  after(() => opened.disposeAsync());

  it('signs people in by a column of 30rem in the middle of the screen, or the width of a phone', async () => {
    for (const [viewport, width] of [
      [LAPTOP, 480],
      [TABLET, 480],
      [PHONE, PHONE.width],
    ] as const) {
      await using tab = await browser.open(library.pageUrl, { viewport });
      await heading(tab.page, words.signIn.heading).waitFor();
      const [room, left, right] = z.array(z.number()).parse(await tab.page.evaluate(SIDES_OF_MAIN));
      assert.ok(room !== undefined && left !== undefined && right !== undefined);
      assert.equal(right - left, Math.min(width, room), `${viewport.width} px`);
      assert.ok(Math.abs(left - (room - right)) <= 1, `${left} px before, ${room - right} behind`);
    }
  });

  for (const viewport of [LAPTOP, PHONE]) {
    it(`moves nothing that was shown while a view loads: ${viewport.width} px`, async () => {
      for (const view of [null, '/', `/${WEEK}/21`, `/${WEEK}/21/survey/211`]) {
        await using tab = await (view === null
          ? browser.open(library.pageUrl, { viewport })
          : library.openSignedIn(browser, view, { viewport }));
        await tab.page.addInitScript(SUM_SHIFTS);
        await tab.page.reload();
        await tab.page.locator('main h1').waitFor();
        await waitForExpression(tab.page, "document.querySelector('.waiting') === null");
        const shift = z.number().parse(await tab.page.evaluate(SHIFT));
        assert.ok(shift < 0.01, `${view ?? 'sign-in'}: ${shift}`);
      }
    });
  }

  for (const [locale, spoken, viewport, colorScheme] of [
    ['en-GB', words, LAPTOP, 'light'],
    ['ar', { ...words, ...ar }, PHONE, 'dark'],
  ] as const) {
    const screen = `${colorScheme}, ${viewport.width} px, ${locale}`;
    it(`breaks no rule on any view, and is never wider than the screen: ${screen}`, async () => {
      await using tab = await library.openSignedIn(browser, '/', { locale, viewport, colorScheme });
      const { page } = tab;
      await page.locator('main h1').waitFor();
      const wrong: string[] = [];
      for (const sight of [...SIGHTS, SIGN_IN]) {
        await openView(page, sight, spoken);
        wrong.push(
          ...(await accessibilityViolations(page)).map((fault) => `${sight.name}: ${fault}`),
        );
        for (const narrow of [SMALLEST, viewport]) {
          await page.setViewportSize(narrow);
          const overflow = String(await page.evaluate(OVERFLOW));
          if (overflow !== NOTHING) wrong.push(`${sight.name} on ${narrow.width} px: ${overflow}`);
        }
      }
      assert.deepEqual(wrong, []);
      assert.deepEqual(tab.problems(), []);
    });
  }

  it('has room for letters of twice the size', async () => {
    await using tab = await library.openSignedIn(browser, '/', { viewport: LAPTOP });
    const { page } = tab;
    const settings = await page.context().newCDPSession(page);
    await settings.send('Page.enable');
    await settings.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
    await page.locator('main h1').waitFor();
    assert.equal(
      await page.evaluate('getComputedStyle(document.documentElement).fontSize'),
      '32px',
    );
    const wrong: string[] = [];
    for (const sight of SIGHTS) {
      await openView(page, sight, words);
      const overflow = String(await page.evaluate(OVERFLOW));
      if (overflow !== NOTHING) wrong.push(`${sight.name}: ${overflow}`);
    }
    assert.deepEqual(wrong, []);
    assert.deepEqual(tab.problems(), []);
  });

  for (const [locale, direction] of [
    ['en-GB', 1],
    ['ar', -1],
  ] as const) {
    it(`shows the first busy hours on a phone, and the weekdays of all hours: ${locale}`, async () => {
      const options = { locale, viewport: SMALLEST };
      await using tab = await library.openSignedIn(browser, `/${WEEK}/21/survey/211`, options);
      const { page } = tab;
      const read = async (): Promise<z.infer<typeof HOURS>> =>
        HOURS.parse(await page.evaluate(HOURS_IN_SIGHT));
      await page.locator('.hours .frozen svg').waitFor();
      const { hours, days, at } = await read();
      assert.deepEqual([hours[0], days.length], [FIRST_BUSY_HOUR, 7]);
      assert.ok(at * direction > 0, `scrolled to ${at}`);
      await page.evaluate(
        `document.querySelector('.hours .is-scrolled').scrollTo({ left: ${direction * 9999} })`,
      );
      const end = await read();
      assert.deepEqual([end.hours.at(-1), end.days], ['22', days]);
      assert.ok(Math.abs(end.at) > Math.abs(at));
      assert.deepEqual(tab.problems(), []);
    });
  }

  it('says which language it speaks and which way it is read', async () => {
    await using tab = await library.openSignedIn(browser);
    const { page } = tab;
    await heading(page, /week 46/).waitFor();
    await page.getByRole('button', { name: words.shell.settings }).click();
    for (const language of LANGUAGES.toReversed()) {
      await page.locator('.language select').selectOption(language);
      await page
        .locator(`html[lang=${language}][dir=${directionOf(language)}]`)
        .waitFor({ state: 'attached' });
    }
    // What a person chose is what is spoken the next time, however soon they leave.
    assert.equal(await page.evaluate(CHOOSE_AND_LOOK), 'fi dark');
    await page.reload();
    await page.locator('html[lang=fi] main h1').waitFor();
    assert.deepEqual(tab.problems(), []);
  });

  it('moves nothing for whoever wants no motion', async () => {
    await using tab = await library.openSignedIn(browser, '/', { reducedMotion: 'reduce' });
    const { page } = tab;
    await heading(page, /week 46/).waitFor();
    const moving = 'document.getAnimations().filter((one) => one.playState === "running").length';
    // Held back until it was looked at.
    const held = Promise.withResolvers<undefined>();
    await page.route('**/content', async (route) => {
      await held.promise;
      await route.continue();
    });
    await visit(page, `/${WEEK}/1`);
    await page.locator('.skeleton').waitFor({ state: 'attached' });
    assert.equal(await page.evaluate(moving), 0);
    held.resolve(undefined);
    for (const sight of SIGHTS.filter(({ name }) => MOVING.includes(name))) {
      await openView(page, sight, words);
      assert.equal(await page.evaluate(moving), 0, sight.name);
    }
    assert.deepEqual(tab.problems(), []);
  });

  it('is used from signing in to sharing by the keyboard alone, which is never lost', async () => {
    await using tab = await browser.open(library.pageUrl, { viewport: LAPTOP });
    const { page } = tab;
    const { keyboard } = page;
    const press = async (...keys: readonly string[]): Promise<string> => {
      for (const key of keys) await keyboard.press(key);
      return focusedName(page);
    };
    /** On by Tab to what has a name; what comes on the way has one, too. */
    const tabTo = async (name: string, key = 'Tab'): Promise<void> => {
      for (let i = 0; i < 60; i += 1) {
        const at = await press(key);
        assert.notEqual(at, '', `something without a name, before ${name}`);
        if (at === name) return;
      }
      assert.fail(`there is no way to ${name}`);
    };
    await heading(page, words.signIn.heading).waitFor();
    await keyboard.type(library.token);
    await press('Enter');
    await heading(page, /week 46/).waitFor();
    await page.getByRole('table').waitFor();
    // The field is gone; the view has the keyboard.
    assert.equal(await page.evaluate('document.activeElement.id'), 'main');
    await page.reload();
    await page.getByRole('table').waitFor();
    // The first key leads past everything that is on all views.
    assert.equal(await press('Tab'), words.shell.skip);
    await press('Enter');
    await tabTo(words.find.sorts.alerts);
    await tabTo('Acme');
    await tabTo('Store Å');
    await press('Enter');
    await heading(page, 'Store Å').waitFor();
    await tabTo(words.read.share);
    const dialog = page.getByRole('dialog', { name: words.share.heading });
    await press('Enter');
    await dialog.waitFor();
    await waitForFocus(page, words.share.heading);
    await tabTo(words.share.make);
    await press('Enter');
    await page.getByRole('region', { name: words.share.madeHeading }).waitFor();
    // Nothing behind the dialog is reached.
    for (let i = 0; i < 20; i += 1) {
      await press('Tab');
      const isWithin =
        'document.activeElement === document.body || document.activeElement.closest("dialog") !== null';
      assert.equal(await page.evaluate(isWithin), true);
    }
    await press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await waitForView(page, `/${WEEK}/21`);
    await waitForFocus(page, words.read.share);
    await tabTo(words.shell.settings, 'Shift+Tab');
    await press('Enter');
    await waitForFocus(page, words.shell.language);
    await press('Escape');
    await waitForFocus(page, words.shell.settings);
    await tabTo(words.find.anotherWeek, 'Shift+Tab');
    await press('Enter');
    await waitForFocus(page, words.find.weekOrDate);
    await press('Escape');
    await waitForFocus(page, words.find.anotherWeek);
    assert.deepEqual(tab.problems(), []);
  });
});

async function signOut(page: Page, { shell, signIn }: LibraryWords): Promise<void> {
  await page.getByRole('button', { name: shell.settings }).click();
  await page.getByRole('button', { name: shell.signOut }).click();
  await heading(page, signIn.heading).waitFor();
  // With something wrong beside its field.
  await page.getByRole('button', { name: signIn.submit }).click();
  await page.getByRole('alert').getByText(signIn.missing).waitFor();
}
