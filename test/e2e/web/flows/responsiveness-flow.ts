// A company with 2,000 folders and 20,000 surveys: the document stays small, and every folder is found. Durations are
// logged but not asserted, because the machine may be busy.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import { NO_LEVEL } from '../../../../lib/domain/report-versions.ts';
import { computeFigures } from '../../../../lib/domain/figures.ts';
import type {
  FolderList,
  LibraryFolder,
  OverviewFolder,
  WeekList,
  WeekOverview,
} from '../../../../lib/http/responses.ts';
import type { Tab, TestBrowser } from '../../../support/browser.ts';
import { startPageServer, signInScript, WEEK } from '../../../support/page-server.ts';
import { heading, waitForView, waitForExpression, words } from '../../../support/page-queries.ts';

const REGIONS = 40;
const FOLDERS = 2_000;
const SURVEYS = 10;
/** Limit per view; a table of all folders would have about 45,000. */
const MAX_ELEMENTS = 12_000;
const { browse: find } = words;

const GROUP = { indexType: 'HAPPY', feedbackScale: 'FOUR' } as const;
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

function overviewOf({ key, parent, name }: LibraryFolder): OverviewFolder {
  const counts = [key % 7, key % 11, 20 + (key % 13), 30 + (key % 17)];
  const before = [key % 5, key % 9, 25, 30 + (key % 19)];
  const { data: _, previousData: __, ...figures } = computeFigures(counts, before, GROUP, 30);
  const { responses, previousResponses } = figures;
  const state = key % 100 === 0 ? 'partial' : 'complete';
  return {
    ...{ key, parent, name, state, job: null, revision: 1, problems: 0 },
    ...{ asOf: '2026-11-16T18:00:00.000Z', dueAt: null },
    figures: {
      ...{ surveys: SURVEYS, responses, previousResponses, openAlerts: key % 4 },
      groups: [
        {
          ...{ ...GROUP, ...figures, surveys: SURVEYS },
          ...{ level: NO_LEVEL, common: null, lost: null, trend: [] },
        },
      ],
    },
    isLeaf: key > 1 + REGIONS,
  };
}

const NONE = { empty: 0, queued: 0, owed: 0, waiting: 0, failed: 0, damaged: 0 } as const;
const ANSWERS: Readonly<Record<string, FolderList | WeekList | WeekOverview>> = {
  '/v1/folders': { data: folders },
  '/v1/weeks': {
    latest: WEEK,
    open: { week: '2026-W47', from: '2026-11-16', to: '2026-11-23', closesAt: CLOSES_AT },
    data: [DATES],
  },
  [`/v1/weeks/${WEEK}`]: {
    ...DATES,
    ...{ previousWeek: '2026-W45', isClosed: true, closesAt: '2026-11-16T12:00:00.000Z' },
    plan: 'done',
    totals: { ...NONE, complete: FOLDERS - FOLDERS / 100, partial: FOLDERS / 100 },
    attention: null,
    folders: folders.map(overviewOf),
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

    it('shows the first rows, and more on request', async (t) => {
      await page.reload();
      await heading(page, /Week 46/).waitFor();
      await page.getByRole('table').waitFor();
      const showTime = Number(await page.evaluate('performance.now()'));
      t.diagnostic(`first table: ${Math.round(showTime)} ms after it was loaded`);
      await assertSmall(t, 'week');
      await page.getByText(find.shown({ n: 200, total: 2000 })).waitFor();
      await page.getByRole('button', { name: find.showMore({ n: 200 }) }).click();
      await page.getByText(find.shown({ n: 400, total: 2000 })).waitFor();
      await waitForExpression(page, 'document.querySelectorAll("tbody tr").length === 400');
      await assertSmall(t, 'week with 400 rows');
    });

    it('sorts all stores, not only the visible ones', async (t) => {
      await measure(
        t,
        'sorting by responses',
        `[...document.querySelectorAll('th button')].find((one) => one.innerText === ${JSON.stringify(find.sorts.responses)}).click()`,
        `document.querySelector('th[aria-sort=descending]') !== null`,
      );
      const stores = folders.map(overviewOf).filter(({ isLeaf }) => isLeaf);
      const sortedCounts = stores
        .map(({ figures }) => figures?.responses ?? 0)
        .toSorted((a, b) => b - a);
      const shownCounts = await page.evaluate(
        '[...document.querySelectorAll(".cell-responses")].map((cell) => Number.parseInt(cell.innerText))',
      );
      assert.deepEqual(shownCounts, sortedCounts.slice(0, 400));
      await page.getByRole('button', { name: words.states.partial }).click();
      const partial = stores.filter(({ state }) => state === 'partial').length;
      await waitForExpression(page, `document.querySelectorAll('tbody tr').length === ${partial}`);
    });

    it('finds every folder and survey by name', async (t) => {
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
      await waitForView(page, `/${WEEK}/2000/survey/200007`);
      await untilWithin(page, '.place-tree', '[aria-current]');
      await assertSmall(t, 'survey deep in the tree');
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
