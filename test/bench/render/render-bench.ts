// Rendering a report of four pages in two languages: warm CPU time, the first report of a process, memory and size,
// compared with other PDF libraries.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LongReportResult } from '../../unit/adapters/pdf/long-report.ts';
import { renderLongReport } from '../../unit/adapters/pdf/long-report.ts';
import { measure } from '../child.ts';
import { spreadOf } from '../bench-samples.ts';
import type { Bench, BenchOptions, Section } from '../results-section.ts';
import { CHROMIUM, haveChromium } from './chromium.ts';
import type { Calm, BenchLanguage, RenderFigures, WayName } from './render-figures.ts';
import { LANGUAGES, renderFigures, shapes, WAYS, waysFor } from './render-figures.ts';
import { havePeers } from './peers.ts';
import { NAMES, sectionOf } from './render-table.ts';

const MEASURED = new URL('./render-measured.ts', import.meta.url);
const PREPARE = new URL('./prepare.ts', import.meta.url);

/** V8 still optimizes code during the first three hundred reports or so. */
const OURS: Calm = { warmUp: 400, batches: 8, batchSize: 20 };
const PEER: Calm = { warmUp: 40, batches: 4, batchSize: 5 };
const CALM: Readonly<Record<WayName, Calm>> = {
  pdf: OURS,
  layout: OURS,
  json: OURS,
  deflate: OURS,
  pdfkit: PEER,
  pdfmake: PEER,
  'react-pdf': PEER,
  chromium: PEER,
  // It is never warm.
  'chromium-cold': { warmUp: 0, batches: 2, batchSize: 1 },
};

export const renderBench: Bench = {
  name: 'render',
  summary: 'a report of four pages: processor time against pdfkit, pdfmake, react-pdf and Chromium',
  run,
};

async function run({ rounds, profiles, progress }: BenchOptions): Promise<Section> {
  const { ways, omissions } = available(progress);
  const folder = await mkdtemp(join(tmpdir(), 'render-bench-'));
  try {
    const reportShapes = await measure(PREPARE, { folder }, shapes);
    const measuredFigures = new Map<string, RenderFigures[]>();
    for (let round = 0; round < rounds; round += 1) {
      for (const language of LANGUAGES) {
        for (const way of waysFor(language, ways)) {
          const input = { way, language, folder, calm: CALM[way] };
          const figures = await measure(MEASURED, input, renderFigures, profiles);
          const key = keyOf(language, way);
          measuredFigures.set(key, [...(measuredFigures.get(key) ?? []), figures]);
          const { median } = spreadOf(figures.warmCpuMs);
          progress(`${language}, ${NAMES[way]}: ${median.toFixed(2)} ms CPU`);
        }
      }
    }
    const flood: LongReportResult[] = [];
    for (let round = 0; round < rounds; round += 1) flood.push(await renderLongReport());
    return sectionOf({
      flood,
      ways,
      omissions,
      shapes: reportShapes,
      of: (language, way) => measuredFigures.get(keyOf(language, way)) ?? [],
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function keyOf(language: BenchLanguage, way: WayName): string {
  return `${language} ${way}`;
}

interface Available {
  readonly ways: readonly WayName[];
  /** Why peers could not be measured. */
  readonly omissions: readonly string[];
}

function available(progress: (text: string) => void): Available {
  const ways = new Set(WAYS);
  const omissions: string[] = [];
  const leaveOut = (why: string, names: readonly WayName[]): void => {
    progress(why);
    omissions.push(why);
    for (const name of names) ways.delete(name);
  };
  if (!havePeers(progress)) {
    leaveOut('Left out: pdfmake, react-pdf and Chromium, whose packages could not be installed.', [
      'pdfmake',
      'react-pdf',
      'chromium',
      'chromium-cold',
    ]);
  } else if (!haveChromium()) {
    leaveOut(`Left out: Chromium, since there is no ${CHROMIUM}.`, ['chromium', 'chromium-cold']);
  }
  return { ways: [...ways], omissions };
}
