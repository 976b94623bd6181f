// Measures, breaks and places text. Whatever comes in, a line is never wider than it was asked to be.
import { withoutIsolates } from '../../../i18n/text-direction.ts';
import type { Align } from '../../../charts/chart-text.ts';
import { graphemes, typesetterOf } from '../../../charts/chart-text.ts';
import type { TextStyle } from '../../../charts/theme.ts';
import { getFace } from '../fonts/faces.ts';
import { lineBreaks } from './breaks.ts';
import { openIsolates } from './bidi-order.ts';
import { measureLine } from './line.ts';

export type { Align };

/** By the report's own fonts. */
export const typesetter = typesetterOf({
  widthOf: (text, { face, size }) => (measureLine(text, face).advance * size) / 1000,
  capHeight: (face) => getFace(face).capHeight,
});
export const { widthOf, lineAt, baselineIn, fitted } = typesetter;

/**
 * Lines of at most `width`; what doesn't fit in `maxLines` ends in an ellipsis, and a character that is wider than a
 * line is one. A line keeps the space that it broke at, which takes no room: the lines behind one another are the text.
 */
export function wrapText(
  text: string,
  style: TextStyle,
  width: number,
  maxLines: number,
): readonly string[] {
  return breakLines(width, { text, style, width, maxLines });
}

interface Wrapping {
  readonly text: string;
  readonly style: TextStyle;
  readonly width: number;
  readonly maxLines: number;
}

/** `breakAt`: where lines break, which may be sooner than they must. */
function breakLines(
  breakAt: number,
  { text, style, width, maxLines }: Wrapping,
): readonly string[] {
  const lines: string[] = [];
  let rest = text.trim();
  while (rest !== '' && lines.length < maxLines - 1) {
    const line = firstLine(rest, style, breakAt);
    lines.push(widthOf(line.trimEnd(), style) <= width ? line : fitted(line, style, width));
    rest = rest.slice(line.length);
    // A name that began to the other side goes on so.
    if (rest !== '') rest = openIsolates(line) + rest;
  }
  if (rest !== '') lines.push(fitted(rest, style, breakAt));
  return lines;
}

/** Wrapped, but evenly where the last line would be a stub of a word or two. */
export function wrapBalanced(
  text: string,
  style: TextStyle,
  width: number,
  maxLines: number,
): readonly string[] {
  let lines = wrapText(text, style, width, maxLines);
  // Without spaces any line may end anywhere, and none looks better for being shorter.
  if (!text.trim().includes(' ')) return lines;
  if (widthOf(lines.at(-1) ?? '', style) > width * 0.3) return lines;
  const wrapping = { text, style, width, maxLines: maxLines + 1 };
  for (let narrower = width * 0.96; narrower > width * 0.5; narrower -= width * 0.04) {
    const tried = breakLines(narrower, wrapping);
    if (tried.length > lines.length || tried.length > maxLines) break;
    lines = tried;
  }
  return lines;
}

/** As much of a text as fits, and one character at the least. */
function firstLine(text: string, style: TextStyle, width: number): string {
  if (widthOf(text, style) <= width) return text;
  const ends: number[] = [];
  let start = 0;
  let sum = 0;
  for (const end of lineBreaks(text)) {
    const segment = text.slice(start, end);
    const seen = segment.trimEnd();
    if (sum + widthOf(seen, style) > width) break;
    ends.push(end);
    sum += widthOf(segment, style);
    start = end;
  }
  // Letters on both sides of a break can take more room together than apart.
  for (const end of ends.reverse()) {
    const line = text.slice(0, end);
    // A break right behind an isolate's beginning leads nowhere: the rest begins with it again.
    if (withoutIsolates(line).trim() === '') continue;
    if (widthOf(line.trimEnd(), style) <= width) return line;
  }
  // One word wider than the line: broken between graphemes; at least one, or nothing would ever end.
  const broken = typesetter.prefix(text, style, width);
  if (withoutIsolates(broken) !== '') return broken;
  for (const { segment, index } of graphemes.segment(text)) {
    if (withoutIsolates(segment) !== '') return text.slice(0, index + segment.length);
  }
  return text;
}

/** Characters that will be boxes. */
export function countBoxes(text: string): number {
  return measureLine(text, 'regular').boxes;
}
