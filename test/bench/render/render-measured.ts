// A child process that measures one renderer: the first report, then many, alternating between five reports.
import { performance } from 'node:perf_hooks';
import { inputOf, sendResult } from '../child.ts';
import { cpuMs, peakRssMb } from '../bench-samples.ts';
import type { RenderFigures } from './render-figures.ts';
import { renderInput, SEEDS, type Calm } from './render-figures.ts';
import { openWay, type RenderWay } from './ways.ts';
import { openRenderInputs } from './render-inputs.ts';

/** One figure per batch, so that garbage collection is included. */
async function warmCpu(
  { render, reset }: RenderWay,
  usedMs: () => number,
  { warmUp, batches, batchSize }: Calm,
): Promise<number[]> {
  for (let call = 0; call < warmUp; call += 1) {
    await render(seedOf(call));
    await reset();
  }
  const figures: number[] = [];
  for (let batch = 0; batch < batches; batch += 1) {
    const start = usedMs();
    for (let call = 0; call < batchSize; call += 1) await render(seedOf(batch * batchSize + call));
    figures.push((usedMs() - start) / batchSize);
    await reset();
  }
  return figures;
}

/** Measured afterwards, because reading other processes costs CPU time. */
async function peakMb({ render, reset, isTree }: RenderWay): Promise<number> {
  if (!isTree) return peakRssMb();
  const { peakTreeMb } = await import('./processes.ts');
  return peakTreeMb(async () => {
    for (const seed of SEEDS.slice(0, 2)) {
      await render(seed);
      await reset();
    }
  });
}

async function usage({ isTree }: RenderWay): Promise<() => number> {
  return isTree ? (await import('./processes.ts')).treeCpuMs : cpuMs;
}

function seedOf(call: number): number {
  return SEEDS[call % SEEDS.length] ?? SEEDS[0];
}

async function measured(): Promise<RenderFigures> {
  const { way: name, language, folder, calm } = inputOf(renderInput);
  const way = await openWay(name, openRenderInputs(folder, language));
  const first = await way.render(SEEDS[0]);
  // Counted from the start of the process.
  const firstMs = performance.now();
  await way.reset();
  const warmCpuMs = await warmCpu(way, await usage(way), calm);
  const peak = await peakMb(way);
  const alone = await way.renderAlone(SEEDS[0]);
  await way.end();
  return {
    firstMs,
    warmCpuMs,
    peakMb: peak,
    bytes: first.byteLength,
    ownBytes: alone.byteLength,
  };
}

sendResult(await measured());
