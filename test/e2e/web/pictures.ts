// Takes screenshots of the page with the sample company at a fixed time:
//   node test/e2e/web/pictures.ts                 every picture in docs: library-*.png each view once, mails, and pages of PDFs
//   node test/e2e/web/pictures.ts --all FOLDER    every view on every screen size, in light and dark mode
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { z } from 'zod';
import { createLayoutContext, layoutPages } from '../../../lib/adapters/pdf/layout.ts';
import { sampleCompany, startFeedbackService } from '../../../lib/feedback-service/index.ts';
import { findManifest, readReport } from '../../../lib/reports/report-repository.ts';
import { drawPages } from '../../integration/pdf/sample-pages.ts';
import type { Language } from '../../../lib/i18n/messages.ts';
import { loadPageTexts } from '../../support/page-texts.ts';
import { openBrowser } from '../../support/browser.ts';
import { NOW } from '../../support/test-company.ts';
import { startPageServer, WEEK } from '../../support/page-server.ts';
import type { PageView } from '../../support/page-views.ts';
import { openView, pageViews } from '../../support/page-views.ts';
import { waitForExpression, words } from '../../support/page-queries.ts';
import { showMails } from './show-mails.ts';

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
const DESK = { width: 1440, height: 900 };

const sample = sampleCompany({ seed: 1, clock: () => NOW });
await using resources = new AsyncDisposableStack();
const service = await startFeedbackService({ clock: () => NOW, companies: [sample.company] });
resources.defer(() => service.close());
const { clientId, token } = sample;
const pageServer = resources.use(
  await startPageServer({
    weeks: ['2026-W45', WEEK],
    company: { url: service.url, clientId, token },
    sendsMessages: true,
  }),
);
const browser = resources.use(await openBrowser());

const { data: folders } = FOLDERS.parse(await pageServer.getJson('/v1/folders'));
const below = (key: number) => folders.filter(({ parent }) => parent === key);
const root = folders[0]?.key ?? 0;
const region = below(root).find(({ key }) => below(key).length > 1)?.key ?? root;
const [shop, otherShop] = folders.filter(
  ({ key, surveys }) => below(key).length === 0 && surveys.length === 1,
);
if (shop === undefined || otherShop === undefined)
  throw new TypeError('the sample company has no two stores');
if (process.argv.length === 2) await takePicturesOfPdfs();
// Creates a second revision.
await pageServer.makeReports(WEEK, shop.key);
await pageServer
  .messages()
  .subscribe({ folder: region, channel: 'mail', address: 'anna@example.com', attach: 'pdf' });
await pageServer.messages().sendWeek(WEEK);
const views = pageViews({
  ...{ week: WEEK, openWeek: '2026-W47', emptyWeek: '2026-W10', region, store: shop.key },
  ...{ otherStore: otherShop.key, unmade: shop.key },
});
const viewByName = (viewName: string): PageView => {
  const pageView = views.find(({ name }) => name === viewName);
  if (pageView === undefined) throw new TypeError(`no view is called ${viewName}`);
  return pageView;
};

async function takePicture(
  pageView: PageView,
  path: string,
  options: BrowserContextOptions,
): Promise<void> {
  await using tab = await pageServer.openSignedIn(browser, '/', { viewport: LAPTOP, ...options });
  const { page } = tab;
  await page.locator('main h1').waitFor();
  // The folder tree shows states after the overview has loaded.
  await waitForExpression(page, "document.querySelector('main .waiting') === null");
  await openView(
    page,
    pageView,
    options.locale === 'ar' ? { ...words, ...(await loadPageTexts('ar')) } : words,
  );
  await settle(page);
  await page.screenshot({ path });
  console.log(path);
}

/** The first page of the company and of its first place at 90 dots an inch, and both in other languages beside each other. */
async function takePicturesOfPdfs(): Promise<void> {
  const scratch = await mkdtemp(join(tmpdir(), 'pictures-'));
  const takePage = async (
    folderKey: number,
    locale: Language,
    path: string,
    size: readonly string[],
  ): Promise<void> => {
    const { repository } = pageServer.making;
    const manifest = await findManifest(repository, { week: WEEK, folder: folderKey });
    if (manifest === null) throw new TypeError(`no report of ${String(folderKey)}`);
    const report = await readReport(repository, manifest);
    const context = createLayoutContext(report, { locale, paper: 'A4' });
    const file = join(scratch, 'pages.pdf');
    await writeFile(file, await drawPages(layoutPages(report, context)));
    execFileSync('pdftoppm', [...size, '-singlefile', '-png', file, path]);
  };
  const place = folders.find(({ name }) => name === 'Security control, Terminal 2')?.key ?? 0;
  await takePage(root, 'en', join(DOCS, 'company-page'), ['-r', '90']);
  await takePage(place, 'en', join(DOCS, 'front-page'), ['-r', '90']);
  const images: string[] = [];
  const size = ['-scale-to-x', '629', '-scale-to-y', '889'];
  for (const [key, locale] of [
    [root, 'ar'],
    [place, 'ja'],
  ] as const) {
    const path = join(scratch, locale);
    await takePage(key, locale, path, size);
    images.push(
      `<img src="data:image/png;base64,${(await readFile(`${path}.png`)).toString('base64')}">`,
    );
  }
  await using tab = await browser.open('about:blank', { viewport: { width: 1276, height: 901 } });
  await tab.page.setContent(
    `<body style="margin:6px;display:flex;gap:6px;background:#d5dbe1">${images.join('')}`,
  );
  await tab.page.screenshot({ path: join(DOCS, 'pages-in-languages.png') });
  await rm(scratch, { recursive: true });
}

/** Waits for fonts and replaces random link tokens with an example. */
async function settle(page: Page): Promise<void> {
  await page.evaluate('document.fonts.ready');
  // The screenshot has no scroll bar, so no space is reserved for one.
  await page.evaluate('document.documentElement.style.scrollbarGutter = "auto"');
  await page.evaluate(`for (const field of document.querySelectorAll('dialog input[readonly]')) {
    field.value = 'https://reports.example.com/d/eyJpZCI6IjQyLTVrZ0V4YW1wbGUi…';
    field.blur();
  }`);
}

/** A report that is being made. */
const making: PageView = {
  name: 'making',
  view: `/2026-W44/${shop.key}`,
  act: async (page, { make }) => {
    await page.route('**/v1/reports', (route) =>
      route.fulfill({ status: 202, json: { report: null, status: 'queued' } }),
    );
    await page.getByRole('button', { name: make.make }).click();
    await page.getByText(make.elapsed({ time: '1 second' })).waitFor();
  },
};

const [flag, folder] = process.argv.slice(2);
if (flag === '--all' && folder !== undefined) {
  await mkdir(folder, { recursive: true });
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [360, 1024, 1600]) {
      await using tab = await pageServer.openSignedIn(browser, '/', {
        colorScheme,
        viewport: { width, height: 900 },
      });
      await tab.page.locator('main h1').waitFor();
      for (const pageView of [...views, making]) {
        await openView(tab.page, pageView, words);
        await settle(tab.page);
        const path = join(folder, `${pageView.name}-${width}-${colorScheme}.png`);
        const fullPage = !/^share|^subscribe|-(change|preview)$/.test(pageView.name);
        await tab.page.screenshot({ path, fullPage });
        if (pageView.name === 'making') await tab.page.unroute('**/v1/reports');
      }
    }
  }
} else {
  const dark = { colorScheme: 'dark', viewport: DESK } as const;
  for (const [name, pageView, options] of [
    ['week', 'week', { viewport: DESK }],
    ['region', 'region', {}],
    ['heat', 'heat-map', { viewport: DESK }],
    ['compare', 'compare', { viewport: DESK }],
    ['share', 'share-made', {}],
    ['subscribe', 'subscribe', { viewport: TALL }],
    ['preview', 'subscriptions-preview', { viewport: TALL }],
    ['revisions', 'revisions', {}],
    ['dark', 'week', dark],
    ['arabic', 'week', { locale: 'ar', viewport: DESK }],
  ] as const) {
    await takePicture(viewByName(pageView), join(DOCS, `library-${name}.png`), options);
  }
  const store = { name: 'store', view: viewByName('store').view };
  await takePicture(store, join(DOCS, 'library-store.png'), { viewport: DESK });
  await takePicture(store, join(DOCS, 'library-phone.png'), { viewport: PHONE });
  await takePicture(making, join(DOCS, 'library-making.png'), {
    viewport: { width: 1120, height: 480 },
  });
  await using signInTab = await browser.open(pageServer.pageUrl, {
    viewport: { width: 1120, height: 640 },
  });
  await signInTab.page.locator('h1').waitFor();
  await settle(signInTab.page);
  await signInTab.page.screenshot({ path: join(DOCS, 'library-sign-in.png') });
  await using mailTab = await browser.open('about:blank', {
    viewport: { width: 1040, height: 1080 },
  });
  await showMails(mailTab.page);
  await mailTab.page.screenshot({ path: join(DOCS, 'message.png') });
}
