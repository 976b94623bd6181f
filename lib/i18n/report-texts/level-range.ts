// Texts of the usual range of a level and of weeks.
import { parseWeek, weeksFrom } from '../../domain/calendar.ts';
import type { Level } from '../../domain/signals/model.ts';
import { weekNumber } from '../formats.ts';
import type { Localization } from '../localization.ts';

export type Texts = Pick<Localization, 'words' | 'formats'>;

/** '66–74', or '100' when both limits are printed alike; '' without limits. */
export function usualRange(
  { lower, upper }: Pick<Level, 'lower' | 'upper'>,
  indexType: string,
  { words, formats }: Texts,
): string {
  if (lower === null || upper === null) return '';
  const [from, to] = [formats.index(lower, indexType), formats.index(upper, indexType)];
  if (from === to) return from;
  return (indexType === 'NPS' ? words.signals.signedRange : words.signals.range)({
    lower: from,
    upper: to,
  });
}

/** The number of a week such as '2026-W46', or of the one `before` weeks earlier. */
export function weekNumberText(week: string, formats: Texts['formats'], before = 0): string {
  const parsed = parseWeek(week);
  const name = parsed === null ? week : weeksFrom(parsed, -before).name;
  return formats.numeral(weekNumber(name));
}
