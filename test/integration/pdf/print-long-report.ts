// Renders a report with 10,000 of everything and prints size, time and memory; long-report.ts runs it.
import { layoutPages, createLayoutContext } from '../../../lib/adapters/pdf/layout.ts';
import type { Report, SurveyWeek } from '../../../lib/domain/report.ts';
import { createStoreReport } from '../../support/test-reports.ts';
import { linesOf } from '../../unit/adapters/pdf/page-text.ts';
import { renderPdf } from '../../unit/adapters/pdf/rendered.ts';

const MANY = 10_000;
const A4 = { locale: 'en', paper: 'A4' } as const;

function repeatToMany<T extends { readonly key: number }>(sample: readonly T[]): readonly T[] {
  return Array.from({ length: MANY }, (_, i) => {
    const item = sample[i % sample.length];
    if (item === undefined) throw new Error('the list to repeat is empty');
    return { ...item, key: i + 1 };
  });
}

function longReport(): Report {
  const base = createStoreReport(1);
  const surveys = repeatToMany(base.surveys).map((survey, i): SurveyWeek => {
    const { painPoints, highlights, alerts, hours } = survey;
    return i === 0
      ? {
          ...survey,
          painPoints: repeatToMany(painPoints ?? []),
          highlights: repeatToMany(highlights ?? []),
          alerts: repeatToMany(alerts ?? []),
        }
      : { ...survey, painPoints: [], highlights: [], alerts: [], hours: hours.slice(0, 1) };
  });
  const ranking = surveys.map(({ key, question, indexType, feedbackScale, ...figures }) => ({
    survey: key,
    name: question.name,
    indexType,
    feedbackScale,
    index: figures.index,
    change: figures.change,
    responses: figures.responses,
    rankScore: null,
  }));
  return {
    ...base,
    surveys,
    ranking,
    painPoints: repeatToMany(base.painPoints),
    highlights: repeatToMany(base.highlights),
  };
}

const report = longReport();
const startTime = performance.now();
const { bytes } = await renderPdf(report);
const seconds = (performance.now() - startTime) / 1000;
const peakMb = process.resourceUsage().maxRSS / 1024;
const pages = layoutPages(report, createLayoutContext(report, A4));
const notes = new Set(pages.flatMap((page) => linesOf(page)).filter((line) => / more /.test(line)));
process.stdout.write(
  JSON.stringify({
    pages: pages.length,
    notes: [...notes],
    bytes: bytes.length,
    seconds,
    peakMb,
  }),
);
