// The page with a company of 2,000 places in a browser: first rows, scrolling, shifts, a phone, and what is sent.
import { buildPage, MAX_FIRST_SCRIPT_BYTES } from '../../../lib/adapters/page-bundle/index.ts';
import type { Spread } from '../bench-samples.ts';
import { shown, spreadOf } from '../bench-samples.ts';
import type { Bench, BenchOptions, Section } from '../results-section.ts';
import type { BenchPage } from './page-company.ts';
import { openBenchPage, PLACES } from './page-company.ts';
import type { Frames, MainThread } from './page-measured.ts';
import type { ListFigures, PageFigures, PhoneFigures } from './page-round.ts';
import { measurePage, measurePhone, measureStatic } from './page-round.ts';

export const pageBench: Bench = {
  name: 'page',
  summary: 'the page with 2,000 places: first rows, scrolling, shifts, a phone, requests',
  run,
};

interface Round {
  readonly page: PageFigures;
  readonly floor: ListFigures;
  readonly phone: { readonly list: PhoneFigures; readonly place: PhoneFigures };
}

async function run({ rounds, progress }: BenchOptions): Promise<Section> {
  await using bench = await openBenchPage();
  const measured: Round[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const page = await measurePage(bench);
    const floor = await measureStatic(bench, page.documents);
    const list = await measurePhone(bench, bench.list);
    const place = await measurePhone(bench, bench.place);
    measured.push({ page, floor, phone: { list, place } });
    progress(
      `first rows ${page.firstRowMs.toFixed(0)} ms, ${droppedShare(page.scroll).toFixed(1)} % of frames dropped`,
    );
  }
  const [first] = measured;
  if (first === undefined) throw new TypeError('there are no rounds');
  const untagged = await countUntagged(bench, first.page.apiUrls);
  const { firstScriptBytes, first: firstLoad } = await buildPage();
  const of = (figure: (round: Round) => number): Spread => spreadOf(measured.map(figure));
  const shownOf = (figure: (round: Round) => number, digits = 0): string =>
    shown(of(figure), digits);
  const step = (
    name: string,
    cost: (round: Round) => MainThread,
    paintMs?: (round: Round) => number,
  ): readonly string[] => [
    name,
    ...(['taskMs', 'scriptMs', 'layoutMs'] as const).map((part) =>
      shownOf((round) => cost(round)[part]),
    ),
    paintMs === undefined ? '' : shownOf(paintMs),
  ];
  const scrolled = (name: string, frames: (round: Round) => Frames): readonly string[] => [
    name,
    ...['', '', '', ''],
    shownOf((round) => droppedShare(frames(round)), 1),
  ];
  const shift = of(({ page, phone }) =>
    Math.max(...page.shifts, phone.list.shift, phone.place.shift),
  );
  return {
    title: 'The page',
    text:
      `A company of ${PLACES.toLocaleString('en')} places, whose stored report the server answers with the built page, in Chromium without a graphics card, each time a new ` +
      'browser. Processor time is that of the main thread until it is idle. Painted: the first rows, from the end of the answer with them; on a phone the largest contentful ' +
      'paint, from the start. Floor: a static document of the same rows and styles. Frames are those ' +
      'of the compositor while the unfolded list is scrolled from its top to its end at 6,000 px a second. Phone: 150 ms, 1.6 Mbit/s, processor ÷ 4. The browser, its ' +
      'emulation and the server share the cores, so that times (not processor times) grow with the load of the machine.',
    columns: [
      ...['step', 'processor ms', 'script ms', 'styles and layout ms'],
      ...['painted after ms', 'frames dropped %'],
    ],
    rows: [
      step(
        'landing',
        ({ page }) => page.landing,
        ({ page }) => page.firstRowMs,
      ),
      step(
        'floor: static document',
        ({ floor }) => floor.landing,
        ({ floor }) => floor.firstRowMs,
      ),
      step('unfolding all places', ({ page }) => page.unfolding),
      scrolled('scrolling them', ({ page }) => page.scroll),
      scrolled('floor: static document', ({ floor }) => floor.scroll),
      step('opening a place beside them', ({ page }) => page.opening),
      step('the next place (j)', ({ page }) => page.nextPlace),
      step(
        'landing on a phone',
        ({ phone }) => phone.list.mainThread,
        ({ phone }) => phone.list.largestPaintMs,
      ),
      step(
        'a place on a phone',
        ({ phone }) => phone.place.mainThread,
        ({ phone }) => phone.place.largestPaintMs,
      ),
    ],
    targets: [
      target('first rows after the answer', of(({ page }) => page.firstRowMs).median, 500, ' ms'),
      target(
        'landing, processor time from the start of the document',
        of(({ page }) => page.landing.taskMs).median,
        500,
        ' ms',
      ),
      target(
        'frames dropped while scrolling, over those of the static document',
        of(({ page, floor }) => droppedShare(page.scroll) - droppedShare(floor.scroll)).median,
        1,
        ' %',
        1,
      ),
      target('shifts of the layout: list, panel, place', shift.most, 0.01, '', 4),
      target(
        'largest contentful paint on a phone, list',
        of(({ phone }) => phone.list.largestPaintMs).median,
        2_000,
        ' ms',
      ),
      target('… a place', of(({ phone }) => phone.place.largestPaintMs).median, 2_000, ' ms'),
      target(
        'first script, gzipped',
        firstScriptBytes / 1_000,
        MAX_FIRST_SCRIPT_BYTES / 1_000,
        ' KB',
        1,
      ),
      target('requests of a landing', first.page.requests, 14, ''),
      target(
        'answers with reports, folders and weeks that are sent again to who has them',
        untagged,
        0,
        '',
      ),
      { what: 'fonts preloaded', value: firstLoad.fonts.length, digits: 0, bound: { atLeast: 2 } },
    ],
  };
}

function target(
  what: string,
  value: number,
  atMost: number,
  unit: string,
  digits = 0,
): Section['targets'][number] {
  return { what, value, digits, bound: { atMost }, unit };
}

/** Percent. */
function droppedShare({ presented, dropped }: Frames): number {
  return (100 * dropped) / (presented + dropped);
}

/** Those of the answers about reports, folders and weeks that are not 304 for who has them. */
async function countUntagged({ server }: BenchPage, urls: readonly string[]): Promise<number> {
  const headers = { Authorization: `Bearer ${server.token}` };
  const statuses = await Promise.all(
    urls
      .filter((url) => /\/v1\/(reports|folders|weeks)/.test(url))
      .map(async (url) => {
        const tag = (await fetch(url, { headers })).headers.get('etag') ?? '';
        return (await fetch(url, { headers: { ...headers, 'If-None-Match': tag } })).status;
      }),
  );
  return statuses.filter((status) => status !== 304).length;
}
