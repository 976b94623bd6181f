// Measures and wraps text with the fonts of the report. A line is never wider than requested.
import { once } from '../../../domain/memoize.ts';
import { graphemesOf } from '../../../i18n/segments.ts';
import { withoutIsolates } from '../../../i18n/text-direction.ts';
import { createChartTypesetter } from '../../../charts/chart-text.ts';
import type { Operation } from '../../../charts/draw-operations.ts';
import type { FaceName, TextStyle } from '../../../charts/theme.ts';
import { getFont } from '../fonts/open-fonts.ts';
import { lineBreaks } from './breaks.ts';
import { openIsolates } from './bidi-order.ts';
import { measureLine } from './line.ts';

const capHeights = {
  regular: once(() => capHeightOf('regular')),
  bold: once(() => capHeightOf('bold')),
};

/** Measures with the fonts that the PDF embeds. */
export const typesetter = createChartTypesetter({
  widthOf: (text, { face, size }) => (measureLine(text, face).advance * size) / 1000,
  capHeight: (face) => capHeights[face](),
});
export const { widthOf, lineAt, lineIn, baselineIn, fitted } = typesetter;

/**
 * Lines of at most `width`; the last one ends in an ellipsis when the text needs more than `maxLines`. A line keeps the
 * space that it broke at, which takes no width, so the joined lines are the text again.
 * `breakAt`: a smaller width at which lines break.
 */
export function wrapText(
  text: string,
  style: TextStyle,
  width: number,
  maxLines: number,
  breakAt = width,
): readonly string[] {
  const lines: string[] = [];
  let remainingText = text.trim();
  while (remainingText !== '' && lines.length < maxLines - 1) {
    const line = firstLine(remainingText, style, breakAt);
    lines.push(widthOf(line.trimEnd(), style) <= width ? line : fitted(line, style, width));
    remainingText = remainingText.slice(line.length);
    // Isolates that are open at the line end continue on the next line.
    if (remainingText !== '') remainingText = openIsolates(line) + remainingText;
  }
  if (remainingText !== '') lines.push(fitted(remainingText, style, breakAt));
  return lines;
}

/** Wraps text, but balances the lines when the last one would be only a word or two. */
export function wrapBalanced(
  text: string,
  style: TextStyle,
  width: number,
  maxLines: number,
): readonly string[] {
  let lines = wrapText(text, style, width, maxLines);
  // Text without spaces can break anywhere, so balancing would not improve it.
  if (!text.trim().includes(' ')) return lines;
  if (widthOf(lines.at(-1) ?? '', style) > width * 0.3) return lines;
  for (let narrower = width * 0.96; narrower > width * 0.5; narrower -= width * 0.04) {
    const narrowLines = wrapText(text, style, width, maxLines + 1, narrower);
    if (narrowLines.length > lines.length || narrowLines.length > maxLines) break;
    lines = narrowLines;
  }
  return lines;
}

/** Lines of text below each other. */
export function linesAt(
  lines: readonly string[],
  style: TextStyle,
  top: number,
): readonly Operation[] {
  return lines.flatMap((text, i) =>
    lineIn(text, style, 0, [top + i * style.leading, style.leading]),
  );
}

/** The text up to the last break that fits; at least one character. */
function firstLine(text: string, style: TextStyle, width: number): string {
  if (widthOf(text, style) <= width) return text;
  const ends: number[] = [];
  let start = 0;
  let sum = 0;
  for (const end of lineBreaks(text)) {
    const segment = text.slice(start, end);
    const visible = segment.trimEnd();
    if (sum + widthOf(visible, style) > width) break;
    ends.push(end);
    sum += widthOf(segment, style);
    start = end;
  }
  // Letters on both sides of a break can be wider together than separately.
  for (const end of ends.reverse()) {
    const line = text.slice(0, end);
    // A line of only an isolate would not advance, because the rest starts with the same isolate.
    if (withoutIsolates(line).trim() === '') continue;
    if (widthOf(line.trimEnd(), style) <= width) return line;
  }
  // A word wider than the line is broken between graphemes; at least one, or the loop would never end.
  const brokenText = typesetter.prefix(text, style, width);
  if (withoutIsolates(brokenText) !== '') return brokenText;
  for (const { segment, index } of graphemesOf(text)) {
    if (withoutIsolates(segment) !== '') return text.slice(0, index + segment.length);
  }
  return text;
}

/** The number of characters that are drawn as boxes. */
export function countBoxes(text: string): number {
  return measureLine(text, 'regular').boxes;
}

/** In thousandths of the font size. */
function capHeightOf(face: FaceName): number {
  const { metrics, scale } = getFont('sans', face);
  return metrics.capHeight * scale;
}
