// Pictures of the report library over the sample company at a fixed clock, as the documents show them:
//   node test/e2e/web/pictures.ts                 docs/library-*.png, each view once
//   node test/e2e/web/pictures.ts --all FOLDER    every view on every screen, in light and dark
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { z } from 'zod';
import { sampleCompany, startFeedbackService } from '../../../lib/feedback-service/index.ts';
import { ar } from '../../../lib/i18n/ar/page.ts';
import { openBrowser } from '../../support/browser.ts';
import { NOW } from '../../support/test-company.ts';
import { startPageServer, WEEK } from '../../support/page-server.ts';
import type { PageView } from '../../support/page-views.ts';
import { openView, pageViews } from '../../support/page-views.ts';
import { waitForExpression, words } from '../../support/page-queries.ts';

const DOCS = resolve(import.meta.dirname, '../../../docs');
const FOLDERS = z.object({
  data: z.array(
    z.object({
      ...{ key: z.number(), parent: z.number().nullable(), name: z.string() },
      surveys: z.array(z.object({ key: z.number() })),
    }),
  ),
});
const PHONE = { width: 390, height: 844 };
const LAPTOP = { width: 1120, height: 720 };
const TALL = { width: 1120, height: 960 };
const DESK = { width: 1300, height: 680 };
/** What the browser's own viewer takes to draw a page; it tells nobody when it has. */
const VIEWER_MS = 3_000;

const sample = sampleCompany({ seed: 1, clock: () => NOW });
await using all = new AsyncDisposableStack();
const service = await startFeedbackService({ clock: () => NOW, companies: [sample.company] });
all.defer(() => service.close());
const { clientId, token } = sample;
const library = all.use(
  await startPageServer({
    weeks: ['2026-W45', WEEK],
    company: { url: service.url, clientId, token },
  }),
);
const browser = all.use(await openBrowser());

const { data: folders } = FOLDERS.parse(await library.getJson('/v1/folders'));
const below = (key: number) => folders.filter(({ parent }) => parent === key);
const root = folders[0]?.key ?? 0;
const region = below(root).find(({ key }) => below(key).length > 1)?.key ?? root;
const shop = folders.find(({ key, surveys }) => below(key).length === 0 && surveys.length === 1);
if (shop === undefined) throw new TypeError('the sample company has no store');
// Something has come late.
await library.makeReports(WEEK, shop.key);
const sights = pageViews({
  ...{ week: WEEK, openWeek: '2026-W47', emptyWeek: '2026-W10', region, store: shop.key },
  ...{ survey: shop.surveys[0]?.key ?? 0, unmade: shop.key },
});
const sightCalled = (wanted: string): PageView => {
  const found = sights.find(({ name }) => name === wanted);
  if (found === undefined) throw new TypeError(`no view is called ${wanted}`);
  return found;
};

async function take(sight: PageView, path: string, options: BrowserContextOptions): Promise<void> {
  await using tab = await library.openSignedIn(browser, '/', { viewport: LAPTOP, ...options });
  const { page } = tab;
  await page.locator('main h1').waitFor();
  // The tree at the side marks each folder's state once the week is known.
  await waitForExpression(page, "document.querySelector('main .waiting') === null");
  await openView(page, sight, options.locale === 'ar' ? { ...words, ...ar } : words);
  await settled(page);
  if (sight.name === 'pdf') await setTimeout(VIEWER_MS);
  await page.screenshot({ path });
  console.log(path);
}

/** Down to the heat map, which is as much of a store as a picture has room for. */
const hours: PageView = {
  name: 'store',
  view: sightCalled('store').view,
  act: async (page) => {
    await page.evaluate(
      'document.querySelector(".hours").closest("section").scrollIntoView({ block: "end" })',
    );
  },
};

/** Fonts are there, and links, which are other ones each time, are an example. */
async function settled(page: Page): Promise<void> {
  await page.evaluate('document.fonts.ready');
  // No scroll bar is drawn, so nothing is kept free for it.
  await page.evaluate('document.documentElement.style.scrollbarGutter = "auto"');
  await page.evaluate(`for (const field of document.querySelectorAll('dialog input[readonly]')) {
    field.value = 'https://reports.example.com/d/eyJpZCI6IjQyLTVrZ0V4YW1wbGUi…';
    field.blur();
  }`);
}

/** As it is while a report is made: asked for, and not there yet. */
const making: PageView = {
  name: 'making',
  view: `/2026-W44/${shop.key}`,
  act: async (page, { make }) => {
    await page.route('**/v1/reports', (route) =>
      route.fulfill({ status: 202, json: { report: null, status: 'queued' } }),
    );
    await page.getByRole('button', { name: make.make }).click();
    await page.getByText(make.elapsed('1 second')).waitFor();
  },
};

const [flag, folder] = process.argv.slice(2);
if (flag === '--all' && folder !== undefined) {
  await mkdir(folder, { recursive: true });
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [360, 1024, 1600]) {
      await using tab = await library.openSignedIn(browser, '/', {
        colorScheme,
        viewport: { width, height: 900 },
      });
      await tab.page.locator('main h1').waitFor();
      for (const sight of [...sights, making]) {
        await openView(tab.page, sight, words);
        await settled(tab.page);
        const path = join(folder, `${sight.name}-${width}-${colorScheme}.png`);
        const fullPage = !sight.name.startsWith('share');
        await tab.page.screenshot({ path, fullPage });
        if (sight.name === 'making') await tab.page.unroute('**/v1/reports');
      }
    }
  }
} else {
  const dark = { colorScheme: 'dark' } as const;
  for (const [name, sight, options] of [
    ['week', 'week', {}],
    ['region', 'region', {}],
    ['survey', 'survey', {}],
    ['pdf', 'pdf', { viewport: DESK }],
    ['share', 'share-made', {}],
    ['revisions', 'revisions', {}],
    ['dark', 'region', dark],
    ['arabic', 'region', { locale: 'ar' }],
  ] as const) {
    await take(sightCalled(sight), join(DOCS, `library-${name}.png`), options);
  }
  const store = { name: 'store', view: sightCalled('store').view };
  await take(hours, join(DOCS, 'library-store.png'), { viewport: TALL });
  await take(store, join(DOCS, 'library-phone.png'), { viewport: PHONE });
  await take(making, join(DOCS, 'library-making.png'), { viewport: { width: 1120, height: 480 } });
  await using nobody = await browser.open(library.pageUrl, {
    viewport: { width: 1120, height: 640 },
  });
  await nobody.page.locator('h1').waitFor();
  await settled(nobody.page);
  await nobody.page.screenshot({ path: join(DOCS, 'library-sign-in.png') });
}
