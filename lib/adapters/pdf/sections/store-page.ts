// The report of a folder with surveys of its own: one sheet for one survey, or a comparison and the surveys.
import type { Report, SurveyWeek } from '../../../domain/report.ts';
import { textStyles } from '../../../charts/theme.ts';
import type { Block } from '../block.ts';
import { paragraph } from '../block.ts';
import { heightBelow, heightOf } from '../page-flow.ts';
import type { LayoutContext } from '../layout-context.ts';
import { frontPageHeader } from './page-header.ts';
import { dataQuality, statusNotice } from './quality-blocks.ts';
import { surveyComparison } from './survey-comparison.ts';
import { keepLastWithNext, surveyPages } from './survey-page.ts';
import { createSurveyLayout, drawSurvey, fitSurvey } from './survey-sections.ts';

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
    yield surveySheet(survey, report, note, context);
    return;
  }
  const front = [
    ...storeHeader(report, context),
    ...surveyComparison(report, context),
    ...dataQuality(report, MAX_NOTES, context),
  ];
  const { pageSize } = context;
  yield keepLastWithNext(front);
  const availableHeight = Math.max(0, pageSize.bottom - pageSize.top - heightOf(front));
  yield* surveyPages(report.surveys, { availableHeight, note, others: [] }, report.asOf, context);
  yield [note];
}

/** Everything about one survey, on one page if it fits. */
function surveySheet(
  survey: SurveyWeek,
  report: Report,
  note: Block,
  context: LayoutContext,
): readonly Block[] {
  const { names, width } = context;
  const top = [
    ...storeHeader(report, context),
    paragraph('H2', names.survey(survey.key), textStyles.strong, width, {
      maxLines: 2,
      before: 2,
    }),
  ];
  const quality = dataQuality(report, SHEET_NOTES, context);
  const layout = createSurveyLayout(survey, () => [], report.asOf, context);
  const { top: pageTop, bottom } = context.pageSize;
  const availableHeight = bottom - pageTop - heightOf(top) - heightBelow([...quality, note]);
  // Lists are shortened rather than starting another page.
  const sections = fitSurvey(layout, availableHeight) ?? drawSurvey(layout, 'loosest');
  return [...top, ...keepLastWithNext([...sections, ...quality]), note];
}

function storeHeader(report: Report, context: LayoutContext): readonly Block[] {
  return [frontPageHeader(report, context), ...statusNotice(report, context)];
}
