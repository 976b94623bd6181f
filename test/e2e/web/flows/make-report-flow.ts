// Making reports from the page: followed until they are there, made again as a new revision, and why not where they
// can't be made.
import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { manifestKey } from '../../../../lib/reports/report-repository.ts';
import type { Tab, TestBrowser } from '../../../support/browser.ts';
import { NOW } from '../../../support/test-company.ts';
import type { PageServer } from '../../../support/page-server.ts';
import { startPageServer, WEEK } from '../../../support/page-server.ts';
import { focusedName, heading, visit, words } from '../../../support/page-queries.ts';

const EARLIER = '2026-W45';
const { find, make, states, trouble } = words;

export function making(opened: () => Promise<TestBrowser>): void {
  describe('making reports', { concurrency: 1 }, () => {
    const all = new AsyncDisposableStack();
    let library: PageServer;
    let tab: Tab;
    let page: Page;
    before(async () => {
      library = all.use(await startPageServer());
      const browser = await opened();
      tab = all.use(await library.openSignedIn(browser, '/', { timezoneId: 'Europe/Helsinki' }));
      ({ page } = tab);
      await heading(page, /week 46/).waitFor();
    });
    beforeEach(() => {
      library.acme.fault = () => false;
    });
    after(async () => {
      assert.deepEqual(tab.problems(), []);
      assert.deepEqual(library.serverErrors, []);
      await all.disposeAsync();
    });
    const alert = (title: string) =>
      page.getByRole('alert').filter({ has: page.getByRole('heading', { name: title }) });

    it('a report that nobody has made is made when it is asked for, and shown when it is there', async () => {
      // The reporting API takes its time.
      const held: ServerResponse[] = [];
      library.acme.fault = (path, answer) => {
        const isHeld = path.startsWith('/v1/surveys/221/results');
        if (isHeld) held.push(answer);
        return isHeld;
      };
      await visit(page, `/${EARLIER}/22`);
      await heading(page, 'Store B – week 45, 2026').waitFor();
      await page.getByRole('heading', { name: make.heading }).waitFor();
      await page.getByRole('button', { name: make.make }).press('Enter');
      await page.getByRole('progressbar', { name: make.queued }).waitFor();
      await page.getByText(make.leave).waitFor();
      // The button is gone; its panel has the keyboard.
      assert.notEqual(await focusedName(page), 'nothing');
      // Whoever comes back while it is made sees it go on.
      await visit(page, `/${EARLIER}/21`);
      await heading(page, 'Store Å – week 45, 2026').waitFor();
      await visit(page, `/${EARLIER}/22`);
      await page.getByRole('progressbar', { name: make.queued }).waitFor();
      await page.getByText(make.elapsed('').trim()).waitFor();
      library.acme.fault = () => false;
      // What was held is asked for again.
      for (const answer of held) answer.destroy();
      await heading(page, /^Store B$/).waitFor();
      await page.getByText('2–8 November 2026, week 45').waitFor();
      await page.getByText(/Revision 1$/).waitFor();
      await page.getByRole('status').getByText(make.made).waitFor({ state: 'attached' });
      await visit(page, `/${EARLIER}`);
      await page.getByRole('table').getByRole('link', { name: 'Store B' }).waitFor();
    });

    it('a week that a run fills is asked for until its reports are there, and no longer', async () => {
      const week = '2026-W44';
      const held: ServerResponse[] = [];
      await using other = await library.openSignedIn(await opened(), `/${week}`);
      const { page: filling } = other;
      await filling.clock.install();
      await filling.reload();
      await filling.getByText(find.nothing).waitFor();
      const asked: number[] = [];
      filling.on('response', (response) => {
        if (response.url().endsWith(`/v1/weeks/${week}`)) asked.push(response.status());
      });
      const nextAnswer = async (): Promise<void> => {
        const answer = filling.waitForResponse((it) => it.url().endsWith(`/v1/weeks/${week}`));
        await filling.clock.fastForward(60_000);
        await answer;
      };
      library.acme.fault = (path, answer) => {
        const isHeld = path.startsWith('/v1/surveys/221/results');
        if (isHeld) held.push(answer);
        return isHeld;
      };
      const run = library.makeReports(week, null);
      const { store } = library.making.keeping;
      // Store B and all above it are waited for.
      for (const folder of [21, 3]) {
        while ((await store.read(manifestKey({ week, folder }))) === null) {
          await new Promise(setImmediate);
        }
      }
      await nextAnswer();
      await filling.getByText(find.ready('2', '5')).first().waitFor();
      const table = filling.getByRole('table');
      assert.equal(await table.getByRole('link', { name: 'Store B', exact: true }).count(), 1);
      assert.equal(await table.getByText(states.owed).count(), 3);
      library.acme.fault = () => false;
      for (const answer of held) answer.destroy();
      await run;
      await nextAnswer();
      await filling.getByRole('status').getByText(find.allReady).waitFor({ state: 'attached' });
      assert.equal(await filling.locator('.week-progress').count(), 0);
      const before = asked.length;
      await filling.clock.fastForward(600_000);
      await visit(filling, `/${week}?sort=index`);
      await filling.getByRole('columnheader', { name: find.sorts.index }).waitFor();
      assert.equal(asked.length, before);
      assert.deepEqual(other.problems(), []);
    });

    it('a report that stands is made again as its next revision', async () => {
      await visit(page, `/${WEEK}/22`);
      await heading(page, 'Store B').waitFor();
      await page.getByText(/Revision 1$/).waitFor();
      await library.acme.arrive(221, [{ ts: Date.parse('2026-11-12T20:00:00Z'), r: 3 }]);
      await page.getByRole('button', { name: make.again }).press('Enter');
      await page.getByRole('progressbar', { name: make.queuedAgain }).waitFor();
      // What stands is read until then.
      assert.equal(await page.getByText(/^Happy Index \d+/).count(), 1);
      await page.getByText(/Revision 2$/).waitFor();
      await page.getByText('57 responses').first().waitFor();
    });

    it('of the week that runs it says when it is over, here and in UTC', async () => {
      await visit(page, '/2026-W47/22');
      await heading(page, 'Store B – week 47, 2026').waitFor();
      await page.getByRole('heading', { name: make.openHeading }).waitFor();
      // Arizona is the last one of Store B's; the company's last place decides.
      const said = await page.getByText(/still open until/).innerText();
      assert.match(
        said,
        /Monday,? 23 November 2026 at 14:00 (EET|GMT\+2) \(23 November 2026 at 12:00 UTC\)/,
      );
      await page.getByRole('button', { name: make.make }).click();
      await alert(make.openHeading).getByText(trouble.code('WEEK_NOT_CLOSED')).waitFor();
      assert.equal(library.making.clock(), NOW);
    });

    it('of a week that can’t be had it says why not', async () => {
      await visit(page, '/1999-W01/22');
      await heading(page, 'Store B – week 1, 1999').waitFor();
      await page.getByRole('button', { name: make.make }).click();
      await alert(make.noneHeading).getByText(make.noWeek).waitFor();
      await visit(page, '/2026-W54/22');
      await alert(trouble.noSuchWeek[0] ?? '').waitFor();
      await visit(page, '/2026-W046/22');
      await heading(page, trouble.lost[0] ?? '').waitFor();
    });

    it('what failed is said with its reason, at the door and later, and can be asked for again', async () => {
      await visit(page, `/${EARLIER}/21`);
      await heading(page, 'Store Å – week 45, 2026').waitFor();
      // The reporting API is gone as soon as the request was taken.
      let looks = 1;
      library.acme.fault = (path, answer) => {
        const isLost = path.startsWith('/v1/folders/21?') && looks <= 0;
        looks -= 1;
        if (isLost) answer.destroy();
        return isLost;
      };
      await page.getByRole('button', { name: make.make }).click();
      const note = alert(make.failedHeading);
      await note.getByText(make.failures.UPSTREAM_UNREACHABLE).waitFor();
      await note.getByText(trouble.code('UPSTREAM_UNREACHABLE')).waitFor();
      await page.getByRole('button', { name: make.make }).click();
      await alert(make.noneHeading).getByText(make.failures.UPSTREAM_UNREACHABLE).waitFor();
      // Also for whoever comes later.
      await visit(page, `/${EARLIER}`);
      await heading(page, /week 45/).waitFor();
      await visit(page, `/${EARLIER}/21`);
      await note.waitFor();
      library.acme.fault = () => false;
      await page.getByRole('button', { name: make.make }).click();
      await heading(page, /^Store Å$/).waitFor();
    });

    it('a place without surveys in a week has nothing to report', async () => {
      await visit(page, `/${WEEK}/5`);
      await heading(page, 'Nothing here – week 46, 2026').waitFor();
      await page.getByRole('button', { name: make.make }).click();
      await page.getByText(make.failures.NOTHING_OWED).waitFor();
    });
  });
}
