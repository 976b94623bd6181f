// Line break opportunities: UAX #14, and dictionary words for scripts written without spaces.
import LineBreaker from 'linebreak';
import { memoize } from '../../../domain/memoize.ts';
import { wordsOf } from '../../../i18n/segments.ts';

/** The size of the cache, in characters of its texts. */
const CACHED_CHARACTERS = 100_000;

/** Scripts whose words are found with a dictionary; the linebreak package has none and would keep them unbroken. */
const UNSPACED = /[\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]+/gu;

/** Ascending positions in code units, after any spaces at the break; the last one is the end of the text. */
export const lineBreaks = memoize(CACHED_CHARACTERS, (text): readonly number[] => {
  const positions = new Set<number>();
  const breaker = new LineBreaker(text);
  for (let next = breaker.nextBreak(); next !== null; next = breaker.nextBreak()) {
    if (!isWithinRange(text, next.position)) positions.add(next.position);
  }
  for (const { 0: run, index } of text.matchAll(UNSPACED)) {
    for (const word of wordsOf(run)) if (word.index > 0) positions.add(index + word.index);
  }
  positions.add(text.length);
  return [...positions].sort((a, b) => a - b);
});

/** '63–72' and '−4' are not broken. */
function isWithinRange(text: string, position: number): boolean {
  return '–−'.includes(text.charAt(position - 1)) && /\d/.test(text.charAt(position));
}
