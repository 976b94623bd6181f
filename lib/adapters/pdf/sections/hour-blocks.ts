// The parts of the week, with those that clearly differ from it in words.
import type { GroupKey } from '../../../domain/figures.ts';
import type { WeekHours } from '../../../charts/week-hours.ts';
import { weekPartsChart } from '../../../charts/week-parts.ts';
import { joinTexts } from '../../../i18n/report-texts/alert-texts.ts';
import { partTexts } from '../../../i18n/report-texts/state-texts.ts';
import { textStyles } from '../../../charts/theme.ts';
import type { Block } from '../block.ts';
import { columnsBlock, figureBlock, paragraph, stackBlocks } from '../block.ts';
import { COLUMN_GAP, SPACING } from '../layout-context.ts';
import type { LayoutContext } from '../layout-context.ts';
import type { HeadingLevel } from './section-heading.ts';
import { heading } from './section-heading.ts';

/** The part of the width that the chart takes; the sentences are beside it. */
const CHART_SHARE = 0.6;
/** More sentences than this would be taller than the chart; the chart shows them all. */
const MAX_SENTENCES = 5;

export interface HoursOptions {
  readonly level: HeadingLevel;
  /** The kind of index, when the page has several. */
  readonly kind?: string;
}

/** The chart with the sentences beside it; nothing without responses. */
export function hoursSection(
  hours: WeekHours,
  group: GroupKey,
  { level, kind = '' }: HoursOptions,
  context: LayoutContext,
): readonly Block[] {
  if (hours.cells.length === 0) return [];
  const { words, width } = context;
  const chartWidth = Math.round((width - COLUMN_GAP) * CHART_SHARE);
  const note = joinTexts([kind, words.signals.partsNote]);
  const title = joinTexts([words.signals.partsOfWeek, kind]);
  const chart = figureBlock(weekPartsChart(hours, group, chartWidth, context));
  const sentences = hourSentences(hours, group, width - chartWidth - COLUMN_GAP, context);
  return [
    heading(level, words.signals.partsOfWeek, width, { note, title }),
    columnsBlock([chart, sentences], chartWidth + COLUMN_GAP),
  ];
}

/** The chart with the sentences below it, in a column; null without responses. */
export function hoursColumn(
  hours: WeekHours,
  group: GroupKey,
  width: number,
  context: LayoutContext,
): Block | null {
  if (hours.cells.length === 0) return null;
  const { words } = context;
  return stackBlocks([
    heading('H3', words.signals.partsOfWeek, width, { note: words.signals.partsNote, before: 0 }),
    figureBlock(weekPartsChart(hours, group, width, context)),
    ...(hours.parts.length > 0
      ? [{ ...hourSentences(hours, group, width, context), before: SPACING.tiny }]
      : []),
  ]);
}

function hourSentences(
  hours: WeekHours,
  group: GroupKey,
  width: number,
  context: LayoutContext,
): Block {
  const texts = partTexts(hours.parts, group, context);
  return stackBlocks(
    texts
      .slice(0, MAX_SENTENCES)
      .map((text) => paragraph('P', text, textStyles.body, width, { maxLines: 2, before: 2 })),
  );
}
