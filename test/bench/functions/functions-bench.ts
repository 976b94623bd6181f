// Cold starts of the functions with the AWS runtime client, from process start to first answer, compared with an empty
// function, one that only creates a client, and one that draws a report with common libraries.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { missingForLambda } from '../../support/lambda/runtime-client.ts';
import { measure } from '../child.ts';
import { shapes } from '../render/render-figures.ts';
import type { Bench, BenchOptions, Section } from '../results-section.ts';
import { bundleThem } from './bundles.ts';
import type { Case, CaseName } from './cases.ts';
import { casesIn, startOne } from './cases.ts';
import type { ColdStart } from './functions-table.ts';
import { sectionOf } from './functions-table.ts';
import type { FunctionServices } from './function-services.ts';
import { startFunctionServices } from './function-services.ts';

const PREPARE = new URL('../render/prepare.ts', import.meta.url);
/** More rounds, because cold starts vary more than warm runs. */
const LEAST_ROUNDS = 7;

export const functionsBench: Bench = {
  name: 'functions',
  summary: 'functions on AWS: size of the packages, cold starts, the first report of a process',
  run,
};

async function run({ rounds, progress }: BenchOptions): Promise<Section> {
  const folder = await mkdtemp(join(tmpdir(), 'functions-bench-'));
  try {
    const bundles = join(folder, 'bundles');
    const sizes = await bundleThem(bundles);
    const missing = missingForLambda();
    if (missing !== null) progress(missing);
    const starts =
      missing === null
        ? await coldStarts(folder, bundles, { rounds: Math.max(LEAST_ROUNDS, rounds), progress })
        : new Map<CaseName, readonly ColdStart[]>();
    return sectionOf({ sizes, starts, missing });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Alternates between the functions in each round. */
async function coldStarts(
  folder: string,
  bundles: string,
  { rounds, progress }: Pick<BenchOptions, 'rounds' | 'progress'>,
): Promise<ReadonlyMap<CaseName, readonly ColdStart[]>> {
  const services = await startFunctionServices();
  try {
    const work = await mkdtemp(join(folder, 'work-'));
    await measure(PREPARE, { folder: work }, shapes);
    const cases = await casesIn(services, { bundles, work });
    const starts = new Map<CaseName, ColdStart[]>(cases.map(({ name }) => [name, []]));
    for (let round = 0; round < rounds; round += 1) {
      for (const benchCase of cases) {
        const start = await coldStart(services, bundles, benchCase);
        starts.get(benchCase.name)?.push(start);
        progress(`${benchCase.name}: ${start.initMs.toFixed(0)} + ${start.firstMs.toFixed(0)} ms`);
      }
    }
    return starts;
  } finally {
    await services.close();
  }
}

async function coldStart(
  services: FunctionServices,
  bundles: string,
  { name, event, prepare, answer }: Case,
): Promise<ColdStart> {
  prepare();
  const lambda = await startOne(services, bundles, name);
  try {
    const start = performance.now();
    const outcome = await lambda.invoke(event);
    const firstMs = performance.now() - start;
    if ('error' in outcome) throw new Error(`${name}: ${outcome.error.errorMessage}`);
    if (!answer.safeParse(outcome.result).success) throw new Error(`${name} answered otherwise`);
    return { initMs: lambda.initMs(), firstMs };
  } finally {
    await lambda.stop();
  }
}
