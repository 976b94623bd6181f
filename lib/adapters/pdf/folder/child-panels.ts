// The folders below as small charts on one scale, each with its cause.
import type { ChildPanel, ChildrenView } from '../../../view/report-view.ts';
import type { PanelAxis } from '../../../charts/child-trend.ts';
import { childTrend, panelAxis } from '../../../charts/child-trend.ts';
import type { Block } from '../block.ts';
import {
  block,
  columnsBlock,
  deferredBlock,
  figureBlock,
  paragraph,
  stackBlocks,
} from '../block.ts';
import { element } from '../page-elements.ts';
import { lineIn, linesAt, widthOf, wrapText } from '../text/typesetter.ts';
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
const NAME_LINES = 2;
const CAUSE_LINES = { normal: 5, dense: 2 } as const;
const NAME_STYLE = { ...sheetStyles.bodyStrong, size: 9 };

export function panelBlocks(
  { title, note, panels }: ChildrenView,
  { isDense }: Pick<FolderLayout, 'isDense'>,
  context: SheetContext,
): readonly Block[] {
  const causeLines = isDense ? CAUSE_LINES.dense : CAUSE_LINES.normal;
  const axis = panelAxis(panels);
  const rows = Array.from({ length: Math.ceil(panels.length / IN_A_ROW) }, (_, i) => {
    const ofRow = panels.slice(i * IN_A_ROW, (i + 1) * IN_A_ROW);
    const heads = ofRow.map((panel) => panelHead(panel, context));
    // The charts of a row are at the same height.
    const headHeight = Math.max(...heads.map(({ height }) => height));
    const blocks = ofRow.map((panel, column) =>
      stackBlocks([
        { ...(heads[column] ?? EMPTY), height: headHeight },
        panelChart(panel, axis),
        paragraph('P', panel.cause, sheetStyles.label, WIDTH, { maxLines: causeLines }),
      ]),
    );
    return columnsBlock(blocks, WIDTH + GAP, { before: i === 0 ? 4 : ROW_GAP });
  });
  return [sectionHead(title, CONTENT_WIDTH, { note, before: 8 }), ...rows];
}

const EMPTY = block(null, 0, []);

/** The name beside the figure of this week. */
function panelHead({ name, now, key }: ChildPanel, { links }: SheetContext): Block {
  const link = links.get(key);
  const paragraphElement = element('P');
  const nameWidth = WIDTH - widthOf(now, NAME_STYLE) - 3;
  const lines = wrapText(name, NAME_STYLE, nameWidth, NAME_LINES);
  const nameLines = linesAt(lines, NAME_STYLE, 0);
  const nameElement =
    // A name can be too wide for a single character.
    link === undefined || nameLines.length === 0
      ? paragraphElement
      : element('Link', { parent: paragraphElement, link });
  const band = [0, NAME_STYLE.leading] as const;
  const value = block(paragraphElement, 0, lineIn(now, NAME_STYLE, WIDTH, band, 'right'));
  const head = block(nameElement, Math.max(1, lines.length) * NAME_STYLE.leading, nameLines);
  return { ...head, parts: [...head.parts, ...value.parts] };
}

function panelChart(panel: ChildPanel, axis: PanelAxis): Block {
  const { name, now, cause } = panel;
  const alt = cause === '' ? `${name} ${now}` : cause;
  return deferredBlock(CHART_HEIGHT, () => {
    const operations = childTrend(panel, axis, WIDTH, CHART_HEIGHT);
    return figureBlock({ width: WIDTH, height: CHART_HEIGHT, alt, operations }).parts;
  });
}
