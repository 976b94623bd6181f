// Texts about the usual level of a place, its range and where a deviating week stands to it, and about days without
// responses.
import { parseWeek, weeksFrom } from '../../domain/calendar.ts';
import type { Signal } from '../../domain/signals/signal.ts';
import { isBackToEarlier, isNearEarlier } from '../../domain/signals/signal.ts';
import type { Silence } from '../../domain/signals/volume.ts';
import { weekdayKey, weekNumber } from '../formats.ts';
import type { Localization } from '../localization.ts';

export type Texts = Pick<Localization, 'words' | 'formats'>;

interface Measured extends Pick<Signal, 'usual' | 'lower' | 'upper' | 'earlierUsual'> {
  readonly index: number;
}

/** '66–74', or '100' when both limits are printed alike; '' without a usual level. */
export function usualRange(
  { lower, upper }: Pick<Signal, 'lower' | 'upper'>,
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

/** The level changed, but this week is more like the weeks before. */
export function isNearerToEarlier({ index, usual, earlierUsual }: Measured): boolean {
  return Math.abs(index - (earlierUsual ?? Infinity)) < Math.abs(index - (usual ?? Infinity));
}

interface Deviating extends Measured {
  readonly since: string | null;
  readonly weeks: number | null;
  /** The index of each week of the trend, null with too few responses; this week is the last one. */
  readonly indexes: readonly (number | null)[];
}

/**
 * What a week is that deviates from the usual level and is near the level before it: the return to that level, or, for a
 * fall, the number of the last week that was as low. Null where neither is true.
 */
export function earlierLevelText(
  { indexes, since, weeks, ...measured }: Deviating,
  formats: Texts['formats'],
): 'back' | { readonly until: string } | null {
  const { index, usual } = measured;
  const previous = indexes.slice(0, -1).findLast((value) => value !== null) ?? null;
  if (isBackToEarlier(measured, previous)) return 'back';
  const firstWeek = since === null ? null : parseWeek(since);
  if (usual === null || index >= usual || firstWeek === null || !isNearEarlier(measured)) {
    return null;
  }
  const first = indexes.length - (weeks ?? 1);
  const last = indexes.slice(0, first).findLastIndex((value) => value !== null && value <= index);
  const beforeLast =
    indexes.slice(0, Math.max(0, last)).findLast((value) => value !== null) ?? usual;
  // A single low week between usual ones does not end a time of low weeks.
  if (!isNearerToEarlier({ ...measured, index: beforeLast })) return null;
  return { until: weekNumberText(weeksFrom(firstWeek, last - first).name, formats) };
}

/** The usual range; 'about 70' when the range as it is printed would contain the deviating value. */
export function usualText(
  { index, usual, lower, upper }: Measured,
  isWorse: boolean,
  indexType: string,
  localization: Texts,
): string {
  const { words, formats } = localization;
  const text = (value: number | null): string => formats.index(value, indexType);
  const limit = isWorse ? lower : upper;
  const isWithin = limit !== null && (isWorse ? index >= limit : index <= limit);
  return isWithin || text(index) === text(limit)
    ? words.signals.about({ usual: text(usual) })
    : usualRange({ lower, upper }, indexType, localization);
}

/** The number of a week such as '2026-W46'. */
export function weekNumberText(week: string, formats: Texts['formats']): string {
  return formats.numeral(weekNumber(week));
}

/** 'No responses since Friday (usually 60 a day): check the device.' */
export function silenceSentence(silence: Silence, texts: Texts): string {
  return texts.words.signals.asSentence({ text: silenceText(silence, texts) });
}

/** The sentence without its full stop. */
export function silenceText(
  { fromDay, days, expected, ongoing }: Omit<Silence, 'p'>,
  { words, formats }: Texts,
): string {
  const texts = words.signals.silence;
  const perDay = Math.max(1, Math.round(expected / days));
  const day = formats.weekday(fromDay + 1, 'long');
  const weekday = weekdayKey(fromDay + 1);
  if (ongoing)
    return fromDay === 0 ? texts.allWeek({ perDay }) : texts.since({ day, weekday, perDay });
  return days === 1
    ? texts.day({ day, weekday, perDay })
    : texts.days({ from: day, weekday, days, perDay });
}
