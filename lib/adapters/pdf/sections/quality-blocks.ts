// What a reader must know before trusting the figures: above them what is missing, at the end what was odd.
import type { Report } from '../../../domain/report.ts';
import { clean } from '../../../i18n/clean-text.ts';
import { filledRectangle } from '../../../charts/draw-operations.ts';
import {
  changesText,
  emptyText,
  hiddenMarksText,
  missingTexts,
  qualityNotes,
  sumOverNames,
} from '../../../i18n/report-texts/quality-texts.ts';
import { colours, textStyles } from '../../../charts/theme.ts';
import type { Block } from '../block.ts';
import { block, paragraph, moveParts, stackBlocks } from '../block.ts';
import { SPACING } from '../layout-context.ts';
import type { LayoutContext } from '../layout-context.ts';
import { countBoxes } from '../text/typesetter.ts';
import { heading } from './section-heading.ts';

const NOTICE_LINES = 6;

/** On the first page, above the figures: why a report is partial, or that an empty one is in order. */
export function statusNotice(report: Report, context: LayoutContext): readonly Block[] {
  const { words, formats } = context;
  if (report.status === 'empty') {
    const lines = [emptyText(report, context)];
    return [panel(words.emptyHeading, lines, colours.calm, colours.hairline, context)];
  }
  if (report.status !== 'partial') return [];
  const missing = missingTexts(report, context);
  const lines = missing.slice(0, NOTICE_LINES);
  if (missing.length > NOTICE_LINES) {
    lines.push(words.moreInJson(formats.count(missing.length - NOTICE_LINES)));
  }
  return [panel(words.partialHeading, lines, colours.notice, colours.noticeEdge, context)];
}

function panel(
  title: string,
  lines: readonly string[],
  fill: string,
  edge: string,
  { width }: LayoutContext,
): Block {
  const inset = 12;
  const room = width - 2 * inset;
  const text = stackBlocks([
    paragraph('H2', title, textStyles.strong, room),
    ...lines.map((one) =>
      paragraph('P', one, textStyles.body, room, { before: 2, balanced: true }),
    ),
  ]);
  const height = text.height + 2 * SPACING.small;
  const back = block(null, height, [
    filledRectangle(0, 0, width, height, fill),
    filledRectangle(0, 0, 3, height, edge),
  ]);
  return {
    ...back,
    parts: [...back.parts, ...moveParts(text.parts, inset, SPACING.small)],
    before: SPACING.block,
  };
}

/** The notes under "Data quality", when there is something to say. */
export function dataQuality(
  report: Report,
  most: number,
  context: LayoutContext,
): readonly Block[] {
  const { words, formats, width } = context;
  const notes = qualityNotes(report, context);
  const said = notes.slice(0, most);
  if (notes.length > most) said.push(words.moreInJson(formats.count(notes.length - most)));
  const boxes = countUndisplayable(report);
  if (boxes > 0) said.push(words.undisplayable(formats.count(boxes), formats.plural(boxes)));
  for (const text of [hiddenMarksText(report, context), changesText(report, context)]) {
    if (text !== null) said.push(text);
  }
  if (said.length === 0) return [];
  return [
    heading('H2', words.dataQuality, width),
    ...said.map((note, i) =>
      paragraph('P', note, textStyles.body, width, {
        before: 2,
        balanced: true,
        // The last note is never alone on a page.
        keepWithNext: i === said.length - 2,
      }),
    ),
  ];
}

/** Characters of names that no font of ours has, each name counted once. */
function countUndisplayable(report: Report): number {
  return sumOverNames(report, (name) => countBoxes(clean(name)));
}
