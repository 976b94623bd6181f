// Report links: creating, copying, opening without a token and revoking.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { z } from 'zod';
import type { Tab, TestBrowser } from '../../../support/browser.ts';
import { sharedBrowser } from '../../../support/shared-browser.ts';
import { NOW } from '../../../support/test-company.ts';
import type { PageServer } from '../../../support/page-server.ts';
import { startPageServer, WEEK } from '../../../support/page-server.ts';
import {
  waitForFocus,
  waitForView,
  heading,
  currentView,
  visit,
  words,
} from '../../../support/page-queries.ts';

const EARLIER = '2026-W45';
const DAY = 86_400_000;
const { share, read: readWords } = words;
const MANIFEST = z.object({
  report: z.object({ files: z.object({ pdf: z.object({ sha256: z.string() }) }) }),
});

export function shareLinkFlow(startBrowser: () => Promise<TestBrowser>): void {
  describe('sharing reports', { concurrency: 1 }, () => {
    const resources = new AsyncDisposableStack();
    let pageServer: PageServer;
    let browser: TestBrowser;
    let tab: Tab;
    let page: Page;
    let dialog: Locator;
    before(async () => {
      pageServer = resources.use(await startPageServer({ weeks: [EARLIER], drawsPdfs: true }));
      browser = await startBrowser();
      const permissions = ['clipboard-read', 'clipboard-write'];
      tab = resources.use(
        await pageServer.openSignedIn(browser, `/${EARLIER}/21`, { permissions }),
      );
      ({ page } = tab);
      dialog = page.getByRole('dialog', { name: share.heading });
      await heading(page, 'Store Å').waitFor();
    });
    after(async () => {
      assert.deepEqual(tab.problems(), []);
      assert.deepEqual(pageServer.serverErrors, []);
      await resources.disposeAsync();
    });

    /** Creates a link in the dialog, copies it and returns the clipboard text. */
    async function createAndCopyLink(choose: () => Promise<unknown>): Promise<string> {
      await choose();
      await dialog.getByRole('button', { name: share.make }).click();
      const linkRegion = dialog.getByRole('region', { name: share.madeHeading });
      await linkRegion.waitFor();
      await linkRegion
        .getByRole('button', { name: new RegExp(`^${share.copyLinkTo({ what: '' })}`) })
        .click();
      await dialog.getByRole('status').getByText(share.copied).waitFor({ state: 'attached' });
      const text: unknown = await page.evaluate('navigator.clipboard.readText()');
      assert.ok(typeof text === 'string');
      assert.equal(text, await linkRegion.getByRole('textbox').inputValue());
      return text;
    }

    const sha256Of = async (url: string): Promise<string> => {
      const answer = await fetch(url);
      assert.equal(answer.headers.get('content-type'), 'application/pdf');
      return createHash('sha256')
        .update(Buffer.from(await answer.arrayBuffer()))
        .digest('hex');
    };
    const currentPdfHash = async (week: string): Promise<string> =>
      MANIFEST.parse(await pageServer.getJson(`/v1/reports/${week}/21`)).report.files.pdf.sha256;

    let link = '';

    it('a link is created with the selected lifetime and copied', async () => {
      await page.getByRole('banner').getByRole('button', { name: words.list.more }).click();
      await page.getByRole('link', { name: share.heading }).click();
      await dialog.waitFor();
      link = await createAndCopyLink(() =>
        dialog.getByLabel(share.days).selectOption({ label: '7 days' }),
      );
      assert.ok(link.startsWith(`${pageServer.url}/d/`), link);
      const week = new Intl.DateTimeFormat('en-GB', {
        day: 'numeric',
        month: 'long',
        timeZone: 'UTC',
      });
      const until = week.format(NOW + 7 * DAY);
      assert.ok((await dialog.innerText()).includes(until), until);
    });

    it('a link opens the report without a token in a new browser', async () => {
      assert.equal(await sha256Of(link), await currentPdfHash(EARLIER));
      await using anonymousTab = await (
        await sharedBrowser({ showsPdf: true })
      ).open('about:blank');
      const pendingAnswer = anonymousTab.page.waitForResponse((answer) =>
        answer.url().includes('/files/'),
      );
      await anonymousTab.page.goto(link);
      const answer = await pendingAnswer;
      assert.deepEqual(
        [answer.status(), answer.headers()['content-type']],
        [200, 'application/pdf'],
      );
      assert.equal(answer.request().headers()['authorization'], undefined);
    });

    it('an invalid number of days shows an error', async () => {
      await dialog.getByRole('button', { name: share.createAnother }).click();
      await dialog.getByLabel(share.days).selectOption({ label: share.otherDays });
      const field = dialog.getByLabel(share.otherDaysLabel);
      for (const days of ['0', '366', 'many']) {
        await field.fill(days);
        await field.press('Enter');
        await dialog
          .locator('.error', { hasText: share.daysHint({ least: 1, most: 365 }) })
          .waitFor();
        assert.equal(await field.getAttribute('aria-invalid'), 'true');
      }
    });

    it('a link to the latest report follows the weeks', async () => {
      const newest = await createAndCopyLink(async () => {
        await dialog.getByLabel(share.otherDaysLabel).fill('365');
        await dialog.getByLabel(share.latest).check();
      });
      assert.equal(await sha256Of(newest), await currentPdfHash(EARLIER));
      await pageServer.makeReports(WEEK, 21);
      assert.equal(await sha256Of(newest), await currentPdfHash(WEEK));
      assert.notEqual(await currentPdfHash(WEEK), await currentPdfHash(EARLIER));
    });

    it('a revoked link no longer opens the report', async () => {
      // Revoking asks for confirmation.
      const entry = dialog.getByRole('listitem').filter({ hasText: EARLIER });
      await entry
        .getByRole('button', { name: new RegExp(`^${share.revokeLink({ what: '' })}`) })
        .click();
      await waitForFocus(page, share.confirmYes);
      await entry.getByRole('button', { name: share.confirmNo }).click();
      assert.equal((await fetch(link)).status, 200);
      await entry
        .getByRole('button', { name: new RegExp(`^${share.revokeLink({ what: '' })}`) })
        .click();
      await entry.getByRole('button', { name: share.confirmYes }).click();
      await entry.waitFor({ state: 'detached' });
      await waitForFocus(page, share.heading);
      await using anonymousTab = await browser.open(link);
      await anonymousTab.page
        .getByText(/This link was revoked/)
        .first()
        .waitFor();
    });

    it('a pasted link is revoked, and other text is rejected', async () => {
      const strangeLink = await createAndCopyLink(async () => {
        await dialog.getByRole('button', { name: share.createAnother }).click();
      });
      await dialog.getByText(share.otherHeading).click();
      const field = dialog.getByLabel(share.linkOrId);
      const message = dialog.getByRole('alert');
      await field.fill('https://reports.example.com/d/nothing');
      await field.press('Enter');
      await message.filter({ hasText: share.notALink({ path: '/d/' }) }).waitFor();
      await field.fill(`Look: <${strangeLink}>`.slice(6));
      await field.press('Enter');
      await dialog.locator('p', { hasText: share.revoked }).first().waitFor();
      await using anonymousTab = await browser.open(strangeLink);
      await anonymousTab.page
        .getByText(/This link was revoked/)
        .first()
        .waitFor();
    });

    it('a newer revision than the shown one is named where a link or a file opens it', async () => {
      await pageServer.makeReports(WEEK, 22);
      const view = `/${WEEK}/22/share`;
      await using sharingTab = await pageServer.openSignedIn(browser, view);
      const { page: sharingPage } = sharingTab;
      const sharing = sharingPage.getByRole('dialog', { name: share.heading });
      const shownRevision = (revision: string) =>
        sharingPage.getByText(new RegExp(`Revision ${revision}$`)).first();
      await sharing.getByLabel(share.thisReport({ revision: 1 })).waitFor();
      await pageServer.makeReports(WEEK, 22);
      await sharing.getByRole('button', { name: share.make }).click();
      await sharing.getByText(share.newerRevisionInLink({ shown: 1, newer: 2 })).waitFor();
      await shownRevision('2').waitFor();
      await sharing.getByRole('button', { name: share.close }).click();
      await pageServer.makeReports(WEEK, 22);
      const downloadEvent = sharingPage.waitForEvent('download');
      await sharingPage.getByRole('banner').getByRole('button', { name: words.list.more }).click();
      await sharingPage.getByRole('button', { name: readWords.downloadPdf }).click();
      await downloadEvent;
      await sharingPage
        .getByRole('status')
        .getByText(readWords.newerRevisionInFile({ shown: 2, newer: 3 }))
        .waitFor({ state: 'attached' });
      // Returning to the tab shows the newest revision.
      await pageServer.makeReports(WEEK, 22);
      await sharingPage.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
      await shownRevision('4').waitFor();
      assert.deepEqual(sharingTab.problems(), []);
    });

    it('the back button closes the dialog, and it stays closed', async () => {
      await dialog.getByRole('button', { name: share.close }).click();
      await waitForView(page, `/${EARLIER}/21`);
      await visit(page, `/${EARLIER}`);
      await heading(page, /Week 45/).waitFor();
      await visit(page, `/${EARLIER}/21/share`);
      await dialog.waitFor();
      await page.goBack();
      await heading(page, /Week 45/).waitFor();
      // The close event of the dialog is dispatched in a later task.
      await page.evaluate('new Promise((resolve) => setTimeout(resolve))');
      assert.equal(await currentView(page), `/${EARLIER}`);
      assert.equal(await dialog.count(), 0);
    });

    it('an address that is opened while the dialog closes stays open', async () => {
      for (const folder of [21, 22, 21]) {
        await page.evaluate(`document.querySelector('dialog')?.close();
          location.hash = '#/${EARLIER}/${folder}/share';`);
        await heading(page, folder === 21 ? 'Store Å' : 'Store B').waitFor();
        await dialog.waitFor();
        assert.equal(await currentView(page), `/${EARLIER}/${folder}/share`);
      }
    });
  });
}
