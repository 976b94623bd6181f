// Distributes blocks over pages: headings stay with their content.
import type { Block } from './block.ts';
import { moveParts } from './block.ts';
import type { Part } from './page-elements.ts';

/** The body of a page: a horizontal position, and vertical ones. */
export interface BodyBox {
  readonly left: number;
  readonly top: number;
  /** The top of further pages. */
  readonly furtherTop?: number;
  readonly bottom: number;
}

/** A block and its top on the page. */
export interface PlacedBlock {
  readonly block: Block;
  readonly y: number;
}

/** The parts of each page's body. */
export function paginate(blocks: readonly Block[], body: BodyBox): readonly (readonly Part[])[] {
  return placeOnPages(blocks, body).map((page) =>
    page.flatMap(({ block, y }) => moveParts(block.parts, body.left, y)),
  );
}

/** The blocks of each page, which are not drawn. */
export function placeOnPages(
  blocks: readonly Block[],
  { bottom, ...body }: Omit<BodyBox, 'left'>,
): readonly (readonly PlacedBlock[])[] {
  const pages: PlacedBlock[][] = [];
  let page: PlacedBlock[] = [];
  let { top } = body;
  let y = top;

  const place = (block: Block): void => {
    if (y > top) y += block.before;
    if (block.atBottom) y = Math.max(y, bottom - block.height);
    page.push({ block, y });
    y += block.height;
  };
  const endPage = (): void => {
    if (page.length > 0) pages.push(page);
    page = [];
    if (pages.length > 0) top = body.furtherTop ?? body.top;
    y = top;
  };

  for (const group of groupBlocks(blocks)) {
    const [first] = group;
    if (first === undefined) continue;
    const spaceBefore = y > top ? first.before : 0;
    if (y > top && (first.startsPage || y + spaceBefore + heightOf(group) > bottom)) {
      endPage();
    }
    for (const block of group) {
      // Only a group taller than a page is broken.
      if (y > top && y + block.before + block.height > bottom) endPage();
      place(block);
    }
  }
  endPage();
  return pages;
}

function groupBlocks(blocks: readonly Block[]): readonly (readonly Block[])[] {
  const groups: Block[][] = [];
  let group: Block[] = [];
  for (const block of blocks) {
    if (block.startsPage && group.length > 0) {
      groups.push(group);
      group = [];
    }
    group.push(block);
    if (block.keepWithNext) continue;
    groups.push(group);
    group = [];
  }
  if (group.length > 0) groups.push(group);
  return groups;
}

export function heightOf(group: readonly Block[]): number {
  return group.reduce((sum, block, i) => sum + block.height + (i > 0 ? block.before : 0), 0);
}
