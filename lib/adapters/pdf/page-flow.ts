// Distributes blocks over pages: headings stay with their content, and table heads repeat on every page.
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

/** The parts of each page's body. */
export function paginate(
  blocks: readonly Block[],
  { left, bottom, ...body }: BodyBox,
): readonly (readonly Part[])[] {
  const pages: Part[][] = [];
  let page: Part[] = [];
  let { top } = body;
  let y = top;

  const place = (block: Block): void => {
    if (y > top) y += block.before;
    if (block.atBottom) y = Math.max(y, bottom - block.height);
    page.push(...moveParts(block.parts, left, y));
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
    if (y === top && first.repeatedHead !== null) place(first.repeatedHead);
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
