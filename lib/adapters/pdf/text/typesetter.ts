// Measures, breaks and places text. Whatever comes in, a line is never wider than it was asked to be.
import { openFace } from '../fonts/faces.ts';
import type { Operation } from '../operations.ts';
import type { TextStyle } from '../theme.ts';
import { breaksOf } from './breaks.ts';
import { openIsolates, withoutIsolates } from './direction.ts';
import { clusters, lineOf } from './line.ts';

export type Align = 'left' | 'right' | 'centre';

const ELLIPSIS = '…';

export function widthOf(text: string, style: TextStyle): number {
  return (lineOf(text, style.face).advance * style.size) / 1000;
}

/** One line of text whose reference point is at (x, y), the baseline; nothing for no text. */
export function lineAt(
  text: string,
  style: TextStyle,
  x: number,
  y: number,
  align: Align = 'left',
): readonly Operation[] {
  if (text === '') return [];
  const width = widthOf(text.trimEnd(), style);
  const left = align === 'left' ? x : align === 'right' ? x - width : x - width / 2;
  const { face, size, colour } = style;
  return [{ kind: 'text', x: left, y, text, face, size, colour, width }];
}

/** The baseline that centres capitals in a line that starts at `top`. */
export function baselineIn(top: number, height: number, style: TextStyle): number {
  return top + height / 2 + (openFace(style.face).capHeight * style.size) / 2000;
}

/** The text, or as much of it as fits in front of an ellipsis; '' when not even that fits. */
export function fitted(text: string, style: TextStyle, width: number): string {
  if (widthOf(text, style) <= width) return text;
  const room = width - widthOf(ELLIPSIS, style);
  let kept = prefix(text, style, room).trimEnd();
  // The ellipsis can join the last letters to another shape than either had alone.
  while (kept !== '' && widthOf(`${kept}${ELLIPSIS}`, style) > width) kept = shorter(kept);
  if (kept !== '') return `${kept}${ELLIPSIS}`;
  return room >= 0 ? ELLIPSIS : '';
}

/**
 * Lines of at most `width`; what doesn't fit in `maxLines` ends in an ellipsis. A line keeps the space that it broke
 * at, which takes no room: the lines behind one another are the text.
 */
export function wrapped(
  text: string,
  style: TextStyle,
  width: number,
  maxLines: number,
): readonly string[] {
  const lines: string[] = [];
  let rest = text.trim();
  while (rest !== '' && lines.length < maxLines - 1) {
    const line = firstLine(rest, style, width);
    lines.push(line);
    rest = rest.slice(line.length);
    // A name that began to the other side goes on so.
    if (rest !== '') rest = openIsolates(line) + rest;
  }
  if (rest !== '') lines.push(fitted(rest, style, width));
  return lines;
}

/** Wrapped, but evenly where the last line would be a stub of a word or two. */
export function balancedLines(
  text: string,
  style: TextStyle,
  width: number,
  maxLines: number,
): readonly string[] {
  let lines = wrapped(text, style, width, maxLines);
  // Without spaces any line may end anywhere, and none looks better for being shorter.
  if (!text.trim().includes(' ')) return lines;
  if (widthOf(lines.at(-1) ?? '', style) > width * 0.3) return lines;
  for (let narrower = width * 0.96; narrower > width * 0.5; narrower -= width * 0.04) {
    const tried = wrapped(text, style, narrower, maxLines + 1);
    if (tried.length > lines.length || tried.length > maxLines) break;
    lines = tried;
  }
  return lines;
}

function firstLine(text: string, style: TextStyle, width: number): string {
  if (widthOf(text, style) <= width) return text;
  const ends: number[] = [];
  let start = 0;
  let sum = 0;
  for (const end of breaksOf(text)) {
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
    if (widthOf(line.trimEnd(), style) <= width) return line;
  }
  // One word wider than the line: broken between graphemes; at least one, or nothing would ever end.
  const broken = prefix(text, style, width);
  if (withoutIsolates(broken) !== '') return broken;
  for (const { segment, index } of clusters.segment(text)) {
    if (withoutIsolates(segment) !== '') return text.slice(0, index + segment.length);
  }
  return text;
}

/** The longest run of whole graphemes from the start that is not wider than `width`. */
function prefix(text: string, style: TextStyle, width: number): string {
  let end = 0;
  let sum = 0;
  for (const { segment } of clusters.segment(text)) {
    sum += widthOf(segment, style);
    if (sum > width) break;
    end += segment.length;
  }
  let kept = text.slice(0, end);
  // Joined letters can be wider than the sum of single ones.
  while (kept !== '' && widthOf(kept, style) > width) kept = shorter(kept);
  return kept;
}

/** Without the last grapheme. */
function shorter(text: string): string {
  let last = 0;
  for (const { index } of clusters.segment(text)) last = index;
  return text.slice(0, last).trimEnd();
}

/** Characters that will be boxes. */
export function boxesIn(text: string): number {
  return lineOf(text, 'regular').boxes;
}
