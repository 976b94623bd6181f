// Hides what names from outside may be: missing, blank, a megabyte long, or not even whole characters.
import { memoize } from '../../domain/memoize.ts';

const MAX_CHARACTERS = 200;
const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** `Folder 12` for a blank name; at most 200 characters, cut between two that a reader sees as such. */
export function nameOr(fallback: string, text: string): string {
  const name = text.toWellFormed();
  if (name.trim() === '') return fallback;
  if (name.length <= MAX_CHARACTERS) return name;
  const limit = endOfCharacters(name, MAX_CHARACTERS);
  if (limit === name.length) return name;
  // A little more than is kept tells whether the cut falls inside a character; a longer one is just cut.
  const cut = graphemes.segment(name.slice(0, limit + 64)).containing(limit)?.index ?? limit;
  return name.slice(0, cut === 0 ? limit : cut);
}

/** The index behind so many code points. */
function endOfCharacters(text: string, characters: number): number {
  let end = 0;
  let left = characters;
  for (const character of text) {
    if (left === 0) break;
    left -= 1;
    end += character.length;
  }
  return end;
}

/** Longer than any that is in use; a longer one isn't kept. */
const MAX_KNOWN_LENGTH = 40;
/** A company has a few; asking the runtime costs 20 µs, and each survey is asked about twice. */
const isShortLocale = memoize(1000 * MAX_KNOWN_LENGTH, isLocale);

/** A BCP 47 tag as it came; `en` for anything else. */
export function localeOr(text: string): string {
  const isTag = text.length <= MAX_KNOWN_LENGTH ? isShortLocale(text) : isLocale(text);
  return isTag ? text : 'en';
}

function isLocale(text: string): boolean {
  try {
    return text !== '' && Intl.getCanonicalLocales(text).length > 0;
  } catch {
    return false;
  }
}
