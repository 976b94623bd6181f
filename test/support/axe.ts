// What axe-core finds wrong with what a page shows, by the rules of WCAG 2.2 A and AA and good practice.
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { z } from 'zod';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const FOUND = z.array(z.string());

/** One line for each rule that is broken, with the elements that break it. `rules`: default: all. */
export async function faultsOf(
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
  return FOUND.parse(found);
}
