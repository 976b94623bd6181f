// The ten seconds: a big figure, the sentence that reads it, and how the responses fall on the buttons.
import type { Figures, GroupKey } from '../../../domain/figures.ts';
import { distribution } from '../../../charts/distribution.ts';
import { indexName } from '../../../i18n/report-texts/index-types.ts';
import type { Operation } from '../../../charts/draw-operations.ts';
import { certaintyText, sentenceOf } from '../../../i18n/report-texts/headline-sentence.ts';
import type { TextStyle } from '../../../charts/theme.ts';
import { colours, inColour, type } from '../../../charts/theme.ts';
import type { Block } from '../block.ts';
import { beside, block, figureOf, paragraph, stacked } from '../block.ts';
import type { Element } from '../page-elements.ts';
import { element } from '../page-elements.ts';
import { space } from '../layout-context.ts';
import type { Setting } from '../layout-context.ts';
import { baselineIn, lineAt, widthOf, wrapped } from '../text/typesetter.ts';
import type { Level } from './section-heading.ts';

const FIGURE_COLUMN = 128;
/** Of what stands over and under the figure. */
const NOTE_LINES = 2;

/** What stands over and under the figure where several kinds share a page. */
export interface FigureNotes {
  /** Of the heading that stands over the figure. */
  readonly level: Level;
  readonly over?: string;
  readonly under?: string;
}

export function headline(figures: Figures & GroupKey, notes: FigureNotes, setting: Setting): Block {
  const rest = setting.width - FIGURE_COLUMN;
  const reading = stacked([
    paragraph('P', sentenceOf(figures, setting), type.lead, rest, { maxLines: 4, balanced: true }),
    ...(figures.responses === 0
      ? []
      : [{ ...figureOf(distribution(figures.data, rest, setting)), before: space.block }]),
  ]);
  return beside(
    [
      { x: 0, block: figure(figures, notes, setting) },
      { x: FIGURE_COLUMN, block: reading },
    ],
    { before: space.section },
  );
}

function figure(figures: Figures & GroupKey, notes: FigureNotes, setting: Setting): Block {
  const { words, formats } = setting;
  const room = FIGURE_COLUMN - 16;
  const counts = figures.index === null && figures.responses > 0;
  const label = notes.over ?? (counts ? words.noIndex : indexName(figures, setting));
  const value = counts
    ? formats.count(figures.responses)
    : formats.index(figures.index, figures.indexType);
  const style = asWideAs(value, type.figure, room);
  const halfWidth =
    figures.halfWidth === null ? '' : certaintyText(figures.halfWidth, figures.indexType, setting);
  // Over it stands which kind, so what it counts is said under it.
  const unit = counts && notes.over !== undefined ? words.noIndex : '';
  const under = [unit, halfWidth, notes.under ?? ''].filter((note) => note !== '').join('  ·  ');
  const what = element(notes.level, { title: label });
  const overLines = wrapped(label, type.label, room, NOTE_LINES);
  const underLines = wrapped(under, type.quiet, room, NOTE_LINES);
  const more = (lines: readonly string[], { leading }: TextStyle): number =>
    Math.max(0, lines.length - 1) * leading;
  const down = more(overLines, type.label);
  const further = down + more(underLines, type.quiet);
  if (figures.responses === 0) {
    const absent = inColour(type.subtitle, colours.muted);
    return paragraphs(what, 46 + further, [
      linesAt(overLines, type.label, 4),
      lineAt(value, absent, 0, baselineIn(14 + down, 18, absent)),
      linesAt(underLines, type.quiet, 32 + down),
    ]);
  }
  return paragraphs(what, 76 + further, [
    linesAt(overLines, type.label, 3),
    lineAt(value, style, 0, baselineIn(16 + down, 44, style)),
    linesAt(underLines, type.quiet, 62 + down),
  ]);
}

/** The first is the heading; each is an element of its own, so that a voice pauses between them. */
function paragraphs(
  heading: Element,
  height: number,
  texts: readonly (readonly Operation[])[],
): Block {
  const said = texts.flatMap((operations, i) =>
    operations.length === 0 ? [] : [block(i === 0 ? heading : element('P'), height, operations)],
  );
  return beside(said.map((one) => ({ x: 0, block: one })));
}

function linesAt(lines: readonly string[], style: TextStyle, top: number): readonly Operation[] {
  return lines.flatMap((text, i) =>
    lineAt(text, style, 0, baselineIn(top + i * style.leading, style.leading, style)),
  );
}

/** The style, smaller when the text would be wider than its column. */
function asWideAs(text: string, style: TextStyle, room: number): TextStyle {
  const width = widthOf(text, style);
  return width <= room ? style : { ...style, size: Math.floor((style.size * room) / width) };
}
