// Pieces of a page before their place on it is known: height, reading role, and what must stay together.
import type { Drawing } from '../../charts/chart.ts';
import type { Operation } from '../../charts/draw-operations.ts';
import { translateOperation } from '../../charts/draw-operations.ts';
import type { TextStyle } from '../../charts/theme.ts';
import type { Element, Part } from './page-elements.ts';
import { element } from './page-elements.ts';
import type { Align } from './text/typesetter.ts';
import { wrapBalanced, baselineIn, lineAt, wrapText } from './text/typesetter.ts';

/** A part whose operations are still to be moved: once, when its place on the page is known. */
export interface BlockPart extends Part {
  readonly dx: number;
  readonly dy: number;
}

export interface Block {
  /** Measured from the block's own top left. */
  readonly parts: readonly BlockPart[];
  readonly height: number;
  /** Space above, left out at the top of a page. */
  readonly before: number;
  readonly keepWithNext: boolean;
  readonly startsPage: boolean;
  /** Drawn again above this block when it comes first on a page. */
  readonly repeatedHead: Block | null;
}

const PLAIN = { before: 0, keepWithNext: false, startsPage: false, repeatedHead: null } as const;

/** One part: an element that reads as a whole, or decoration. */
export function block(
  what: Element | null,
  height: number,
  operations: readonly Operation[],
  options: Partial<Omit<Block, 'parts' | 'height'>> = {},
): Block {
  return { ...PLAIN, parts: [{ element: what, operations, dx: 0, dy: 0 }], height, ...options };
}

/** `what`: given where several drawings are one figure. */
export function figureBlock(
  { alt, height, operations }: Drawing,
  what: Element = element('Figure', { alt }),
): Block {
  return block(what, height, operations);
}

export function paragraph(
  role: 'H1' | 'H2' | 'P',
  text: string,
  style: TextStyle,
  width: number,
  options: Partial<Omit<Block, 'parts' | 'height'>> & {
    readonly maxLines?: number;
    readonly align?: Align;
    /** No last line of a word or two. */
    readonly balanced?: boolean;
  } = {},
): Block {
  const { maxLines = 3, align = 'left', balanced = false, ...rest } = options;
  const lines = (balanced ? wrapBalanced : wrapText)(text, style, width, maxLines);
  const x = align === 'left' ? 0 : align === 'right' ? width : width / 2;
  const operations = lines.flatMap((line, i) =>
    lineAt(line, style, x, baselineIn(i * style.leading, style.leading, style), align),
  );
  const what = element(role, role === 'P' ? {} : { title: text });
  return block(what, lines.length * style.leading, operations, rest);
}

/** Blocks under one another as one that is never broken. */
export function stackBlocks(
  blocks: readonly Block[],
  options: Partial<Omit<Block, 'parts' | 'height'>> = {},
): Block {
  let y = 0;
  const parts: BlockPart[] = [];
  blocks.forEach((one, i) => {
    if (i > 0) y += one.before;
    parts.push(...moveParts(one.parts, 0, y));
    y += one.height;
  });
  return { ...PLAIN, parts, height: y, ...options };
}

/** Blocks side by side, tops aligned, as one that is never broken. */
export function columnsBlock(
  columns: readonly { readonly x: number; readonly block: Block }[],
  options: Partial<Omit<Block, 'parts' | 'height'>> = {},
): Block {
  return {
    ...PLAIN,
    parts: columns.flatMap((column) => moveParts(column.block.parts, column.x, 0)),
    height: Math.max(0, ...columns.map((column) => column.block.height)),
    ...options,
  };
}

export function moveParts(
  parts: readonly BlockPart[],
  dx: number,
  dy: number,
): readonly BlockPart[] {
  if (dx === 0 && dy === 0) return parts;
  return parts.map((part) => ({ ...part, dx: part.dx + dx, dy: part.dy + dy }));
}

/** The parts of a block whose top left is at (x, y) of a page. */
export function placeBlock({ parts }: Block, x: number, y: number): readonly Part[] {
  return parts.map(({ element: what, operations, dx, dy }) => ({
    element: what,
    operations: operations.map((operation) => translateOperation(operation, x + dx, y + dy)),
  }));
}
