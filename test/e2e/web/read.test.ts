// Reading reports in a browser: the page shows what the view says, files match the stored ones, and every report state is
// explained.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { z } from 'zod';
import { manifestKey } from '../../../lib/reports/report-repository.ts';
import { withoutIsolates } from '../../../lib/i18n/text-direction.ts';
import type { ReportView } from '../../../lib/view/report-view.ts';
import { replaceBytes } from '../../support/archive.ts';
import type { Tab, TestBrowser } from '../../support/browser.ts';
import { missingBrowser } from '../../support/browser.ts';
import { sharedBrowser } from '../../support/shared-browser.ts';
import type { PageServer } from '../../support/page-server.ts';
import { startPageServer, WEEK } from '../../support/page-server.ts';
import {
  heading,
  currentView,
  visit,
  waitForExpression,
  words,
} from '../../support/page-queries.ts';

const QUIET_WEEK = '2026-W44';
const WEDNESDAY = Date.parse('2026-11-11T08:00:00Z');
const MINUTE = 60_000;
const { list, read: readWords, revisions } = words;

const FILE = z.object({ bytes: z.number(), sha256: z.string() });
const MANIFEST = z.object({ report: z.object({ files: z.object({ pdf: FILE, json: FILE }) }) });

/** One response every 15 minutes from Wednesday morning on. */
const presses = (count: number, r: number): readonly { ts: number; r: number }[] =>
  Array.from({ length: count }, (_, i) => ({ ts: WEDNESDAY + i * 15 * MINUTE, r }));

describe('reading reports', { skip: missingBrowser() ?? false }, () => {
  const resources = new AsyncDisposableStack();
  let pageServer: PageServer;
  let tab: Tab;
  let page: Page;
  before(async () => {
    pageServer = resources.use(await startPageServer({ weeks: [QUIET_WEEK], drawsPdfs: true }));
    const { acme, making } = pageServer;
    await acme.addFeedback(211, presses(7, 0));
    // Store Å's alerts are open.
    acme.changeBody = (path, body) =>
      path.startsWith('/v1/folders/21/alerts') ? body.replaceAll(/"endTime":"[^"]*",/g, '') : body;
    await pageServer.makeReports(WEEK, null);
    // Store B is remade with more responses; a failing request makes the report of South partial.
    await acme.addFeedback(221, presses(60, 3));
    acme.answerInstead = (path, answer) => {
      const isFailing = path.startsWith('/v1/surveys/31/followup');
      if (isFailing) answer.writeHead(400).end();
      return isFailing;
    };
    await pageServer.makeReports(WEEK, null);
    acme.answerInstead = () => false;
    const damaged = manifestKey({ week: QUIET_WEEK, folder: 22 });
    await replaceBytes(making.repository.store, damaged, new TextEncoder().encode('{'));
    const browser: TestBrowser = await sharedBrowser({ showsPdf: true });
    tab = resources.use(await pageServer.openSignedIn(browser));
    ({ page } = tab);
    await page.setViewportSize({ width: 1400, height: 1000 });
  });
  after(() => resources.disposeAsync());

  const viewOf = async (folder: number, revision = ''): Promise<ReportView> =>
    z
      .custom<ReportView>()
      .parse(await pageServer.getJson(`/v1/reports/${WEEK}/${folder}/view?language=en${revision}`));
  const text = (shown: string): string => withoutIsolates(shown).replaceAll(/\s+/g, ' ').trim();

  it('shows the list of a folder as its view says it, and opens a place', async () => {
    const view = await viewOf(1);
    assert.ok(view.kind === 'folder');
    await heading(page, view.finding.headline).waitFor();
    await waitForExpression(page, `document.title.includes(${JSON.stringify(view.name)})`);
    const rows = await page.locator('.list-row:not(.is-head)').all();
    const expected = view.sections.flatMap((section) => section.rows);
    assert.equal(rows.length, expected.length);
    for (const [i, row] of expected.entries()) {
      const cell = async (name: string): Promise<string> =>
        text((await rows[i]?.locator(`.cell-${name}`).innerText()) ?? '');
      assert.deepEqual(
        [await cell('now'), await cell('was'), await cell('change'), await cell('responses')],
        [row.now, row.was, row.change, row.responsesText].map(text),
        row.name,
      );
      assert.ok((await cell('why')).includes(text(row.reason)), row.name);
    }
    await page.getByRole('link', { name: 'Store Å' }).first().click();
    await waitForExpression(page, `location.hash === '#/${WEEK}/21'`);
  });

  it('marks what is missing of a partial week of a folder and of a place with a half ring', async () => {
    for (const [folder, selector] of [
      [1, '.folder-head .warns'],
      [3, '.place-notices'],
    ] as const) {
      await visit(page, `/${WEEK}/${folder}`);
      const notice = page.locator(selector).first();
      await notice.waitFor();
      assert.match(await notice.innerText(), /^Part of this week/);
      // The ring and the filled half.
      assert.equal(await notice.locator('.glyph svg').count(), 1);
    }
  });

  it('downloads the weeks and places in view as one table', async () => {
    const { table } = words;
    const scopes = [
      { view: `/${WEEK}/2/table`, rows: 3, name: `figures-2-${WEEK}.csv` },
      { view: `/${WEEK}/1/table`, rows: 4, name: `figures-1-${WEEK}.csv` },
    ];
    for (const { view, rows, name } of scopes) {
      await visit(page, view);
      const dialog = page.getByRole('dialog', { name: table.heading });
      await dialog.getByLabel(table.weeks).selectOption('1');
      const downloadEvent = page.waitForEvent('download');
      await dialog.getByRole('button', { name: table.download }).click();
      const download = await downloadEvent;
      assert.equal(download.suggestedFilename(), name);
      const csv = await readFile(await download.path(), 'utf8');
      const [header, ...lines] = csv.trimEnd().split('\r\n');
      assert.match(header ?? '', /^\uFEFFweek,week_start,place,folder,/);
      assert.equal(lines.filter((line) => line.startsWith(WEEK)).length, rows);
      await dialog.getByRole('button', { name: words.share.close }).click();
      await dialog.waitFor({ state: 'detached' });
    }
    assert.deepEqual(tab.problems(), []);
  });

  it('explains in the dialog why a table could not be downloaded', async () => {
    const { table } = words;
    await visit(page, `/${WEEK}/2/table`);
    const dialog = page.getByRole('dialog', { name: table.heading });
    // One of the 13 weeks has a damaged report: no table is better than one without its rows.
    await dialog.getByRole('button', { name: table.download }).click();
    await dialog.getByRole('heading', { name: words.errors.broken.title }).waitFor();
    await page.route('**/v1/figures?*', (route) =>
      route.fulfill({
        status: 422,
        contentType: 'application/problem+json',
        body: '{"code":"ANSWER_TOO_LARGE"}',
      }),
    );
    await dialog.getByRole('button', { name: table.download }).click();
    await dialog.getByRole('alert').getByText(table.tooLarge).waitFor();
    await page.unroute('**/v1/figures?*');
    await dialog.getByRole('button', { name: words.share.close }).click();
  });

  it('downloads the stored files, and opens the PDF in a tab of its own', async () => {
    await visit(page, `/${WEEK}/2`);
    await heading(page, /North/).waitFor();
    const { files } = MANIFEST.parse(await pageServer.getJson(`/v1/reports/${WEEK}/2`)).report;
    await page.getByRole('banner').getByRole('button', { name: list.more }).click();
    for (const [button, kind] of [
      [readWords.downloadPdf, 'pdf'],
      [readWords.downloadJson, 'json'],
    ] as const) {
      const downloadEvent = page.waitForEvent('download');
      await page.getByRole('button', { name: button }).click();
      const download = await downloadEvent;
      assert.match(download.suggestedFilename(), new RegExp(`${WEEK}.*\\.${kind}$`));
      const bytes = await readFile(await download.path());
      const { bytes: size, sha256 } = files[kind];
      assert.equal(bytes.length, size);
      assert.equal(createHash('sha256').update(bytes).digest('hex'), sha256);
    }
    await page.keyboard.press('Escape');
    const popup = page.waitForEvent('popup');
    await page
      .getByRole('main')
      .getByRole('button', { name: readWords.openPdfTab })
      .first()
      .click();
    await (await popup).waitForURL(/\/files\/.*/);
    await (await popup).close();
    assert.deepEqual(tab.problems(), []);
  });

  it('lists the revisions of a report, and marks an old one', async () => {
    await visit(page, `/${WEEK}/2/revisions`);
    const dialog = page.getByRole('dialog', { name: revisions.heading });
    const [before, now] = [await viewOf(2, '&revision=1'), await viewOf(2)];
    assert.deepEqual([before.revision, now.revision], [1, 2]);
    await dialog.getByText(revisions.current, { exact: true }).waitFor();
    await dialog.getByRole('link', { name: revisions.view({ n: 1 }) }).click();
    await page.getByText(revisions.olderShown({ n: 1, current: 2 })).waitFor();
    assert.equal(await currentView(page), `/${WEEK}/2?revision=1`);
    await heading(page, before.finding.headline).waitFor();
    await page.getByRole('link', { name: revisions.view({ n: 2 }) }).click();
    await page.getByText(revisions.olderShown({ n: 1, current: 2 })).waitFor({ state: 'detached' });
    await heading(page, now.finding.headline).waitFor();
    assert.equal(await currentView(page), `/${WEEK}/2`);
    assert.deepEqual(tab.problems(), []);
  });

  it('explains damaged, missing and inaccessible reports', async () => {
    await visit(page, `/${QUIET_WEEK}/22`);
    await page
      .getByRole('alert')
      .getByRole('heading', { name: words.errors.broken.title })
      .waitFor();
    await page.getByRole('button', { name: words.errors.retry }).waitFor();
    await visit(page, `/${WEEK}/5`);
    await page.getByRole('heading', { name: words.make.heading }).waitFor();
    await heading(page, 'Nothing here · Week 46').waitFor();
    await visit(page, `/${WEEK}/87`);
    await page
      .getByRole('alert')
      .getByRole('heading', { name: words.errors.notFound.title })
      .waitFor();
    await page.getByRole('link', { name: words.errors.toAllReports }).click();
    await heading(page, /Week 46/).waitFor();
    assert.deepEqual(tab.problems(), []);
  });
});
