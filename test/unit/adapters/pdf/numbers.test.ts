// A PDF prints no number but those of the view, the numbers of its pages and how many places are named elsewhere.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { layoutPages, createLayoutContext } from '../../../../lib/adapters/pdf/layout.ts';
import type { Report } from '../../../../lib/domain/report.ts';
import { createReportView } from '../../../../lib/view/create-report-view.ts';
import {
  createEmptyReport,
  createAllKindsReport,
  createManySurveysReport,
  createPartialReport,
  createRegionReport,
  createStoreReport,
} from '../../../support/test-reports.ts';
import { readVersion2Report, VERSION_2_REPORTS } from '../../../support/version-2-reports.ts';
import { textOf } from './page-text.ts';
import {
  alertsReport,
  buttonsReport,
  closedReport,
  crowdReport,
  crowdedReport,
  improvedReport,
  levelsReport,
  limitsReport,
  missingReport,
  mixedReport,
  namelessReport,
  oddWeeks,
  steadyReport,
  troubledReport,
  unreadReport,
  zonesReport,
} from './special-reports.ts';

const REPORTS: readonly (readonly [string, Report])[] = [
  ['a store with one survey', createStoreReport(1)],
  ['a store with three surveys', createStoreReport(3)],
  ['every kind of index and scale', createAllKindsReport()],
  ['a region of twelve', createRegionReport(12)],
  ['a region of forty', createRegionReport(40)],
  ['an empty week', createEmptyReport()],
  ['a partial week', createPartialReport()],
  ['twelve surveys', createManySurveysReport(12)],
  ['alerts of every type', alertsReport()],
  ['alerts on both sides of a limit', limitsReport()],
  ['things without a name', namelessReport()],
  ['long lists of problems', missingReport()],
  ['many time zones', zonesReport()],
  ['many buttons', buttonsReport()],
  ['crowded hours', crowdedReport()],
  ['a crowd of surveys', crowdReport()],
  ['a region in trouble', troubledReport()],
  ['a store whose levels changed', levelsReport()],
  ['a steady region', steadyReport()],
  ['a region that got better', improvedReport()],
  ['a region with unread places', unreadReport()],
  ['a closed store', closedReport()],
  ['a folder with a subfolder and surveys', mixedReport()],
  ...VERSION_2_REPORTS.map(
    (name) => [`a ${name} of version "2"`, readVersion2Report(name)] as const,
  ),
  ...oddWeeks().map((report) => [`the week ${report.week}`, report] as const),
];

const LOCALES = ['en', 'ar'] as const;

/** The words of a text that have a digit, without the characters that are around them or isolate them. */
function numbersOf(text: string): readonly string[] {
  return text
    .replaceAll(/[\u2066-\u2069\u200e\u200f]/gu, '')
    .split(/[\s·,;:()“”„«»؛،、。]+/u)
    .filter((word) => /\d/u.test(word) && !word.includes('…'))
    .map((word) => word.replace(/[.?!]+$/u, ''));
}

/** All texts within a value. */
function textsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  // Heat cells print the weeks of a row.
  if (typeof value === 'number') return [String(Math.round(value))];
  if (Array.isArray(value)) return value.flatMap(textsOf);
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

describe('every number on a page', () => {
  for (const locale of LOCALES) {
    for (const [name, report] of REPORTS) {
      it(`is one of the view: ${name}, ${locale}`, () => {
        const context = createLayoutContext(report, { locale, paper: 'A4' });
        const view = createReportView(report, context);
        const said = new Set(textsOf(view).flatMap(numbersOf));
        // The page's number, how many places another page names, and how many characters have no glyph.
        const pages = layoutPages(report, context);
        const counts = Array.from({ length: Math.max(10, report.summary.surveys) }, (_, i) =>
          context.formats.count(i + 1),
        );
        for (const count of counts) said.add(count);
        const unknown = numbersOf(textOf(pages)).filter((number) => !said.has(number));
        assert.deepEqual(unknown, []);
      });
    }
  }
});
