// Measures the page in a browser: when it paints rows, the processor time of its main thread, frames, and shifts of the layout.
import type { Page } from 'playwright-core';
import { z } from 'zod';
import { signInScript } from '../../support/page-server.ts';
import type { Tab, TabOptions } from '../../support/browser.ts';
import { openBrowser } from '../../support/browser.ts';

type DevTools = Awaited<ReturnType<ReturnType<Page['context']>['newCDPSession']>>;

/** A tab of a browser of its own, so that neither code nor files are cached. */
export interface MeasuredTab extends AsyncDisposable {
  readonly page: Page;
  readonly devTools: DevTools;
}

/** Records when the first row has been painted, the largest contentful paint and the sum of layout shifts. */
const RECORD = `
  globalThis.measured = { firstRow: null, largestPaint: 0, shift: 0 };
  new MutationObserver((_, observer) => {
    if (document.querySelector('.list-row:not(.is-head)') === null) return;
    observer.disconnect();
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => { measured.firstRow = performance.now(); };
      port2.postMessage(null);
    });
  }).observe(document, { childList: true, subtree: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) measured.largestPaint = entry.startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) measured.shift += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });`;

export async function openMeasuredTab(token: string, options: TabOptions): Promise<MeasuredTab> {
  await using resources = new AsyncDisposableStack();
  const browser = resources.use(await openBrowser());
  const initScript = `${signInScript(token)}${RECORD}`;
  const { page }: Tab = resources.use(
    await browser.open('about:blank', { ...options, initScript }),
  );
  const devTools = await page.context().newCDPSession(page);
  // Processor time of the main thread, so that other programs do not count.
  await devTools.send('Performance.enable', { timeDomain: 'threadTicks' });
  const opened = resources.move();
  return { page, devTools, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

/** Until nothing is loaded or rendered any more. */
export async function waitUntilIdle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.evaluate(
    'new Promise((resolve) => requestIdleCallback(() => setTimeout(resolve, 300)))',
  );
}

export interface MainThread {
  readonly taskMs: number;
  readonly scriptMs: number;
  readonly layoutMs: number;
}

/** Since the tab was opened; layout with styles. */
export async function mainThread({ devTools }: MeasuredTab): Promise<MainThread> {
  const { metrics } = await devTools.send('Performance.getMetrics');
  const ms = (name: string): number =>
    1000 * (metrics.find((metric) => metric.name === name)?.value ?? Number.NaN);
  return {
    taskMs: ms('TaskDuration'),
    scriptMs: ms('ScriptDuration'),
    layoutMs: ms('LayoutDuration') + ms('RecalcStyleDuration'),
  };
}

const recorded = z.object({
  /** After the last byte of `answer`. */
  firstRowMs: z.number(),
  largestPaintMs: z.number(),
  shift: z.number(),
});

/** `answer`: a part of the address whose answer has the rows. */
export async function readRecorded(page: Page, answer: string): Promise<z.infer<typeof recorded>> {
  const value: unknown = await page.evaluate(`(() => {
    const ends = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
      .filter(({ name }) => name.includes(${JSON.stringify(answer)})).map(({ responseEnd }) => responseEnd);
    const { firstRow, largestPaint, shift } = measured;
    return { firstRowMs: (firstRow ?? 0) - Math.max(...ends), largestPaintMs: largestPaint, shift };
  })()`);
  return recorded.parse(value);
}

export interface Frames {
  readonly presented: number;
  readonly dropped: number;
}

const trace = z.object({
  traceEvents: z.array(
    z.object({
      args: z
        .object({
          frame_reporter: z
            .object({ state: z.string(), scroll_state: z.string() })
            .optional()
            .catch(undefined),
        })
        .optional(),
    }),
  ),
});

/** In CSS pixels a second: a quick wheel. */
const SCROLL_SPEED = 6_000;

/** Scrolls from the top to the end; counts the frames of the compositor while it scrolls. */
export async function scrollToEnd({ page, devTools }: MeasuredTab): Promise<Frames> {
  const browser = page.context().browser();
  if (browser === null) throw new TypeError('the browser is closed');
  const distance = Number(
    await page.evaluate(
      'document.documentElement.scrollHeight - document.documentElement.clientHeight',
    ),
  );
  await browser.startTracing(page, { categories: ['cc', 'benchmark'] });
  await devTools.send('Input.synthesizeScrollGesture', {
    ...{ x: 400, y: 400, yDistance: -distance },
    ...{ speed: SCROLL_SPEED, gestureSourceType: 'mouse' },
  });
  const json: unknown = JSON.parse((await browser.stopTracing()).toString());
  const states = trace
    .parse(json)
    .traceEvents.map(({ args }) => args?.frame_reporter)
    .filter((frame) => frame !== undefined && frame.scroll_state !== 'SCROLL_NONE')
    .map((frame) => frame?.state ?? '');
  return {
    presented: states.filter((state) => state.startsWith('STATE_PRESENTED')).length,
    dropped: states.filter((state) => state === 'STATE_DROPPED').length,
  };
}

/** A phone: 150 ms, 1.6 Mbit/s, a processor of a quarter of the speed. */
export async function openMeasuredPhone(token: string): Promise<MeasuredTab> {
  const viewport = { width: 390, height: 844 };
  const phone = { viewport, isMobile: true, hasTouch: true, deviceScaleFactor: 3 };
  const tab = await openMeasuredTab(token, phone);
  await tab.devTools.send('Network.enable');
  await tab.devTools.send('Network.emulateNetworkConditions', {
    ...{ offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 },
  });
  await tab.devTools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  return tab;
}
