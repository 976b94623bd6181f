// The pages of surveys: at most two on each, in the least dense form that fits.
import type { SurveyWeek } from '../../../domain/report.ts';
import { kindName } from '../../../i18n/report-texts/index-types.ts';
import { displayText } from '../../../i18n/localization.ts';
import { joinTexts } from '../../../i18n/report-texts/alert-texts.ts';
import { textStyles } from '../../../charts/theme.ts';
import type { Block } from '../block.ts';
import { paragraph, stackBlocks } from '../block.ts';
import { heightBelow } from '../page-flow.ts';
import { SPACING } from '../layout-context.ts';
import type { LayoutContext } from '../layout-context.ts';
import { numberColumn, rowHeaderColumn, textColumn } from '../table-columns.ts';
import { truncateRows, table } from '../table-blocks.ts';
import { heading } from './section-heading.ts';
import type { SurveyLayout } from './survey-sections.ts';
import { createSurveyLayout, drawSurvey, fitSurvey, fitTwoSurveys } from './survey-sections.ts';

const SILENT_TOP = 10;
/** More surveys would not be read; the JSON has every survey. */
const MAX_SURVEYS = 100;

/** What shares the pages with surveys. */
export interface SurveySpace {
  /** The height that is left on the page before. */
  readonly availableHeight: number;
  /** Below the surveys. */
  readonly others: readonly Block[];
  /** At the bottom of the last page. */
  readonly note: Block;
}

/** As many surveys on each page as fit, at most two. */
export function* surveyPages(
  surveys: readonly SurveyWeek[],
  { availableHeight, note, others }: SurveySpace,
  asOf: string,
  context: LayoutContext,
): Generator<readonly Block[], undefined> {
  const { pageSize } = context;
  const withContent = surveys.filter(hasContent);
  const end = [...surveysWithoutPage(withContent.length - MAX_SURVEYS, context), ...others];
  const endHeight = heightBelow([...end, note]);
  let remainingLayouts = withContent
    .slice(0, MAX_SURVEYS)
    .map((survey) =>
      createSurveyLayout(survey, () => [surveyHeader(survey, context)], asOf, context),
    );
  let remainingHeight = availableHeight;
  while (remainingLayouts.length > 0) {
    const page = fittingPage(remainingLayouts, remainingHeight, endHeight);
    // A survey taller than a page is broken where it must be.
    const isTooTall = page === null && remainingHeight === pageSize.bottom - pageSize.top;
    const blocks = isTooTall
      ? remainingLayouts.slice(0, 1).flatMap((layout) => drawSurvey(layout, 'smallest'))
      : page?.blocks;
    if (blocks !== undefined) {
      const isLast = remainingLayouts.length === (page?.count ?? 1) && end.length === 0;
      const surveyBlocks = isLast ? keepLastWithNext(blocks) : blocks;
      yield remainingHeight === availableHeight ? surveyBlocks : startPage(surveyBlocks);
      remainingLayouts = remainingLayouts.slice(page?.count ?? 1);
    }
    remainingHeight = pageSize.bottom - pageSize.top;
  }
  yield keepLastWithNext(end);
}

interface SurveysOfPage {
  readonly count: number;
  readonly blocks: readonly Block[];
}

/** The most surveys that fit; `endHeight` is kept free below the last one. */
function fittingPage(
  surveys: readonly SurveyLayout[],
  free: number,
  endHeight: number,
): SurveysOfPage | null {
  const [first, second] = surveys;
  if (first === undefined) return null;
  const heightFor = (count: number): number => (count === surveys.length ? free - endHeight : free);
  const two = second === undefined ? null : fitTwoSurveys([first, second], heightFor(2));
  if (two !== null) return { count: 2, blocks: two };
  const one = fitSurvey(first, heightFor(1));
  return one === null ? null : { count: 1, blocks: one };
}

function startPage([first, ...others]: readonly Block[]): readonly Block[] {
  return first === undefined ? [] : [{ ...first, startsPage: true }, ...others];
}

/** Keeps the note, which follows, from being alone on its page. */
export function keepLastWithNext(blocks: readonly Block[]): readonly Block[] {
  const last = blocks.at(-1);
  return last === undefined ? [] : [...blocks.slice(0, -1), { ...last, keepWithNext: true }];
}

function hasContent({ responses, painPoints, highlights, alerts }: SurveyWeek): boolean {
  const lists = [painPoints, highlights, alerts];
  return responses > 0 || lists.some((list) => list !== null && list.length > 0);
}

function surveysWithoutPage(count: number, { words, width }: LayoutContext): readonly Block[] {
  if (count <= 0) return [];
  const text = words.surveysWithoutPage({ n: count });
  return [paragraph('P', text, textStyles.quiet, width, { before: SPACING.section })];
}

function surveyHeader(survey: SurveyWeek, context: LayoutContext): Block {
  const { names, width } = context;
  const zone = displayText(survey.timeZone, context, 60);
  return stackBlocks(
    [
      paragraph('H2', names.survey(survey.key), textStyles.subtitle, width, { maxLines: 2 }),
      paragraph('P', joinTexts([zone, kindName(survey, context)]), textStyles.quiet, width, {
        maxLines: 2,
      }),
    ],
    { before: SPACING.section, keepWithNext: true },
  );
}

/** A table of the surveys without a section of their own. */
export function silentSurveys(
  allSurveys: readonly SurveyWeek[],
  context: LayoutContext,
): readonly Block[] {
  const surveys = allSurveys.filter((survey) => !hasContent(survey));
  const { words, formats, names, width } = context;
  if (surveys.length === 0) return [];
  return [
    heading('H2', words.silentSurveys, width),
    ...table<SurveyWeek>(
      [
        rowHeaderColumn(words.columns.survey, 2, ({ key }) => names.survey(key), 1),
        textColumn(words.columns.timeZone, { width: { share: 1 } }, ({ timeZone }) =>
          displayText(timeZone, context, 60),
        ),
        numberColumn(words.columns.lastWeek, 80, ({ previousResponses }) =>
          formats.count(previousResponses),
        ),
      ],
      truncateRows(surveys, SILENT_TOP, SILENT_TOP, context),
      width,
      context,
    ),
  ];
}
