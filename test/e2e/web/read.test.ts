// Reading reports in a browser: every figure on the page matches the report, files match the stored ones, and every
// report state is explained.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { z } from 'zod';
import { jsonReader } from '../../../lib/adapters/json/index.ts';
import { manifestKey } from '../../../lib/reports/report-repository.ts';
import { halfWidthOf } from '../../../lib/domain/figures.ts';
import type { ListedOption } from '../../../lib/domain/follow-ups.ts';
import type { Report } from '../../../lib/domain/report.ts';
import type { Level } from '../../../lib/domain/signals/model.ts';
import { findUnreadPlaces } from '../../../lib/domain/unread-places.ts';
import { wholePercents } from '../../../lib/domain/printed-shares.ts';
import { responsesOf } from '../../../lib/domain/scale.ts';
import { alertName, triggerText } from '../../../lib/i18n/report-texts/alert-texts.ts';
import { withoutIsolates } from '../../../lib/i18n/text-direction.ts';
import { formatsFor } from '../../../lib/i18n/formats.ts';
import { kindName } from '../../../lib/i18n/report-texts/index-types.ts';
import { comparedText, stateText, usualText } from '../../../lib/i18n/report-texts/state-texts.ts';
import type { Localization } from '../../../lib/i18n/localization.ts';
import { createLocalization } from '../../../lib/i18n/localization.ts';
import { openAlertsFirst, rankingByKind } from '../../../lib/i18n/report-texts/place-order.ts';
import {
  findingText,
  leadingPlace,
  uncertaintyText,
} from '../../../lib/i18n/report-texts/headline-sentence.ts';
import type { JudgedPlace } from '../../../lib/i18n/report-texts/place-headline.ts';
import { messagesFor } from '../../../lib/i18n/catalogues.ts';
import { replaceBytes } from '../../support/archive.ts';
import type { Tab, TestBrowser } from '../../support/browser.ts';
import { missingBrowser } from '../../support/browser.ts';
import { sharedBrowser } from '../../support/shared-browser.ts';
import type { PageServer } from '../../support/page-server.ts';
import { startPageServer, WEEK } from '../../support/page-server.ts';
import { heading, tableRows, currentView, visit, words } from '../../support/page-queries.ts';

const QUIET_WEEK = '2026-W44';
const WEDNESDAY = Date.parse('2026-11-11T08:00:00Z');
const MINUTE = 60_000;
const reportTexts = messagesFor('en');
const formats = formatsFor('en-GB');
const { browse: find, read: readWords, revisions } = words;

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
    pageServer = resources.use(await startPageServer({ weeks: [QUIET_WEEK] }));
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

  const reportOf = async (folder: number, revision = '', week = WEEK): Promise<Report> => {
    const body = await pageServer.getJson(`/v1/reports/${week}/${folder}/content${revision}`);
    return jsonReader().read(new TextEncoder().encode(JSON.stringify(body)));
  };
  const inEnglish = (report: Report): Localization =>
    createLocalization(report, 'en-GB', reportTexts);
  const textOf = async (place: Locator): Promise<string> =>
    withoutIsolates(await place.innerText())
      .replaceAll(/\s+/g, ' ')
      .trim();
  const table = (name: string): Locator => page.getByRole('table', { name, exact: true });
  const cellsOf = async (name: string): Promise<readonly (readonly string[])[]> => {
    await table(name).waitFor();
    return (await tableRows(table(name))).map((row) => row.map(withoutIsolates));
  };
  const openTable = async (chart: string): Promise<readonly (readonly string[])[]> => {
    await page.getByLabel(readWords.asTableOf({ chart })).click();
    return cellsOf(chart);
  };

  const leadingPlaceOf = (report: Report): JudgedPlace => {
    const place = leadingPlace(report);
    assert.ok(place !== null);
    return place;
  };

  /** Asserts index, certainty, sentence and responses per button. */
  async function assertHeadline(figures: JudgedPlace, report: Report) {
    const { index, indexType, halfWidth, data, level } = figures;
    const localization = inEnglish(report);
    const card = page.locator('.headline').first();
    assert.equal(await textOf(card.locator('.figure-value')), formats.index(index, indexType));
    assert.ok(halfWidth !== null);
    assert.equal(
      await textOf(card.locator('.figure .muted').first()),
      uncertaintyText(halfWidth, indexType, localization),
    );
    assert.equal(
      await textOf(card.locator('.sentence')),
      withoutIsolates(findingText(figures, localization)).replaceAll(/\s+/g, ' '),
    );
    assert.equal(
      await textOf(card.locator('.figure .muted').nth(1)),
      withoutIsolates(comparedText(level, indexType, localization)),
    );
    const buttons = await card
      .getByRole('list', { name: readWords.responsesByButton })
      .getByRole('listitem')
      .all();
    assert.deepEqual(
      await Promise.all(buttons.map((button) => textOf(button.locator('.button-count')))),
      wholePercents(data.map((count) => count / responsesOf(data))).map(
        (percent, i) => `${formats.count(data[i] ?? 0)} ${percent}%`,
      ),
    );
  }

  function optionRow(option: ListedOption, surveyCount: number | null): readonly string[] {
    const { name, responses, share, previousShare } = option;
    return [
      name,
      ...('named' in option && surveyCount !== null
        ? [reportTexts.places({ n: option.named, total: option.asking })]
        : []),
      formats.count(responses),
      option.shareShown
        ? `${formats.share(share)} ${reportTexts.signals.range({ lower: formats.share(option.shareLower), upper: formats.share(option.shareUpper) })}`
        : '',
      option.shareShown ? formats.share(previousShare) : '',
    ];
  }

  const badge = (level: Pick<Level, 'state'> | null): string => {
    if (level?.state === undefined || level.state === null) return '';
    const marks: Partial<Record<NonNullable<Level['state']>, string>> = {
      ...{ new: '▼ ', still: '▼ ', recovered: '▲ ', better: '▲ ' },
    };
    return `${marks[level.state] ?? ''}${stateText(level, { words: reportTexts, formats })}`;
  };

  it("shows the figures of a week's reports", async () => {
    await heading(page, /week 46/).waitFor();
    await page.getByRole('table').waitFor();
    const rows = await tableRows(page.getByRole('table'));
    const reports = await Promise.all([1, 2, 21, 22, 3].map((folder) => reportOf(folder)));
    assert.deepEqual(
      rows.map((row) => row.slice(0, -1).map(withoutIsolates)),
      reports.map((report) => {
        const { folder, problems, summary, status } = report;
        const [group] = summary.groups;
        assert.ok(group !== undefined && group.halfWidth !== null);
        const { index, indexType, halfWidth } = group;
        const count = problems.length;
        return [
          folder.name,
          [words.states[status], ...(count > 0 ? [find.problems({ n: count })] : [])].join(' '),
          [
            `${formats.index(index, indexType)} ${uncertaintyText(halfWidth, indexType, inEnglish(report))}`,
            ...(group.change === null
              ? []
              : [find.changed({ change: formats.change(group.change, indexType) })]),
          ].join(' '),
          badge(leadingPlaceOf(report).level),
          '',
          `${formats.count(summary.responses)} ${find.lastWeek({ n: summary.previousResponses })}`,
          formats.count(summary.alerts.open),
        ];
      }),
    );
    assert.ok(reports.some(({ status }) => status === 'partial'));
    assert.deepEqual(tab.problems(), []);
  });

  it("shows the figures of a region's report", async () => {
    await page.getByRole('table').getByRole('link', { name: 'Acme' }).click();
    await heading(page, 'Acme').waitFor();
    const report = await reportOf(1);
    const localization = inEnglish(report);
    const [group] = report.summary.groups;
    assert.ok(group !== undefined);
    const { index, indexType, surveys, responses } = group;
    assert.deepEqual(await cellsOf(reportTexts.signals.indexKinds), [
      [
        `${withoutIsolates(kindName(group, localization))} ${reportTexts.surveysIn({ n: surveys })}`,
        formats.index(index, indexType),
        usualText(group.level, indexType, localization),
        badge(group.level),
        formats.count(responses),
        '',
      ],
    ]);

    assert.deepEqual(
      await cellsOf(readWords.placesBelow),
      rankingByKind(report).flatMap((places) =>
        places.map(({ place, figures, level }) => {
          assert.ok(figures !== null && figures.halfWidth !== null);
          const status = report.subfolders.find(({ key }) => key === place.folder)?.status;
          return [
            `${withoutIsolates(localization.names.folder(place.folder ?? 0))}${status === 'partial' ? ` ${words.states.partial}` : ''}`,
            '',
            `${formats.index(place.index, place.indexType)} ${uncertaintyText(figures.halfWidth, place.indexType, localization)}`,
            formats.change(place.change, place.indexType),
            badge(level),
            formats.count(place.responses),
          ];
        }),
      ),
    );
    for (const [title, options] of [
      [reportTexts.sharedPainPoints, report.painPoints],
      [reportTexts.sharedHighlights, report.highlights],
    ] as const) {
      const sharedOptions = options.filter((option) => option.shared);
      assert.ok(sharedOptions.length > 0);
      assert.deepEqual(
        await cellsOf(title),
        sharedOptions.map((option) => optionRow(option, report.summary.surveys)),
      );
    }
    const { started, carriedOver, open } = report.summary.alerts;
    assert.ok(started > 0);
    await page.getByText(reportTexts.alertCounts({ started, carriedOver, open })).waitFor();
    // A note above the figures explains why the report is partial.
    const notice = page.locator('.report-notice');
    await notice.getByRole('heading', { name: reportTexts.partialHeading }).waitFor();
    // The places are grey rows of the attention list, which says nothing of the others.
    const unreadItem = page.getByRole('list', { name: find.unread }).getByRole('listitem');
    const places = findUnreadPlaces(report);
    assert.deepEqual(places.length, 1);
    assert.match(
      await textOf(unreadItem),
      /^South .*How was your visit\? The follow-ups are missing: /,
    );
    assert.equal(await page.getByText(/places as usual/).count(), 0);
    await page.locator('.attention-note', { hasText: find.attentionUnknown }).waitFor();
  });

  it('links from a region to a store, to its surveys and back', async () => {
    await table(readWords.placesBelow).getByRole('link', { name: 'North' }).click();
    await heading(page, 'North').waitFor();
    await table(readWords.placesBelow).getByRole('link', { name: 'Store Å' }).click();
    await heading(page, 'Store Å').waitFor();
    const report = await reportOf(21);
    const localization = inEnglish(report);
    const [group] = report.summary.groups;
    assert.ok(group !== undefined);
    await assertHeadline(leadingPlaceOf(report), report);
    assert.deepEqual(
      (await openTable(reportTexts.trend)).map((row) => row.slice(1)),
      group.trend.toReversed().map(({ data, index, responses }) => {
        const halfWidth = halfWidthOf(data, group);
        return [
          formats.index(index, group.indexType),
          halfWidth === null ? '' : uncertaintyText(halfWidth, group.indexType, localization),
          formats.count(responses),
        ];
      }),
    );
    const alerts = report.surveys.flatMap((survey) => survey.alerts ?? []);
    assert.ok(alerts.length > 0);
    assert.deepEqual(
      (await cellsOf(reportTexts.alerts)).map(([name, why, , ...rest]) => [name, why, ...rest]),
      openAlertsFirst(alerts).map((alert) => [
        alertName(alert.alertType, localization),
        withoutIsolates(triggerText(alert, localization)),
        formats.wallClock(alert.beginTime),
        alert.endTime === null ? reportTexts.stillOpen : formats.wallClock(alert.endTime),
        formats.duration(alert.minutesInWeek),
      ]),
    );

    await table(reportTexts.alerts).getByRole('link').first().click();
    await heading(page, 'How was your visit?').waitFor();
    assert.equal(await currentView(page), `/${WEEK}/21/survey/211`);
    const survey = report.surveys.find(({ key }) => key === 211);
    assert.ok(survey !== undefined);
    await assertHeadline(survey, report);
    assert.deepEqual(
      await openTable(reportTexts.days),
      survey.days.map(({ date, index, responses }) => [
        formats.weekdayAndDay(date),
        formats.index(index, survey.indexType),
        formats.count(responses),
      ]),
    );
    assert.deepEqual(
      await cellsOf(reportTexts.painPoints),
      (survey.painPoints ?? []).map((option) => optionRow(option, null)),
    );
    // Cells contain a count, or an index followed by a count.
    const hours = (await openTable(reportTexts.signals.partsOfWeek)).flatMap((row) => row.slice(1));
    const countedHours = hours
      .filter((text) => text !== '')
      .map((text) => Number(/\((\d+)\)/.exec(text)?.[1] ?? text));
    assert.equal(
      countedHours.reduce((sum, n) => sum + n, 0),
      survey.responses,
    );
    assert.equal(countedHours.length, survey.hours.length);

    await page.getByRole('link', { name: new RegExp(readWords.nextSurvey) }).click();
    await page.getByText('Asia/Kathmandu').waitFor();
    const path = page.getByRole('navigation', { name: readWords.path });
    await path.getByRole('link', { name: 'Store Å' }).click();
    await heading(page, 'Store Å').waitFor();
    await path.getByRole('link', { name: 'Acme' }).click();
    await heading(page, 'Acme').waitFor();
    assert.deepEqual(tab.problems(), []);
  });

  it('downloads the weeks and places in view as one table', async () => {
    const { table } = words;
    const scopes = [
      { view: `/${WEEK}/2`, rows: 3, name: `figures-2-${WEEK}.csv` },
      { view: `/${WEEK}?below=2`, rows: 3, name: `figures-2-${WEEK}.csv` },
      { view: `/${WEEK}`, rows: 4, name: `figures-${WEEK}.csv` },
    ];
    for (const { view, rows, name } of scopes) {
      await visit(page, view);
      await page.getByRole('button', { name: table.heading }).click();
      const dialog = page.getByRole('dialog', { name: table.heading });
      await dialog.getByLabel(table.weeks).selectOption('1');
      const downloadEvent = page.waitForEvent('download');
      await dialog.getByRole('button', { name: table.download }).click();
      const download = await downloadEvent;
      assert.equal(download.suggestedFilename(), name);
      const text = await readFile(await download.path(), 'utf8');
      const [header, ...lines] = text.trimEnd().split('\r\n');
      assert.match(header ?? '', /^\uFEFFweek,week_start,place,folder,/);
      assert.equal(lines.filter((line) => line.startsWith(WEEK)).length, rows);
      await dialog.getByRole('button', { name: words.share.close }).click();
      await dialog.waitFor({ state: 'detached' });
    }
    assert.deepEqual(tab.problems(), []);
  });

  it('explains in the dialog why a table could not be downloaded', async () => {
    const { table } = words;
    await visit(page, `/${WEEK}/2`);
    await page.getByRole('button', { name: table.heading }).click();
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

  it('downloads the stored files and shows the PDF next to the figures', async () => {
    await visit(page, `/${WEEK}/22`);
    await heading(page, 'Store B').waitFor();
    const body = await pageServer.getJson(`/v1/reports/${WEEK}/22`);
    const { files } = MANIFEST.parse(body).report;
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
    const shownLinks = page.waitForResponse((answer) => answer.url().includes('/files/'));
    await page.getByRole('link', { name: readWords.showPdf }).click();
    const answer = await shownLinks;
    assert.equal(answer.status(), 200);
    assert.equal(answer.headers()['content-type'], 'application/pdf');
    const title = readWords.pdfFrame({ title: 'Store B – week 46, 2026' });
    const frame = page.getByTitle(title);
    await frame.waitFor();
    assert.equal(await currentView(page), `/${WEEK}/22/pdf`);
    const box = await frame.boundingBox();
    assert.ok(box !== null && box.width > 400 && box.height > 500);
    // A narrow screen shows a note instead.
    await page.setViewportSize({ width: 1000, height: 800 });
    await page.getByText(readWords.pdfTooNarrow).waitFor();
    assert.equal(await frame.count(), 0);
    await page.setViewportSize({ width: 1400, height: 1000 });
    await frame.waitFor();
    await page.getByRole('link', { name: readWords.hidePdf }).click();
    await frame.waitFor({ state: 'detached' });
    const popup = page.waitForEvent('popup');
    await page.getByRole('button', { name: readWords.openPdfTab }).click();
    await (await popup).waitForURL(/\/files\/.*/);
    await (await popup).close();
    assert.deepEqual(tab.problems(), []);
  });

  it('marks an old revision and shows what changed', async () => {
    await page.getByRole('link', { name: revisions.heading }).click();
    const before = await reportOf(22, '?revision=1');
    const now = await reportOf(22);
    assert.deepEqual([before.revision, now.revision], [1, 2]);
    const list = page.locator('.revisions');
    await list.getByText(revisions.changed({ n: 1 })).waitFor();
    const counts = { before: before.summary.responses, after: now.summary.responses };
    await list.getByText(revisions.responsesChanged(counts)).waitFor();
    await list.getByRole('link', { name: revisions.view({ n: 1 }) }).click();
    await page.getByText(revisions.olderShown({ n: 1, current: 2 })).waitFor();
    assert.equal(await currentView(page), `/${WEEK}/22?revision=1`);
    await page.getByText(`Revision 1`).first().waitFor();
    await assertHeadline(leadingPlaceOf(before), before);
    // Files and the make button exist for the current revision only.
    assert.equal(await page.getByRole('button', { name: readWords.downloadPdf }).count(), 0);
    assert.equal(await page.getByRole('button', { name: words.make.again }).count(), 0);
    await page.getByRole('link', { name: revisions.view({ n: 2 }) }).click();
    await page.getByText(revisions.olderShown({ n: 1, current: 2 })).waitFor({ state: 'detached' });
    assert.equal(await currentView(page), `/${WEEK}/22`);
    assert.deepEqual(tab.problems(), []);
  });

  it('shows the folder path of open alerts and quiet surveys', async () => {
    const expectedPaths = new Map([
      [21, 'Store Å North'],
      [22, 'Store B North'],
      [3, 'South'],
    ]);
    for (const [week, name, kind] of [
      [WEEK, reportTexts.openAlerts, 'openAlerts'],
      [QUIET_WEEK, reportTexts.quietPlaces, 'quiet'],
    ] as const) {
      const { summary } = await reportOf(1, '', week);
      const folders = summary[kind].map(({ folder }) => folder);
      assert.ok(folders.includes(21));
      await visit(page, `/${week}/1`);
      const cells = await cellsOf(name);
      const links = await table(name).locator('tbody th a').all();
      const shownLinks = await Promise.all(
        links.map(async (link, row) => `${await link.getAttribute('href')} ${cells[row]?.[0]}`),
      );
      const expected = folders.map((folder) => `#/${week}/${folder} ${expectedPaths.get(folder)}`);
      assert.deepEqual(shownLinks.toSorted(), expected.toSorted());
    }
  });

  it('shows that a week without responses is empty', async () => {
    await visit(page, `/${QUIET_WEEK}/21`);
    await page.getByRole('heading', { name: reportTexts.emptyHeading }).waitFor();
    await page.getByText(words.states.empty).first().waitFor();
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
    await heading(page, 'Nothing here – week 46, 2026').waitFor();
    await visit(page, `/${WEEK}/87`);
    await page
      .getByRole('alert')
      .getByRole('heading', { name: words.errors.notFound.title })
      .waitFor();
    await page.getByRole('link', { name: words.errors.toAllReports }).click();
    await heading(page, /week 46/).waitFor();
    assert.deepEqual(tab.problems(), []);
  });
});
