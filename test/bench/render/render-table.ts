// The section of the render benchmark with figures and targets.
import { HEAP_MB, type LongReportResult } from '../../unit/adapters/pdf/long-report.ts';
import { shown, spreadOf, type Spread } from '../bench-samples.ts';
import type { Section, Target } from '../results-section.ts';
import type { BenchLanguage, RenderFigures, Shape, WayName } from './render-figures.ts';
import { LANGUAGES, waysFor } from './render-figures.ts';

export const NAMES: Readonly<Record<WayName, string>> = {
  pdf: 'ours: layout and drawing',
  layout: 'of it the layout',
  json: 'ours: JSON of the same report',
  deflate: 'floor: deflating the streams of our PDF',
  pdfkit: 'peer: pdfkit, plainly',
  pdfmake: 'peer: pdfmake',
  'react-pdf': 'peer: @react-pdf/renderer',
  chromium: 'peer: Chromium, one page kept',
  'chromium-cold': 'peer: Chromium, started each time',
};

const LANGUAGE_NAMES: Readonly<Record<BenchLanguage, string>> = {
  en: 'English',
  ja: 'Japanese',
  ar: 'Arabic',
};

export interface RenderMeasurement {
  readonly ways: readonly WayName[];
  /** Why peers were omitted. */
  readonly omissions: readonly string[];
  readonly shapes: Readonly<Record<BenchLanguage, Shape>>;
  /** A report with 10,000 of everything, once for each round. */
  readonly flood: readonly LongReportResult[];
  readonly of: (language: BenchLanguage, way: WayName) => readonly RenderFigures[];
}

export function sectionOf(measured: RenderMeasurement): Section {
  return {
    title: 'Rendering a report',
    text: textOf(measured),
    columns: ['language', 'way', 'CPU ms, warm', '× ours', 'first report ms', 'peak RSS MB', 'KB'],
    rows: LANGUAGES.flatMap((language) =>
      waysFor(language, measured.ways).map((way) => rowOf(measured, language, way)),
    ),
    targets: [
      ...fasterThan(measured, 'en', 'chromium', 25),
      ...fasterThan(measured, 'en', 'pdfkit', 10),
      ...fasterThan(measured, 'en', 'pdfmake', 10),
      {
        what: 'English, warm, × deflating the same streams',
        value: warmOf(measured, 'en', 'pdf').median / warmOf(measured, 'en', 'deflate').median,
        digits: 1,
        bound: { atMost: 7 },
      },
      ...fasterThan(measured, 'ja', 'chromium', 15),
      ...fasterThan(measured, 'ar', 'chromium', 10),
      {
        what: 'English, PDF without its attachment',
        value: figure(measured, 'en', 'pdf', ({ ownBytes }) => ownBytes / 1024).median,
        digits: 1,
        bound: { atMost: 44 },
        unit: ' KB',
      },
      {
        what: '10,000 follow-ups, alerts and surveys, both files',
        value: spreadOf(measured.flood.map(({ seconds }) => seconds)).median,
        digits: 1,
        bound: { atMost: 5 },
        unit: ' s',
      },
      {
        what: 'their peak RSS',
        value: spreadOf(measured.flood.map(({ peakMb }) => peakMb)).median,
        digits: 0,
        bound: { atMost: 300 },
        unit: ' MB',
      },
    ],
  };
}

function textOf({ shapes, omissions }: RenderMeasurement): string {
  const sizes = LANGUAGES.map((language) => {
    const { pages, textRuns, shapes: drawn } = shapes[language];
    return `${pages} A4 pages with ${textRuns} text runs and ${drawn} shapes in ${LANGUAGE_NAMES[language]}`;
  });
  return [
    `A store with three surveys: ${sizes.join(', ')}; charts, heat maps and tables, Noto Sans in two weights; five different ones in turn.`,
    'Processor time is user and system, of all threads and processes, so garbage collection is in it. The first report counts from the start of the process, and reads its input.',
    'Peers are given our finished layout and draw the same texts and shapes, so layout is in our time and not in theirs; ours are tagged and carry their JSON, which is in their KB; of the peers only Chromium tags.',
    'Each in its best known practice: fonts registered once where that is possible (pdfkit, plainly, is as most people write it and opens the whole fonts for each report); texts of react-pdf inside its drawing; Chromium with the fonts installed, which was faster than @font-face from files or data, one page kept for all reports or a browser for each, whose end is not counted.',
    'Memory of Chromium is that of all its processes and the one that drives it, where shared pages count once.',
    `The flood is rendered by a process of its own with a heap of ${HEAP_MB} MB.`,
    ...omissions,
  ].join(' ');
}

function rowOf(
  measured: RenderMeasurement,
  language: BenchLanguage,
  way: WayName,
): readonly string[] {
  const warm = warmOf(measured, language, way);
  return [
    LANGUAGE_NAMES[language],
    NAMES[way],
    shown(warm, 2),
    (warm.median / warmOf(measured, language, 'pdf').median).toFixed(2),
    shown(
      figure(measured, language, way, ({ firstMs }) => firstMs),
      0,
    ),
    shown(
      figure(measured, language, way, ({ peakMb }) => peakMb),
      0,
    ),
    way === 'layout'
      ? ''
      : figure(measured, language, way, ({ bytes }) => bytes / 1024).median.toFixed(1),
  ];
}

/** Empty for an omitted peer. */
function fasterThan(
  measured: RenderMeasurement,
  language: BenchLanguage,
  way: WayName,
  atLeast: number,
): readonly Target[] {
  if (!measured.ways.includes(way)) return [];
  return [
    {
      what: `${LANGUAGE_NAMES[language]}, warm, times faster than ${NAMES[way].replace('peer: ', '')}`,
      value: warmOf(measured, language, way).median / warmOf(measured, language, 'pdf').median,
      digits: 1,
      bound: { atLeast },
    },
  ];
}

function warmOf({ of }: RenderMeasurement, language: BenchLanguage, way: WayName): Spread {
  return spreadOf(of(language, way).flatMap(({ warmCpuMs }) => warmCpuMs));
}

function figure(
  { of }: RenderMeasurement,
  language: BenchLanguage,
  way: WayName,
  value: (figures: RenderFigures) => number,
): Spread {
  return spreadOf(of(language, way).map(value));
}
