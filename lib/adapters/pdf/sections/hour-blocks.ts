// The heat map of the week, with the best and worst hours below it.
import type { GroupKey } from '../../../domain/figures.ts';
import type { WeekdayHour } from '../../../domain/report.ts';
import { joinTexts } from '../../../i18n/report-texts/alert-texts.ts';
import { fitCount } from '../../../charts/chart.ts';
import { heatMap } from '../../../charts/heat-map.ts';
import type { HourSlot } from '../../../charts/best-worst-hours.ts';
import { bestAndWorstHours, slotName, hourSlots } from '../../../charts/best-worst-hours.ts';
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
  const explanation = index === null ? words.heatCountNote : words.heatIndexNote;
  const note = kind === '' ? explanation : `${kind} · ${explanation}`;
  const slots = bestAndWorstHours(hourSlots(cells, group));
  const map = heatMap(cells, group, index, slots, width, context);
  const best = slotList(words.bestHours, slots.best, group, context);
  const worst = slotList(words.worstHours, slots.worst, group, context);
  // The grid and the legend form one figure.
  const figure = element('Figure', { alt: map.grid.alt });
  const legendAndLists = columnsBlock(
    [
      ...(slots.best.length === 0
        ? []
        : [
            { x: 0, block: best },
            { x: LIST_WIDTH + GAP, block: worst },
          ]),
      ...(map.legend === null ? [] : [{ x: 0, block: figureBlock(map.legend, figure) }]),
    ],
    { before: SPACING.small },
  );
  const title = joinTexts([words.heatMap, kind]);
  return [
    heading(level, words.heatMap, width, { note, title }),
    stackBlocks([figureBlock(map.grid, figure), legendAndLists]),
  ];
}

/** The width of a list; each line has the hour, its index and its responses. */
const LIST_WIDTH = 186;
const GAP = 6;
const WHEN_WIDTH = 92;
const INDEX_WIDTH = 24;
const LINE_HEIGHT = 12;

function slotList(
  title: string,
  slots: readonly HourSlot[],
  group: GroupKey,
  context: LayoutContext,
): Block {
  const { words, formats } = context;
  const baseline = baselineIn(0, LINE_HEIGHT, textStyles.label);
  const strongBaseline = baselineIn(0, LINE_HEIGHT, textStyles.labelStrong);
  const lines = slots.map((slot) => {
    const when = slotName(slot, context);
    const n = formats.count(slot.responses);
    const responses = words.responses(n, formats.plural(slot.responses));
    const responsesX = WHEN_WIDTH + INDEX_WIDTH + 6;
    const room = LIST_WIDTH - responsesX;
    const responsesShown =
      widthOf(responses, textStyles.label) <= room
        ? responses
        : fitCount(slot.responses, room, textStyles.label, context);
    return block(element('P'), LINE_HEIGHT, [
      // Trailing spaces take no width; they separate the three texts for screen readers.
      ...lineAt(`${fitted(when, textStyles.label, WHEN_WIDTH)} `, textStyles.label, 0, baseline),
      ...lineAt(
        `${formats.index(slot.index, group.indexType)} `,
        textStyles.labelStrong,
        WHEN_WIDTH + INDEX_WIDTH,
        strongBaseline,
        'right',
      ),
      ...lineAt(responsesShown, textStyles.label, responsesX, baseline),
    ]);
  });
  const head = lineAt(title, textStyles.labelStrong, 0, strongBaseline);
  return stackBlocks([block(element('P'), LINE_HEIGHT, head), ...lines]);
}
