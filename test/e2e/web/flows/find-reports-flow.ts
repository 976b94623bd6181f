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
  tableRows,
  waitForExpression,
  waitForTitle,
  currentView,
  visit,
  words,
} from '../../../support/page-queries.ts';

const PREVIOUS_WEEK = '2026-W45';
/** Partial stores, sorted by responses. */
const FILTERED_NAMES = ['Store B North'];
const TITLE = '9–15 November 2026, week 46';
/** Title and text of a view. */
const VIEW_TEXT = '`${document.title}\n${document.querySelector("main").innerText}`';
const { browse: find, shell, signIn, states } = words;

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
    const table = (page: Page) => page.getByRole('table');
    const names = async (page: Page): Promise<readonly string[]> =>
      (await tableRows(table(page))).map(([place = '']) => place);

    describe('signing in', () => {
      let tab: Tab;
      before(async () => {
        tab = resources.use(await browser.open(`${pageServer.pageUrl}#/${WEEK}?sort=responses`));
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
        assert.equal(await currentView(page), `/${WEEK}?sort=responses`);
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
        await page.getByRole('button', { name: shell.settings }).press('Enter');
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

      it('every item of the tree is a link, and branches open and close by keyboard', async () => {
        const tree = page.getByRole('navigation', { name: shell.places });
        const [store, north] = ['Store Å', 'North'].map((name) => tree.getByRole('link', { name }));
        assert.ok(store !== undefined && north !== undefined);
        assert.equal(await store.count(), 0);
        const toggle = tree.getByRole('button', { name: find.open({ name: 'North' }) });
        await toggle.press('Enter');
        await tree
          .getByRole('button', { name: find.close({ name: 'North' }), expanded: true })
          .press('Tab');
        await waitForFocus(page, 'North');
        await page.keyboard.press('Tab');
        await waitForFocus(page, find.open({ name: 'Store Å' }));
        await page.keyboard.press('Space');
        await page.keyboard.press('Tab');
        await page.keyboard.press('Enter');
        await heading(page, 'Store Å').waitFor();
        assert.equal(await currentView(page), `/${WEEK}/21`);
        assert.equal(await store.getAttribute('aria-current'), 'page');
        // Surveys are below their folder.
        await tree.getByRole('link', { name: 'How was your visit?' }).first().press('Enter');
        await heading(page, 'How was your visit?').waitFor();
        await tree.getByRole('button', { name: find.close({ name: 'North' }) }).press('Enter');
        assert.equal(await store.count(), 0);
        await tree.getByRole('link', { name: shell.allReports }).press('Enter');
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
        await heading(page, 'How was your visit?').waitFor();
        assert.equal(await currentView(page), `/${WEEK}/3/survey/31`);
        await visit(page, `/${WEEK}`);
        await heading(page, TITLE).waitFor();
      });

      it('another week is selected by step, list or date and keeps the folder', async () => {
        const picker = page.getByRole('group', { name: shell.week });
        await visit(page, `/${WEEK}/21`);
        await heading(page, 'Store Å').waitFor();
        await picker.getByRole('link', { name: find.previousWeek }).press('Enter');
        await page.getByText('2–8 November 2026, week 45').waitFor();
        assert.equal(await currentView(page), `/${PREVIOUS_WEEK}/21`);
        // The focus stays in the week picker.
        await waitForFocus(page, find.previousWeek);
        await picker.getByRole('combobox').selectOption(WEEK);
        await page.getByText(TITLE).waitFor();
        await picker.getByRole('button', { name: find.anotherWeek }).press('Enter');
        const field = page.getByLabel(find.weekOrDate);
        await waitForFocus(page, find.weekOrDate);
        for (const [typed, message] of [
          ['2026-W54', find.weekProblems.noSuchWeek],
          ['31.2.2026', find.weekProblems.noSuchDate],
          ['soon', find.weekProblems.invalid({ week: '2026-W40', date: '2026-10-03' })],
          ['2030-W01', find.weekProblems.future],
        ] as const) {
          await field.fill(typed);
          await field.press('Enter');
          await page.getByText(message).waitFor();
          assert.equal(await currentView(page), `/${WEEK}/21`);
        }
        await field.fill('2026-11-08');
        await page.getByRole('status').getByText('2–8 November 2026, week 45').waitFor();
        await field.press('Enter');
        await page.getByRole('main').getByText('2–8 November 2026, week 45').waitFor();
        assert.equal(await currentView(page), `/${PREVIOUS_WEEK}/21`);
        await waitForFocus(page, find.anotherWeek);
      });

      it('totals filter the table, also within a folder', async () => {
        await visit(page, `/${WEEK}`);
        await heading(page, TITLE).waitFor();
        await table(page).waitFor();
        const filter = page.getByRole('group', { name: find.states });
        const filterTexts = async (): Promise<readonly string[]> =>
          (await filter.getByRole('button').allInnerTexts()).map((text) =>
            text.replaceAll(/\s+/g, ' ').trim(),
          );
        assert.deepEqual(await filterTexts(), [
          `${find.all} 5`,
          `${states.damaged} 1`,
          `${states.partial} 3`,
          `${states.complete} 1`,
        ]);
        for (const [state, shown] of [
          [states.damaged, ['South']],
          [states.partial, ['Acme', 'North', 'Store B']],
          [states.complete, ['Store Å']],
        ] as const) {
          const button = filter.getByRole('button', { name: state });
          await button.click();
          await filter.getByRole('button', { name: state, pressed: true }).waitFor();
          assert.deepEqual(
            (await names(page)).map((name) => name.split(' North')[0]),
            shown,
          );
        }
        await page.getByLabel(find.filterByPlace).selectOption({ label: '\u00a0\u00a0North' });
        await filter.getByRole('button', { name: `${find.all} 3` }).waitFor();
        assert.deepEqual(await names(page), ['Store Å North']);
        await filter.getByRole('button', { name: find.all }).click();
        await filter.getByRole('button', { name: find.all, pressed: true }).waitFor();
        assert.deepEqual(await names(page), ['North', 'Store Å', 'Store B']);
        assert.equal(await currentView(page), `/${WEEK}?below=2`);
      });

      it('each column header sorts the rows in both directions', async () => {
        await visit(page, `/${PREVIOUS_WEEK}`);
        await heading(page, /Week 45/).waitFor();
        await table(page).waitFor();
        const tree = await names(page);
        const number = (text = ''): number => Number(text.split(' ')[0]?.replace('−', '-'));
        for (const [head, column, first] of [
          [find.sorts.index, 2, 'ascending'],
          [find.sorts.responses, 5, 'descending'],
          [find.sorts.alerts, 6, 'descending'],
        ] as const) {
          const secondTab = first === 'ascending' ? 'descending' : 'ascending';
          for (const direction of [first, secondTab]) {
            const button = page.getByRole('columnheader', { name: head }).getByRole('button');
            await button.press('Enter');
            await page.locator(`th[aria-sort=${direction}]`, { hasText: head }).waitFor();
            const rows = await tableRows(table(page));
            const shownNumbers = rows
              .map((row) => number(row[column]))
              .filter((n) => !Number.isNaN(n));
            const sign = direction === 'ascending' ? 1 : -1;
            assert.deepEqual(
              shownNumbers,
              shownNumbers.toSorted((a, b) => sign * (a - b)),
              `${head} ${direction}`,
            );
            // Regions are listed in the tree alone.
            assert.equal(rows.length, 3);
            await waitForFocus(page, head);
          }
        }
        await page
          .getByRole('columnheader', { name: find.sorts.state })
          .getByRole('button')
          .click();
        await page.locator('th[aria-sort=ascending]', { hasText: find.sorts.state }).waitFor();
        await page
          .getByRole('columnheader', { name: find.sorts.place })
          .getByRole('button')
          .click();
        await page.locator('th[aria-sort=ascending]', { hasText: find.sorts.place }).waitFor();
        assert.deepEqual(await names(page), tree);
        for (const direction of ['ascending', 'descending'] as const) {
          const header = page.getByRole('columnheader', { name: find.sorts.place });
          await header.getByRole('button').press('Enter');
          await page.getByText(find.sortedListNote).waitFor();
          await page.locator(`th[aria-sort=${direction}]`, { hasText: find.sorts.place }).waitFor();
          const stores = ['South', 'Store B North', 'Store Å North'];
          assert.deepEqual((await names(page)).toSorted(), stores.toSorted());
          assert.equal((await names(page))[0] === 'South', direction === 'ascending');
        }
        // States that need attention come first.
        await visit(page, `/${WEEK}?sort=state`);
        await heading(page, TITLE).waitFor();
        await page.locator('th[aria-sort]', { hasText: find.sorts.state }).waitFor();
        const rows = await tableRows(table(page));
        assert.deepEqual(
          rows.map(([, state = '']) => state.split(' ')[0]),
          [states.damaged, states.partial, states.complete],
        );
      });

      it('back and forward move through the views', async () => {
        await visit(page, `/${WEEK}`);
        await heading(page, TITLE).waitFor();
        await table(page).getByRole('link', { name: 'Store Å' }).click();
        await heading(page, 'Store Å').waitFor();
        await page
          .getByRole('main')
          .getByRole('link', { name: 'How was your visit?' })
          .first()
          .click();
        await heading(page, 'How was your visit?').waitFor();
        await page.goBack();
        await heading(page, 'Store Å').waitFor();
        await page.goBack();
        await heading(page, TITLE).waitFor();
        await page.goForward();
        await heading(page, 'Store Å').waitFor();
        assert.equal(await currentView(page), `/${WEEK}/21`);
        await waitForTitle(page, /^Store Å – week 46, 2026 · /);
      });
    });

    it('back and forward restore where the reader was, and a new view begins at its top', async () => {
      const viewport = { width: 360, height: 400 };
      await using tab = await pageServer.openSignedIn(browser, `/${WEEK}`, { viewport });
      const { page } = tab;
      const scrollTo = (top: number) => page.evaluate(`window.scrollTo(0, ${top})`);
      const waitForPosition = (top: number) => waitForExpression(page, `window.scrollY === ${top}`);
      await table(page).waitFor();
      await scrollTo(400);
      await visit(page, `/${WEEK}/1`);
      await heading(page, 'Acme').waitFor();
      await waitForPosition(0);
      await scrollTo(1_200);
      await visit(page, `/${WEEK}/2`);
      await heading(page, 'North').waitFor();
      await waitForPosition(0);
      await page.goBack();
      await heading(page, 'Acme').waitFor();
      await waitForPosition(1_200);
      await page.goBack();
      await heading(page, TITLE).waitFor();
      await waitForPosition(400);
      await page.goForward();
      await heading(page, 'Acme').waitFor();
      await waitForPosition(1_200);
      assert.deepEqual(tab.problems(), []);
    });

    it('the address of every view opens the same view when the page is loaded', async () => {
      await using tab = await pageServer.openSignedIn(browser);
      await using loadedTab = await pageServer.openSignedIn(browser);
      await heading(tab.page, TITLE).waitFor();
      for (const view of [
        `/${WEEK}?sort=responses&order=descending&state=partial&below=2`,
        `/${PREVIOUS_WEEK}?sort=lost`,
        `/${WEEK}/21`,
        `/${WEEK}/21/revisions`,
        `/${WEEK}/21/survey/212`,
        '/2026-W47',
        '/2026-W40',
        '/nothing/like/this',
      ]) {
        await visit(tab.page, view);
        await visit(loadedTab.page, view);
        await loadedTab.page.reload();
        await loadedTab.page.locator('main h1').waitFor();
        await waitForExpression(loadedTab.page, 'document.querySelector("main .waiting") === null');
        const expectedText = await loadedTab.page.evaluate(VIEW_TEXT);
        // The filters of the address are applied.
        if (view.includes('partial')) assert.deepEqual(await names(loadedTab.page), FILTERED_NAMES);
        await waitForExpression(tab.page, `${VIEW_TEXT} === ${JSON.stringify(expectedText)}`);
      }
      assert.deepEqual(tab.problems(), []);
    });
  });
}
