// The heat map with its best and worst hours named under it.
import type { GroupKey } from '../../../domain/figures.ts';
import type { WeekdayHour } from '../../../domain/report.ts';
import { joined } from '../../../i18n/report-texts/alert-texts.ts';
import { fitCount } from '../../../charts/chart.ts';
import { heatMap } from '../../../charts/heat-map.ts';
import type { Slot } from '../../../charts/best-worst-hours.ts';
import { extremes, slotName, slotsOf } from '../../../charts/best-worst-hours.ts';
import { textStyles } from '../../../charts/theme.ts';
import type { Block } from '../block.ts';
import { columnsBlock, block, figureBlock, stackBlocks } from '../block.ts';
import { element } from '../page-elements.ts';
import { SPACING } from '../layout-context.ts';
import type { LayoutContext } from '../layout-context.ts';
import { baselineIn, fitted, lineAt, widthOf } from '../text/typesetter.ts';
import type { HeadingLevel } from './section-heading.ts';
import { heading } from './section-heading.ts';

export function hoursSection(
  cells: readonly WeekdayHour[],
  group: GroupKey,
  index: number | null,
  level: HeadingLevel,
  kind: string,
  context: LayoutContext,
): readonly Block[] {
  const { words, width } = context;
  if (cells.length === 0) return [];
  const explained = index === null ? words.heatCountNote : words.heatIndexNote;
  const note = kind === '' ? explained : `${kind} · ${explained}`;
  const slots = extremes(slotsOf(cells, group));
  const map = heatMap(cells, group, index, slots, width, context);
  const best = slotList(words.bestHours, slots.best, group, context);
  const worst = slotList(words.worstHours, slots.worst, group, context);
  // The legend is part of the same figure, wherever it stands.
  const figure = element('Figure', { alt: map.grid.alt });
  const under = columnsBlock(
    [
      ...(slots.best.length === 0
        ? []
        : [
            { x: 0, block: best },
            { x: SLOTS + GAP, block: worst },
          ]),
      ...(map.legend === null ? [] : [{ x: 0, block: figureBlock(map.legend, figure) }]),
    ],
    { before: SPACING.small },
  );
  const title = joined([words.heatMap, kind]);
  return [
    heading(level, words.heatMap, width, { note, title }),
    stackBlocks([figureBlock(map.grid, figure), under]),
  ];
}

/** When, index and responses of an hour. */
const SLOTS = 186;
const GAP = 6;
const WHEN = 92;
const INDEX = 24;
const LINE = 12;

function slotList(
  title: string,
  slots: readonly Slot[],
  group: GroupKey,
  context: LayoutContext,
): Block {
  const { words, formats } = context;
  const baseline = baselineIn(0, LINE, textStyles.label);
  const strongBaseline = baselineIn(0, LINE, textStyles.labelStrong);
  const lines = slots.map((slot) => {
    const when = slotName(slot, context);
    const n = formats.count(slot.responses);
    const responses = words.responses(n, formats.plural(slot.responses));
    const left = WHEN + INDEX + 6;
    const room = SLOTS - left;
    const shown =
      widthOf(responses, textStyles.label) <= room
        ? responses
        : fitCount(slot.responses, room, textStyles.label, context);
    return block(element('P'), LINE, [
      // Spaces that take no room keep the three apart where they are read aloud.
      ...lineAt(`${fitted(when, textStyles.label, WHEN)} `, textStyles.label, 0, baseline),
      ...lineAt(
        `${formats.index(slot.index, group.indexType)} `,
        textStyles.labelStrong,
        WHEN + INDEX,
        strongBaseline,
        'right',
      ),
      ...lineAt(shown, textStyles.label, left, baseline),
    ]);
  });
  const head = lineAt(title, textStyles.labelStrong, 0, strongBaseline);
  return stackBlocks([block(element('P'), LINE, head), ...lines]);
}
