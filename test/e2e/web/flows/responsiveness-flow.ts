// A company with 2,000 folders and 20,000 surveys: the document stays small, and every folder is found. Durations are
// logged but not asserted, because the machine may be busy.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import type { FolderList, LibraryFolder, Me, WeekList } from '../../../../lib/http/responses.ts';
import type { Tab, TestBrowser } from '../../../support/browser.ts';
import { startPageServer, signInScript, WEEK } from '../../../support/page-server.ts';
import { waitForView, waitForExpression, words } from '../../../support/page-queries.ts';

const REGIONS = 40;
const FOLDERS = 2_000;
const SURVEYS = 10;
/** Limit per view; a tree of all folders would have about 12,000. */
const MAX_ELEMENTS = 4_000;
const { browse: find } = words;

const DATES = { week: WEEK, from: '2026-11-09', to: '2026-11-16' } as const;
const CLOSES_AT = '2026-11-23T12:00:00.000Z';

const folders: readonly LibraryFolder[] = Array.from({ length: FOLDERS }, (_, i) => {
  const key = i + 1;
  const isRegion = i > 0 && i <= REGIONS;
  const parent = i === 0 ? null : isRegion ? 1 : 2 + (i % REGIONS);
  const name = i === 0 ? 'Meridian' : isRegion ? `Région ${i}` : `Störe ${i}`;
  const surveys = Array.from({ length: SURVEYS }, (_none, k) => ({
    key: key * 100 + k,
    name: `How was till ${k} of ${i}?`,
    timeZone: 'Europe/Helsinki',
  }));
  return { key, parent, name, surveys };
});

const ANSWERS: Readonly<Record<string, FolderList | Me | WeekList>> = {
  '/v1/me': { reader: null, notes: true },
  '/v1/folders': { data: folders },
  '/v1/weeks': {
    latest: WEEK,
    open: { week: '2026-W47', from: '2026-11-16', to: '2026-11-23', closesAt: CLOSES_AT },
    data: [DATES],
  },
};

export function responsivenessFlow(startBrowser: () => Promise<TestBrowser>): void {
  describe('a large company on the page', { concurrency: 1 }, () => {
    const resources = new AsyncDisposableStack();
    let tab: Tab;
    let page: Page;
    before(async () => {
      const pageServer = resources.use(await startPageServer({ weeks: [] }));
      const browser = await startBrowser();
      tab = resources.use(await browser.open(pageServer.pageUrl));
      ({ page } = tab);
      await page.evaluate(signInScript(pageServer.token));
      await page.route('**/v1/**', (route) => {
        const answer = ANSWERS[new URL(route.request().url()).pathname];
        return route.fulfill({ json: answer ?? {}, status: answer === undefined ? 404 : 200 });
      });
    });
    after(() => resources.disposeAsync());

    /** Logs the milliseconds from an action until its result is painted. */
    const measure = async (
      t: TestContext,
      what: string,
      act: string,
      doneExpression: string,
    ): Promise<void> => {
      await page.evaluate('globalThis.began = performance.now()');
      await page.evaluate(act);
      await waitForExpression(page, doneExpression);
      const durationMs = Number(await page.evaluate('performance.now() - globalThis.began'));
      t.diagnostic(`${what}: ${Math.round(durationMs)} ms`);
    };
    const assertSmall = async (t: TestContext, where: string): Promise<void> => {
      const elements = Number(await page.evaluate('document.querySelectorAll("*").length'));
      t.diagnostic(`${where}: ${elements} elements`);
      assert.ok(elements < MAX_ELEMENTS, `${elements} elements`);
    };

    it('finds every folder and survey by name', async (t) => {
      await page.reload();
      const field = page.getByRole('combobox', { name: find.search });
      await field.focus();
      const typeText = (text: string): string => `(() => {
      const field = document.activeElement;
      field.value = ${JSON.stringify(text)};
      field.dispatchEvent(new InputEvent('input', { bubbles: true }));
    })()`;
      const isFound = (text: string): string =>
        `document.querySelector('.place-hits [role=status]').innerText === ${JSON.stringify(text)}`;
      await measure(
        t,
        'first letter',
        typeText('t'),
        isFound(find.firstResults({ shown: 50, n: 21959 })),
      );
      await measure(
        t,
        'another letter',
        typeText('ti'),
        isFound(find.firstResults({ shown: 50, n: 20000 })),
      );
      await measure(
        t,
        'a whole name',
        typeText('store 1777'),
        isFound(find.resultCount({ n: 11 })),
      );
      await assertSmall(t, 'search');
      assert.match(await page.locator('[role=option]').first().innerText(), /^Störe 1777\s/);
      for (let i = 0; i < 11; i += 1) await field.press('ArrowDown');
      await untilWithin(page, '.place-hits ul', '[aria-selected=true]');
      await field.fill('till 7 of 1999');
      await waitForExpression(page, isFound(find.resultCount({ n: 1 })));
      await field.press('Enter');
      await waitForView(page, `/${WEEK}/2000`);
      await page.locator('.company').click();
      await untilWithin(page, '.place-tree', '[aria-current]');
      await assertSmall(t, 'folder deep in the tree');
      const unexpectedProblems = tab.problems().filter((problem) => !problem.includes('404'));
      assert.deepEqual(unexpectedProblems, []);
    });
  });
}

/** Waits until the element is fully visible within the box. */
async function untilWithin(page: Page, box: string, shown: string): Promise<void> {
  await waitForExpression(
    page,
    `(() => {
    const rect = (selector) => document.querySelector(selector)?.getBoundingClientRect();
    const [outer, inner] = [rect(${JSON.stringify(box)}), rect(${JSON.stringify(`${box} ${shown}`)})];
    return inner !== undefined && inner.top >= outer.top && inner.bottom <= outer.bottom;
  })()`,
  );
}
