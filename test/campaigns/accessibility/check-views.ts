// Opens views one after the other in a tab, and checks each in every theme.
import type { Page } from 'playwright-core';
import type { TestBrowser } from '../../support/browser.ts';
import {
  accessibilityViolations,
  colourViolations,
  NO_OVERFLOW,
  OVERFLOW,
} from '../../support/page-queries.ts';
import { signInScript } from '../../support/page-server.ts';
import type { PageServer } from '../../support/page-server.ts';
import { loadPageTexts } from '../../support/page-texts.ts';
import type { PageView } from '../../support/page-views.ts';
import { openView } from '../../support/page-views.ts';
import type { Pass } from './passes.ts';

export interface PassResult {
  /** Views times themes. */
  readonly checks: number;
  /** A line for each. */
  readonly problems: readonly string[];
}

export async function checkViews(
  browser: TestBrowser,
  { pageUrl, token }: Pick<PageServer, 'pageUrl' | 'token'>,
  { pass, views }: { readonly pass: Pass; readonly views: readonly PageView[] },
): Promise<PassResult> {
  const { language, viewport, themes } = pass;
  const texts = await loadPageTexts(language);
  await using tab = await browser.open(`${pageUrl}#/`, {
    ...{ viewport, locale: language, reducedMotion: 'reduce' },
    initScript: signInScript(token),
  });
  const { page } = tab;
  await page.locator(`html[lang=${language}] main h1`).first().waitFor();
  const problems: string[] = [];
  for (const view of views) {
    try {
      await openView(page, view, texts);
      const found = await viewProblems(page, themes);
      problems.push(...found.map((problem) => `${view.name}: ${problem}`));
    } catch (error) {
      problems.push(`${view.name} could not be checked: ${String(error)}`);
    }
  }
  problems.push(...tab.problems());
  return { checks: views.length * themes.length, problems };
}

async function viewProblems(page: Page, themes: Pass['themes']): Promise<readonly string[]> {
  const problems: string[] = [];
  const overflow = String(await page.evaluate(OVERFLOW));
  if (overflow !== NO_OVERFLOW) problems.push(overflow);
  for (const theme of themes) {
    // As the page does when the user selects a theme.
    await page.evaluate(`document.documentElement.dataset.theme = '${theme}'`);
    // The theme changes nothing but colours.
    const check = theme === themes[0] ? accessibilityViolations : colourViolations;
    problems.push(...(await check(page)).map((fault) => `${theme}: ${fault}`));
  }
  return problems;
}
