// What must be known before a report is read: missing data, or what a revision changed.
import { filledRectangle } from '../../../charts/draw-operations.ts';
import { colours } from '../../../charts/theme.ts';
import type { Block } from '../block.ts';
import { block, moveParts, paragraph, stackBlocks } from '../block.ts';
import { sheetStyles } from './sheet-styles.ts';

const PADDING = { x: 7, y: 4 };
const EDGE = 2;

/** Empty without notices. */
export function noticeBlocks(notices: readonly string[], width: number): readonly Block[] {
  if (notices.length === 0) return [];
  const textWidth = width - EDGE - 2 * PADDING.x;
  const text = stackBlocks(
    notices.map((notice) => paragraph('P', notice, sheetStyles.body, textWidth, { maxLines: 6 })),
  );
  const height = text.height + 2 * PADDING.y;
  const area = block(null, height, [
    filledRectangle(0, 0, width, height, colours.notice),
    filledRectangle(0, 0, EDGE, height, colours.noticeEdge),
  ]);
  return [
    {
      ...area,
      before: 7,
      parts: [...area.parts, ...moveParts(text.parts, EDGE + PADDING.x, PADDING.y)],
    },
  ];
}
