// All views of the page and how to reach them, for accessibility tests and pictures.
import type { Page } from 'playwright-core';
import { heading, waitForExpression, visit } from './page-queries.ts';
import type { PageTexts } from '../../lib/i18n/generated/texts.ts';

/** Data that the views need. */
export interface ViewFixtures {
  readonly week: string;
  /** The current week. */
  readonly openWeek: string;
  /** A week without reports. */
  readonly emptyWeek: string;
  readonly region: number;
  readonly store: number;
  readonly otherStore: number;
  /** A folder without a report in the week. */
  readonly unmade: number;
}

export interface PageView {
  readonly name: string;
  readonly view: string;
  /** Whether the address has the token of an access link, which begins a session. */
  readonly isAccessLink?: boolean;
  /** Action after opening the view. */
  readonly act?: (page: Page, words: PageTexts) => Promise<void>;
}

export function pageViews(fixtures: ViewFixtures): readonly PageView[] {
  const { week, region, store } = fixtures;
  return [
    { name: 'week', view: `/${week}` },
    { name: 'week-by-region', view: `/${week}?group=region` },
    { name: 'week-by-responses', view: `/${week}?group=responses` },
    { name: 'heat-map', view: `/${week}?as=heat` },
    { name: 'compare', view: `/${week}/compare/${store},${fixtures.otherStore}` },
    { name: 'week-without-any', view: `/${week}?state=newPlace` },
    { name: 'week-still-open', view: `/${fixtures.openWeek}` },
    { name: 'week-without-reports', view: `/${fixtures.emptyWeek}` },
    { name: 'region', view: `/${week}/${region}` },
    { name: 'store', view: `/${week}/${store}` },
    {
      name: 'revisions',
      view: `/${week}/${store}/revisions`,
      act: async (page) => {
        await page.locator('.revisions li').first().waitFor();
      },
    },
    { name: 'make', view: `/${week}/${fixtures.unmade}` },
    { name: 'not-found', view: `/${week}/999999` },
    { name: 'lost', view: '/no/such/page' },
    { name: 'owner', view: `/${week}/${store}/owner` },
    { name: 'owner-taken', view: `/${week}/${fixtures.otherStore}/owner` },
    { name: 'notes', view: `/${week}/${fixtures.otherStore}/notes` },
    { name: 'share', view: `/${week}/${store}/share` },
    {
      name: 'share-made',
      view: `/${week}/${store}/share`,
      act: async (page, { share }) => {
        await page.getByRole('button', { name: share.make }).click();
        await page.getByRole('region', { name: share.madeHeading }).waitFor();
      },
    },
    {
      name: 'table',
      view: `/${week}/${store}/table`,
      act: async (page, { table }) => {
        await page.getByRole('dialog', { name: table.heading }).waitFor();
      },
    },
    {
      name: 'accepted-changes',
      view: `/${week}/${store}/settings`,
      act: async (page, { accept }) => {
        await page.getByRole('dialog', { name: accept.heading }).locator('input').first().waitFor();
      },
    },
    { name: 'subscribe', view: `/${week}/${store}/subscribe` },
    {
      name: 'subscribe-made',
      view: `/${week}/${store}/subscribe`,
      act: async (page, { subscribe, subscriptions }) => {
        await page.getByLabel(subscribe.channel).selectOption('slack');
        await page
          .getByLabel(subscribe.address.slack)
          .fill('https://hooks.slack.com/services/T01/B01/example');
        await page.getByRole('button', { name: subscribe.submit, exact: true }).click();
        await page.getByRole('region', { name: subscriptions.states.active }).waitFor();
        await page.getByRole('button', { name: subscribe.preview }).click();
        await page.getByText(subscribe.plainText).waitFor();
      },
    },
    { name: 'subscriptions', view: '/subscriptions' },
    {
      name: 'subscriptions-change',
      view: '/subscriptions/all',
      act: async (page, { subscriptions }) => {
        const name = nameThatBegins(
          subscriptions.actionFor({ action: subscriptions.change, what: '' }),
        );
        await page.getByRole('button', { name }).first().click();
        await page.getByRole('dialog').waitFor();
      },
    },
    {
      name: 'subscriptions-preview',
      view: '/subscriptions',
      act: async (page, { subscribe, subscriptions }) => {
        const name = nameThatBegins(
          subscriptions.actionFor({ action: subscribe.preview, what: '' }),
        );
        await page.getByRole('button', { name }).first().click();
        await page.getByRole('dialog').getByText(subscribe.plainText).waitFor();
        await page.frameLocator('.preview iframe').locator('h1').waitFor();
      },
    },
    { name: 'deliveries', view: `/${week}/deliveries` },
    {
      name: 'folders',
      view: `/${week}`,
      act: async (page) => {
        await page.locator('.company').click();
        await page.locator('.place-tree a').first().waitFor();
      },
    },
    {
      name: 'keys',
      view: `/${week}`,
      act: async (page, { keys }) => {
        await page.keyboard.press('?');
        await page.getByRole('dialog', { name: keys.heading }).waitFor();
      },
    },
    {
      name: 'settings',
      view: `/${week}`,
      act: async (page, { list, shell }) => {
        await page.getByRole('banner').getByRole('button', { name: list.more }).click();
        await page.getByRole('button', { name: shell.signOut }).waitFor();
      },
    },
    {
      name: 'another-week',
      view: `/${week}`,
      act: async (page, { browse: find }) => {
        await page.locator('.week-button').click();
        await page.getByLabel(find.weekOrDate).fill('2026-W54');
        await page.getByText(find.weekProblems.noSuchWeek).waitFor();
      },
    },
    {
      name: 'search',
      view: `/${week}`,
      act: async (page, { browse: find }) => {
        const field = page.getByRole('combobox', { name: find.search });
        const toggle = page.locator('.search-toggle');
        // Phones show the field on request.
        if (await toggle.isVisible()) await toggle.click();
        await field.fill('a');
        await page.getByRole('listbox').getByRole('option').first().waitFor();
        await field.press('ArrowDown');
      },
    },
  ];
}

/** Names of controls have plain spaces where texts have others. */
function nameThatBegins(text: string): RegExp {
  return new RegExp(`^${text.replaceAll(/\s/g, ' ')}`);
}

/** Opens a view in a page that is already open, and waits until it is loaded. */
export async function openView(page: Page, pageView: PageView, words: PageTexts): Promise<void> {
  const { view, isAccessLink = false, act } = pageView;
  if (isAccessLink) {
    const address = new URL(`#${view}`, page.url()).href;
    await page.goto('about:blank');
    await page.goto(address);
    await page.locator('main h1').first().waitFor();
    await waitForExpression(page, NOTHING_WAITS);
  } else {
    await closeOpened(page, words);
    await visit(page, view);
    await waitForExpression(page, isViewLoaded(`#${view}`));
  }
  await act?.(page, words);
}

/** Closes what the previous view has opened. */
async function closeOpened(page: Page, words: PageTexts): Promise<void> {
  await visit(page, '/somewhere/else/first');
  await heading(page, words.errors.pageNotFound.title).waitFor();
  await page.evaluate(
    'document.querySelector(".popover-panel:not([hidden])")?.previousElementSibling.click()',
  );
}

const NOTHING_WAITS =
  "document.querySelector('main .waiting, main [aria-busy=true], main.is-checking') === null";

/** True when the view's heading is shown and no placeholder is left. */
const isViewLoaded = (hash: string): string =>
  `location.hash === ${JSON.stringify(hash)} && document.querySelector('main h1') !== null &&
   (${JSON.stringify(hash)} === '#/no/such/page' || document.querySelector('main > .note > h1') === null) &&
   ${NOTHING_WAITS}`;
