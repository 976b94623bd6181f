// Normalizes names and locales of the API, which may be missing, blank, very long or malformed UTF-16.
import { memoize } from '../../domain/memoize.ts';

const MAX_CHARACTERS = 200;
const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** The fallback (`Folder 12`) for a blank name; at most 200 characters, truncated at a grapheme boundary. */
export function nameOrFallback(fallback: string, text: string): string {
  const name = text.toWellFormed();
  if (name.trim() === '') return fallback;
  if (name.length <= MAX_CHARACTERS) return name;
  const limit = endOfCodePoints(name, MAX_CHARACTERS);
  if (limit === name.length) return name;
  // 64 more units show whether the limit falls inside a grapheme; a longer grapheme is cut.
  const cut = graphemes.segment(name.slice(0, limit + 64)).containing(limit)?.index ?? limit;
  return name.slice(0, cut === 0 ? limit : cut);
}

/** The index after so many code points. */
function endOfCodePoints(text: string, codePoints: number): number {
  let end = 0;
  let remaining = codePoints;
  for (const character of text) {
    if (remaining === 0) break;
    remaining -= 1;
    end += character.length;
  }
  return end;
}

/** Longer than any locale in use; longer texts are not cached. */
const MAX_CACHED_LENGTH = 40;
/** A company uses few locales, a check costs 20 µs, and each survey is checked twice. */
const isCachedLocale = memoize(1000 * MAX_CACHED_LENGTH, isLocale);

/** A BCP 47 tag unchanged; `en` for any other text. */
export function localeOrEnglish(text: string): string {
  const isTag = text.length <= MAX_CACHED_LENGTH ? isCachedLocale(text) : isLocale(text);
  return isTag ? text : 'en';
}

function isLocale(text: string): boolean {
  try {
    return text !== '' && Intl.getCanonicalLocales(text).length > 0;
  } catch {
    return false;
  }
}
