// A week of a large company with the queue and the bucket: wall time compared with the network minimum, CPU time per
// report, memory, requests to AWS and their cost.
import { endChild, measure, startChild } from '../child.ts';
import { startCloud } from '../cloud/cloud-figures.ts';
import type { Bench, BenchOptions, Section } from '../results-section.ts';
import { workerFigures } from './queue-figures.ts';
import { sectionOf } from './queue-table.ts';

const LATENCY_MS = 50;
/** Two in a store, ten stores in a region and so on: 1,999 folders. */
const SURVEYS = 3600;
const SURVEYS_IN_STORE = 2;
const CONCURRENCY = 8;
const MESSAGES = 16;
const ONE_BY_ONE = 3;
/** What NODE_OPTIONS of make-report has otherwise than commands, and V8's own rule of growth, since it can't have theirs. */
const LAMBDA_OPTIONS = ['--max-semi-space-size=32', '--heap-growing-percent=0'];

const UPSTREAM = new URL('../upstream/upstream-server.ts', import.meta.url);
const MEASURED = new URL('./queue-measured.ts', import.meta.url);

export const queueBench: Bench = {
  name: 'queue',
  summary: 'a week of 2,000 folders through queue and bucket: time, requests, cost',
  run,
};

/** Runs once for any number of rounds: it takes minutes, and its figures are averages over 2,000 reports. */
async function run({ profiles, progress }: BenchOptions): Promise<Section> {
  const cloud = await startCloud();
  const upstream = await startChild(UPSTREAM, {
    surveys: SURVEYS,
    shape: { perStore: SURVEYS_IN_STORE },
    latencyMs: LATENCY_MS,
  });
  try {
    const environment = {
      ...cloud.environment,
      FEEDBACK_API_URL: upstream.line,
      FEEDBACK_API_CONCURRENCY: String(CONCURRENCY),
    };
    const input = { environment, oneByOne: ONE_BY_ONE, messages: MESSAGES };
    const figures = await measure(MEASURED, input, workerFigures, profiles, LAMBDA_OPTIONS);
    progress(`${figures.sideBySide.reports} reports in ${figures.sideBySide.wallMs.toFixed(0)} ms`);
    return sectionOf(
      { figures, counts: await cloud.counts() },
      {
        surveys: SURVEYS,
        surveysInStore: SURVEYS_IN_STORE,
        latencyMs: LATENCY_MS,
        concurrency: CONCURRENCY,
        messages: MESSAGES,
      },
    );
  } finally {
    await endChild(upstream);
    await endChild(cloud.child);
  }
}
