// The ten seconds: a big figure, the sentence that reads it, and how the responses fall on the buttons.
import type { Figures, GroupKey } from '../../../domain/figures.ts';
import { distribution } from '../../../charts/distribution.ts';
import { indexName } from '../../../i18n/report-texts/index-types.ts';
import type { Operation } from '../../../charts/draw-operations.ts';
import { certaintyText, sentenceOf } from '../../../i18n/report-texts/headline-sentence.ts';
import type { TextStyle } from '../../../charts/theme.ts';
import { colours, withColour, textStyles } from '../../../charts/theme.ts';
import type { Block } from '../block.ts';
import { columnsBlock, block, figureBlock, paragraph, stackBlocks } from '../block.ts';
import type { Element } from '../page-elements.ts';
import { element } from '../page-elements.ts';
import { SPACING } from '../layout-context.ts';
import type { LayoutContext } from '../layout-context.ts';
import { baselineIn, lineAt, widthOf, wrapText } from '../text/typesetter.ts';
import type { HeadingLevel } from './section-heading.ts';

const FIGURE_COLUMN = 128;
/** Of what stands over and under the figure. */
const NOTE_LINES = 2;

/** What stands over and under the figure where several kinds share a page. */
export interface FigureNotes {
  /** Of the heading that stands over the figure. */
  readonly level: HeadingLevel;
  readonly over?: string;
  readonly under?: string;
}

export function headlineBlock(
  figures: Figures & GroupKey,
  notes: FigureNotes,
  context: LayoutContext,
): Block {
  const rest = context.width - FIGURE_COLUMN;
  const details = stackBlocks([
    paragraph('P', sentenceOf(figures, context), textStyles.lead, rest, {
      maxLines: 4,
      balanced: true,
    }),
    ...(figures.responses === 0
      ? []
      : [{ ...figureBlock(distribution(figures.data, rest, context)), before: SPACING.block }]),
  ]);
  return columnsBlock(
    [
      { x: 0, block: figure(figures, notes, context) },
      { x: FIGURE_COLUMN, block: details },
    ],
    { before: SPACING.section },
  );
}

function figure(figures: Figures & GroupKey, notes: FigureNotes, context: LayoutContext): Block {
  const { words, formats } = context;
  const room = FIGURE_COLUMN - 16;
  const counts = figures.index === null && figures.responses > 0;
  const label = notes.over ?? (counts ? words.noIndex : indexName(figures, context));
  const value = counts
    ? formats.count(figures.responses)
    : formats.index(figures.index, figures.indexType);
  const style = shrinkToFit(value, textStyles.figure, room);
  const halfWidth =
    figures.halfWidth === null ? '' : certaintyText(figures.halfWidth, figures.indexType, context);
  // Over it stands which kind, so what it counts is said under it.
  const unit = counts && notes.over !== undefined ? words.noIndex : '';
  const under = [unit, halfWidth, notes.under ?? ''].filter((note) => note !== '').join('  ·  ');
  const what = element(notes.level, { title: label });
  const overLines = wrapText(label, textStyles.label, room, NOTE_LINES);
  const underLines = wrapText(under, textStyles.quiet, room, NOTE_LINES);
  const more = (lines: readonly string[], { leading }: TextStyle): number =>
    Math.max(0, lines.length - 1) * leading;
  const down = more(overLines, textStyles.label);
  const further = down + more(underLines, textStyles.quiet);
  if (figures.responses === 0) {
    const absent = withColour(textStyles.subtitle, colours.muted);
    return paragraphsBlock(what, 46 + further, [
      linesAt(overLines, textStyles.label, 4),
      lineAt(value, absent, 0, baselineIn(14 + down, 18, absent)),
      linesAt(underLines, textStyles.quiet, 32 + down),
    ]);
  }
  return paragraphsBlock(what, 76 + further, [
    linesAt(overLines, textStyles.label, 3),
    lineAt(value, style, 0, baselineIn(16 + down, 44, style)),
    linesAt(underLines, textStyles.quiet, 62 + down),
  ]);
}

/** The first is the heading; each is an element of its own, so that a voice pauses between them. */
function paragraphsBlock(
  heading: Element,
  height: number,
  texts: readonly (readonly Operation[])[],
): Block {
  const said = texts.flatMap((operations, i) =>
    operations.length === 0 ? [] : [block(i === 0 ? heading : element('P'), height, operations)],
  );
  return columnsBlock(said.map((one) => ({ x: 0, block: one })));
}

function linesAt(lines: readonly string[], style: TextStyle, top: number): readonly Operation[] {
  return lines.flatMap((text, i) =>
    lineAt(text, style, 0, baselineIn(top + i * style.leading, style.leading, style)),
  );
}

/** The style, smaller when the text would be wider than its column. */
function shrinkToFit(text: string, style: TextStyle, room: number): TextStyle {
  const width = widthOf(text, style);
  return width <= room ? style : { ...style, size: Math.floor((style.size * room) / width) };
}
