// The names of kinds of index and scale, and the ranges of their axes.
import type { GroupKey } from '../../domain/figures.ts';
import { isIndexType } from '../../domain/scale.ts';
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

function scaleName({ feedbackScale }: GroupKey, localization: WordsAndDirection): string {
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

export interface IndexRange {
  readonly low: number;
  readonly high: number;
  /** The minimum span of an axis, so that noise does not look like a large change. */
  readonly minSpan: number;
}

/** Null for an unknown kind of index. */
export function indexRange(indexType: string, k: number): IndexRange | null {
  if (!isIndexType(indexType)) return null;
  switch (indexType) {
    case 'HAPPY':
      return { low: 0, high: 100, minSpan: 20 };
    case 'AVERAGE':
      return { low: 1, high: Math.max(2, k), minSpan: 1 };
    case 'NPS':
      return { low: -100, high: 100, minSpan: 40 };
  }
}
