// The sheet of a place: its finding, and for each survey its figure, weeks, days and options.
import type { PartsOf, PlaceView } from '../../../view/report-view.ts';
import type { Block } from '../block.ts';
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
import type { PlaceLayout } from './steps.ts';
import { PLACE_STEPS, placeLayout } from './steps.ts';
import { surveyBlocks, titledSurvey } from './survey-blocks.ts';

interface Sheet {
  readonly view: PlaceView;
  readonly layout: PlaceLayout;
  readonly context: SheetContext;
}

/** More don't fit on a page in any form. */
const MOST_ON_A_PAGE = 8;

/** One page where a step makes it fit; else in full on several pages. */
export function placeSheets(view: PlaceView, context: SheetContext): readonly Block[] {
  const height = bodyHeight(context.paper, true);
  const build = (steps: number): readonly Block[] =>
    sheetBlocks({ view, layout: placeLayout(steps), context });
  if (view.surveys.length > MOST_ON_A_PAGE) return build(0);
  const blocks = fitSheet(height, PLACE_STEPS, build);
  return heightOf(blocks) <= height ? blocks : build(0);
}

function sheetBlocks(sheet: Sheet): readonly Block[] {
  const { view, layout, context } = sheet;
  const { width } = context;
  return [
    pageHead(view, context),
    ...noticeBlocks(view, width),
    findingBlock(view, context),
    ...PARTS.surveys(view.surveys, sheet),
    ...PARTS.alerts(view.alerts, sheet),
    ...PARTS.remarks(view.remarks, sheet),
    ...(layout.hasFootnote ? [footnote(view.method, width)] : []),
  ];
}

const PARTS: Omit<PartsOf<PlaceView, 'pdf', readonly Block[], Sheet>, SheetParts> = {
  surveys: (surveys, { layout, context }) =>
    surveys.flatMap((survey, i) =>
      surveys.length === 1
        ? surveyBlocks(survey, { ...layout, level: 'H2', before: 10 }, context)
        : titledSurvey(survey, i === 0, layout, context),
    ),
  alerts: (alerts, { layout, context }) => alertBlocks(alerts, layout.section, context),
  remarks: (remarks, { layout, context: { words, formats, width } }) =>
    remarks.length === 0
      ? []
      : [
          sectionHead(words.dataQuality, width, { before: layout.section }),
          ...ruledParagraph(
            [{ text: formats.sentences(remarks), style: sheetStyles.body }],
            width,
            RULE_GAP,
          ),
        ],
};

/** Between a heading and the rule below it. */
const RULE_GAP = 3;
