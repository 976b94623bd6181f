// Cuts names at the end of a word.

const words = new Intl.Segmenter('en', { granularity: 'word' });
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const OPEN_ENDS = /[\s\p{Pd}\p{Ps}\p{Pi}\p{Po}]+$/u;

/** At most `limit` UTF-16 code units: whole words with an ellipsis, or whole characters of a word that is longer. */
export function shorten(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const wholeWords = prefix(words, text, limit - 1).replace(OPEN_ENDS, '');
  return `${wholeWords === '' ? prefix(graphemes, text, limit - 1) : wholeWords}…`;
}

function prefix(segmenter: Intl.Segmenter, text: string, limit: number): string {
  let end = 0;
  for (const { index, segment } of segmenter.segment(text)) {
    if (index + segment.length > limit) break;
    end = index + segment.length;
  }
  return text.slice(0, end);
}
