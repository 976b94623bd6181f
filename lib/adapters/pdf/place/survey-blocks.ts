// What the sheet of a place has of one survey: its figure, weeks, days, options and what to check.
import type { SurveyView } from '../../../view/report-view.ts';
import { line } from '../../../charts/draw-operations.ts';
import { colours } from '../../../charts/theme.ts';
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
import type { PlaceLayout } from './steps.ts';

/** The height of plots of a survey that is as usual, beside others. */
const USUAL_PLOT = 66;
const NO_CHARTS = { trend: null, days: null } as const;
const PARTS_OF_WEEK = { maxLines: 6, before: 6 } as const;
/** Between a heading and the rule below it. */
const RULE_GAP = 3;

/** One of several: below a rule, its question with its state. */
export function titledSurvey(
  survey: SurveyView,
  isFirst: boolean,
  layout: PlaceLayout,
  context: SheetContext,
): readonly Block[] {
  const { width } = context;
  const { state } = survey.finding;
  const rule = block(null, 0, [line([0, 0], [width, 0], colours.ink, 1.2)], {
    before: 9,
    keepWithNext: true,
  });
  const head = sectionHead(survey.question, width, { state, note: survey.position, before: 5 });
  const isQuiet = !isFirst && state === 'usual';
  const shown = isQuiet && !layout.hasUsualCharts ? { ...survey, ...NO_CHARTS } : survey;
  const plot = isQuiet ? Math.min(layout.plot, USUAL_PLOT) : layout.plot;
  return [rule, head, ...surveyBlocks(shown, { ...layout, plot, level: 'H3', before: 6 }, context)];
}

export interface SurveyLayout extends Pick<PlaceLayout, 'section' | 'plot'> {
  /** Of the heads of sections. */
  readonly level: HeadingLevel;
  /** Space above the figure. */
  readonly before: number;
}

export function surveyBlocks(
  survey: SurveyView,
  { section, plot, level, before }: SurveyLayout,
  context: SheetContext,
): readonly Block[] {
  const { finding, figure, buttons, painPoints, highlights, parts, checks } = survey;
  const head = { level, before: section };
  return [
    ...figureBlocks(figure, buttons, finding.state, before, context),
    ...chartBlocks(survey, { ...head, plot }, context),
    ...optionBlocks([painPoints, highlights], head),
    ...(parts.length === 0
      ? []
      : [
          paragraph(
            'P',
            context.formats.sentences(parts),
            sheetStyles.body,
            context.width,
            PARTS_OF_WEEK,
          ),
        ]),
    ...(checks === null ? [] : checkBlocks(checks, head, context)),
  ];
}

/** What to check, numbered, as one paragraph. */
function checkBlocks(
  { title, items }: NonNullable<SurveyView['checks']>,
  head: { readonly level: HeadingLevel; readonly before: number },
  { width, formats }: SheetContext,
): readonly Block[] {
  const { body, bodyStrong } = sheetStyles;
  const spans = items.flatMap((item, i) => [
    { text: `${i === 0 ? '' : ' '}${formats.count(i + 1)} `, style: bodyStrong },
    { text: item, style: body },
  ]);
  return [sectionHead(title, width, head), ...ruledParagraph(spans, width, RULE_GAP)];
}
