// The week of a company: wall time relative to the minimum ceil(requests / concurrency) × latency, CPU time, and
// whether memory is independent of the number of surveys.
import { endChild, measure, startChild } from '../child.ts';
import { shown, spreadOf, type Spread } from '../bench-samples.ts';
import type { Bench, BenchOptions, Section, Target } from '../results-section.ts';
import type { CompanyShape } from '../upstream/upstream-company.ts';
import { runFigures, type RunFigures, type RunInput } from './week-figures.ts';

/** The tree, and the surveys by question. */
const REQUESTS_OF_RUN = 8;
const LATENCY_MS = 50;
const SERVER = new URL('../upstream/upstream-server.ts', import.meta.url);
const OURS = new URL('./ours.ts', import.meta.url);
const PLAIN = new URL('./plain.ts', import.meta.url);

type Case = Omit<RunInput, 'url'> & {
  readonly shape?: CompanyShape & { readonly name: string };
  /** The others are measured once, because they take long or only measure memory. */
  readonly isRepeated: boolean;
};

const MAIN: Case = { surveys: 1000, concurrency: 32, way: 'whole', isRepeated: true };
const LARGE: Case = { ...MAIN, surveys: 4000, isRepeated: false };
const SLOW: Case = { ...MAIN, concurrency: 8, isRepeated: false };
const FETCHED: Case = { ...MAIN, way: 'gathered' };
/** As many as the largest company has: 2,000 folders, five deep with the root. */
const HUGE: Case = { surveys: 20_000, concurrency: 128, way: 'withoutFacts', isRepeated: false };
const HUGE_WITH_FACTS: Case = { ...HUGE, way: 'whole' };
const HUGE_GATHERED: Case = { ...HUGE, way: 'gathered' };
const HUGE_ONE_THREAD: Case = { ...HUGE, way: 'oneThread' };
/** For the growth from a thousand surveys on, with as many requests in flight. */
const SMALL: Case = { ...HUGE, surveys: 1_000 };
const LARGEST: Case = { ...HUGE, surveys: 60_000 };
/** A folder with many surveys, and one with many subfolders, each beside a usual company of the same size. */
const HALF_OF_SMALL: Case = { ...HUGE, surveys: 500 };
const WIDE_STORE: Case = { ...HUGE, surveys: 500, shape: { name: 'one folder', perStore: 500 } };
const WIDE_REGION: Case = {
  ...HUGE,
  surveys: 2_000,
  shape: { name: 'one folder of folders', perStore: 1, fanOut: 2_000 },
};
const NARROW_REGIONS: Case = {
  ...WIDE_REGION,
  shape: { name: '200 folders of folders', perStore: 1 },
};
/** The figures without tables are those of AWS, where tables are off by default, and of earlier versions. */
const MAIN_WITHOUT_FACTS: Case = { ...MAIN, way: 'withoutFacts' };
const CASES: readonly Case[] = [
  { ...MAIN, way: 'plain' },
  FETCHED,
  MAIN,
  MAIN_WITHOUT_FACTS,
  { ...MAIN, surveys: 250 },
  { ...SLOW, surveys: 250 },
  SLOW,
  LARGE,
  SMALL,
  { ...SMALL, surveys: 4_000 },
  HUGE_GATHERED,
  HUGE_ONE_THREAD,
  HUGE,
  HUGE_WITH_FACTS,
  HALF_OF_SMALL,
  WIDE_STORE,
  NARROW_REGIONS,
  WIDE_REGION,
];
/** In the bench's company; a folder costs one request for its alerts. */
const SURVEYS_IN_FOLDER = 10;

const NAMES: Readonly<Record<RunInput['way'], string>> = {
  plain: 'plain undici pool',
  gathered: 'ours, without rendering',
  whole: 'ours, PDF + JSON + fact tables',
  withoutFacts: 'ours, PDF + JSON, no fact tables',
  oneThread: '… on one thread',
};

export const weekBench: Bench = {
  name: 'week',
  summary: 'a company’s week: wall time against the network floor, processor time, memory',
  run,
};

async function run(options: BenchOptions): Promise<Section> {
  const cases = options.full ? [...CASES, LARGEST] : CASES;
  const figuresByCase = new Map<Case, RunFigures[]>(cases.map((benchCase) => [benchCase, []]));
  for (let round = 0; round < options.rounds; round += 1) {
    for (const benchCase of cases) {
      if (round > 0 && !benchCase.isRepeated) continue;
      const figures = await runCase(benchCase, options);
      figuresByCase.get(benchCase)?.push(figures);
      options.progress(
        `${benchCase.surveys} surveys, ${benchCase.concurrency} in flight, ${nameOf(benchCase)}: ${ratioOf(benchCase, figures).toFixed(3)} × floor, ${figures.peakRssMb.toFixed(0)} MB`,
      );
    }
  }
  const of = (benchCase: Case, figure: (figures: RunFigures) => number): Spread =>
    spreadOf((figuresByCase.get(benchCase) ?? []).map(figure));
  const largest = options.full ? LARGEST : HUGE;
  const cpuOfSurvey = (benchCase: Case): number =>
    of(benchCase, ({ cpuMs }) => cpuMs).median / benchCase.surveys;
  const ratio = (benchCase: Case): number =>
    of(benchCase, (figures) => ratioOf(benchCase, figures)).median;
  const rss = (benchCase: Case): number => of(benchCase, ({ peakRssMb }) => peakRssMb).median;
  const growth = (
    what: string,
    { from, to }: { readonly from: Case; readonly to: Case },
  ): readonly Target[] => [
    {
      what: `${what}: processor time of a survey ×`,
      value: cpuOfSurvey(to) / cpuOfSurvey(from),
      digits: 2,
      bound: { atMost: 1.1 },
    },
    {
      what: '… peak memory ×',
      value: rss(to) / rss(from),
      digits: 2,
      bound: { atMost: 1.3 },
    },
  ];
  return {
    title: 'A company’s week',
    text:
      `A local server with ${LATENCY_MS} ms latency, in a process of its own, answers for companies with ten surveys in a ` +
      'folder and folders four deep: five requests for each survey and one for each folder with surveys; 1,300 to 2,200 hourly and 338 daily rows a survey, gzip. ' +
      'Floor: ceil(requests / in flight) × latency, by arithmetic. Each run in a fresh process on an empty store. On a busy machine part of the wall time went by while other programs had the cores: it is in the ratios and told beside them.',
    columns: [
      'way',
      'surveys',
      'in flight',
      'requests',
      'reports',
      'floor s',
      'wall s',
      '× floor',
      'CPU s',
      'waited for a core s',
      'peak RSS MB',
    ],
    rows: cases.map((benchCase) => [
      nameOf(benchCase),
      String(benchCase.surveys),
      String(benchCase.concurrency),
      of(benchCase, ({ requests }) => requests).median.toFixed(0),
      of(benchCase, ({ reports }) => reports).median.toFixed(0),
      of(benchCase, (figures) => floorMs(benchCase, figures) / 1000).median.toFixed(2),
      shown(
        of(benchCase, ({ wallMs }) => wallMs / 1000),
        2,
      ),
      shown(
        of(benchCase, (figures) => ratioOf(benchCase, figures)),
        3,
      ),
      shown(
        of(benchCase, ({ cpuMs }) => cpuMs / 1000),
        2,
      ),
      shown(
        of(benchCase, ({ waitedMs }) => (waitedMs ?? Number.NaN) / 1000),
        2,
      ),
      shown(
        of(benchCase, ({ peakRssMb }) => peakRssMb),
        0,
      ),
    ]),
    targets: [
      {
        what: '1,000 surveys, 32 in flight, without rendering, wall time × floor',
        value: ratio(FETCHED),
        digits: 3,
        bound: { atMost: 1.1 },
      },
      {
        what: `requests for each survey, beside ${REQUESTS_OF_RUN} for the run and one for each folder`,
        value: of(
          MAIN,
          ({ requests }) =>
            (requests - REQUESTS_OF_RUN - MAIN.surveys / SURVEYS_IN_FOLDER) / MAIN.surveys,
        ).median,
        digits: 2,
        bound: { atMost: 5 },
      },
      {
        what: '1,000 surveys, 32 in flight, wall time × floor',
        value: ratio(MAIN_WITHOUT_FACTS),
        digits: 3,
        bound: { atMost: 1.08 },
      },
      {
        what: '1,000 surveys, 8 in flight, wall time × floor',
        value: ratio(SLOW),
        digits: 3,
        bound: { atMost: 1.2 },
      },
      {
        what: '1,000 surveys, 32 in flight, peak memory',
        value: rss(MAIN),
        digits: 0,
        bound: { atMost: 300 },
        unit: ' MB',
      },
      {
        what: 'memory is flat: peak with 4,000 surveys × with 1,000',
        value: rss(LARGE) / rss(MAIN),
        digits: 2,
        bound: { atMost: 1.1 },
      },
      {
        what: '20,000 surveys in 2,000 folders, 128 in flight, wall time × floor',
        value: ratio(HUGE),
        digits: 2,
        bound: { atMost: 2 },
      },
      {
        what: '… with fact tables',
        value: ratio(HUGE_WITH_FACTS),
        digits: 2,
        bound: { atMost: 2.2 },
      },
      {
        what: '… on one thread',
        value: ratio(HUGE_ONE_THREAD),
        digits: 2,
        bound: { atMost: 2.5 },
      },
      {
        what: '… peak memory of all threads',
        value: rss(HUGE),
        digits: 0,
        bound: { atMost: 400 },
        unit: ' MB',
      },
      {
        what: '… of one thread',
        value: rss(HUGE_ONE_THREAD),
        digits: 0,
        bound: { atMost: 300 },
        unit: ' MB',
      },
      {
        what: '… processor time × that of gathering alone',
        value: cpuOfSurvey(HUGE) / cpuOfSurvey(HUGE_GATHERED),
        digits: 2,
        bound: { atMost: 2 },
      },
      ...growth(`growth from 1,000 to ${largest.surveys.toLocaleString('en')} surveys`, {
        from: SMALL,
        to: largest,
      }),
      ...growth('500 surveys in one folder instead of 50', {
        from: HALF_OF_SMALL,
        to: WIDE_STORE,
      }),
      ...growth('2,000 folders of one survey in one folder instead of 200', {
        from: NARROW_REGIONS,
        to: WIDE_REGION,
      }),
    ],
  };
}

async function runCase(
  { isRepeated: _, shape, ...benchCase }: Case,
  { profiles }: BenchOptions,
): Promise<RunFigures> {
  const server = await startChild(SERVER, {
    surveys: benchCase.surveys,
    shape,
    latencyMs: LATENCY_MS,
  });
  try {
    const file = benchCase.way === 'plain' ? PLAIN : OURS;
    return await measure(file, { ...benchCase, url: server.line }, runFigures, profiles);
  } finally {
    await endChild(server);
  }
}

function nameOf({ way, shape }: Case): string {
  return shape === undefined ? NAMES[way] : `${NAMES[way]}, in ${shape.name}`;
}

function floorMs({ concurrency }: Case, { requests }: RunFigures): number {
  return Math.ceil(requests / concurrency) * LATENCY_MS;
}

function ratioOf(benchCase: Case, figures: RunFigures): number {
  return figures.wallMs / floorMs(benchCase, figures);
}
