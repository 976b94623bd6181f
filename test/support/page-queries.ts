// What tests do and read on the page of the report library. It hides how its table and its addresses are spelt.
import axe from 'axe-core';
import type { Locator, Page } from 'playwright-core';
import { z } from 'zod';
import { en } from '../../lib/i18n/en/page.ts';

/** The page's own words, by which its parts are found. */
export const words = en;

/** To a view of the page that is open, as a link to it would lead there. */
export async function visit(page: Page, view: string): Promise<void> {
  await page.evaluate(`location.hash = ${JSON.stringify(`#${view}`)}`);
}

/** As the page itself says it; `page.url()` says what the browser has told of it. */
export async function currentUrl(page: Page): Promise<string> {
  return String(await page.evaluate('location.href'));
}

/** Its address behind #, e.g. "/2026-W46/21". */
export async function currentView(page: Page): Promise<string> {
  return new URL(await currentUrl(page)).hash.slice(1);
}

/** Waits until the page is there: a dialog's closing changes the address in a task of its own. */
export async function waitForView(page: Page, view: string): Promise<void> {
  await waitForExpression(page, `location.hash === ${JSON.stringify(`#${view}`)}`);
}

export function heading(page: Page, name: string | RegExp): Locator {
  return page.getByRole('heading', { level: 1, name });
}

/** The texts of a table's body, row by row and cell by cell; texts of one cell are parted by single blanks. */
export async function tableRows(table: Locator): Promise<readonly (readonly string[])[]> {
  const rows = await table.locator('tbody tr').all();
  return Promise.all(
    rows.map(async (row) => {
      const cells = await row.locator('th, td').allInnerTexts();
      return cells.map((text) => text.replaceAll(/\s+/g, ' ').trim());
    }),
  );
}

/** By its label or its text; 'nothing' where nothing has the keyboard. */
const FOCUSED_NAME = `(() => {
  const at = document.activeElement;
  const label = at.labels?.[0]?.innerText ?? at.getAttribute('aria-label') ?? at.innerText;
  return at === document.body ? 'nothing' : label.trim();
})()`;

/** The name of what has the keyboard now. */
export async function focusedName(page: Page): Promise<string> {
  const name = await page.evaluate(FOCUSED_NAME);
  return typeof name === 'string' ? name : '';
}

/** Waits until something has the keyboard: it comes with the next picture that is drawn. */
export async function waitForFocus(page: Page, name: string): Promise<void> {
  await waitForExpression(page, `${FOCUSED_NAME} === ${JSON.stringify(name)}`);
}

/** Waits until the browser calls the view so: that comes after the view's own picture. */
export async function waitForTitle(page: Page, title: RegExp): Promise<void> {
  await waitForExpression(page, `${String(title)}.test(document.title)`);
}

const MAX_WAIT_MS = 10_000;

/** Waits for what an expression of the page says; the page's policy forbids what Playwright has for it. */
export async function waitForExpression(page: Page, expression: string): Promise<void> {
  await page.evaluate(`new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(${JSON.stringify(`never came: ${expression}`)})), ${MAX_WAIT_MS});
    const look = () => {
      if (!(${expression})) return void requestAnimationFrame(look);
      clearTimeout(late);
      resolve();
    };
    look();
  })`);
}

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const VIOLATIONS = z.array(z.string());

/** One line for each rule that is broken, with the elements that break it. `rules`: default: all. */
export async function accessibilityViolations(
  page: Page,
  rules: readonly string[] | null = null,
): Promise<readonly string[]> {
  if ((await page.evaluate('typeof axe')) === 'undefined') await page.evaluate(axe.source);
  const runOnly = rules === null ? RULES : { type: 'rule', values: rules };
  const options = { runOnly, resultTypes: ['violations'], iframes: false };
  const found: unknown = await page.evaluate(
    `axe.run(document, ${JSON.stringify(options)}).then(({ violations }) => violations.map(
      ({ id, nodes }) => id + ': ' + nodes.map(({ html, failureSummary }) => html.slice(0, 160) + ' – ' + failureSummary).join(' | ')))`,
  );
  return VIOLATIONS.parse(found);
}
