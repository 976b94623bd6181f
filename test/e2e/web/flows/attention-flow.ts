// What needs attention in a week and in a report: the list, the order by loss, tokens for a part of the company, partial
// reports, and reports of version "1".
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { jsonReader } from '../../../../lib/adapters/json/index.ts';
import { messagesFor } from '../../../../lib/i18n/catalogues.ts';
import type { FolderName } from '../../../../lib/domain/report.ts';
import { commitReport } from '../../../../lib/reports/commit.ts';
import { commitTestReport, openArchive } from '../../../support/archive.ts';
import { fakePdfRenderer } from '../../../support/blank-pdf.ts';
import type { Tab, TestBrowser } from '../../../support/browser.ts';
import type { PageServer } from '../../../support/page-server.ts';
import { startLimitedTokenServer, startPageServer, WEEK } from '../../../support/page-server.ts';
import {
  accessibilityViolations,
  currentView,
  heading,
  tableRows,
  visit,
  waitForFocus,
  words,
} from '../../../support/page-queries.ts';
import type { FolderSketch } from '../../../support/test-reports.ts';
import { createReport } from '../../../support/test-reports.ts';

const JUDGED_WEEK = '2026-W45';
const { browse: find } = words;
const { signals } = messagesFor('en');
const ACME: FolderName = { key: 1, name: 'Acme' };
const NORTH: FolderName = { key: 2, name: 'North' };

function store(
  key: number,
  name: string,
  path: readonly FolderName[],
  shift: number,
): FolderSketch {
  const survey = { key: key * 10, name: `How was ${name}?`, volume: 400, mood: 0.5, shift };
  return { key, name, path, surveys: [survey] };
}
const FALLEN = store(21, 'Store Å', [ACME, NORTH], -0.4);
const USUAL = store(22, 'Store B', [ACME, NORTH], 0);
const RISEN = store(3, 'South', [ACME], 0.4);
const REGION: FolderSketch = { ...NORTH, path: [ACME], folders: [FALLEN, USUAL] };
const COMPANY: FolderSketch = { ...ACME, folders: [REGION, RISEN] };

export function attentionFlow(startBrowser: () => Promise<TestBrowser>): void {
  describe('what needs attention', { concurrency: 1 }, () => {
    const resources = new AsyncDisposableStack();
    let pageServer: PageServer;
    let browser: TestBrowser;
    let tab: Tab;
    let page: Page;
    before(async () => {
      pageServer = resources.use(await startPageServer({ weeks: [] }));
      const archive = openArchive(pageServer.making.repository.store);
      for (const sketch of [COMPANY, REGION, FALLEN, USUAL, RISEN]) {
        await commitTestReport(archive, createReport(sketch, { week: JUDGED_WEEK }));
      }
      for (const name of ['region', 'store'] as const) {
        const bytes = readFileSync(
          new URL(`../../../unit/adapters/json/version-1/${name}.json`, import.meta.url),
        );
        const file = { bytes, contentType: 'application/json', extension: 'json' } as const;
        const json = { render: () => Promise.resolve(file) };
        const renderers = { json, pdf: fakePdfRenderer };
        const context = { ...archive, childLinks: null, renderers };
        await commitReport(context, jsonReader().read(bytes), null);
      }
      browser = await startBrowser();
      tab = resources.use(await pageServer.openSignedIn(browser, `/${JUDGED_WEEK}`));
      ({ page } = tab);
    });
    after(async () => {
      assert.deepEqual(tab.problems(), []);
      assert.deepEqual(pageServer.serverErrors, []);
      await resources.disposeAsync();
    });
    const entries = (shownPage: Page, title: string) =>
      shownPage.getByRole('list', { name: title, exact: true }).getByRole('listitem');
    const table = (shownPage: Page) => shownPage.getByRole('table');

    it('is listed first in a week, with reason, path and trend, and leads to the report', async () => {
      await heading(page, /Week 45/).waitFor();
      const urgent = entries(page, signals.states.new);
      await urgent.first().waitFor();
      assert.equal(await urgent.count(), 1);
      const text = await urgent.innerText();
      assert.match(text, /^Store Å\s+North · How was Store Å\?\s+\d+, was \d+/);
      const trend = urgent.getByRole('img');
      assert.match((await trend.getAttribute('aria-label')) ?? '', /(\d+, ){10}/);
      assert.match(await entries(page, signals.states.better).innerText(), /^South/);
      const headings = await page.locator('main h2').allInnerTexts();
      assert.deepEqual(headings, [signals.attention, signals.states.better, find.allPlaces]);
      await urgent.getByRole('link', { name: 'Store Å' }).press('Enter');
      await heading(page, 'Store Å').waitFor();
      assert.equal(await currentView(page), `/${JUDGED_WEEK}/21`);
    });

    it('orders the stores of a week by their losses', async () => {
      await visit(page, `/${JUDGED_WEEK}`);
      await table(page).waitFor();
      assert.equal((await tableRows(table(page))).length, 5);
      const header = page.locator('.column-lost');
      await header.getByRole('button', { name: find.sorts.lost }).press('Enter');
      await page.locator('.column-lost[aria-sort=descending]').waitFor();
      const rows = await tableRows(table(page));
      assert.deepEqual(rows[0]?.[0], 'Store Å North');
      assert.match(rows[0][3] ?? '', /^▼ New was \d+ · loss \d+$/);
      assert.deepEqual(rows.map(([place]) => place).toSorted(), [
        'South',
        'Store B North',
        'Store Å North',
      ]);
      assert.ok(
        rows.some(
          ([place, , , verdict]) => place === 'Store B North' && /^As usual/.test(verdict ?? ''),
        ),
      );
      assert.equal(await table(page).getByRole('img').count(), 3);
      await waitForFocus(page, find.sorts.lost);
      await header.getByRole('button').press('Enter');
      await page.locator('.column-lost[aria-sort=ascending]').waitFor();
      assert.equal((await tableRows(table(page))).at(-1)?.[0], 'Store Å North');
      assert.deepEqual(await accessibilityViolations(page), []);
    });

    it('is what a token for a part of the company covers', async () => {
      await using limited = await startLimitedTokenServer(pageServer, [22]);
      await using limitedTab = await limited.openSignedIn(browser, `/${JUDGED_WEEK}`);
      const { page: limitedPage } = limitedTab;
      await limitedPage.getByText(signals.folder.allAsUsual({ n: 1 })).waitFor();
      assert.equal(await limitedPage.locator('.attention-list').count(), 0);
      for (const hiddenName of ['Store Å', 'South', 'North']) {
        assert.equal(await limitedPage.getByText(hiddenName).count(), 0, hiddenName);
      }
      assert.deepEqual(limited.serverErrors, []);
    });

    it('is never nothing while something could not be read', async () => {
      const archive = openArchive(pageServer.making.repository.store);
      const missingSurvey = { folder: 22, survey: 220, code: 'UPSTREAM_TIMEOUT', missing: true };
      const message = 'The survey is missing: GET /v1/surveys/220 timed out.';
      const quiet = createReport(
        { ...COMPANY, folders: [{ ...REGION, folders: [USUAL] }] },
        { week: '2026-W43' },
      );
      await commitTestReport(archive, {
        ...quiet,
        status: 'partial',
        problems: [{ ...missingSurvey, message }],
      });
      for (const view of ['/2026-W43', '/2026-W43/1']) {
        await visit(page, view);
        const item = entries(page, find.unread);
        await item.waitFor();
        assert.match(
          await item.innerText(),
          /^Store B\s+North · How was Store B\?\s+The survey is missing: the reporting API did not respond in time\.$/,
        );
        await page.locator('.attention-note', { hasText: find.attentionUnknown }).waitFor();
        assert.equal(await page.getByText(/as usual\./).count(), 0);
        assert.equal(await page.locator('main').getByText('220').count(), 0);
      }
    });

    it('is unknown in reports of version "1", which have figures alone', async () => {
      await visit(page, `/${WEEK}`);
      await page.getByText(signals.earlierVersion).waitFor();
      assert.equal(await page.locator('.attention-list').count(), 0);
      const rows = await tableRows(table(page));
      assert.deepEqual(
        rows.map(([place]) => place),
        ['Finland', 'Helsinki Central'],
      );
      assert.deepEqual(
        rows.map(([, , , verdict]) => verdict),
        ['', ''],
      );
      for (const [folder, name] of [
        [20, 'Finland'],
        [41, 'Helsinki Central'],
      ] as const) {
        await visit(page, `/${WEEK}/${folder}`);
        await heading(page, name).waitFor();
        await page.getByText(signals.earlierVersion).waitFor();
        await page.locator('.headline .figure-value').first().waitFor();
        assert.equal(await page.getByRole('heading', { name: signals.attention }).count(), 0);
        assert.equal(
          await page
            .locator('main')
            .getByText(/as usual/i)
            .count(),
          0,
        );
        assert.deepEqual(await accessibilityViolations(page), []);
      }
    });
  });
}
