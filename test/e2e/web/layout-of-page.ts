// Layout of the page in every language and at every width of the screen: nothing leaves its place or becomes unreadable.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { z } from 'zod';
import type { Language } from '../../../lib/i18n/messages.ts';
import { LANGUAGES } from '../../../lib/i18n/messages.ts';
import { commitTestReport, openArchive } from '../../support/archive.ts';
import { missingBrowser } from '../../support/browser.ts';
import { sharedBrowser } from '../../support/shared-browser.ts';
import type { PageServer } from '../../support/page-server.ts';
import { startPageServer, WEEK } from '../../support/page-server.ts';
import {
  NO_OVERFLOW,
  OVERFLOW,
  resize,
  visit,
  waitForExpression,
} from '../../support/page-queries.ts';
import type { FolderSketch } from '../../support/test-reports.ts';
import { createReport, STORE_ALERTS } from '../../support/test-reports.ts';

const ACME = { key: 1, name: 'Acme' };
const NORTH = { key: 2, name: 'North' };

/** A store with two kinds of index, alerts, pain points and a changed level. */
const STORE: FolderSketch = {
  ...{ key: 21, name: 'Helsinki Central railway station', path: [ACME, NORTH] },
  surveys: [
    {
      ...{ key: 211, name: 'How was your visit today?', volume: 1200, shift: -0.3 },
      alerts: STORE_ALERTS,
    },
    {
      ...{ key: 212, name: 'How likely are you to recommend us?', volume: 400 },
      ...{ indexType: 'NPS', feedbackScale: 'FIVE', mood: 0.85 },
      levelChange: { weeksAgo: 5, mood: 0.5 },
    },
  ],
};
const OTHER_STORE: FolderSketch = {
  ...{ key: 22, name: 'Terminal 2, arrivals and baggage claim', path: [ACME, NORTH] },
  surveys: [
    {
      ...{ key: 221, name: 'How was your visit today?', volume: 1200 },
      levelChange: { weeksAgo: 5, mood: 0.5 },
      alerts: STORE_ALERTS,
    },
  ],
};
const REGION: FolderSketch = { ...NORTH, path: [ACME], folders: [STORE, OTHER_STORE] };
const COMPANY: FolderSketch = { ...ACME, folders: [REGION] };

const HEIGHT = 740;

const CUT_TEXTS = `[...document.querySelectorAll('.list-row.is-head > *, .list-row:not(.is-head) > :has(button)')]
  .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
  .map((cell) => cell.textContent)`;

/** `widths` of the window, in CSS pixels, at which no text overflows in any language. */
export function testLayout(widths: readonly number[]): void {
  describe('layout of the page', { skip: missingBrowser() ?? false }, () => {
    const resources = new AsyncDisposableStack();
    let pageServer: PageServer;
    let page: Page;
    before(async () => {
      pageServer = resources.use(await startPageServer({ weeks: [] }));
      const archive = openArchive(pageServer.making.repository.store);
      for (const sketch of [COMPANY, REGION, STORE, OTHER_STORE]) {
        await commitTestReport(archive, createReport(sketch, { week: WEEK }));
      }
      const tab = resources.use(await pageServer.openSignedIn(await sharedBrowser()));
      ({ page } = tab);
    });
    after(() => resources.disposeAsync());

    for (const [name, view] of [
      ['company', `/${WEEK}/1`],
      ['region', `/${WEEK}/2`],
      ['store', `/${WEEK}/21`],
    ] as const) {
      it(`keeps the texts of a ${name} in their places at ${widths.join(', ')} px`, async () => {
        await openView(view);
        const problems: string[] = [];
        for (const language of LANGUAGES) {
          await selectLanguage(language);
          for (const width of widths) {
            await resize(page, { width, height: HEIGHT });
            const overflow = String(await page.evaluate(OVERFLOW));
            if (overflow !== NO_OVERFLOW) problems.push(`${language}, ${width} px: ${overflow}`);
          }
        }
        assert.deepEqual(problems, []);
      });
    }

    it('cuts no head of a column and no button of the list in any language', async () => {
      await openView(`/${WEEK}/1`);
      await resize(page, { width: 1440, height: HEIGHT });
      const cut: string[] = [];
      for (const language of LANGUAGES) {
        await selectLanguage(language);
        const texts = z.array(z.string()).parse(await page.evaluate(CUT_TEXTS));
        cut.push(...texts.map((text) => `${language}: ${text}`));
      }
      assert.deepEqual(cut, []);
    });

    async function openView(view: string): Promise<void> {
      await visit(page, view);
      await waitForExpression(
        page,
        "document.querySelector('main h1') !== null && document.querySelector('main .waiting') === null",
      );
      // Opens the settings, whose name depends on the language.
      await page.getByRole('banner').locator('.popover > button').last().click();
    }

    async function selectLanguage(language: Language): Promise<void> {
      await page.evaluate(`{
      const list = document.querySelector('.language select');
      list.value = '${language}';
      list.dispatchEvent(new Event('change', { bubbles: true }));
    }`);
      await waitForExpression(page, `document.documentElement.lang === '${language}'`);
    }
  });
}
