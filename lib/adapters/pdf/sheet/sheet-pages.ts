// Places the blocks of a report on pages, with the head of further pages and the foot of all.
import { mirrorOperation } from '../../../charts/mirror-drawing.ts';
import type { CommonView } from '../../../view/report-view.ts';
import type { Block } from '../block.ts';
import type { BodyBox } from '../page-flow.ts';
import { paginate, placeOnPages } from '../page-flow.ts';
import type { Page } from '../page-elements.ts';
import { partOf } from '../page-elements.ts';
import { PAGE_FOOT_HEIGHT, pageFoot } from './page-foot.ts';
import { RUNNING_HEAD_HEIGHT, runningHead } from './page-head.ts';
import type { ContentBox, SheetContext } from './sheet-context.ts';

/** The height for the blocks of a page. */
export function bodyHeight({ top, bottom }: ContentBox, isFirst: boolean): number {
  return bottom - PAGE_FOOT_HEIGHT - top - (isFirst ? 0 : RUNNING_HEAD_HEIGHT);
}

/** The number of pages that the blocks take. */
export function pageCount(blocks: readonly Block[], paper: ContentBox): number {
  return placeOnPages(blocks, bodyBoxOf(paper)).length;
}

/** Laid out for left-to-right readers, and mirrored for others. */
export function sheetPages(
  blocks: readonly Block[],
  view: Pick<CommonView, 'name' | 'period' | 'source'>,
  context: SheetContext,
): readonly Page[] {
  const { direction, paper } = context;
  const { width, height } = paper;
  const bodies = paginate(blocks, bodyBoxOf(paper));
  const pages = bodies.map((body, i): Page => {
    const foot = pageFoot(view, i + 1, bodies.length, context);
    const operations = i === 0 ? foot : [...runningHead(view, context), ...foot];
    return {
      width,
      height,
      direction,
      parts: [...body, partOf(null, operations)],
    };
  });
  return direction === 'rtl' ? pages.map(mirrorPage) : pages;
}

function bodyBoxOf({ left, top, bottom }: ContentBox): BodyBox {
  const furtherTop = top + RUNNING_HEAD_HEIGHT;
  return { left, top, furtherTop, bottom: bottom - PAGE_FOOT_HEIGHT };
}

function mirrorPage(page: Page): Page {
  return {
    ...page,
    parts: page.parts.map((part) => ({
      ...part,
      operations: part.operations.map((operation) => mirrorOperation(operation, page.width)),
      dx: -part.dx,
    })),
  };
}
