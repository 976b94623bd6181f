// Cleans text from outside before it is shown: removes control and direction characters, lone surrogates and excess
// length. All names and messages in reports pass through here.
import { graphemesOf, wordsOf } from './segments.ts';

/** The maximum length of a shown name; the JSON has the full name. */
const NAME_LIMIT = 200;
/** The maximum length of a shown message. */
export const MESSAGE_LIMIT = 400;

/** How many code units are read per shown character, which bounds the work for texts of removed characters. */
const READ_FACTOR = 8;
const MARKS_PER_BASE = 8;

// C0 and C1 controls but not tab and line ends; bidi marks, embeddings, isolates; zero-width space, word joiner and
// invisible operators; BOM, interlinear marks; tags and variation selectors.
const REMOVED_CHARACTERS =
  /[\u0000-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffc\u{e0000}-\u{e0fff}]/u;
/** Removed characters that can mislead a reader; joiners of emoji or Arabic letters are not among them. */
const MISLEADING_CHARACTERS =
  /[\u061c\u115f\u1160\u180b-\u180f\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\u{e0000}-\u{e0fff}]/gu;
/**
 * What is kept of them: the tags of a flag of a region (UTS #51), such as the one of Scotland; a variant of an ideograph, as
 * names of Japanese places have, of an emoji, and of a Mongolian letter. Other tags could hide a text of any length.
 */
export const MEANT_CHARACTERS =
  /\u{1f3f4}(?:[\u{e0061}-\u{e007a}]{2}|[\u{e0030}-\u{e0039}]{3})[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{1,4}\u{e007f}|\p{Ideographic}[\ufe00-\ufe02\u{e0100}-\u{e01ef}]|\p{Emoji}[\ufe0e\ufe0f]|\p{sc=Mong}[\u180b-\u180f]/gu;
const MEANT_OR_REMOVED = new RegExp(
  `(${MEANT_CHARACTERS.source})|${REMOVED_CHARACTERS.source}`,
  'gu',
);
/** Any character other than joiners, selectors and blanks. */
const VISIBLE = /[^\p{DI}\s\u2800]/u;
const SPACES = /[\s\u0085]+/gu;
const MARKS = new RegExp(`(\\p{M}{${String(MARKS_PER_BASE)}})\\p{M}+`, 'gu');

/** Words of ASCII and Latin-1 letters with single spaces, which cleaning would not change. */
const CLEAN = /^[!-~\u00a1-\u00ac\u00ae-\u00ff]+(?: [!-~\u00a1-\u00ac\u00ae-\u00ff]+)*$/;

/** The number of removed characters that are invisible or change the order of others. */
export function countMisleadingCharacters(text: string): number {
  return text.replace(MEANT_CHARACTERS, '').match(MISLEADING_CHARACTERS)?.length ?? 0;
}

/** One line of at most `limit` characters, cut with an ellipsis; '' when there is nothing visible. */
export function clean(text: string, limit: number = NAME_LIMIT): string {
  if (text.length <= limit && CLEAN.test(text)) return text;
  const prefix = text.length > limit * READ_FACTOR ? text.slice(0, limit * READ_FACTOR) : text;
  const visible = prefix
    .toWellFormed()
    .replace(MEANT_OR_REMOVED, '$1')
    .replace(SPACES, ' ')
    .normalize('NFC')
    .replace(MARKS, '$1')
    .trim();
  if (!VISIBLE.test(visible)) return '';
  if (visible.length <= limit && prefix.length === text.length) return visible;
  const characters = Array.from(visible);
  if (characters.length <= limit && prefix.length === text.length) return visible;
  return `${characters
    .slice(0, limit - 1)
    .join('')
    // The cut may be within a flag.
    .replace(MEANT_OR_REMOVED, '$1')
    .trimEnd()}…`;
}

const OPEN_ENDS = /[\s\p{Pd}\p{Ps}\p{Pi}\p{Po}]+$/u;

/** At most `limit` UTF-16 code units: whole words with an ellipsis, or whole characters of a word that is longer. */
export function shorten(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const wholeWords = prefix(wordsOf(text), limit - 1).replace(OPEN_ENDS, '');
  return `${wholeWords === '' ? prefix(graphemesOf(text), limit - 1) : wholeWords}…`;
}

/** The first segments, of at most `limit` UTF-16 code units. */
function prefix(segments: Intl.Segments, limit: number): string {
  let text = '';
  for (const { segment } of segments) {
    if (text.length + segment.length > limit) break;
    text += segment;
  }
  return text;
}
