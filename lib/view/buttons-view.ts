// The responses by button, worst first.
import { wholePercents } from '../domain/printed-shares.ts';
import { responsesOf } from '../domain/scale.ts';
import { buttonName } from '../i18n/report-texts/index-types.ts';
import type { Localization } from '../i18n/localization.ts';
import type { ButtonsView } from './report-view.ts';

/** Positions within five buttons of scales with fewer. */
const POSITIONS: Readonly<Record<number, readonly number[]>> = {
  2: [0, 4],
  3: [0, 2, 4],
  4: [0, 1, 3, 4],
  5: [0, 1, 2, 3, 4],
};

/** Null without responses. */
export function buttonsView(
  data: readonly number[],
  localization: Localization,
): ButtonsView | null {
  const total = responsesOf(data);
  if (total === 0) return null;
  const { formats } = localization;
  const percents = wholePercents(data.map((count) => count / total));
  const positions = POSITIONS[data.length] ?? [];
  const buttons = data.map((count, i) => ({
    name: buttonName(i, data.length, localization),
    count,
    countText: formats.count(count),
    share: count / total,
    shareText: formats.percentOfAll(percents[i] ?? 0),
    position: positions[i] ?? null,
  }));
  const text = (i: number): string => {
    const button = buttons.at(i);
    return button === undefined ? '' : `${button.name} ${button.shareText}`;
  };
  const { textAlternatives } = localization.words;
  return {
    buttons,
    worst: text(0),
    best: text(-1),
    description: textAlternatives.distribution({
      buttons: formats.list(
        buttons.map(({ name, count, shareText }) =>
          textAlternatives.button({ name, count, share: shareText }),
        ),
      ),
    }),
  };
}

/** Responses of scales with different numbers of buttons as five: the buttons of four are worst, low, high and best. */
export function asFiveButtons(kinds: readonly (readonly number[])[]): readonly number[] {
  const known = kinds.filter((data) => POSITIONS[data.length] !== undefined);
  const lengths = new Set(known.map(({ length }) => length));
  const buttons = lengths.size === 1 ? (known[0]?.length ?? 0) : 5;
  const sum = Array.from({ length: buttons }, () => 0);
  for (const data of known) {
    const positions = lengths.size === 1 ? data.map((_, i) => i) : (POSITIONS[data.length] ?? []);
    data.forEach((count, i) => {
      const position = positions[i] ?? 0;
      sum[position] = (sum[position] ?? 0) + count;
    });
  }
  return sum;
}
