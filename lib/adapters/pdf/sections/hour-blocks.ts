// The parts of the week, with those that clearly differ from it in words.
import type { GroupKey } from '../../../domain/figures.ts';
import type { SurveyCell } from '../../../domain/signals/hour-cells.ts';
import { weekPartsChart } from '../../../charts/week-parts.ts';
import { joinTexts } from '../../../i18n/report-texts/alert-texts.ts';
import { clearHoursTexts } from '../../../i18n/report-texts/signal-sentences.ts';
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

/** The chart with the sentences beside it; nothing without parts. */
export function hoursSection(
  cells: readonly SurveyCell[],
  group: GroupKey,
  { level, kind = '' }: HoursOptions,
  context: LayoutContext,
): readonly Block[] {
  if (cells.length === 0) return [];
  const { words, width } = context;
  const chartWidth = Math.round((width - COLUMN_GAP) * CHART_SHARE);
  const note = joinTexts([kind, words.signals.partsNote]);
  const title = joinTexts([words.signals.partsOfWeek, kind]);
  const chart = figureBlock(weekPartsChart(cells, group, chartWidth, context));
  const sentences = hourSentences(cells, group, width - chartWidth - COLUMN_GAP, context);
  return [
    heading(level, words.signals.partsOfWeek, width, { note, title }),
    columnsBlock([chart, sentences], chartWidth + COLUMN_GAP),
  ];
}

/** The chart with the sentences below it, in a column; null without parts. */
export function hoursColumn(
  cells: readonly SurveyCell[],
  group: GroupKey,
  width: number,
  context: LayoutContext,
): Block | null {
  if (cells.length === 0) return null;
  const { words } = context;
  const isTested = cells.some(({ p }) => p !== null);
  return stackBlocks([
    heading('H3', words.signals.partsOfWeek, width, { note: words.signals.partsNote, before: 0 }),
    figureBlock(weekPartsChart(cells, group, width, context)),
    ...(isTested ? [{ ...hourSentences(cells, group, width, context), before: SPACING.tiny }] : []),
  ]);
}

function hourSentences(
  cells: readonly SurveyCell[],
  group: GroupKey,
  width: number,
  context: LayoutContext,
): Block {
  const texts = clearHoursTexts(cells, group, context);
  return stackBlocks(
    texts
      .slice(0, MAX_SENTENCES)
      .map((text) => paragraph('P', text, textStyles.body, width, { maxLines: 2, before: 2 })),
  );
}
