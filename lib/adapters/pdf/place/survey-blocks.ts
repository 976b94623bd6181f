// What the sheet of a place has of one survey: its figure, weeks, days, options and what to check.
import type { SurveyView } from '../../../view/report-view.ts';
import type { SurveyPartsOf } from '../../../view/view-parts.ts';
import { renderParts } from '../../../view/view-parts.ts';
import { line } from '../../../charts/draw-operations.ts';
import { colours } from '../../../charts/theme.ts';
import { memoizeByNumber } from '../../../domain/memoize.ts';
import type { Block } from '../block.ts';
import { block, paragraph } from '../block.ts';
import { ruledParagraph } from '../sheet/rich-text.ts';
import type { HeadingLevel } from '../sheet/section-head.ts';
import { sectionHead } from '../sheet/section-head.ts';
import type { SheetContext } from '../sheet/sheet-context.ts';
import { sheetStyles } from '../sheet/sheet-styles.ts';
import { chartBlocks } from './chart-blocks.ts';
import { figureBlocks } from './figure-block.ts';
import { optionBlocks } from './option-blocks.ts';
import type { LayOut, PlaceLayout } from './steps.ts';
import { sectionOf } from './steps.ts';

/** The height of plots of a survey that is as usual, beside others. */
const USUAL_PLOT = 66;
/** The heights of plots that a survey is laid out with. */
const PLOTS = 2;
const PARTS_OF_WEEK = { maxLines: 6, before: 6 } as const;
/** Between a heading and the rule below it. */
const RULE_GAP = 3;

/** One of several: below a rule, its question with its state. */
export function titledSurvey(survey: SurveyView, isFirst: boolean, context: SheetContext): LayOut {
  const { width } = context;
  const { state } = survey.finding;
  const rule = block(null, 0, [line([0, 0], [width, 0], colours.ink, 1.2)], {
    before: 9,
    keepWithNext: true,
  });
  const head = sectionHead(survey.question, width, { state, note: survey.position, before: 5 });
  const isQuiet = !isFirst && state === 'usual';
  const layOut = surveyLayout(survey, { level: 'H3', before: 6 }, context);
  return ({ section, plot, hasUsualCharts }) => {
    const shown = isQuiet
      ? { hasCharts: hasUsualCharts, plot: Math.min(plot, USUAL_PLOT) }
      : { plot };
    return [rule, head, ...layOut({ section, ...shown })];
  };
}

export interface SurveyHeads {
  /** Of the heads of sections. */
  readonly level: HeadingLevel;
  /** Space above the figure. */
  readonly before: number;
}

interface SurveyLayout extends Pick<PlaceLayout, 'section' | 'plot'> {
  readonly hasCharts?: boolean;
}

interface PartContext extends SheetContext, SurveyHeads {
  readonly survey: SurveyView;
}

const PARTS: Omit<
  SurveyPartsOf<'pdf', LayOut<SurveyLayout>, PartContext>,
  'question' | 'position' | 'finding'
> = {
  figure(figure, { survey: { buttons, finding }, before, ...context }) {
    const blocks = figureBlocks(figure, buttons, finding.state, before, context);
    return () => blocks;
  },
  // Beside the figure.
  buttons: () => nothing,
  trend(_, { survey, level, ...context }) {
    const charts = memoizeByNumber(PLOTS, (plot) =>
      sectionOf(chartBlocks(survey, { level, plot }, context)),
    );
    return ({ hasCharts = true, ...layout }) => (hasCharts ? charts(layout.plot)(layout) : []);
  },
  // Beside the weeks.
  days: () => nothing,
  painPoints: (painPoints, { survey: { highlights }, level }) =>
    sectionOf(optionBlocks([painPoints, highlights], level)),
  // Beside the pain points.
  highlights: () => nothing,
  parts(parts, { formats, width }) {
    const text = formats.sentences(parts);
    const blocks =
      text === '' ? [] : [paragraph('P', text, sheetStyles.body, width, PARTS_OF_WEEK)];
    return () => blocks;
  },
  checks: (checks, { level, ...context }) =>
    sectionOf(checks === null ? [] : checkBlocks(checks, level, context)),
};

const nothing = (): readonly Block[] => [];

/** All but the question, the position and the finding, which are above. */
export function surveyLayout(
  survey: SurveyView,
  heads: SurveyHeads,
  sheetContext: SheetContext,
): LayOut<SurveyLayout> {
  const context = { ...sheetContext, ...heads, survey };
  const layOuts = renderParts(survey, PARTS, context);
  return (layout) => layOuts.flatMap((layOut) => layOut(layout));
}

/** What to check, numbered, as one paragraph. */
function checkBlocks(
  { title, items }: NonNullable<SurveyView['checks']>,
  level: HeadingLevel,
  { width, formats }: SheetContext,
): readonly Block[] {
  const { body, bodyStrong } = sheetStyles;
  const spans = items.flatMap((item, i) => [
    { text: `${i === 0 ? '' : ' '}${formats.count(i + 1)} `, style: bodyStrong },
    { text: item, style: body },
  ]);
  return [sectionHead(title, width, { level }), ...ruledParagraph(spans, width, RULE_GAP)];
}
