// The report of a folder with surveys of its own: one sheet for one survey, or a comparison and the surveys.
import type { Report } from '../../../domain/report.ts';
import { textStyles } from '../../../charts/theme.ts';
import type { Block } from '../block.ts';
import { paragraph } from '../block.ts';
import { heightOf, fitOnePage } from '../page-flow.ts';
import type { LayoutContext } from '../layout-context.ts';
import { frontPageHeader } from './page-header.ts';
import { dataQuality, statusNotice } from './quality-blocks.ts';
import { surveyComparison } from './survey-comparison.ts';
import {
  HALF_DENSITIES,
  WHOLE_DENSITIES,
  keepLastWithNext,
  surveyPages,
  surveySections,
} from './survey-page.ts';

const MAX_NOTES = 10;
/** Notes of the sheet of one survey, beginning with the most important. */
const SHEET_NOTES = 6;

/** `note`: the foot of the last page. */
export function* storePages(
  report: Report,
  note: Block,
  context: LayoutContext,
): Generator<readonly Block[], undefined> {
  const [survey, ...others] = report.surveys;
  if (survey !== undefined && others.length === 0) {
    yield surveySheet(report, note, context);
    return;
  }
  const front = [
    ...storeHeader(report, context),
    ...surveyComparison(report, context),
    ...dataQuality(report, MAX_NOTES, context),
  ];
  const { pageSize } = context;
  yield keepLastWithNext(front);
  const room = Math.max(0, pageSize.bottom - pageSize.top - heightOf(front));
  yield* surveyPages(report.surveys, { room, note, others: [] }, report.asOf, context);
  yield [note];
}

/** Everything about one survey, on one page if it fits. */
function surveySheet(report: Report, note: Block, context: LayoutContext): readonly Block[] {
  const { names, width } = context;
  // Parts that do not depend on the density are laid out once.
  const top = [
    ...storeHeader(report, context),
    ...report.surveys.map(({ key }) =>
      paragraph('H2', names.survey(key), textStyles.strong, width, { maxLines: 2, before: 2 }),
    ),
  ];
  const quality = dataQuality(report, SHEET_NOTES, context);
  return fitOnePage(
    [...WHOLE_DENSITIES, ...HALF_DENSITIES].map((density) => () => [
      ...top,
      ...keepLastWithNext([
        ...report.surveys.flatMap((survey) =>
          surveySections(survey, density, report.asOf, context),
        ),
        ...quality,
      ]),
      note,
    ]),
    context.pageSize,
  );
}

function storeHeader(report: Report, context: LayoutContext): readonly Block[] {
  return [frontPageHeader(report, context), ...statusNotice(report, context)];
}
