// Links to reports, made, copied, opened by somebody without a token, and withdrawn.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { z } from 'zod';
import type { Tab, TestBrowser } from '../../../support/browser.ts';
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
const { share, read } = words;
const MANIFEST = z.object({
  report: z.object({ files: z.object({ pdf: z.object({ sha256: z.string() }) }) }),
});

export function sharing(opened: () => Promise<TestBrowser>): void {
  describe('sharing reports', { concurrency: 1 }, () => {
    const all = new AsyncDisposableStack();
    let library: PageServer;
    let browser: TestBrowser;
    let tab: Tab;
    let page: Page;
    let dialog: Locator;
    before(async () => {
      library = all.use(await startPageServer({ weeks: [EARLIER] }));
      browser = await opened();
      const permissions = ['clipboard-read', 'clipboard-write'];
      tab = all.use(await library.openSignedIn(browser, `/${EARLIER}/21`, { permissions }));
      ({ page } = tab);
      dialog = page.getByRole('dialog', { name: share.heading });
      await heading(page, 'Store Å').waitFor();
    });
    after(async () => {
      assert.deepEqual(tab.problems(), []);
      assert.deepEqual(library.serverErrors, []);
      await all.disposeAsync();
    });

    /** Makes a link in the dialog and copies it; what the clipboard holds then. */
    async function copied(choose: () => Promise<unknown>): Promise<string> {
      await choose();
      await dialog.getByRole('button', { name: share.make }).click();
      const made = dialog.getByRole('region', { name: share.madeHeading });
      await made.waitFor();
      await made.getByRole('button', { name: new RegExp(`^${share.copyOf('')}`) }).click();
      await dialog.getByRole('status').getByText(share.copied).waitFor({ state: 'attached' });
      const text: unknown = await page.evaluate('navigator.clipboard.readText()');
      assert.ok(typeof text === 'string');
      assert.equal(text, await made.getByRole('textbox').inputValue());
      return text;
    }

    const sha256Of = async (url: string): Promise<string> => {
      const answer = await fetch(url);
      assert.equal(answer.headers.get('content-type'), 'application/pdf');
      return createHash('sha256')
        .update(Buffer.from(await answer.arrayBuffer()))
        .digest('hex');
    };
    const standing = async (week: string): Promise<string> =>
      MANIFEST.parse(await library.getJson(`/v1/reports/${week}/21`)).report.files.pdf.sha256;

    let link = '';

    it('a link is made for as long as it is wanted and copied', async () => {
      await page.getByRole('link', { name: read.share }).click();
      await dialog.waitFor();
      link = await copied(() => dialog.getByLabel(share.days).selectOption({ label: '7 days' }));
      assert.ok(link.startsWith(`${library.url}/d/`), link);
      const week = new Intl.DateTimeFormat('en-GB', {
        day: 'numeric',
        month: 'long',
        timeZone: 'UTC',
      });
      const until = week.format(NOW + 7 * DAY);
      assert.ok((await dialog.innerText()).includes(until), until);
    });

    it('whoever has it reads the report without a token, in a browser that knows nothing', async () => {
      assert.equal(await sha256Of(link), await standing(EARLIER));
      await using other = await browser.open('about:blank');
      const shown = other.page.waitForResponse((answer) => answer.url().includes('/files/'));
      await other.page.goto(link);
      const answer = await shown;
      assert.deepEqual(
        [answer.status(), answer.headers()['content-type']],
        [200, 'application/pdf'],
      );
      assert.equal(answer.request().headers()['authorization'], undefined);
    });

    it('a number of days that no link can have is said to be wrong', async () => {
      await dialog.getByRole('button', { name: share.another }).click();
      await dialog.getByLabel(share.days).selectOption({ label: share.otherDays });
      const field = dialog.getByLabel(share.otherDaysLabel);
      for (const days of ['0', '366', 'many']) {
        await field.fill(days);
        await field.press('Enter');
        await dialog.locator('.error', { hasText: share.daysHint('1', '365') }).waitFor();
        assert.equal(await field.getAttribute('aria-invalid'), 'true');
      }
    });

    it('a link to the newest report follows the weeks', async () => {
      const newest = await copied(async () => {
        await dialog.getByLabel(share.otherDaysLabel).fill('365');
        await dialog.getByLabel(share.newest).check();
      });
      assert.equal(await sha256Of(newest), await standing(EARLIER));
      await library.makeReports(WEEK, 21);
      assert.equal(await sha256Of(newest), await standing(WEEK));
      assert.notEqual(await standing(WEEK), await standing(EARLIER));
    });

    it('a withdrawn link opens nothing any more, and says so', async () => {
      // The one that was made first is in the list, with a question before it is withdrawn.
      const entry = dialog.getByRole('listitem').filter({ hasText: EARLIER });
      await entry.getByRole('button', { name: new RegExp(`^${share.withdrawOf('')}`) }).click();
      await waitForFocus(page, share.sureYes);
      await entry.getByRole('button', { name: share.sureNo }).click();
      assert.equal((await fetch(link)).status, 200);
      await entry.getByRole('button', { name: new RegExp(`^${share.withdrawOf('')}`) }).click();
      await entry.getByRole('button', { name: share.sureYes }).click();
      await entry.waitFor({ state: 'detached' });
      await waitForFocus(page, share.heading);
      await using other = await browser.open(link);
      await other.page
        .getByText(/withdrawn/i)
        .first()
        .waitFor();
    });

    it('a link that somebody pastes is withdrawn, and what is none is called none', async () => {
      const strange = await copied(async () => {
        await dialog.getByRole('button', { name: share.another }).click();
      });
      await dialog.getByText(share.otherHeading).click();
      const field = dialog.getByLabel(share.pasted);
      const said = dialog.getByRole('alert');
      await field.fill('https://reports.example.com/d/nothing');
      await field.press('Enter');
      await said.filter({ hasText: share.notALink }).waitFor();
      await field.fill(`Look: <${strange}>`.slice(6));
      await field.press('Enter');
      await dialog.locator('p', { hasText: share.withdrawn }).first().waitFor();
      await using other = await browser.open(strange);
      await other.page
        .getByText(/withdrawn/i)
        .first()
        .waitFor();
    });

    it('the dialog is closed by the way back, too, and stays closed', async () => {
      await dialog.getByRole('button', { name: share.close }).click();
      await waitForView(page, `/${EARLIER}/21`);
      await visit(page, `/${EARLIER}`);
      await heading(page, /week 45/).waitFor();
      await visit(page, `/${EARLIER}/21/share`);
      await dialog.waitFor();
      await page.goBack();
      await heading(page, /week 45/).waitFor();
      // What the closing of the dialog sets off comes after it.
      await page.evaluate('new Promise((resolve) => setTimeout(resolve))');
      assert.equal(await currentView(page), `/${EARLIER}`);
      assert.equal(await dialog.count(), 0);
    });
  });
}
