// The names of kinds of index and scale, and the ranges of their axes.
import type { GroupKey } from '../../domain/figures.ts';
import type { Messages } from '../generated/texts.ts';
import type { Localization } from '../localization.ts';
import { displayText } from '../localization.ts';
import { wordFor } from '../messages.ts';

/** The maximum length of an unknown value in a heading. */
const KIND_LIMIT = 40;

type WordsAndDirection = Pick<Localization, 'words' | 'direction'>;

export function indexName({ indexType }: GroupKey, localization: WordsAndDirection): string {
  return displayText(wordFor(localization.words.indexNames, indexType), localization, KIND_LIMIT);
}

/** '4 buttons' */
export function scaleName({ feedbackScale }: GroupKey, localization: WordsAndDirection): string {
  return displayText(
    wordFor(localization.words.scaleNames, feedbackScale),
    localization,
    KIND_LIMIT,
  );
}

/** 'Happy Index · 4 buttons' */
export function kindName(group: GroupKey, localization: WordsAndDirection): string {
  return `${indexName(group, localization)} · ${scaleName(group, localization)}`;
}

/** The buttons of a scale of two to five, from the worst. */
const SMILEYS: Readonly<Record<number, readonly (keyof Messages['smileys'])[]>> = {
  2: ['unhappy', 'happy'],
  3: ['unhappy', 'neutral', 'happy'],
  4: ['veryUnhappy', 'unhappy', 'happy', 'veryHappy'],
  5: ['veryUnhappy', 'unhappy', 'neutral', 'happy', 'veryHappy'],
};

export function buttonName(i: number, k: number, { words }: Localization): string {
  const smiley = SMILEYS[k]?.[i];
  return smiley === undefined ? words.button({ n: i + 1 }) : words.smileys[smiley];
}
