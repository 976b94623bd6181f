// Distributes blocks over pages: headings stay with their content, and table heads repeat on every page.
import type { Block } from './block.ts';
import { moveParts } from './block.ts';
import type { Part } from './page-elements.ts';
import type { PageSize } from './layout-context.ts';

/** The parts of each page's body. */
export function paginate(
  blocks: readonly Block[],
  pageSize: PageSize,
): readonly (readonly Part[])[] {
  const pages: Part[][] = [];
  let page: Part[] = [];
  let y = pageSize.top;

  const place = (block: Block): void => {
    if (y > pageSize.top) y += block.before;
    if (block.atBottom) y = Math.max(y, pageSize.bottom - block.height);
    page.push(...moveParts(block.parts, pageSize.left, y));
    y += block.height;
  };
  const endPage = (): void => {
    if (page.length > 0) pages.push(page);
    page = [];
    y = pageSize.top;
  };

  for (const group of groupBlocks(blocks)) {
    const [first] = group;
    if (first === undefined) continue;
    const spaceBefore = y > pageSize.top ? first.before : 0;
    if (
      y > pageSize.top &&
      (first.startsPage || y + spaceBefore + heightOf(group) > pageSize.bottom)
    ) {
      endPage();
    }
    if (y === pageSize.top && first.repeatedHead !== null) place(first.repeatedHead);
    for (const block of group) {
      // Only a group taller than a page is broken.
      if (y > pageSize.top && y + block.before + block.height > pageSize.bottom) endPage();
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

/** The height of blocks that follow others. */
export function heightBelow(blocks: readonly Block[]): number {
  return heightOf(blocks) + (blocks[0]?.before ?? 0);
}
