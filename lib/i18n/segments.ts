// Characters and words as readers see them (UAX #29).
import { once } from '../domain/memoize.ts';

// Created at the first call: the first segmenter of a process takes 10 ms, and most starts need none.
const graphemes = once(() => new Intl.Segmenter('en', { granularity: 'grapheme' }));
const words = once(() => new Intl.Segmenter('en', { granularity: 'word' }));

/** User-perceived characters. */
export function graphemesOf(text: string): Intl.Segments {
  return graphemes().segment(text);
}

/** Words and what is between them; those of scripts without spaces are found with a dictionary. */
export function wordsOf(text: string): Intl.Segments {
  return words().segment(text);
}
