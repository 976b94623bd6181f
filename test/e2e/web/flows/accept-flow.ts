// Accepting lasting changes of a place, and its targets.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Locator, Page, Response } from 'playwright-core';
import { z } from 'zod';
import { commitTestReport, openArchive } from '../../../support/archive.ts';
import type { Tab, TestBrowser } from '../../../support/browser.ts';
import type { PageServer } from '../../../support/page-server.ts';
import { startPageServer, WEEK } from '../../../support/page-server.ts';
import {
  accessibilityViolations,
  heading,
  visit,
  waitForFocus,
  words,
} from '../../../support/page-queries.ts';
import type { FolderSketch } from '../../../support/test-reports.ts';
import { createReport } from '../../../support/test-reports.ts';

const { accept, subscriptions } = words;
const EARLIER = '2026-W45';
const NAMES = { fallen: 'How was your visit?', closed: 'How was the café?' } as const;
const ACME = { key: 1, name: 'Acme' };
const NORTH = { key: 2, name: 'North' };
/** Low for 14 weeks. */
const LOW = { volume: 600, levelChange: { weeksAgo: 13, mood: 0.3 } };
const CLOSED = { volume: 600, silentWeeks: Array.from({ length: 15 }, (_, weeksAgo) => weeksAgo) };
const STORE: FolderSketch = {
  key: 21,
  name: 'Store Å',
  path: [ACME, NORTH],
  surveys: [
    { key: 211, name: NAMES.fallen, ...LOW },
    { key: 212, name: NAMES.closed, ...CLOSED },
  ],
};
const SMALL_STORE: FolderSketch = {
  key: 22,
  name: 'Store B',
  path: [ACME, NORTH],
  surveys: [{ key: 221, name: NAMES.fallen, ...LOW }],
};
const REGION: FolderSketch = { ...NORTH, path: [ACME], folders: [STORE, SMALL_STORE] };
const LIST = z.object({ data: z.array(z.record(z.string(), z.unknown())) });

export function acceptFlow(startBrowser: () => Promise<TestBrowser>): void {
  describe('accepting changes', { concurrency: 1 }, () => {
    const resources = new AsyncDisposableStack();
    let pageServer: PageServer;
    let browser: TestBrowser;
    let tab: Tab;
    let page: Page;
    let dialog: Locator;
    before(async () => {
      pageServer = resources.use(await startPageServer({ weeks: [] }));
      const archive = openArchive(pageServer.making.repository.store);
      await commitTestReport(archive, createReport(STORE, { week: EARLIER }));
      for (const sketch of [STORE, SMALL_STORE, REGION]) {
        await commitTestReport(archive, createReport(sketch, { week: WEEK }));
      }
      browser = await startBrowser();
      tab = resources.use(await pageServer.openSignedIn(browser, `/${WEEK}/21`));
      ({ page } = tab);
      dialog = page.getByRole('dialog', { name: accept.heading });
      await heading(page, STORE.name).waitFor();
    });
    after(async () => {
      await resources.disposeAsync();
      assert.deepEqual(tab.problems(), []);
      assert.deepEqual(pageServer.serverErrors, []);
    });

    const list = async (
      name: 'accepted' | 'targets',
      members: readonly string[],
      folder = STORE.key,
    ) => {
      const { data } = LIST.parse(await pageServer.getJson(`/v1/${name}?folder=${folder}`));
      return data.map((entry) => members.map((member) => entry[member]));
    };
    const labelOf = (kind: keyof typeof accept.actions, what: string) =>
      subscriptions.actionFor({ action: accept.actions[kind], what });
    const offer = (kind: keyof typeof accept.actions, at = page) =>
      at.locator('main').getByRole('button', { name: new RegExp(`^${accept.actions[kind]}`) });

    it('a place that is low for twelve weeks offers its level, which is accepted by keyboard', async () => {
      await offer('level').focus();
      await page.keyboard.press('Enter');
      await waitForFocus(page, accept.yes);
      await page.getByText(accept.questions.level({ week: '33' })).waitFor();
      assert.deepEqual(await accessibilityViolations(page), []);
      await page.getByRole('button', { name: accept.no }).click();
      await waitForFocus(page, labelOf('level', STORE.name));
      assert.deepEqual(await list('accepted', ['id']), []);
      await page.keyboard.press('Enter');
      await waitForFocus(page, accept.yes);
      await page.keyboard.press('Enter');
      await page.getByText(accept.remade({ week: '46' })).waitFor();
      await waitForFocus(page, accept.heading);
      assert.deepEqual(await list('accepted', ['survey', 'kind', 'week']), [
        [null, 'level', '2026-W33'],
      ]);
    });

    it('a place without responses for thirteen weeks can be said to be closed', async () => {
      await offer('closed').click();
      await page.getByText(accept.questions.closed({ week: '32' })).waitFor();
      await page.getByRole('button', { name: accept.yes }).click();
      await page
        .getByText(accept.remade({ week: '46' }))
        .nth(1)
        .waitFor();
      assert.deepEqual(await list('accepted', ['survey', 'kind', 'week']), [
        [null, 'level', '2026-W33'],
        [212, 'closed', '2026-W32'],
      ]);
    });

    it('what is accepted is listed with who and when, and removed', async () => {
      await visit(page, `/${WEEK}/21/settings`);
      const items = dialog.getByRole('listitem');
      const closure = items.filter({ hasText: 'Closed from week' });
      const [[by, at] = []] = await list('accepted', ['by', 'at']);
      await closure.getByText(`Closed from week 32, said by ${String(by)}.`).waitFor();
      await closure.getByText(/19 November 2026/).waitFor();
      assert.match(String(at), /^2026-11-19T/);
      assert.deepEqual(await accessibilityViolations(page), []);
      await closure.getByRole('button', { name: new RegExp(`^${subscriptions.remove}`) }).click();
      await waitForFocus(page, accept.yes);
      await page.keyboard.press('Enter');
      await closure.waitFor({ state: 'detached' });
      await waitForFocus(page, accept.heading);
      await dialog.locator('.hint', { hasText: accept.removed }).waitFor();
      assert.deepEqual(await list('accepted', ['survey']), [[null]]);
    });

    it('a target is set within the scale, changed and removed', async () => {
      const field = dialog.getByLabel(/^Target:/);
      for (const value of ['', '101', 'seventy']) {
        await field.fill(value);
        await field.press('Enter');
        await dialog
          .locator('.error', { hasText: accept.targetHint({ lower: '0', upper: '100' }) })
          .waitFor();
        assert.equal(await field.getAttribute('aria-invalid'), 'true');
      }
      await field.fill('72,5');
      await field.press('Enter');
      await dialog.locator('.hint', { hasText: subscriptions.saved }).waitFor();
      assert.deepEqual(await list('targets', ['indexType', 'feedbackScale', 'value']), [
        ['HAPPY', 'FOUR', 72.5],
      ]);
      await field.fill('75');
      const isPost = (response: Response): boolean => response.request().method() === 'POST';
      await Promise.all([page.waitForResponse(isPost), field.press('Enter')]);
      const target = dialog.getByRole('listitem').filter({ has: page.getByLabel(/^Target:/) });
      await target.getByText(/^Set by .*19 November 2026/).waitFor();
      await target.getByRole('button', { name: new RegExp(`^${subscriptions.remove}`) }).click();
      await waitForFocus(page, accept.yes);
      await page.keyboard.press('Enter');
      await dialog.locator('.hint', { hasText: accept.removed }).last().waitFor();
      await waitForFocus(page, accept.heading);
      assert.equal(await field.inputValue(), '');
      assert.deepEqual(await list('targets', ['value']), []);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      // Its closure is no longer accepted.
      await offer('closed').waitFor();
    });

    it('a change that the server does not get says that nothing was changed', async () => {
      const view = `/${WEEK}/${STORE.key}`;
      await using offlineTab = await pageServer.openSignedIn(browser, view);
      const { page: offlinePage } = offlineTab;
      await offer('closed', offlinePage).click();
      await offlinePage.context().setOffline(true);
      await offlinePage.getByRole('button', { name: accept.yes }).click();
      await offlinePage.getByRole('alert').getByText(accept.failed).waitFor();
      assert.deepEqual(await list('accepted', ['survey']), [[null]]);
    });

    it('an earlier week and a stored revision offer nothing', async () => {
      await visit(page, `/${EARLIER}/21`);
      await page
        .getByText(/Week 45/)
        .first()
        .waitFor();
      assert.equal(await offer('closed').count(), 0);
      await visit(page, `/${WEEK}/21?revision=1`);
      await page
        .getByText(/Week 46/)
        .first()
        .waitFor();
      assert.equal(await offer('closed').count(), 0);
    });

    it('a report offers the level of the folder, or of its only survey', async () => {
      await visit(page, `/${WEEK}/22`);
      await heading(page, SMALL_STORE.name).waitFor();
      await page.getByRole('button', { name: labelOf('level', NAMES.fallen) }).waitFor();
      await visit(page, `/${WEEK}/2`);
      await heading(page, /^North/).waitFor();
      await page.getByRole('button', { name: labelOf('level', NORTH.name) }).click();
      await page.getByRole('button', { name: accept.yes }).click();
      await page.getByText(accept.remade({ week: '46' })).waitFor();
      assert.deepEqual(await list('accepted', ['survey', 'kind', 'week'], 2), [
        [null, 'level', '2026-W33'],
      ]);
    });
  });
}
