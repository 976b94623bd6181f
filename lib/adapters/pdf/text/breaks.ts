// Where a line may end: UAX #14, and between the words of scripts written without spaces, which a dictionary knows.
import LineBreaker from 'linebreak';
import { memoize } from '../../../domain/memoize.ts';

/** Characters of the texts whose breaks are kept. */
const MEMORY = 100_000;

/** Scripts whose words only a dictionary tells apart. */
const UNSPACED = /[\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]+/gu;
/** UAX #14 as a line breaker without an own dictionary takes them: as letters, which stay together. */
const words = new Intl.Segmenter('th', { granularity: 'word' });

/** Ascending positions in code units: behind the spaces that a break swallows; the last one is the text's end. */
export const lineBreaks = memoize(MEMORY, (text): readonly number[] => {
  const positions = new Set<number>();
  const breaker = new LineBreaker(text);
  for (let next = breaker.nextBreak(); next !== null; next = breaker.nextBreak()) {
    positions.add(next.position);
  }
  for (const { 0: run, index } of text.matchAll(UNSPACED)) {
    for (const word of words.segment(run)) if (word.index > 0) positions.add(index + word.index);
  }
  positions.add(text.length);
  return [...positions].sort((a, b) => a - b);
});
