// Measures, breaks and places text. Whatever comes in, a line is never wider than it was asked to be.
import type { Face } from '../fonts/faces.ts';
import { openFace } from '../fonts/faces.ts';
import type { Operation } from '../operations.ts';
import type { TextStyle } from '../theme.ts';

export type Align = 'left' | 'right' | 'centre';

const clusters = new Intl.Segmenter('en', { granularity: 'grapheme' });
const ELLIPSIS = '…';

export function widthOf(text: string, style: TextStyle): number {
  return (openFace(style.face).line(text).advance * style.size) / 1000;
}

/** The operations of one line; the text must be clean. `y` is the baseline; x the left, right or middle. */
export function lineAt(
  text: string,
  style: TextStyle,
  x: number,
  y: number,
  align: Align = 'left',
): readonly Operation[] {
  if (text === '') return [];
  const width = widthOf(text, style);
  const left = align === 'left' ? x : align === 'right' ? x - width : x - width / 2;
  const face = openFace(style.face);
  if (face.line(text).boxes === 0) return [run(text, style, left, y, width)];
  return withBoxes(text, style, face, left, y);
}

function run(text: string, style: TextStyle, x: number, y: number, width: number): Operation {
  const { face, size, colour } = style;
  return { kind: 'text', x, y, text, face, size, colour, width };
}

function withBoxes(
  text: string,
  style: TextStyle,
  face: Face,
  left: number,
  y: number,
): readonly Operation[] {
  const scale = style.size / 1000;
  const operations: Operation[] = [];
  let x = left;
  for (const word of text.split(' ')) {
    for (const piece of word === '' ? [] : face.pieces(word)) {
      const width = piece.advance * scale;
      if (piece.glyphs === null) {
        const height = face.capHeight * scale;
        const inset = style.size * 0.07;
        operations.push({
          kind: 'rect',
          x: x + inset,
          y: y - height,
          width: width - 2 * inset,
          height,
          fill: null,
          stroke: style.colour,
          lineWidth: style.size * 0.06,
        });
      } else {
        operations.push(run(piece.text, style, x, y, width));
      }
      x += width;
    }
    x += face.space.advance * scale;
  }
  return operations;
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

/** Lines of at most `width`; what doesn't fit in `maxLines` ends in an ellipsis. */
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
    rest = rest.slice(line.length).trimStart();
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
  if (widthOf(lines.at(-1) ?? '', style) > width * 0.3) return lines;
  for (let narrower = width * 0.96; narrower > width * 0.5; narrower -= width * 0.04) {
    const tried = wrapped(text, style, narrower, maxLines + 1);
    if (tried.length > lines.length || tried.length > maxLines) break;
    lines = tried;
  }
  return lines;
}

function firstLine(text: string, style: TextStyle, width: number): string {
  const face = openFace(style.face);
  let end = 0;
  let advance = 0;
  for (const [i, word] of text.split(' ').entries()) {
    const start = i === 0 ? 0 : end + 1;
    if (i > 0) advance += face.space.advance;
    if (word !== '') advance += face.word(word).advance;
    if ((advance * style.size) / 1000 > width) break;
    end = start + word.length;
    if (end === text.length) return text;
  }
  if (end > 0) return text.slice(0, end);
  // One word wider than the line: broken between graphemes; at least one, or nothing would ever end.
  const broken = prefix(text, style, width);
  if (broken !== '') return broken;
  for (const { segment } of clusters.segment(text)) return segment;
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
  return openFace('regular').line(text).boxes;
}
