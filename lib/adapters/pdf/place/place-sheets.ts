// The sheet of a place: its finding, and for each survey its figure, weeks, days and options.
import type { PartsOf, PlaceView, SurveyView } from '../../../view/report-view.ts';
import { line } from '../../../charts/draw-operations.ts';
import { colours } from '../../../charts/theme.ts';
import type { Block } from '../block.ts';
import { block, paragraph } from '../block.ts';
import { heightOf } from '../page-flow.ts';
import { findingBlock } from '../sheet/finding-block.ts';
import { fitSheet } from '../sheet/fit-sheet.ts';
import { footnote } from '../sheet/page-foot.ts';
import { noticeBlocks } from '../sheet/notice-block.ts';
import { pageHead } from '../sheet/page-head.ts';
import { ruledParagraph } from '../sheet/rich-text.ts';
import { sectionHead } from '../sheet/section-head.ts';
import type { SheetContext, SheetParts } from '../sheet/sheet-context.ts';
import { bodyHeight } from '../sheet/sheet-pages.ts';
import { sheetStyles } from '../sheet/sheet-styles.ts';
import { alertBlocks } from './alert-blocks.ts';
import { chartBlocks } from './chart-blocks.ts';
import { figureBlocks } from './figure-block.ts';
import { optionBlocks } from './option-blocks.ts';
import type { PlaceLayout } from './steps.ts';
import { PLACE_STEPS, placeLayout } from './steps.ts';

interface Sheet {
  readonly view: PlaceView;
  readonly layout: PlaceLayout;
  readonly context: SheetContext;
}

/** One page where a step makes it fit; else in full on several pages. */
export function placeSheets(view: PlaceView, context: SheetContext): readonly Block[] {
  const height = bodyHeight(context.paper, true);
  const build = (steps: number): readonly Block[] =>
    sheetBlocks({ view, layout: placeLayout(steps), context });
  const blocks = fitSheet(height, PLACE_STEPS, build);
  return heightOf(blocks) <= height ? blocks : build(0);
}

function sheetBlocks(sheet: Sheet): readonly Block[] {
  const { view, layout, context } = sheet;
  const { width } = context;
  return [
    pageHead(view, context),
    ...noticeBlocks(view.notices, width),
    findingBlock(view.finding, view.notes, width),
    ...PARTS.surveys(view.surveys, sheet),
    ...PARTS.alerts(view.alerts, sheet),
    ...PARTS.remarks(view.remarks, sheet),
    ...(layout.hasFootnote ? [footnote(view.method, width)] : []),
  ];
}

const PARTS: Omit<PartsOf<PlaceView, 'pdf', readonly Block[], Sheet>, SheetParts> = {
  surveys: (surveys, sheet) =>
    surveys.length === 1
      ? surveys.flatMap((survey) => surveyBlocks(survey, 10, sheet))
      : surveys.flatMap((survey) => titledSurvey(survey, sheet)),
  alerts: (alerts, { layout, context }) => alertBlocks(alerts, layout.section, context),
  remarks: (remarks, { layout, context: { words, width } }) =>
    remarks.length === 0
      ? []
      : [
          sectionHead(words.dataQuality, width, { before: layout.section }),
          ...ruledParagraph(
            [{ text: remarks.join(' '), style: sheetStyles.body }],
            width,
            RULE_GAP,
          ),
        ],
};

/** One of several: below a rule, its question with its state. */
function titledSurvey(survey: SurveyView, sheet: Sheet): readonly Block[] {
  const { width } = sheet.context;
  const rule = block(null, 0, [line([0, 0], [width, 0], colours.ink, 1.2)], {
    before: 9,
    keepWithNext: true,
  });
  const head = sectionHead(survey.question, width, {
    state: survey.finding.state,
    note: survey.position,
    before: 5,
  });
  return [rule, head, ...surveyBlocks(survey, 6, sheet)];
}

/** `before`: the space above the figure. */
function surveyBlocks(
  survey: SurveyView,
  before: number,
  { view, layout, context }: Sheet,
): readonly Block[] {
  const {
    finding: { state },
    figure,
    buttons,
    trend,
    days,
    painPoints,
    highlights,
    parts,
    checks,
  } = survey;
  const isUsualOfSeveral = survey !== view.surveys[0] && state === 'usual';
  const plot = isUsualOfSeveral ? Math.min(layout.plot, USUAL_PLOT) : layout.plot;
  const charts = isUsualOfSeveral && !layout.hasUsualCharts ? NO_CHARTS : { trend, days };
  return [
    ...figureBlocks(figure, buttons, state, before, context),
    ...chartBlocks(charts, { plot, before: layout.section }, context),
    ...optionBlocks([painPoints, highlights], layout.section),
    ...(parts.length === 0
      ? []
      : [paragraph('P', parts.join(' '), sheetStyles.body, context.width, PARTS_OF_WEEK)]),
    ...(checks === null ? [] : checkBlocks(checks, layout.section, context)),
  ];
}

/** What to check, numbered, as one paragraph. */
function checkBlocks(
  { title, items }: NonNullable<SurveyView['checks']>,
  before: number,
  { width, formats }: SheetContext,
): readonly Block[] {
  const { body, bodyStrong } = sheetStyles;
  const spans = items.flatMap((item, i) => [
    { text: `${i === 0 ? '' : ' '}${formats.count(i + 1)} `, style: bodyStrong },
    { text: item, style: body },
  ]);
  return [sectionHead(title, width, { before }), ...ruledParagraph(spans, width, RULE_GAP)];
}

/** Between a heading and the rule below it. */
const RULE_GAP = 3;
/** The height of plots of a survey that is as usual, beside others. */
const USUAL_PLOT = 66;
const NO_CHARTS = { trend: null, days: null } as const;
const PARTS_OF_WEEK = { maxLines: 6, before: 6 } as const;
