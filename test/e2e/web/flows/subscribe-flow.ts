// Subscriptions: subscribing, previewing, pausing, sending a message again and removing.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import type { Tab, TestBrowser } from '../../../support/browser.ts';
import type { PageServer } from '../../../support/page-server.ts';
import { startPageServer, WEEK } from '../../../support/page-server.ts';
import { heading, visit, waitForFocus, waitForView, words } from '../../../support/page-queries.ts';

const { subscribe, subscriptions, deliveries } = words;
const STORE = 21;

export function subscribeFlow(startBrowser: () => Promise<TestBrowser>): void {
  describe('subscriptions', { concurrency: 1 }, () => {
    const resources = new AsyncDisposableStack();
    let pageServer: PageServer;
    let browser: TestBrowser;
    let tab: Tab;
    let page: Page;
    before(async () => {
      pageServer = resources.use(await startPageServer({ sendsMessages: true }));
      browser = await startBrowser();
      tab = resources.use(await pageServer.openSignedIn(browser, `/${WEEK}/${STORE}`));
      ({ page } = tab);
      await heading(page, 'Store Å').waitFor();
    });
    after(async () => {
      await resources.disposeAsync();
      assert.deepEqual(tab.problems(), []);
      assert.deepEqual(pageServer.serverErrors, []);
    });

    const openMenu = () =>
      page.getByRole('banner').getByRole('button', { name: words.list.more }).click();
    const actionButton = (action: string) =>
      page.getByRole('button', {
        name: new RegExp(`^${subscriptions.actionFor({ action, what: '' })}`),
      });

    it('a mail address is checked, and confirmed by its owner before it gets reports', async () => {
      await openMenu();
      await page.getByRole('link', { name: subscribe.open }).click();
      const dialog = page.getByRole('dialog', { name: subscribe.heading });
      const field = dialog.getByLabel(subscribe.address.mail);
      assert.equal(await dialog.getByLabel(subscribe.timeZone).inputValue(), 'Europe/Helsinki');
      for (const [address, problem] of [
        ['', subscribe.problems.addressMissing],
        ['anna', subscribe.problems.mailInvalid({ address: 'anna@example.com' })],
        ['anna@example.c_m', subscribe.problems.addressRefused],
      ] as const) {
        await field.fill(address);
        await field.press('Enter');
        await dialog.locator('.error', { hasText: problem }).waitFor();
        await waitForFocus(page, subscribe.address.mail);
        assert.equal(await field.getAttribute('aria-invalid'), 'true');
      }
      await field.fill('anna@example.com');
      await field.press('Enter');
      const result = dialog.getByRole('region', { name: subscribe.results.pending });
      await result.getByText('anna@example.com').waitFor();
    });

    it('a webhook is active at once, and its signing key is shown', async () => {
      const dialog = page.getByRole('dialog', { name: subscribe.heading });
      await dialog.getByRole('button', { name: subscribe.addAnother }).click();
      await dialog.getByLabel(subscribe.channel).selectOption('webhook');
      await dialog.getByLabel(subscribe.address.webhook).fill('https://example.com/reports');
      await dialog.getByRole('button', { name: subscribe.submit, exact: true }).click();
      const result = dialog.getByRole('region', { name: subscriptions.states.active });
      await result.getByText('Monday 23 November').waitFor();
      assert.match(await result.getByLabel(subscribe.signingKey).inputValue(), /^whsec_/);
    });

    it('the message that is previewed is that of the newest report', async () => {
      const dialog = page.getByRole('dialog', { name: subscribe.heading });
      await dialog.getByRole('button', { name: subscribe.preview }).click();
      const preview = dialog.getByRole('region', { name: subscribe.preview });
      await preview
        .getByText(/Store Å.*week 46/)
        .first()
        .waitFor();
    });

    it('a message that may not have arrived is reported on the week and sent again', async () => {
      const messages = pageServer.messages();
      messages.sender.answer = () => Promise.resolve({ state: 'unknown', reason: 'TIMEOUT' });
      await messages.sendWeek(WEEK);
      await visit(page, `/${WEEK}`);
      await heading(page, /Week 46/).waitFor();
      await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
      await page.getByText(deliveries.count({ state: deliveries.states.unknown, n: 1 })).waitFor();
      await page.getByRole('link', { name: deliveries.show }).click();
      await heading(page, deliveries.heading).waitFor();
      const row = page.getByRole('row').filter({ hasText: 'example.com' });
      await row.getByText(deliveries.reasons.unreachable).waitFor();
      // "Thu 26 Nov, 00:52 UTC" on two lines at most.
      const time = await row.locator('.time').boundingBox();
      assert.ok(time !== null && time.width >= 112, String(time?.width));
      await row.getByRole('button').click();
      await row.getByText(deliveries.sentAgain).waitFor();
      await row.getByText(deliveries.states.sending).waitFor();
      messages.sender.answer = () => Promise.resolve({ state: 'sent', transportId: null });
      await messages.sendWeek(WEEK);
    });

    it('a subscription is tested, changed, paused and removed', async () => {
      await openMenu();
      await page.getByRole('link', { name: subscriptions.heading }).click();
      await waitForView(page, '/subscriptions');
      const items = page.locator('.subscription-list > li');
      const webhook = items.filter({ hasText: 'Webhook' });
      await webhook.getByText(deliveries.states.sent).waitFor();
      await actionButton(subscriptions.test).click();
      await webhook.getByText(subscriptions.tests.sent).waitFor();

      await webhook.getByRole('button', { name: new RegExp(`^${subscriptions.change}`) }).click();
      const dialog = page.getByRole('dialog', { name: subscriptions.change });
      await dialog.getByLabel(subscribe.weekday).selectOption('Friday');
      await dialog.getByRole('button', { name: subscriptions.save }).click();
      await webhook.getByText(/Friday 08:00/).waitFor();

      await actionButton(subscriptions.pause).click();
      await webhook.getByText(subscriptions.states.paused, { exact: true }).waitFor();
      await actionButton(subscriptions.resume).click();
      await webhook.getByText(subscriptions.states.active, { exact: true }).waitFor();

      await webhook.getByRole('button', { name: new RegExp(`^${subscriptions.remove}`) }).click();
      await waitForFocus(page, subscriptions.confirmYes);
      await page.keyboard.press('Enter');
      await webhook.waitFor({ state: 'detached' });
      await waitForFocus(page, subscriptions.heading);
      assert.equal(await items.count(), 1);
    });

    it('an address that its owner has confirmed meanwhile is shown as active', async () => {
      const item = page.locator('.subscription-list > li').filter({ hasText: 'anna@example.com' });
      await item.getByText(subscriptions.states.pending, { exact: true }).waitFor();
      const confirmed = { folder: STORE, channel: 'mail', address: 'anna@example.com' } as const;
      await pageServer.messages().subscribe(confirmed);
      await visit(page, `/${WEEK}`);
      await openMenu();
      await page.getByRole('link', { name: subscriptions.heading }).click();
      await item.getByText(subscriptions.states.active, { exact: true }).waitFor();
    });

    it('a server that sends no messages shows nothing about subscriptions', async () => {
      await using silentServer = await startPageServer({ weeks: [] });
      await using silentTab = await silentServer.openSignedIn(browser, '/');
      const answer = await silentTab.page.request.get(`${silentServer.url}/v1/subscriptions`, {
        headers: { Authorization: `Bearer ${silentServer.token}` },
      });
      assert.equal(answer.status(), 404);
      await silentTab.page.locator('main h1').waitFor();
      await silentTab.page
        .getByRole('banner')
        .getByRole('button', { name: words.list.more })
        .click();
      assert.equal(
        await silentTab.page.getByRole('link', { name: subscriptions.heading }).count(),
        0,
      );
    });
  });
}
