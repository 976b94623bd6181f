// Making reports from the page: progress, new revisions and reasons for failures.
import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { Page, Response } from 'playwright-core';
import { MINUTE_MS } from '../../../../lib/domain/calendar.ts';
import { manifestKey } from '../../../../lib/reports/report-repository.ts';
import type { Tab, TestBrowser } from '../../../support/browser.ts';
import type { PageServer } from '../../../support/page-server.ts';
import { startPageServer, WEEK } from '../../../support/page-server.ts';
import {
  focusedName,
  heading,
  visit,
  waitForExpression,
  words,
} from '../../../support/page-queries.ts';

const EARLIER = '2026-W45';
const { browse: find, make, errors: trouble } = words;

export function makeReportFlow(startBrowser: () => Promise<TestBrowser>): void {
  describe('making reports', { concurrency: 1 }, () => {
    const resources = new AsyncDisposableStack();
    let pageServer: PageServer;
    let tab: Tab;
    let page: Page;
    before(async () => {
      pageServer = resources.use(await startPageServer());
      const browser = await startBrowser();
      tab = resources.use(
        await pageServer.openSignedIn(browser, '/', { timezoneId: 'Europe/Helsinki' }),
      );
      ({ page } = tab);
      await heading(page, /Week 46/).waitFor();
    });
    beforeEach(() => {
      pageServer.acme.answerInstead = () => false;
    });
    after(async () => {
      assert.deepEqual(tab.problems(), []);
      assert.deepEqual(pageServer.serverErrors, []);
      await resources.disposeAsync();
    });
    const alert = (title: string) =>
      page.getByRole('alert').filter({ has: page.getByRole('heading', { name: title }) });

    it('a missing report is made on request and shown when it is ready', async () => {
      // Delays the reporting API.
      const heldAnswers: ServerResponse[] = [];
      pageServer.acme.answerInstead = (path, answer) => {
        const isHeld = path.startsWith('/v1/surveys/221/results');
        if (isHeld) heldAnswers.push(answer);
        return isHeld;
      };
      await visit(page, `/${EARLIER}/22`);
      await heading(page, 'Store B · Week 45').waitFor();
      await page.getByRole('heading', { name: make.heading }).waitFor();
      await page.getByRole('button', { name: make.make }).press('Enter');
      await page.getByRole('progressbar', { name: make.queued }).waitFor();
      await page.getByText(make.leaveHint).waitFor();
      // The button is removed, so its panel has the focus.
      assert.notEqual(await focusedName(page), 'nothing');
      // Progress continues after navigating away and back.
      await visit(page, `/${EARLIER}/21`);
      await heading(page, 'Store Å · Week 45').waitFor();
      await visit(page, `/${EARLIER}/22`);
      await page.getByRole('progressbar', { name: make.queued }).waitFor();
      await page.getByText(make.elapsed({ time: '' }).trim()).waitFor();
      pageServer.acme.answerInstead = () => false;
      // The dropped requests are retried.
      for (const answer of heldAnswers) answer.destroy();
      await page
        .getByText(/Revision 1$/)
        .first()
        .waitFor();
      await page.getByRole('status').getByText(make.ready).waitFor({ state: 'attached' });
    });

    it('a week is polled until a run has made all its reports', async () => {
      const week = '2026-W44';
      const heldAnswers: ServerResponse[] = [];
      await using pollingTab = await pageServer.openSignedIn(await startBrowser(), `/${week}`);
      const { page: pollingPage } = pollingTab;
      await pollingPage.clock.install();
      await pollingPage.reload();
      await pollingPage.getByRole('heading', { name: make.heading }).waitFor();
      const isOverview = (response: Response): boolean =>
        response.url().endsWith(`/v1/weeks/${week}`);
      const nextAnswer = async (): Promise<void> => {
        const answer = pollingPage.waitForResponse(isOverview);
        await pollingPage.clock.fastForward(60_000);
        await answer;
      };
      pageServer.acme.answerInstead = (path, answer) => {
        const isHeld = path.startsWith('/v1/surveys/221/results');
        if (isHeld) heldAnswers.push(answer);
        return isHeld;
      };
      const run = pageServer.makeReports(week, null);
      const { store } = pageServer.making.repository;
      // Store B and its ancestors are pending.
      for (const folder of [21, 3]) {
        while ((await store.read(manifestKey({ week, folder }))) === null) {
          await new Promise(setImmediate);
        }
      }
      await nextAnswer();
      await pollingPage
        .getByText(find.ready({ n: 2, total: 5 }))
        .first()
        .waitFor();
      pageServer.acme.answerInstead = () => false;
      for (const answer of heldAnswers) answer.destroy();
      await run;
      await nextAnswer();
      // The list that replaces the note asks once more.
      const lastAnswer = pollingPage.waitForResponse(isOverview);
      await pollingPage.getByRole('status').getByText(find.allReady).waitFor({ state: 'attached' });
      await pollingPage.locator('.list-head').waitFor();
      await lastAnswer;
      assert.equal(await pollingPage.locator('.week-notice progress').count(), 0);
      let furtherAnswers = 0;
      pollingPage.on('response', (response) => {
        if (isOverview(response)) furtherAnswers += 1;
      });
      await pollingPage.clock.fastForward(600_000);
      await visit(pollingPage, `/${week}?group=responses`);
      await waitForExpression(pollingPage, "document.querySelector('.list-head') === null");
      assert.equal(furtherAnswers, 0);
      assert.deepEqual(pollingTab.problems(), []);
    });

    it('an existing report is remade as its next revision', async () => {
      await visit(page, `/${WEEK}/22/make`);
      await heading(page, 'Store B').waitFor();
      await page
        .getByText(/Revision 1$/)
        .first()
        .waitFor();
      await pageServer.acme.addFeedback(221, [{ ts: Date.parse('2026-11-12T20:00:00Z'), r: 3 }]);
      // The report is older than the request.
      pageServer.time.now += 1_000;
      await page.getByRole('button', { name: make.again }).press('Enter');
      await page.getByRole('progressbar', { name: make.queuedAgain }).waitFor();
      await page
        .getByText(/Revision 2$/)
        .first()
        .waitFor();
      await page.getByText('57 responses').first().waitFor();
    });

    it('the current week shows when it closes, in local time and UTC', async () => {
      await visit(page, '/2026-W47/22');
      await heading(page, 'Store B · Week 47').waitFor();
      await page.getByRole('heading', { name: make.openHeading }).waitFor();
      // The week closes when it is over in the company's last time zone, not in Store B's.
      const openWeekText = await page.getByText(/The week is open until/).innerText();
      assert.match(
        openWeekText,
        /Monday,? 23 November 2026 at 14:00 (EET|GMT\+2) \(23 November 2026 at 12:00 UTC\)/,
      );
      await page.getByRole('button', { name: make.make }).click();
      await alert(make.openHeading)
        .getByText(trouble.code({ code: 'WEEK_NOT_CLOSED' }))
        .waitFor();
    });

    it('an unavailable week shows the reason', async () => {
      await visit(page, '/1999-W01/22');
      await heading(page, 'Store B · Week 1').waitFor();
      await page.getByRole('button', { name: make.make }).click();
      await alert(make.impossibleHeading).getByText(trouble.noSuchWeek.text).waitFor();
      await visit(page, '/2026-W54/22');
      await alert(trouble.noSuchWeek.title).waitFor();
      await visit(page, '/2026-W046/22');
      await heading(page, trouble.pageNotFound.title).waitFor();
    });

    it('a failure is shown with its reason, immediately or later, and can be retried', async () => {
      await visit(page, `/${EARLIER}/21`);
      await heading(page, 'Store Å · Week 45').waitFor();
      // The reporting API fails after the request was accepted; its folders are no longer cached.
      pageServer.time.now += MINUTE_MS;
      let successfulRequests = 1;
      pageServer.acme.answerInstead = (path, answer) => {
        const isFailing = path.startsWith('/v1/folders') && successfulRequests <= 0;
        successfulRequests -= 1;
        if (isFailing) answer.destroy();
        return isFailing;
      };
      await page.getByRole('button', { name: make.make }).click();
      const note = alert(make.failedHeading);
      await note.getByText(make.failures.UPSTREAM_UNREACHABLE).waitFor();
      await note.getByText(trouble.code({ code: 'UPSTREAM_UNREACHABLE' })).waitFor();
      await page.getByRole('button', { name: make.make }).click();
      await alert(make.impossibleHeading).getByText(make.failures.UPSTREAM_UNREACHABLE).waitFor();
      // The failure is still shown after navigating away and back.
      await visit(page, `/${EARLIER}`);
      await heading(page, /Week 45/).waitFor();
      await visit(page, `/${EARLIER}/21`);
      await note.waitFor();
      pageServer.acme.answerInstead = () => false;
      await page.getByRole('button', { name: make.make }).click();
      await heading(page, /^(?!.*Week)/).waitFor();
    });

    it('a folder without surveys in a week has nothing to report', async () => {
      await visit(page, `/${WEEK}/5`);
      await heading(page, 'Nothing here · Week 46').waitFor();
      await page.getByRole('button', { name: make.make }).click();
      await page.getByText(make.failures.NOTHING_OWED).waitFor();
    });
  });
}
