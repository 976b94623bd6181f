// Limitations of the data: a notice above the figures when data are missing, and notes at the end.
import type { Report } from '../../../domain/report.ts';
import { clean } from '../../../i18n/clean-text.ts';
import { filledRectangle } from '../../../charts/draw-operations.ts';
import {
  changesText,
  emptyText,
  hiddenMarksText,
  isQuietWeek,
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

/** The notice on the first page that explains a partial report or a quiet week. */
export function statusNotice(report: Report, context: LayoutContext): readonly Block[] {
  const { words } = context;
  if (isQuietWeek(report)) {
    const lines = [emptyText(report, context)];
    return [panel(words.emptyHeading, lines, colours.calm, colours.hairline, context)];
  }
  if (report.status !== 'partial') return [];
  const texts = missingTexts(report, context);
  // The last text says when the parts are read again; it is always shown and doesn't count as a part.
  const [parts, readAgain] = [texts.slice(0, -1), texts.slice(-1)];
  const lines = parts.slice(0, NOTICE_LINES);
  if (parts.length > NOTICE_LINES) {
    lines.push(words.moreInJson({ n: parts.length - NOTICE_LINES }));
  }
  lines.push(...readAgain);
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
  const textWidth = width - 2 * inset;
  const text = stackBlocks([
    paragraph('H2', title, textStyles.strong, textWidth),
    ...lines.map((text) =>
      paragraph('P', text, textStyles.body, textWidth, { before: 2, balanced: true }),
    ),
  ]);
  const height = text.height + 2 * SPACING.small;
  const background = block(null, height, [
    filledRectangle(0, 0, width, height, fill),
    filledRectangle(0, 0, 3, height, edge),
  ]);
  return {
    ...background,
    parts: [...background.parts, ...moveParts(text.parts, inset, SPACING.small)],
    before: SPACING.block,
  };
}

/** The notes under "Data quality"; nothing when there are none. */
export function dataQuality(
  report: Report,
  maxNotes: number,
  context: LayoutContext,
): readonly Block[] {
  const { words, width } = context;
  const notes = qualityNotes(report, context);
  const paragraphs = notes.slice(0, maxNotes);
  if (notes.length > maxNotes) paragraphs.push(words.moreInJson({ n: notes.length - maxNotes }));
  if (report.reportVersion !== '3') paragraphs.push(words.signals.earlierVersion);
  const boxes = countUndisplayable(report);
  if (boxes > 0) paragraphs.push(words.undisplayable({ n: boxes }));
  for (const text of [hiddenMarksText(report, context), changesText(report, context)]) {
    if (text !== null) paragraphs.push(text);
  }
  if (paragraphs.length === 0) return [];
  return [
    heading('H2', words.dataQuality, width),
    ...paragraphs.map((note, i) =>
      paragraph('P', note, textStyles.body, width, {
        before: 2,
        balanced: true,
        // Keeps the last note from being alone on a page.
        keepWithNext: i === paragraphs.length - 2,
      }),
    ),
  ];
}

/** The number of characters in names that no font can display; each name counts once. */
function countUndisplayable(report: Report): number {
  return sumOverNames(report, (name) => countBoxes(clean(name)));
}
