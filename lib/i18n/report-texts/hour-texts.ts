// The parts of the week whose index clearly differs from that of the week, in words.
import type { GroupKey } from '../../domain/figures.ts';
import type { SurveyCell } from '../../domain/signals/hour-cells.ts';
import type { Localization } from '../localization.ts';

/** Each part with its difference, the largest first; a sentence that there are none; nothing when no part could be tested. */
export function clearHoursTexts(
  cells: readonly SurveyCell[],
  { indexType }: GroupKey,
  { words, formats }: Pick<Localization, 'words' | 'formats'>,
): readonly string[] {
  if (cells.every(({ p }) => p === null)) return [];
  const clear = cells
    .filter((cell) => cell.clear)
    .toSorted((a, b) => Math.abs(b.difference ?? 0) - Math.abs(a.difference ?? 0));
  if (clear.length === 0) return [words.signals.noClearHours];
  return clear.map(({ weekday, part, difference }) =>
    words.signals.clearHours(
      formats.change(difference, indexType),
      formats.weekday(weekday, 'long'),
      formats.hour(part * 6),
      formats.hour(part * 6 + 6),
    ),
  );
}
