// Queries and actions on the page for browser tests.
import type { RunOptions } from 'axe-core';
import axe from 'axe-core';
import type { Locator, Page } from 'playwright-core';
import { z } from 'zod';
import { en } from './page-texts.ts';

/** English texts, used to locate elements. */
export const words = en;

/** Navigates like a link to the view. */
export async function visit(page: Page, view: string): Promise<void> {
  await page.evaluate(`location.hash = ${JSON.stringify(`#${view}`)}`);
}

/** `page.url()` can lag behind changes of the hash. */
export async function currentUrl(page: Page): Promise<string> {
  return String(await page.evaluate('location.href'));
}

/** The hash without #, e.g. "/2026-W46/21". */
export async function currentView(page: Page): Promise<string> {
  return new URL(await currentUrl(page)).hash.slice(1);
}

/** Closing a dialog changes the address asynchronously. */
export async function waitForView(page: Page, view: string): Promise<void> {
  await waitForExpression(page, `location.hash === ${JSON.stringify(`#${view}`)}`);
}

export function heading(page: Page, name: string | RegExp): Locator {
  return page.getByRole('heading', { level: 1, name });
}

/** Label or text of the focused element; 'nothing' when no element has the focus. */
const FOCUSED_NAME = `(() => {
  const focused = document.activeElement;
  const label = focused.labels?.[0]?.innerText ?? focused.getAttribute('aria-label') ?? focused.innerText;
  return focused === document.body ? 'nothing' : label.trim();
})()`;

export async function focusedName(page: Page): Promise<string> {
  const name = await page.evaluate(FOCUSED_NAME);
  return typeof name === 'string' ? name : '';
}

/** The focus changes with the next frame. */
export async function waitForFocus(page: Page, name: string): Promise<void> {
  await waitForExpression(page, `${FOCUSED_NAME} === ${JSON.stringify(name)}`);
}

/** The title changes after the view is rendered. */
export async function waitForTitle(page: Page, title: RegExp): Promise<void> {
  await waitForExpression(page, `${String(title)}.test(document.title)`);
}

const MAX_WAIT_MS = 60_000;

/** Polls an expression in the page. The content security policy forbids Playwright's `waitForFunction`. */
export async function waitForExpression(page: Page, expression: string): Promise<void> {
  await page.evaluate(`new Promise((resolve, reject) => {
    const timeout = setTimeout(() => reject(new Error(${JSON.stringify(`timed out waiting for ${expression}`)})), ${MAX_WAIT_MS});
    const poll = () => {
      if (!(${expression})) return void requestAnimationFrame(poll);
      clearTimeout(timeout);
      resolve();
    };
    poll();
  })`);
}

/** Resizes the window and waits until the page has rendered for its new width, which takes it up to two frames. */
export async function resize(
  page: Page,
  viewport: { readonly width: number; readonly height: number },
): Promise<void> {
  await page.setViewportSize(viewport);
  await waitForExpression(page, `window.innerWidth === ${viewport.width}`);
  await page.evaluate(
    'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve))))',
  );
}

const RULES_BY_TAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** Experimental: a control is found by its visible name in speech input. */
const EXTRA_RULES = { 'label-content-name-mismatch': { enabled: true } };
const VIOLATIONS = z.array(z.string());

/** The rules whose result depends on colours. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** An expression of the visible texts below 12 CSS pixels, each with its size. */
export const SMALL_TEXTS = `(() => {
  const small = new Set();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { data, parentElement: element } = texts.currentNode;
    if (data.trim() === '' || !element.checkVisibility()) continue;
    const scale = element instanceof SVGGraphicsElement ? Math.abs(element.getScreenCTM().d) : 1;
    const size = scale * parseFloat(getComputedStyle(element).fontSize);
    if (size < 11.99) small.add(size.toFixed(2) + ' px: ' + data);
  }
  return JSON.stringify([...small]);
})()`;

/** One line per violated WCAG 2.2 A/AA or best-practice rule, with the elements. */
export function accessibilityViolations(page: Page): Promise<readonly string[]> {
  return violations(page, { runOnly: RULES_BY_TAG, rules: EXTRA_RULES });
}

/** The same of colours alone, for a view that was checked in another theme. */
export function colourViolations(page: Page): Promise<readonly string[]> {
  return violations(page, { runOnly: COLOUR_RULES });
}

/** Notices at the end of the window cover what scrolls below them, and axe does not scroll. They take the same space. */
const RELEASE_NOTICES =
  "document.querySelectorAll('.week-notices').forEach((one) => { one.style.position = 'static'; })";

async function violations(page: Page, rules: RunOptions): Promise<readonly string[]> {
  if ((await page.evaluate('typeof axe')) === 'undefined') await page.evaluate(axe.source);
  const options: RunOptions = { ...rules, resultTypes: ['violations'], iframes: false };
  await page.evaluate(RELEASE_NOTICES);
  const isFirefox = page.context().browser()?.browserType().name() === 'firefox';
  // With the frame of a message, axe can crash Firefox 153.
  const elements = isFirefox ? "{ exclude: ['iframe'] }" : 'document';
  const found: unknown = await page.evaluate(
    `axe.run(${elements}, ${JSON.stringify(options)}).then(({ violations }) => violations.map(
      ({ id, nodes }) => id + ': ' + nodes.map(({ html, failureSummary }) => html.slice(0, 160) + ' – ' + failureSummary).join(' | ')))`,
  );
  return VIOLATIONS.parse(found);
}

/** Horizontal overflow in CSS pixels, and elements with truncated text. */
export const OVERFLOW = `JSON.stringify([
  Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth),
  [...document.querySelectorAll('button, a.button, h1, h2, h3, summary')]
    .filter((one) => one.checkVisibility() && !one.matches('.unseen') && one.scrollWidth > one.clientWidth + 1)
    .map((one) => one.outerHTML.slice(0, 120)),
])`;
export const NO_OVERFLOW = '[0,[]]';
