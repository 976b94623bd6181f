// Blocks: pieces of a page with a height, before their position is known.
import type { Drawing } from '../../charts/chart.ts';
import type { Operation } from '../../charts/draw-operations.ts';
import type { TextStyle } from '../../charts/theme.ts';
import { once } from '../../domain/memoize.ts';
import type { Element, Part } from './page-elements.ts';
import { element, partOf } from './page-elements.ts';
import { linesAt, wrapBalanced, wrapText } from './text/typesetter.ts';

export interface Block {
  /** Coordinates start at the top left of the block. */
  readonly parts: readonly Part[];
  readonly height: number;
  /** Space above the block; omitted at the top of a page. */
  readonly before: number;
  readonly keepWithNext: boolean;
  readonly startsPage: boolean;
  /** Placed at the bottom of its page. */
  readonly atBottom: boolean;
}

const PLAIN = {
  before: 0,
  keepWithNext: false,
  startsPage: false,
  atBottom: false,
} as const;

/** A block of one part. An `element` of null marks decoration. */
export function block(
  structureElement: Element | null,
  height: number,
  operations: readonly Operation[],
  options: Partial<Omit<Block, 'parts' | 'height'>> = {},
): Block {
  return {
    ...PLAIN,
    parts: [partOf(structureElement, operations)],
    height,
    ...options,
  };
}

/** A block that is drawn when its parts are first read: fitting a page only needs heights. */
export function deferredBlock(
  height: number,
  draw: () => readonly Part[],
  options: Partial<Omit<Block, 'parts' | 'height'>> = {},
): Block {
  const drawnParts = once(draw);
  return {
    ...PLAIN,
    ...options,
    height,
    get parts() {
      return drawnParts();
    },
  };
}

/** The same block, not drawn for it, with other space above. */
export function withSpaceAbove(spaced: Block, before: number): Block {
  const { height, keepWithNext, startsPage, atBottom } = spaced;
  return deferredBlock(height, () => spaced.parts, { before, keepWithNext, startsPage, atBottom });
}

/** Several drawings form one figure when they share an element. */
export function figureBlock(
  { alt, height, operations }: Drawing,
  structureElement: Element = element('Figure', { alt }),
): Block {
  return block(structureElement, height, operations);
}

export function paragraph(
  role: 'H1' | 'H2' | 'P',
  text: string,
  style: TextStyle,
  width: number,
  options: Partial<Omit<Block, 'parts' | 'height'>> & {
    readonly maxLines?: number;
    /** Avoids a last line of only a word or two. */
    readonly balanced?: boolean;
  } = {},
): Block {
  const { maxLines = 3, balanced = false, ...rest } = options;
  const lines = (balanced || role !== 'P' ? wrapBalanced : wrapText)(text, style, width, maxLines);
  const draw = (): readonly Part[] => [
    partOf(element(role, role === 'P' ? {} : { title: text }), linesAt(lines, style, 0)),
  ];
  return deferredBlock(lines.length * style.leading, draw, rest);
}

/** Stacks blocks vertically into one unbreakable block. */
export function stackBlocks(
  blocks: readonly Block[],
  options: Partial<Omit<Block, 'parts' | 'height'>> = {},
): Block {
  let height = 0;
  const tops = blocks.map((current, i) => {
    const top = height + (i > 0 ? current.before : 0);
    height = top + current.height;
    return top;
  });
  const draw = (): readonly Part[] =>
    blocks.flatMap(({ parts }, i) => moveParts(parts, 0, tops[i] ?? 0));
  return deferredBlock(height, draw, options);
}

/** Places blocks next to each other as one unbreakable block. `step`: from the left edge of one to that of the next. */
export function columnsBlock(
  blocks: readonly Block[],
  step: number,
  options: Partial<Omit<Block, 'parts' | 'height'>> = {},
): Block {
  const height = Math.max(0, ...blocks.map((current) => current.height));
  const draw = (): readonly Part[] =>
    blocks.flatMap(({ parts }, i) => moveParts(parts, i * step, 0));
  return deferredBlock(height, draw, options);
}

/** Moves the origins of parts; their operations stay as they are. */
export function moveParts(parts: readonly Part[], dx: number, dy: number): readonly Part[] {
  if (dx === 0 && dy === 0) return parts;
  return parts.map((part) => ({ ...part, dx: part.dx + dx, dy: part.dy + dy }));
}
