// The sheet of a place: its finding, and for each survey its figure, weeks, days and options.
import type { PlaceView } from '../../../view/report-view.ts';
import type { PartsOf } from '../../../view/view-parts.ts';
import { renderParts } from '../../../view/view-parts.ts';
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
import type { LayOut } from './steps.ts';
import { PLACE_STEPS, placeLayout, sectionOf } from './steps.ts';
import { surveyLayout, titledSurvey } from './survey-blocks.ts';

/** More don't fit on a page in any form. */
const MOST_ON_A_PAGE = 8;

/** One page where a step makes it fit; else in full on several pages. */
export function placeSheets(view: PlaceView, context: SheetContext): readonly Block[] {
  const height = bodyHeight(context.paper, true);
  const layOut = sheetLayout(view, context);
  const build = (steps: number): readonly Block[] => layOut(placeLayout(steps));
  if (view.surveys.length > MOST_ON_A_PAGE) return build(0);
  const blocks = fitSheet(height, PLACE_STEPS, build);
  return heightOf(blocks) <= height ? blocks : build(0);
}

function sheetLayout(view: PlaceView, context: SheetContext): LayOut {
  const { width } = context;
  const head = [pageHead(view, context), ...noticeBlocks(view, width), findingBlock(view, context)];
  const parts = renderParts(view, PARTS, context);
  const foot = footnote(view.method, width);
  return (layout) => [
    ...head,
    ...parts.flatMap((layOut) => layOut(layout)),
    ...(layout.hasFootnote ? [foot] : []),
  ];
}

const PARTS: Omit<PartsOf<PlaceView, 'pdf', LayOut, SheetContext>, SheetParts> = {
  surveys(surveys, context) {
    const layOuts = surveys.map((survey, i) =>
      surveys.length === 1
        ? surveyLayout(survey, { level: 'H2', before: 10 }, context)
        : titledSurvey(survey, i === 0, context),
    );
    return (layout) => layOuts.flatMap((layOut) => layOut(layout));
  },
  alerts: (alerts, context) => sectionOf(alertBlocks(alerts, context)),
  remarks: (remarks, { words, formats, width }) =>
    sectionOf(
      remarks.length === 0
        ? []
        : [
            sectionHead(words.dataQuality, width),
            ...ruledParagraph(
              [{ text: formats.sentences(remarks), style: sheetStyles.body }],
              width,
              RULE_GAP,
            ),
          ],
    ),
};

/** Between a heading and the rule below it. */
const RULE_GAP = 3;
