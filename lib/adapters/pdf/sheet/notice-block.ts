// What must be known before a report is read: missing data, or what a revision changed.
import { filledRectangle } from '../../../charts/draw-operations.ts';
import { colours } from '../../../charts/theme.ts';
import type { CommonView } from '../../../view/report-view.ts';
import type { Block } from '../block.ts';
import { block, moveParts, paragraph, stackBlocks } from '../block.ts';
import { partOf } from '../page-elements.ts';
import { GLYPH_WIDTH, glyphIn } from './section-head.ts';
import { sheetStyles } from './sheet-styles.ts';

const PADDING = { x: 7, y: 4 };
const EDGE = 2;
const { body, bodyStrong } = sheetStyles;

/** Empty without notices. The first one of a partial week has its glyph. */
export function noticeBlocks(
  { notices, isPartial }: Pick<CommonView, 'notices' | 'isPartial'>,
  width: number,
): readonly Block[] {
  if (notices.length === 0) return [];
  const left = isPartial ? GLYPH_WIDTH : 0;
  const textWidth = width - EDGE - 2 * PADDING.x - left;
  const text = stackBlocks(
    notices.map((notice, i) =>
      paragraph('P', notice, i === 0 && isPartial ? bodyStrong : body, textWidth, { maxLines: 6 }),
    ),
  );
  const glyph = isPartial ? glyphIn('partial', bodyStrong.leading) : partOf(null, []);
  const height = text.height + 2 * PADDING.y;
  const area = block(null, height, [
    filledRectangle(0, 0, width, height, colours.notice),
    filledRectangle(0, 0, EDGE, height, colours.noticeEdge),
  ]);
  return [
    {
      ...area,
      before: 7,
      parts: [
        ...area.parts,
        ...moveParts([glyph], EDGE + PADDING.x, PADDING.y),
        ...moveParts(text.parts, EDGE + PADDING.x + left, PADDING.y),
      ],
    },
  ];
}
