// The shares of pain points and highlights.
import type { ListedOption } from '../../domain/follow-ups.ts';
import { wholePercents } from '../../domain/printed-shares.ts';
import type { Formats } from '../formats.ts';

/** Prints an option's share, so that the shares of all options of a list add up to 100%; – for a list without presses. */
export function optionShares(
  options: readonly ListedOption[],
  week: 'share' | 'previousShare',
  formats: Formats,
): (option: ListedOption) => string {
  const percents = wholePercents(options.map((option) => option[week] ?? 0));
  const percentByKey = new Map(options.map(({ key }, i) => [key, percents[i] ?? 0]));
  return (option) =>
    option[week] === null
      ? formats.share(null)
      : formats.percentOfAll(percentByKey.get(option.key) ?? 0);
}
