// Reading from a mail: its link opens the page for its recipient, who sees reports and nothing that changes them.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page, Response } from 'playwright-core';
import { accessQuery } from '../../../lib/delivery/access-links.ts';
import { processDelivery } from '../../../lib/delivery/process-delivery.ts';
import { listStoredSubscriptions } from '../../../lib/delivery/subscription-store.ts';
import type { TestBrowser } from '../../support/browser.ts';
import { missingBrowser } from '../../support/browser.ts';
import {
  accessibilityViolations,
  currentUrl,
  currentView,
  heading,
  visit,
  waitForFocus,
  words,
} from '../../support/page-queries.ts';
import type { PageServer } from '../../support/page-server.ts';
import { startPageServer, WEEK } from '../../support/page-server.ts';
import { sharedBrowser } from '../../support/shared-browser.ts';

const ADDRESS = 'ann@example.com';
const READING_AS = /Reading as .*a….*@example\.com/;

describe('reading from a mail', { skip: missingBrowser() ?? false }, () => {
  const resources = new AsyncDisposableStack();
  let pageServer: PageServer;
  let browser: TestBrowser;
  let query: string;
  before(async () => {
    pageServer = resources.use(await startPageServer({ sendsMessages: true }));
    await pageServer.messages().subscribe({ folder: 2, channel: 'mail', address: ADDRESS });
    const { delivery } = pageServer.messages();
    const [subscription = assert.fail()] = await listStoredSubscriptions(delivery);
    query = (await accessQuery(delivery, subscription)) ?? assert.fail();
    browser = await sharedBrowser();
  });
  after(async () => {
    assert.deepEqual(pageServer.serverErrors, []);
    await resources.disposeAsync();
  });

  const accessToken = (): string => query.replace('?access=', '');

  async function showsFolder(page: Page): Promise<void> {
    await page.locator('.folder-page').getByText('North').first().waitFor();
  }

  function recordAnswers(page: Page): Response[] {
    const responses: Response[] = [];
    page.on('response', (response) => {
      if (new URL(response.url()).pathname.startsWith('/v1/')) responses.push(response);
    });
    return responses;
  }

  it('shows the report, and as whom it is read', async () => {
    await using tab = await browser.open('about:blank');
    const { page } = tab;
    const responses = recordAnswers(page);
    await page.goto(`${pageServer.pageUrl}#/${WEEK}/2${query}`);
    await showsFolder(page);
    await page.getByText(READING_AS).waitFor();
    assert.deepEqual(await accessibilityViolations(page), []);
    assert.equal(await currentView(page), `/${WEEK}/2`);
    for (const response of responses) {
      assert.ok(response.status() < 400, response.url());
      assert.equal(
        await response.request().headerValue('authorization'),
        `Bearer ${accessToken()}`,
      );
      assert.ok(!response.url().includes(accessToken()), response.url());
    }
    assert.ok(responses.length > 0);
  });

  it('offers nothing that a reader must not do', async () => {
    await using tab = await browser.open(`${pageServer.pageUrl}#/${WEEK}/2${query}`);
    const { page } = tab;
    const responses = recordAnswers(page);
    await showsFolder(page);
    const more = page.getByRole('banner').getByRole('button', { name: words.list.more });
    for (const view of [`/${WEEK}/2`, `/${WEEK}/21`, `/${WEEK}`, `/${WEEK}/2/share`]) {
      await visit(page, view);
      await page.getByRole('main').getByText('North').first().waitFor();
      assert.equal(await page.getByRole('dialog').count(), 0, view);
      const actions = page.getByRole('group', { name: words.read.actions });
      const names = await actions.locator('a, button').allInnerTexts();
      // The menu, which has an icon, offers files; the panel of a place can be closed.
      const allowed = [words.read.pdf, '', '✕'];
      assert.ok(
        names.every((name) => allowed.includes(name)),
        names.join(', '),
      );
      for (const name of [words.notes.take, words.notes.add, words.subscribe.submit]) {
        assert.equal(await page.getByText(name, { exact: true }).count(), 0, name);
      }
    }
    await more.click();
    await page.getByRole('button', { name: words.shell.signOut }).waitFor();
    assert.deepEqual(await page.getByRole('banner').locator('.menu li').allInnerTexts(), [
      words.read.downloadPdf,
      words.read.downloadJson,
      words.table.heading,
      words.keys.heading,
    ]);
    for (const view of ['/subscriptions', `/${WEEK}/deliveries`]) {
      await visit(page, view);
      await heading(page, words.errors.notFound.title).waitFor();
    }
    assert.deepEqual(
      responses.filter((response) => response.status() >= 400).map((response) => response.url()),
      [],
    );
    assert.deepEqual(tab.problems(), []);
  });

  it('shows nothing of other folders', async () => {
    await using tab = await browser.open(`${pageServer.pageUrl}#/${WEEK}/2${query}`);
    const { page } = tab;
    await showsFolder(page);
    for (const view of [`/${WEEK}/1`, `/${WEEK}/3`]) {
      await visit(page, view);
      const note = page.getByRole('alert');
      await note.getByRole('heading', { name: words.errors.notFound.title }).waitFor();
      assert.doesNotMatch(await page.content(), /South/);
    }
  });

  it('survives a second tab and a reload, and ends with signing out', async () => {
    await using tab = await browser.open(`${pageServer.pageUrl}#/${WEEK}/2${query}`);
    await showsFolder(tab.page);
    const second = await tab.page.context().newPage();
    await second.goto(`${pageServer.pageUrl}#/${WEEK}/21`);
    await second.getByText(READING_AS).waitFor();
    await second.reload();
    await second.getByText(READING_AS).waitFor();
    await second.getByRole('banner').getByRole('button', { name: words.list.more }).click();
    await second.getByRole('button', { name: words.shell.signOut }).click();
    await heading(second, words.signIn.heading).waitFor();
    await second.reload();
    await heading(second, words.signIn.heading).waitFor();
    const stored = await second.evaluate(
      'JSON.stringify([{...localStorage}, {...sessionStorage}])',
    );
    assert.ok(!String(stored).includes(accessToken()));
    assert.ok(!(await currentUrl(second)).includes('access='));
  });

  it('with a link that is not valid offers a new one, which comes by mail', async () => {
    const [wrongSignature] = [query.replace(/.{5}$/, 'AAAAA')];
    await using tab = await browser.open(`${pageServer.pageUrl}#/${WEEK}/2${wrongSignature}`);
    const { page } = tab;
    await page.getByText(words.access.ended).waitFor();
    await waitForFocus(page, words.access.address);
    assert.deepEqual(await accessibilityViolations(page), []);
    const field = page.getByRole('textbox', { name: words.access.address });
    const submit = page.getByRole('button', { name: words.access.submit });
    await field.fill('ann');
    await submit.click();
    await page.getByText(words.access.invalid).waitFor();
    await field.fill(ADDRESS);
    await submit.click();
    await page.getByText(words.access.sent).waitFor();
    const { delivery, sender, jobs } = pageServer.messages();
    const urls: string[] = [];
    sender.answer = (outgoing) => {
      if (outgoing.kind === 'confirmation') urls.push(outgoing.message.confirm.url);
      return Promise.resolve({ state: 'sent', transportId: null });
    };
    for (const job of jobs.splice(0)) await processDelivery(delivery, job);
    const [url = assert.fail('a message with a link')] = urls;
    assert.equal(urls.length, 1);
    await page.goto('about:blank');
    await page.goto(url);
    await page.getByText(READING_AS).waitFor();
  });

  it('offers a new link wherever the page asks for a token, if mails have such links', async () => {
    await using tab = await browser.open(pageServer.pageUrl);
    await tab.page.getByRole('heading', { name: words.access.heading }).waitFor();
    await waitForFocus(tab.page, words.signIn.token);
    await using plainServer = await startPageServer({ weeks: [] });
    await using plainTab = await browser.open(plainServer.pageUrl);
    await heading(plainTab.page, words.signIn.heading).waitFor();
    assert.equal(await plainTab.page.getByText(words.access.heading).count(), 0);
  });
});
