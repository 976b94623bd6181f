// Rendering a report of four pages: processor time when warm, the first one in a fresh process, memory and size.
import { measure } from '../child.ts';
import { shown, spreadOf, type Spread } from '../samples.ts';
import type { Bench, BenchOptions, Section } from '../section.ts';
import { renderFigures, type RenderFigures, type Way } from './figures.ts';

const MEASURED = new URL('./measured.ts', import.meta.url);
const WAYS: readonly Way[] = ['pdf', 'layout', 'json', 'naive'];

const NAMES: Readonly<Record<Way, string>> = {
  pdf: 'ours: layout and drawing',
  layout: 'of it the layout',
  json: 'ours: JSON of the same report',
  naive: 'peer: pdfkit, plainly, drawing alone',
};

export const renderBench: Bench = {
  name: 'render',
  summary: 'a report of four pages: processor time against pdfkit as most people write it',
  run,
};

async function run({ rounds, profiles, progress }: BenchOptions): Promise<Section> {
  const measured = new Map<Way, RenderFigures[]>(WAYS.map((way) => [way, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const way of WAYS) {
      const figures = await measure(MEASURED, { way }, renderFigures, profiles);
      measured.get(way)?.push(figures);
      progress(`${NAMES[way]}: ${spreadOf(figures.warmCpuMs).median.toFixed(2)} ms CPU`);
    }
  }
  const all = (way: Way): readonly RenderFigures[] => measured.get(way) ?? [];
  const warm = (way: Way): Spread => spreadOf(all(way).flatMap(({ warmCpuMs }) => warmCpuMs));
  const of = (way: Way, figure: (figures: RenderFigures) => number): Spread =>
    spreadOf(all(way).map(figure));
  const shape = all('pdf')[0];
  return {
    title: 'Rendering a report',
    text:
      `A store with two surveys: ${shape?.pages ?? 0} A4 pages, ${shape?.textRuns ?? 0} text runs, charts and heat maps, Noto Sans in two weights; ` +
      'five different ones in turn. Processor time counts all threads, so garbage collection is in it. ' +
      'The peer makes a document for each report, opens the whole fonts each time and draws our finished layout through text(); that layout is made before its time begins, but is in its memory.',
    columns: ['way', 'CPU ms, warm', '× ours', 'first report ms', 'peak RSS MB', 'KB'],
    rows: WAYS.map((way) => [
      NAMES[way],
      shown(warm(way), 2),
      (warm(way).median / warm('pdf').median).toFixed(2),
      shown(
        of(way, ({ firstMs }) => firstMs),
        0,
      ),
      shown(
        of(way, ({ peakRssMb }) => peakRssMb),
        0,
      ),
      way === 'layout' ? '' : (of(way, ({ bytes }) => bytes).median / 1024).toFixed(1),
    ]),
    targets: [
      {
        what: 'warm, times faster than plain pdfkit',
        value: warm('naive').median / warm('pdf').median,
        digits: 1,
        bound: { atLeast: 10 },
      },
      {
        what: 'PDF of four pages',
        value: of('pdf', ({ bytes }) => bytes).median / 1024,
        digits: 1,
        bound: { atMost: 60 },
        unit: ' KB',
      },
    ],
  };
}
