// Who is on it at a place, and notes on it.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { z } from 'zod';
import type { Tab } from '../../support/browser.ts';
import { missingBrowser } from '../../support/browser.ts';
import type { PageServer } from '../../support/page-server.ts';
import { startPageServer, WEEK } from '../../support/page-server.ts';
import { sharedBrowser } from '../../support/shared-browser.ts';
import {
  accessibilityViolations,
  heading,
  visit,
  waitForFocus,
  waitForView,
  words,
} from '../../support/page-queries.ts';

const { notes, accept, subscriptions } = words;
const STORE = 'Store Å';
const LIST = z.object({ data: z.array(z.record(z.string(), z.json())) });

describe('owners and notes', { skip: missingBrowser() ?? false, concurrency: 1 }, () => {
  const resources = new AsyncDisposableStack();
  let pageServer: PageServer;
  let tab: Tab;
  let page: Page;
  before(async () => {
    pageServer = resources.use(await startPageServer());
    tab = resources.use(await pageServer.openSignedIn(await sharedBrowser(), `/${WEEK}/21`));
    ({ page } = tab);
    await heading(page, STORE).waitFor();
  });
  after(async () => {
    await resources.disposeAsync();
    assert.deepEqual(tab.problems(), []);
    assert.deepEqual(pageServer.serverErrors, []);
  });

  const stored = async (): Promise<readonly Readonly<Record<string, unknown>>[]> =>
    LIST.parse(await pageServer.getJson('/v1/notes?below=21')).data;
  const button = (name: string, at: Page | Locator = page): Locator =>
    at.getByRole('button', { name, exact: true });
  const link = (name: string): Locator => page.getByRole('link', { name, exact: true });
  const dialog = (name: string): Locator => page.getByRole('dialog', { name });

  it('a name is needed to be on it, and is remembered', async () => {
    await link(notes.take).click();
    const owner = dialog(notes.ownerHeading({ place: STORE }));
    await owner.getByText(notes.nobody).waitFor();
    assert.deepEqual(await accessibilityViolations(page), []);
    await button(notes.take, owner).click();
    await waitForFocus(page, notes.name);
    const field = owner.getByLabel(notes.name);
    assert.equal(await field.getAttribute('aria-invalid'), 'true');
    assert.deepEqual(await stored(), []);
    await field.fill('  Anna \u202e ');
    await field.press('Enter');
    await owner.getByText(/^Anna has been on it since Thursday 19 November/).waitFor();
    const [place] = await stored();
    assert.match(JSON.stringify(place?.['owner']), /"name":"Anna","week":"2026-W46"/);
    await page.keyboard.press('Escape');
    await link('Anna is on it').waitFor();
    await page.locator('.memo').getByText('Anna').waitFor();
  });

  it('a note is added with the remembered name, and listed newest first', async () => {
    await link(notes.add).click();
    const list = dialog(notes.heading({ place: STORE }));
    await list.getByText(notes.none).waitFor();
    assert.equal(await list.getByLabel(notes.name).inputValue(), 'Anna');
    const field = list.getByLabel(notes.text, { exact: true });
    for (const text of [' ', 'x'.repeat(501)]) {
      await field.fill(text);
      await button(notes.add, list).click();
      await list.locator('.error', { hasText: notes.textHint({ most: 500 }) }).waitFor();
      await waitForFocus(page, notes.text);
    }
    assert.deepEqual((await stored())[0]?.['notes'], []);
    for (const text of ['Two lanes closed', 'صندوق 2\nمغلق']) {
      await field.fill(text);
      await button(notes.add, list).click();
      await list
        .getByRole('listitem')
        .filter({ hasText: text.slice(0, 3) })
        .waitFor();
      assert.equal(await field.inputValue(), '');
    }
    assert.deepEqual(
      (await list.getByRole('listitem').allInnerTexts()).map((text) => text.split('\n')[0]),
      ['صندوق 2 مغلق', 'Two lanes closed'],
    );
    assert.deepEqual(await accessibilityViolations(page), []);
  });

  it('a note is removed after a question', async () => {
    const list = dialog(notes.heading({ place: STORE }));
    const item = list.getByRole('listitem').filter({ hasText: 'Two lanes closed' });
    await item.getByRole('button', { name: new RegExp(`^${subscriptions.remove}`) }).click();
    await item.getByText(notes.confirmRemove).waitFor();
    await waitForFocus(page, accept.yes);
    await page.keyboard.press('Enter');
    await item.waitFor({ state: 'detached' });
    await waitForFocus(page, notes.heading({ place: STORE }));
    await list.getByRole('listitem').waitFor();
    await page.keyboard.press('Escape');
    await list.waitFor({ state: 'detached' });
  });

  it('an owner is replaced, and removed', async () => {
    await link('Anna is on it').click();
    const owner = dialog(notes.ownerHeading({ place: STORE }));
    await owner.getByLabel(notes.name).fill('Ben');
    await button(notes.take, owner).click();
    await owner.getByText(/^Ben has been on it since/).waitFor();
    await owner.getByRole('button', { name: new RegExp(`^${subscriptions.remove}`) }).click();
    await waitForFocus(page, accept.yes);
    await page.keyboard.press('Enter');
    await owner.getByText(notes.nobody).waitFor();
    await waitForFocus(page, notes.ownerHeading({ place: STORE }));
    assert.equal((await stored())[0]?.['owner'], null);
    await page.keyboard.press('Escape');
    await link(notes.take).waitFor();
    await page.locator('.memo').getByText('صندوق 2 مغلق').waitFor();
  });

  it('the link of a mail opens the question, and changes nothing', async () => {
    await visit(page, `/${WEEK}/21?take=1`);
    const owner = dialog(notes.ownerHeading({ place: STORE }));
    await owner.getByText(notes.nobody).waitFor();
    assert.equal((await stored())[0]?.['owner'], null);
    await page.keyboard.press('Escape');
    await waitForView(page, `/${WEEK}/21`);
  });

  it('what another has written meanwhile is not removed, and the reader stays signed in', async () => {
    await link(notes.add).click();
    const list = dialog(notes.heading({ place: STORE }));
    const remove = list.getByRole('button', { name: new RegExp(`^${subscriptions.remove}`) });
    const refused = {
      status: 403,
      contentType: 'application/problem+json',
      body: JSON.stringify({ status: 403, code: 'NOTE_OF_ANOTHER' }),
    };
    await page.route('**/v1/notes/*', (route) => route.fulfill(refused));
    await remove.click();
    await button(accept.yes, list).click();
    await list.getByRole('alert').getByText(notes.ofAnother).waitFor();
    await page.unroute('**/v1/notes/*');
    await page.keyboard.press('Escape');
    await heading(page, STORE).waitFor();
  });

  it('notes on a folder are above its list', async () => {
    const headers = {
      Authorization: `Bearer ${pageServer.token}`,
      'Content-Type': 'application/json',
    };
    const body = JSON.stringify({ folder: 1, name: 'Kim', text: 'Sale week.', week: WEEK });
    await fetch(`${pageServer.url}/v1/notes`, { method: 'POST', headers, body });
    await visit(page, `/${WEEK}/1`);
    await page.locator('.folder-page .memo').getByText('Sale week.').waitFor();
    await visit(page, `/${WEEK}/21`);
    await heading(page, STORE).waitFor();
  });

  it('nothing of it is offered where notes are switched off', async () => {
    await page.route('**/v1/me', (route) =>
      route.fulfill({
        contentType: 'application/json',
        body: JSON.stringify({ reader: null, notes: false }),
      }),
    );
    await visit(page, `/${WEEK}/22`);
    await page.reload();
    await heading(page, 'Store B').waitFor();
    assert.equal(await link(notes.take).count(), 0);
    assert.equal(await link(notes.add).count(), 0);
  });
});
