// One round of measurements: the list of a company, its static floor, and the page on a phone.
import type { PageServer } from '../../support/page-server.ts';
import { waitForExpression } from '../../support/page-queries.ts';
import type { BenchPage } from './page-company.ts';
import { PLACES } from './page-company.ts';
import type { Frames, MainThread, MeasuredTab } from './page-measured.ts';
import {
  mainThread,
  openMeasuredPhone,
  openMeasuredTab,
  readRecorded,
  scrollToEnd,
  waitUntilIdle,
} from './page-measured.ts';

const DESKTOP = { viewport: { width: 1440, height: 900 } };
const ROW = '.list-row:not(.is-head)';
/** In the address of the answer with the first rows. */
const FIRST_VIEW = 'part=first';
const STATIC = 'static.html';

export interface ListFigures {
  readonly firstRowMs: number;
  readonly landing: MainThread;
  readonly scroll: Frames;
}

export interface PageFigures extends ListFigures {
  readonly unfolding: MainThread;
  readonly opening: MainThread;
  readonly nextPlace: MainThread;
  /** Shifts of the layout: of the list, while a place opens beside it, and of a place. */
  readonly shifts: readonly [number, number, number];
  /** Addresses of what the page requested from the API, and the number of all requests. */
  readonly apiUrls: readonly string[];
  readonly requests: number;
  /** The document with the rows of the landing, and with all. */
  readonly documents: readonly [string, string];
}

export async function measurePage({ server, list, place }: BenchPage): Promise<PageFigures> {
  await using tab = await openMeasuredTab(server.token, DESKTOP);
  const { page } = tab;
  const urls: string[] = [];
  page.on('request', (request) => urls.push(request.url()));
  await page.goto(`${server.pageUrl}#${list}`);
  await page.locator(ROW).first().waitFor();
  await waitUntilIdle(page);
  const landing = await mainThread(tab);
  const landed = await readRecorded(page, FIRST_VIEW);
  const requests = urls.length;
  const folded = await documentOf(tab);
  const unfolding = await costOf(tab, async () => {
    await page.locator('.list-head button').last().click();
    await waitForExpression(page, `document.querySelectorAll('${ROW}').length >= ${PLACES}`);
  });
  const unfolded = await documentOf(tab);
  const scroll = await scrollToEnd(tab);
  await page.evaluate('scrollTo(0, 0)');
  const opening = await costOf(tab, async () => {
    await page.locator(`.place-list a[href="#${place}"]`).click();
    await page.locator('.place-panel h1').waitFor();
  });
  const nextPlace = await costOf(tab, async () => {
    await page.keyboard.press('j');
    await waitForExpression(page, `location.hash !== '#${place}'`);
  });
  const { shift } = await readRecorded(page, FIRST_VIEW);
  return {
    firstRowMs: landed.firstRowMs,
    ...{ landing, unfolding, scroll, opening, nextPlace },
    shifts: [landed.shift, shift - landed.shift, await placeShift(server, place)],
    apiUrls: [...new Set(urls.slice(0, requests).filter((url) => url.includes('/v1/')))],
    ...{ requests, documents: [folded, unfolded] },
  };
}

/** The same rows and styles as a document without scripts. */
export async function measureStatic(
  { server }: BenchPage,
  [folded, unfolded]: PageFigures['documents'],
): Promise<ListFigures> {
  await using tab = await openStatic(server, folded);
  await waitUntilIdle(tab.page);
  const landing = await mainThread(tab);
  const { firstRowMs } = await readRecorded(tab.page, STATIC);
  await using long = await openStatic(server, unfolded);
  await waitUntilIdle(long.page);
  return { firstRowMs, landing, scroll: await scrollToEnd(long) };
}

export interface PhoneFigures {
  readonly largestPaintMs: number;
  readonly shift: number;
  readonly mainThread: MainThread;
}

export async function measurePhone({ server }: BenchPage, view: string): Promise<PhoneFigures> {
  await using tab = await openMeasuredPhone(server.token);
  await tab.page.goto(`${server.pageUrl}#${view}`);
  await tab.page.locator('main h1').first().waitFor();
  await waitUntilIdle(tab.page);
  const { largestPaintMs, shift } = await readRecorded(tab.page, FIRST_VIEW);
  return { largestPaintMs, shift, mainThread: await mainThread(tab) };
}

async function openStatic(server: PageServer, html: string): Promise<MeasuredTab> {
  const tab = await openMeasuredTab(server.token, DESKTOP);
  await tab.page.route(`**/${STATIC}`, (route) =>
    route.fulfill({ contentType: 'text/html; charset=utf-8', body: html }),
  );
  await tab.page.goto(`${server.pageUrl}${STATIC}`);
  return tab;
}

async function placeShift(server: PageServer, place: string): Promise<number> {
  await using tab = await openMeasuredTab(server.token, {
    viewport: { width: 1000, height: 900 },
  });
  await tab.page.goto(`${server.pageUrl}#${place}`);
  await tab.page.locator('.place-page h1').waitFor();
  await waitUntilIdle(tab.page);
  return (await readRecorded(tab.page, FIRST_VIEW)).shift;
}

async function costOf(tab: MeasuredTab, act: () => Promise<void>): Promise<MainThread> {
  const before = await mainThread(tab);
  await act();
  await waitUntilIdle(tab.page);
  const after = await mainThread(tab);
  return {
    taskMs: after.taskMs - before.taskMs,
    scriptMs: after.scriptMs - before.scriptMs,
    layoutMs: after.layoutMs - before.layoutMs,
  };
}

async function documentOf({ page }: MeasuredTab): Promise<string> {
  const html = String(await page.evaluate('document.documentElement.outerHTML'));
  return `<!doctype html>${html.replaceAll(/<script[^>]*><\/script>|<link rel="modulepreload"[^>]*>/g, '')}`;
}
