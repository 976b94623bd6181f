// Finding reports: sign-in, folder tree, search, weeks, filters, sort order and addresses of views.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { manifestKey } from '../../../../lib/reports/report-repository.ts';
import { replaceBytes } from '../../../support/archive.ts';
import type { Tab, TestBrowser } from '../../../support/browser.ts';
import type { PageServer } from '../../../support/page-server.ts';
import { startPageServer, WEEK } from '../../../support/page-server.ts';
import {
  currentUrl,
  waitForFocus,
  heading,
  waitForExpression,
  waitForTitle,
  currentView,
  visit,
  words,
} from '../../../support/page-queries.ts';

const PREVIOUS_WEEK = '2026-W45';
const TITLE = /^Acme · Week 46: /;
const PREVIOUS_TITLE = /Week 45/;
/** Title and text of a view. */
const VIEW_TEXT = '`${document.title}\n${document.querySelector("main").innerText}`';
const { browse: find, list, shell, signIn } = words;

export function findReportsFlow(startBrowser: () => Promise<TestBrowser>): void {
  describe('finding reports', { concurrency: 1 }, () => {
    const resources = new AsyncDisposableStack();
    let pageServer: PageServer;
    let browser: TestBrowser;
    before(async () => {
      pageServer = resources.use(await startPageServer({ weeks: [PREVIOUS_WEEK] }));
      // Store B and its ancestors are partial, and South's report is damaged.
      pageServer.acme.answerInstead = (path, answer) => {
        const isLost = path.startsWith('/v1/surveys/221/followup');
        if (isLost) answer.writeHead(400).end();
        return isLost;
      };
      await pageServer.makeReports(WEEK, null);
      const { store } = pageServer.making.repository;
      await replaceBytes(
        store,
        manifestKey({ week: WEEK, folder: 3 }),
        new TextEncoder().encode('{'),
      );
      browser = await startBrowser();
    });
    after(async () => {
      await resources.disposeAsync();
    });

    describe('signing in', () => {
      let tab: Tab;
      before(async () => {
        tab = resources.use(await browser.open(`${pageServer.pageUrl}#/${WEEK}?group=responses`));
      });
      after(() => {
        assert.deepEqual(tab.problems(), []);
      });

      it('describes an invalid token at its field and does not store it', async () => {
        const { page } = tab;
        const field = page.getByLabel(signIn.token, { exact: true });
        const alert = page.getByRole('alert');
        await heading(page, signIn.heading).waitFor();
        await waitForFocus(page, signIn.token);
        for (const [entered, message] of [
          ['', signIn.missing],
          ['tökén', signIn.unreadable],
          ['not-a-token', signIn.refused],
        ] as const) {
          await field.fill(entered);
          await field.press('Enter');
          await alert.filter({ hasText: message }).waitFor();
          await waitForFocus(page, signIn.token);
          const description = await page.evaluate(
            "document.activeElement.getAttribute('aria-describedby').split(' ').map((id) => document.getElementById(id).innerText).join(' ')",
          );
          assert.equal(description, `${message} ${signIn.hint}`);
          assert.equal(await field.getAttribute('aria-invalid'), 'true');
        }
        assert.equal(await page.evaluate('sessionStorage.length'), 0);
      });

      it('opens the view of the address with a valid token, also after a reload', async () => {
        const { page } = tab;
        await page.getByLabel(signIn.token, { exact: true }).fill(` Bearer ${pageServer.token}\n`);
        await page.getByRole('button', { name: signIn.submit }).click();
        await heading(page, TITLE).waitFor();
        assert.equal(await currentView(page), `/${WEEK}?group=responses`);
        await page.reload();
        await heading(page, TITLE).waitFor();
      });

      it('is limited to the tab', async () => {
        const secondTab = await tab.page.context().newPage();
        await secondTab.goto(await currentUrl(tab.page));
        await heading(secondTab, signIn.heading).waitFor();
        await secondTab.close();
      });

      it('ends with signing out, which removes all stored data', async () => {
        const { page } = tab;
        await page.getByRole('banner').getByRole('button', { name: list.more }).press('Enter');
        await page.getByRole('button', { name: shell.signOut }).press('Enter');
        await heading(page, signIn.heading).waitFor();
        assert.equal(await page.evaluate('sessionStorage.length + localStorage.length'), 0);
        assert.equal(await page.locator('body').getByText('Acme').count(), 0);
        await page.reload();
        await heading(page, signIn.heading).waitFor();
      });
    });

    describe('navigating a week', () => {
      let tab: Tab;
      let page: Page;
      before(async () => {
        tab = resources.use(await pageServer.openSignedIn(browser));
        ({ page } = tab);
        await heading(page, TITLE).waitFor();
      });
      after(() => {
        assert.deepEqual(tab.problems(), []);
        assert.deepEqual(pageServer.serverErrors, []);
      });

      it('every folder of the tree is a link, and branches open and close by keyboard', async () => {
        const menu = page.getByRole('banner').locator('.company');
        await menu.press('Enter');
        const tree = page.locator('.place-tree');
        const store = tree.getByRole('link', { name: 'Store Å' });
        assert.equal(await store.count(), 0);
        await tree.getByRole('button', { name: find.open({ name: 'North' }) }).press('Enter');
        await tree
          .getByRole('button', { name: find.close({ name: 'North' }), expanded: true })
          .press('Tab');
        await waitForFocus(page, 'North');
        await page.keyboard.press('Tab');
        await waitForFocus(page, 'Store Å');
        await page.keyboard.press('Enter');
        await heading(page, 'Store Å').waitFor();
        assert.equal(await currentView(page), `/${WEEK}/21`);
        await waitForExpression(page, "document.querySelector('.place-tree') === null");
        await menu.press('Enter');
        assert.equal(await store.getAttribute('aria-current'), 'page');
        await tree.getByRole('link', { name: 'Acme' }).press('Enter');
        await heading(page, TITLE).waitFor();
      });

      it('a folder is found by keyboard alone, regardless of accents and case', async () => {
        await page.locator('main').focus();
        await page.keyboard.press('/');
        await waitForFocus(page, find.search);
        await page.keyboard.type('STORE a');
        const field = page.getByRole('combobox', { name: find.search });
        const options = page.getByRole('listbox', { name: find.results }).getByRole('option');
        await page
          .getByText(find.resultCount({ n: 1 }))
          .or(page.getByText(/places found/))
          .waitFor();
        assert.match((await options.allInnerTexts())[0] ?? '', /^Store Å\s/);
        assert.equal(await field.getAttribute('aria-activedescendant'), null);
        await page.keyboard.press('ArrowDown');
        const active = page.locator('[role=option][aria-selected=true]');
        assert.match(await active.innerText(), /^Store Å\s.*North/);
        assert.equal(
          await field.getAttribute('aria-activedescendant'),
          await active.getAttribute('id'),
        );
        await page.keyboard.press('Escape');
        assert.equal(await options.count(), 0);
        assert.equal(await field.inputValue(), 'STORE a');
        await page.keyboard.press('Escape');
        assert.equal(await field.inputValue(), '');
        await page.keyboard.type('zzz');
        await page.getByText(find.noResults).waitFor();
        await field.fill('visit');
        await page.getByText(find.resultCount({ n: 5 })).waitFor();
        await page.keyboard.press('ArrowUp');
        await page.keyboard.press('ArrowUp');
        await page.keyboard.press('Enter');
        await heading(page, /^South/).waitFor();
        assert.equal(await currentView(page), `/${WEEK}/3`);
        await visit(page, `/${WEEK}`);
        await heading(page, TITLE).waitFor();
      });

      it('the focus stays in the search field that is used as soon as a view is shown', async () => {
        await visit(page, `/${WEEK}/2`);
        await heading(page, /^North/).waitFor();
        // The listener of the page is called before, and the view is rendered in between.
        await page.evaluate(`addEventListener('hashchange', () => {
          const field = document.querySelector('#place-search');
          field.focus();
          field.value = 'store';
          field.dispatchEvent(new InputEvent('input', { bubbles: true }));
        }, { once: true })`);
        await visit(page, `/${WEEK}`);
        await heading(page, TITLE).waitFor();
        await afterEffects(page);
        await waitForFocus(page, find.search);
        await page.getByRole('option').first().waitFor();
        await page.keyboard.press('Escape');
        await page.keyboard.press('Escape');
      });

      it('another week is selected by step, list or date and keeps the folder', async () => {
        const picker = page.getByRole('group', { name: shell.week });
        await visit(page, `/${WEEK}/2`);
        await heading(page, /^North · Week 46/).waitFor();
        await picker.getByRole('link', { name: find.previousWeek }).press('Enter');
        await heading(page, PREVIOUS_TITLE).waitFor();
        assert.equal(await currentView(page), `/${PREVIOUS_WEEK}/2`);
        // The focus stays in the week picker.
        await waitForFocus(page, find.previousWeek);
        const open = picker.locator('.week-button');
        await open.press('Enter');
        await picker.getByRole('link', { name: /^Week 46/ }).press('Enter');
        await heading(page, /Week 46/).waitFor();
        await open.press('Enter');
        const field = page.getByLabel(find.weekOrDate);
        for (const [typed, message] of [
          ['2026-W54', find.weekProblems.noSuchWeek],
          ['31.2.2026', find.weekProblems.noSuchDate],
          ['soon', find.weekProblems.invalid({ week: '2026-W40', date: '2026-10-03' })],
          ['2030-W01', find.weekProblems.future],
        ] as const) {
          await field.fill(typed);
          await field.press('Enter');
          await page.getByText(message).waitFor();
          assert.equal(await currentView(page), `/${WEEK}/2`);
        }
        await field.fill('2026-11-08');
        await page.getByRole('status').getByText('Week 45 · 2–8 November 2026').waitFor();
        await field.press('Enter');
        await heading(page, PREVIOUS_TITLE).waitFor();
        assert.equal(await currentView(page), `/${PREVIOUS_WEEK}/2`);
      });

      it('back and forward move through the views', async () => {
        await visit(page, `/${WEEK}`);
        await heading(page, TITLE).waitFor();
        await page.locator('.place-list').getByRole('link', { name: 'Store Å' }).first().click();
        await heading(page, 'Store Å').waitFor();
        await page.goBack();
        await heading(page, TITLE).waitFor();
        await page.goForward();
        await heading(page, 'Store Å').waitFor();
        assert.equal(await currentView(page), `/${WEEK}/21`);
        await waitForTitle(page, /^Store Å · Week 46/);
      });
    });

    it('back and forward restore where the reader was, and a new view begins at its top', async () => {
      const viewport = { width: 360, height: 300 };
      await using tab = await pageServer.openSignedIn(browser, `/${WEEK}`, { viewport });
      const { page } = tab;
      const scrollTo = (top: number) => page.evaluate(`window.scrollTo(0, ${top})`);
      const waitForPosition = (top: number) => waitForExpression(page, `window.scrollY === ${top}`);
      await heading(page, TITLE).waitFor();
      await scrollTo(150);
      await visit(page, `/${WEEK}/21`);
      await heading(page, 'Store Å').waitFor();
      await waitForPosition(0);
      await scrollTo(400);
      await visit(page, `/${WEEK}/2`);
      await heading(page, /^North/).waitFor();
      await waitForPosition(0);
      await page.goBack();
      await heading(page, 'Store Å').waitFor();
      await waitForPosition(400);
      await page.goBack();
      await heading(page, TITLE).waitFor();
      await waitForPosition(150);
      assert.deepEqual(tab.problems(), []);
    });

    it('the address of every view opens the same view when the page is loaded', async () => {
      await using tab = await pageServer.openSignedIn(browser);
      await using loadedTab = await pageServer.openSignedIn(browser);
      await heading(tab.page, TITLE).waitFor();
      for (const view of [
        `/${WEEK}/2?state=usual&group=responses`,
        `/${WEEK}/1?as=heat`,
        `/${WEEK}/21`,
        `/${WEEK}/21/revisions`,
        '/2026-W47',
        '/2026-W40',
        '/nothing/like/this',
      ]) {
        await visit(tab.page, view);
        await visit(loadedTab.page, view);
        await loadedTab.page.reload();
        await loadedTab.page.locator('main h1').waitFor();
        await waitForExpression(loadedTab.page, 'document.querySelector("main .waiting") === null');
        await loadedTab.page.waitForLoadState('networkidle');
        const expectedText = await loadedTab.page.evaluate(VIEW_TEXT);
        await waitForExpression(tab.page, `${VIEW_TEXT} === ${JSON.stringify(expectedText)}`);
      }
      assert.deepEqual(tab.problems(), []);
    });
  });
}

/** Waits longer than the page waits with effects of a rendering: for a frame, or 35 ms. */
async function afterEffects(page: Page): Promise<void> {
  await page.evaluate(
    'new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 50)))',
  );
}
