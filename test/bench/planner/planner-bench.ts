// The planner with a company of 20,000 surveys: time, CPU time and reads of its ticks during a week.
import { endChild, measure } from '../child.ts';
import { startCloud } from '../cloud/cloud-figures.ts';
import { shown, spreadOf, type Spread } from '../bench-samples.ts';
import type { Bench, BenchOptions, Section } from '../results-section.ts';
import { plannerFigures, STORES, TICKS, type Tick } from './planner-figures.ts';

const MEASURED = new URL('./planner-measured.ts', import.meta.url);

/** Lambda gives a whole core with 1,769 MB; the template gives plan-week 512 MB. */
const CORE_SHARE = 512 / 1769;

const SHOWN: Readonly<Record<Tick['tick'], string>> = {
  first: 'first: nothing is there',
  unchanged: 'nothing changed since: all jobs wait',
  'all made': 'all reports are there: the week is done',
  done: 'done before',
};

export const plannerBench: Bench = {
  name: 'planner',
  summary: 'plan-week over 20,000 surveys: time and reads of a tick',
  run,
};

async function run({ rounds, profiles, progress }: BenchOptions): Promise<Section> {
  const cloud = await startCloud();
  try {
    const input = { environment: cloud.environment, rounds };
    const { ticks, folders, surveys, peakRssMb } = await measure(
      MEASURED,
      input,
      plannerFigures,
      profiles,
    );
    for (const { store, tick, wallMs } of ticks) {
      progress(`${store}, ${SHOWN[tick]}: ${wallMs.toFixed(0)} ms`);
    }
    const of = (
      store: Tick['store'],
      tick: Tick['tick'],
      figure: (measuredTick: Tick) => number,
    ): Spread =>
      spreadOf(
        ticks
          .filter((measuredTick) => measuredTick.store === store && measuredTick.tick === tick)
          .map(figure),
      );
    const count = (spread: Spread): string => spread.median.toFixed(0);
    return {
      title: 'The planner on a large company',
      text:
        `One week of ${surveys} surveys in ${folders} folders five deep, which all owe a report; the surveys are in the folders of the last level. ` +
        'The reporting API is in memory and answers at once, and so is the queue; the store is in memory, or a bucket of the test server in another process, without latency: a real bucket adds its own, for 32 requests at a time at most. ' +
        `A first tick is measured on an empty store. The reports in between were made by the worker itself. Peak RSS ${peakRssMb.toFixed(0)} MB, with the company, the stores and the making of all reports in it, so it is no figure of the function’s.`,
      columns: ['store', 'tick', 'wall ms', 'CPU ms', 'reads', 'writes', 'API calls', 'jobs sent'],
      rows: STORES.flatMap((store) =>
        TICKS.map((tick) => [
          store,
          SHOWN[tick],
          shown(
            of(store, tick, ({ wallMs }) => wallMs),
            1,
          ),
          shown(
            of(store, tick, ({ cpuMs }) => cpuMs),
            1,
          ),
          count(of(store, tick, ({ reads }) => reads)),
          count(of(store, tick, ({ writes }) => writes)),
          count(of(store, tick, ({ calls }) => calls)),
          count(of(store, tick, ({ jobs }) => jobs)),
        ]),
      ),
      targets: [
        {
          what: 'reads of a week that is done',
          value: of('S3', 'done', ({ reads }) => reads).most,
          digits: 0,
          bound: { atMost: 1 },
        },
        {
          what: 'reads of a tick in which nothing changed, for each folder',
          value: of('S3', 'unchanged', ({ reads }) => reads).most / folders,
          digits: 2,
          bound: { atMost: 3 },
        },
        {
          what: 'first tick on the bucket, its CPU on the function’s 0.29 of a core (300 s are allowed)',
          value: of('S3', 'first', ({ cpuMs }) => cpuMs).most / 1000 / CORE_SHARE,
          digits: 0,
          bound: { atMost: 150 },
          unit: ' s',
        },
      ],
    };
  } finally {
    await endChild(cloud.child);
  }
}
