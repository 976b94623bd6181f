// The reports of a week of the sample company, and their printed pages.
import assert from 'node:assert/strict';
import type { Report } from '../../../lib/domain/report.ts';
import { findManifest, readPlan, readReport } from '../../../lib/reports/report-repository.ts';
import { sampleReports } from '../../support/sample-reports.ts';
import { assertPrintedPages } from '../pdf/printed-pages.ts';
import { drawPages } from '../pdf/sample-pages.ts';
import { viewOf } from './surfaces.ts';
import { once } from '../../../lib/domain/memoize.ts';
import type { Print } from '../pdf/sample-pages.ts';

const WEEK = '2026-W46';

/** All reports of the week, made once for all tests of a process. */
export const readSampleWeek = once(async (): Promise<readonly Report[]> => {
  const { repository } = await sampleReports();
  const plan = await readPlan(repository, WEEK);
  const read: Report[] = [];
  for (const { key } of plan?.folders ?? []) {
    const manifest = await findManifest(repository, { week: WEEK, folder: key });
    if (manifest !== null) read.push(await readReport(repository, manifest));
  }
  return read;
});

/** Prints by name that `npm test` has: one of each direction, paper and length of texts. */
export const EXAMPLES = ['en on Letter', 'ar on A4', 'long texts on A4'];
export const IS_PRINTED =
  'is two pages for the company, one for a small folder or a place, all legible';

export async function assertPrinted({ pagesOf }: Print): Promise<void> {
  const pages = printedReports(await readSampleWeek()).flatMap((report) => {
    const ofReport = pagesOf(report);
    assert.equal(ofReport.length, pageCountOf(report), report.folder.name);
    return ofReport;
  });
  assert.equal(assertPrintedPages(await drawPages(pages)).length, pages.length);
}

/** A folder and a place for each combination of states; the company and its largest parts are among them. */
function printedReports(reports: readonly Report[]): readonly Report[] {
  const alike = Map.groupBy(reports, (report) => {
    const view = viewOf(report, 'en');
    const states =
      view.kind === 'folder'
        ? view.sections.map(({ state }) => state)
        : view.surveys.map(({ finding }) => finding.state);
    return [view.kind, ...states].join(' ');
  });
  return [...alike.values()].flatMap((same) => same.slice(0, 1));
}

/** A folder with more surveys than this lists the ones as usual on a second page. */
const MOST_ON_ONE_PAGE = 12;

function pageCountOf(report: Report): number {
  const view = viewOf(report, 'en');
  if (view.kind === 'place') return 1;
  const rows = view.sections.reduce((sum, section) => sum + section.rows.length, 0);
  return rows > MOST_ON_ONE_PAGE ? 2 : 1;
}
