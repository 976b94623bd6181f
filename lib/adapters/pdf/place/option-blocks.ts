// Pain points and highlights beside each other: the presses of this week and of the last.
import type { OptionsView } from '../../../view/report-view.ts';
import { mostPresses, pressBar } from '../../../charts/bars.ts';
import { colours, withColour } from '../../../charts/theme.ts';
import type { Block } from '../block.ts';
import { block, columnsBlock, paragraph, stackBlocks } from '../block.ts';
import type { Element } from '../page-elements.ts';
import { element, partOf } from '../page-elements.ts';
import { fitted, lineIn } from '../text/typesetter.ts';
import type { HeadingLevel } from '../sheet/section-head.ts';
import { sectionHead } from '../sheet/section-head.ts';
import { CONTENT_WIDTH, millimetres } from '../sheet/sheet-context.ts';
import { sheetStyles } from '../sheet/sheet-styles.ts';

const COLUMN_GAP = millimetres(9);
const COLUMN = (CONTENT_WIDTH - COLUMN_GAP) / 2;
const GAP = millimetres(2);
const NAME = millimetres(37);
const PRESSES_RIGHT = COLUMN - millimetres(11) - GAP;
const BAR = {
  x: NAME + GAP,
  width: PRESSES_RIGHT - millimetres(8) - NAME - 2 * GAP,
  height: 9,
} as const;
const ROW = { height: 11, gap: 3.5 } as const;
const { body, bodyStrong, path: quiet } = sheetStyles;

/** Empty where both lists are left out. */
export function optionBlocks(
  lists: readonly (OptionsView | null)[],
  level: HeadingLevel,
): readonly Block[] {
  const shown = lists.filter((list) => list !== null);
  if (shown.length === 0) return [];
  const most = mostPresses(shown);
  return [
    columnsBlock(
      shown.map((list, i) =>
        // The note is the same for both lists.
        optionList(i === 0 ? list : { ...list, note: '' }, most, level),
      ),
      COLUMN + COLUMN_GAP,
    ),
  ];
}

function optionList(
  { title, note, options, empty }: OptionsView,
  most: number,
  level: HeadingLevel,
): Block {
  const table = element('Table');
  const head = sectionHead(title, COLUMN, { level, note, before: 0 });
  const text =
    empty === '' ? [] : [paragraph('P', empty, quiet, COLUMN, { maxLines: 4, before: 3 })];
  return stackBlocks([
    head,
    ...text,
    ...options.map((option, i) => optionRow(option, most, table, i === 0 ? 3 : ROW.gap)),
  ]);
}

function optionRow(
  option: OptionsView['options'][number],
  most: number,
  table: Element,
  before: number,
): Block {
  const { name, pressesText, change, isReason } = option;
  const parent = element('TR', { parent: table });
  const band = [0, ROW.height] as const;
  const changeStyle = isReason ? withColour({ ...bodyStrong, size: 8 }, colours.bad) : quiet;
  return {
    ...block(null, ROW.height, [], { before }),
    parts: [
      partOf(
        element('TH', { parent, scope: 'Row' }),
        lineIn(fitted(name, body, NAME), body, 0, band),
      ),
      // The bar says nothing that the numbers beside it don't.
      partOf(
        null,
        pressBar(option, most, BAR.width, BAR.height),
        BAR.x,
        (ROW.height - BAR.height) / 2,
      ),
      partOf(
        element('TD', { parent }),
        lineIn(pressesText, bodyStrong, PRESSES_RIGHT, band, 'right'),
      ),
      partOf(element('TD', { parent }), lineIn(change, changeStyle, COLUMN, band, 'right')),
    ],
  };
}
