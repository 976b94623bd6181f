// Text in several styles that wraps as one paragraph.
import type { Operation, TextRun } from '../../../charts/draw-operations.ts';
import { line } from '../../../charts/draw-operations.ts';
import type { TextStyle } from '../../../charts/theme.ts';
import { colours } from '../../../charts/theme.ts';
import { withoutIsolates } from '../../../i18n/text-direction.ts';
import type { Block } from '../block.ts';
import { block } from '../block.ts';
import type { Element, Link, Part } from '../page-elements.ts';
import { element } from '../page-elements.ts';
import { lineBreaks } from '../text/breaks.ts';
import { openIsolates } from '../text/bidi-order.ts';
import { lineIn, typesetter, widthOf } from '../text/typesetter.ts';

export interface Span {
  readonly text: string;
  readonly style: TextStyle;
  /** Drawn underlined. */
  readonly link?: Link;
}

/** A longer paragraph may be broken across pages. */
const KEPT_LINES = 6;

/** A paragraph; all spans have the same leading. Empty without text. */
export function richParagraph(spans: readonly Span[], width: number, before = 0): readonly Block[] {
  const leading = spans[0]?.style.leading ?? 0;
  const lines = wrapSpans(spans, width);
  const paragraph = element('P');
  const groups = lines.length > KEPT_LINES ? lines.map((line) => [line]) : [lines];
  return groups
    .filter((group) => group.length > 0)
    .map((group, i) => ({
      ...block(null, group.length * leading, [], { before: i === 0 ? before : 0 }),
      parts: group.flatMap((line, row) => lineParts(line, [row * leading, leading], paragraph)),
    }));
}

/** A part for each link, and one for the text between two. */
function lineParts(
  line: readonly Span[],
  band: readonly [number, number],
  paragraph: Element,
): readonly Part[] {
  const parts: { element: Element; operations: Operation[]; dx: number; dy: number }[] = [];
  let x = 0;
  for (const { text, style, link } of line) {
    const operations = lineIn(text, style, x, band);
    x += widthOf(text, style);
    const lastPart = parts.at(-1);
    if (link !== undefined) {
      const linkElement = element('Link', { parent: paragraph, link });
      parts.push({ element: linkElement, operations: [...underlined(operations)], dx: 0, dy: 0 });
    } else if (lastPart?.element === paragraph) lastPart.operations.push(...operations);
    else parts.push({ element: paragraph, operations: [...operations], dx: 0, dy: 0 });
  }
  return parts;
}

/** The distance from the baseline of a link to its underline. */
const UNDERLINE_OFFSET = 1.5;

function underlined(runs: readonly TextRun[]): readonly Operation[] {
  return runs.flatMap((run) => {
    const y = run.y + UNDERLINE_OFFSET;
    return [run, line([run.x, y], [run.x + run.width, y], run.colour, 0.5)];
  });
}

/** Lines of at most `width`. A word wider than a line is broken between graphemes. */
export function wrapSpans(spans: readonly Span[], width: number): readonly (readonly Span[])[] {
  const text = spans.map((span) => span.text).join('');
  const breaks = lineBreaks(text);
  const lines: (readonly Span[])[] = [];
  let start = 0;
  /** Isolates that are open at the end of a line continue on the next one. */
  let isolates = '';
  while (start < text.length) {
    const end = lineEnd(spans, breaks, start, width);
    const line = withPrefix(isolates, slice(spans, start, end));
    lines.push(line);
    isolates = openIsolates(line.map((span) => span.text).join(''));
    start = end;
  }
  return lines;
}

function lineEnd(
  spans: readonly Span[],
  breaks: readonly number[],
  start: number,
  width: number,
): number {
  let last = start;
  let sum = 0;
  for (const end of breaks) {
    if (end <= start) continue;
    const segment = slice(spans, last, end);
    if (sum + widthOfLine(segment) > width) break;
    sum += segment.reduce((total, span) => total + widthOf(span.text, span.style), 0);
    last = end;
  }
  return last > start ? last : endWithinWord(spans, start, width);
}

function endWithinWord(spans: readonly Span[], start: number, width: number): number {
  const [first] = slice(spans, start, Infinity);
  if (first === undefined) return start + 1;
  const prefix = typesetter.prefix(first.text, first.style, width);
  return start + (withoutIsolates(prefix) === '' ? first.text.length : prefix.length);
}

/** Without the space at its end. */
function widthOfLine(line: readonly Span[]): number {
  return line.reduce(
    (sum, { text, style }, i) =>
      sum + widthOf(i === line.length - 1 ? text.trimEnd() : text, style),
    0,
  );
}

function slice(spans: readonly Span[], from: number, to: number): readonly Span[] {
  let start = 0;
  return spans.flatMap((span) => {
    const { text } = span;
    const part = text.slice(Math.max(0, from - start), Math.max(0, to - start));
    start += text.length;
    return part === '' ? [] : [{ ...span, text: part }];
  });
}

function withPrefix(prefix: string, line: readonly Span[]): readonly Span[] {
  const [first, ...rest] = line;
  return first === undefined || prefix === ''
    ? line
    : [{ ...first, text: prefix + first.text }, ...rest];
}

/** Between the rule above a paragraph and its text. */
export const PARAGRAPH_GAP = 4;

/** A paragraph below a rule; nothing without text. `before`: the space above the rule. */
export function ruledParagraph(
  spans: readonly Span[],
  width: number,
  before = 0,
): readonly Block[] {
  return ruled(richParagraph(spans, width, PARAGRAPH_GAP), width, before);
}

/** Blocks below a rule. */
export function ruled(blocks: readonly Block[], width: number, before = 0): readonly Block[] {
  if (blocks.length === 0) return [];
  const rule = block(null, 0, [line([0, 0], [width, 0], colours.hairline, 0.5)], {
    before,
    keepWithNext: true,
  });
  return [rule, ...blocks];
}
