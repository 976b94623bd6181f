// The folders below as small charts on one scale, each with its cause.
import type { ChildPanel, ChildrenView } from '../../../view/report-view.ts';
import type { PanelAxis } from '../../../charts/child-trend.ts';
import { childTrend, panelAxis } from '../../../charts/child-trend.ts';
import type { Block } from '../block.ts';
import { block, columnsBlock, figureBlock, paragraph, stackBlocks } from '../block.ts';
import { element } from '../page-elements.ts';
import { fitted, lineIn, widthOf } from '../text/typesetter.ts';
import { sectionHead } from '../sheet/section-head.ts';
import type { SheetContext } from '../sheet/sheet-context.ts';
import { CONTENT_WIDTH, millimetres } from '../sheet/sheet-context.ts';
import { sheetStyles } from '../sheet/sheet-styles.ts';
import type { FolderLayout } from './steps.ts';

const IN_A_ROW = 4;
const GAP = millimetres(5);
const WIDTH = (CONTENT_WIDTH - (IN_A_ROW - 1) * GAP) / IN_A_ROW;
const CHART_HEIGHT = 63;
const ROW_GAP = 6;
const CAUSE_LINES = { normal: 5, dense: 2 } as const;
const NAME_STYLE = { ...sheetStyles.bodyStrong, size: 9 };

export function panelBlocks(
  { title, note, panels }: ChildrenView,
  { isDense }: Pick<FolderLayout, 'isDense'>,
  context: SheetContext,
): readonly Block[] {
  const causeLines = isDense ? CAUSE_LINES.dense : CAUSE_LINES.normal;
  const axis = panelAxis(panels);
  const blocks = panels.map((panel) => panelBlock(panel, axis, causeLines, context));
  const rows = Array.from({ length: Math.ceil(blocks.length / IN_A_ROW) }, (_, i) =>
    columnsBlock(blocks.slice(i * IN_A_ROW, (i + 1) * IN_A_ROW), WIDTH + GAP, {
      before: i === 0 ? 4 : ROW_GAP,
    }),
  );
  return [sectionHead(title, CONTENT_WIDTH, { note, before: 8 }), ...rows];
}

function panelBlock(
  panel: ChildPanel,
  axis: PanelAxis,
  causeLines: number,
  { links }: SheetContext,
): Block {
  const { name, now, cause, key } = panel;
  const link = links.get(key);
  const paragraphElement = element('P');
  const nameWidth = WIDTH - widthOf(now, NAME_STYLE) - 3;
  const band = [0, NAME_STYLE.leading] as const;
  const nameLine = lineIn(fitted(name, NAME_STYLE, nameWidth), NAME_STYLE, 0, band);
  const nameBlock = block(
    // A name can be too wide for a single character.
    link === undefined || nameLine.length === 0
      ? paragraphElement
      : element('Link', { parent: paragraphElement, link }),
    NAME_STYLE.leading,
    nameLine,
  );
  const value = block(paragraphElement, 0, lineIn(now, NAME_STYLE, WIDTH, band, 'right'));
  const chart = {
    width: WIDTH,
    height: CHART_HEIGHT,
    alt: cause === '' ? `${name} ${now}` : cause,
    operations: childTrend(panel, axis, WIDTH, CHART_HEIGHT),
  };
  return stackBlocks([
    { ...nameBlock, parts: [...nameBlock.parts, ...value.parts] },
    figureBlock(chart),
    paragraph('P', cause, sheetStyles.label, WIDTH, { maxLines: causeLines }),
  ]);
}
