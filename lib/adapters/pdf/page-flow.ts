// Puts blocks on pages: heads stay with what they head, table heads come again, no page is left without a body.
import type { Block } from './block.ts';
import { placeBlock } from './block.ts';
import type { Part } from './page-elements.ts';
import type { PageSize } from './layout-context.ts';

/** The parts of each page's body. */
export function paginate(blocks: readonly Block[], sheet: PageSize): readonly (readonly Part[])[] {
  const pages: Part[][] = [];
  let page: Part[] = [];
  let y = sheet.top;

  const place = (one: Block): void => {
    if (y > sheet.top) y += one.before;
    page.push(...placeBlock(one, sheet.left, y));
    y += one.height;
  };
  const turnPage = (): void => {
    if (page.length > 0) pages.push(page);
    page = [];
    y = sheet.top;
  };

  for (const group of groupBlocks(blocks)) {
    const [first] = group;
    if (first === undefined) continue;
    const before = y > sheet.top ? first.before : 0;
    if (y > sheet.top && (first.startsPage || y + before + heightOf(group) > sheet.bottom)) {
      turnPage();
    }
    if (y === sheet.top && first.repeatedHead !== null) place(first.repeatedHead);
    for (const one of group) {
      // Only a group taller than a page is ever broken.
      if (y > sheet.top && y + one.before + one.height > sheet.bottom) turnPage();
      place(one);
    }
  }
  turnPage();
  return pages;
}

/** The first variant that takes one page, or the first of all: lists give way before a page is begun for a line. */
export function fitOnePage(
  variants: readonly (() => readonly Block[])[],
  sheet: PageSize,
): readonly Block[] {
  let roomiest: readonly Block[] | null = null;
  for (const variant of variants) {
    const blocks = variant();
    if (heightOf(blocks) <= sheet.bottom - sheet.top) return blocks;
    roomiest ??= blocks;
  }
  return roomiest ?? [];
}

function groupBlocks(blocks: readonly Block[]): readonly (readonly Block[])[] {
  const groups: Block[][] = [];
  let group: Block[] = [];
  for (const one of blocks) {
    group.push(one);
    if (one.keepWithNext) continue;
    groups.push(group);
    group = [];
  }
  if (group.length > 0) groups.push(group);
  return groups;
}

function heightOf(group: readonly Block[]): number {
  return group.reduce((sum, one, i) => sum + one.height + (i > 0 ? one.before : 0), 0);
}
