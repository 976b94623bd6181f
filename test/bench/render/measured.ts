// One way of rendering, measured in a fresh process: the first report, then many, five different ones in turn.
import { performance } from 'node:perf_hooks';
import type { Page } from '../../../lib/adapters/pdf/operations.ts';
import type { Report } from '../../../lib/domain/report.ts';
import { storeReport } from '../../support/reports.ts';
import { inputOf, say } from '../child.ts';
import { cpuPerCall, peakRssMb } from '../samples.ts';
import { renderInput, type RenderFigures, type Way } from './figures.ts';

const SETTINGS = { locale: 'en', paper: 'A4' } as const;
const CALM = {
  pdf: { warmUp: 100, batches: 12, batchSize: 10 },
  layout: { warmUp: 100, batches: 12, batchSize: 10 },
  json: { warmUp: 100, batches: 12, batchSize: 10 },
  naive: { warmUp: 15, batches: 5, batchSize: 5 },
} as const;

const { way } = inputOf(renderInput);
const reports = [1, 2, 3, 4, 5].map((seed) => storeReport(2, { seed }));

/** What the peer draws is laid out before its time begins. */
const layouts = way === 'naive' ? laidOut() : Promise.resolve(new Map<Report, readonly Page[]>());
await layouts;

async function laidOut(): Promise<ReadonlyMap<Report, readonly Page[]>> {
  const { layout, settingFor } = await import('../../../lib/adapters/pdf/layout.ts');
  return new Map(reports.map((report) => [report, layout(report, settingFor(report, SETTINGS))]));
}

/** Renders one of the reports and says how many bytes that makes; imports no more than it needs. */
async function rendering(of: Way): Promise<(report: Report) => Promise<number>> {
  switch (of) {
    case 'pdf': {
      const { pdfRenderer } = await import('../../../lib/adapters/pdf/index.ts');
      const renderer = pdfRenderer(SETTINGS);
      return async (report) => (await renderer.render(report)).bytes.byteLength;
    }
    case 'json': {
      const { jsonRenderer } = await import('../../../lib/adapters/json/index.ts');
      const renderer = jsonRenderer();
      return async (report) => (await renderer.render(report)).bytes.byteLength;
    }
    case 'layout': {
      const { layout, settingFor } = await import('../../../lib/adapters/pdf/layout.ts');
      return (report) => {
        layout(report, settingFor(report, SETTINGS));
        return Promise.resolve(0);
      };
    }
    case 'naive': {
      const pages = await layouts;
      const { drawNaively } = await import('./naive.ts');
      return async (report) => (await drawNaively(pages.get(report) ?? [])).byteLength;
    }
  }
}

async function shapeOf(report: Report): Promise<Pick<RenderFigures, 'pages' | 'textRuns'>> {
  const { layout, settingFor } = await import('../../../lib/adapters/pdf/layout.ts');
  const pages = layout(report, settingFor(report, SETTINGS));
  const operations = pages.flatMap(({ parts }) => parts.flatMap((part) => part.operations));
  return {
    pages: pages.length,
    textRuns: operations.filter(({ kind }) => kind === 'text').length,
  };
}

const [first] = reports;
if (first === undefined) throw new Error('no report');
const start = performance.now();
const render = await rendering(way);
const bytes = await render(first);
const firstMs = performance.now() - start;
const warmCpuMs = await cpuPerCall(
  (call) => render(reports[call % reports.length] ?? first),
  CALM[way],
);
const rss = peakRssMb();
say({ firstMs, warmCpuMs, peakRssMb: rss, bytes, ...(await shapeOf(first)) });
