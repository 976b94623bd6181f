// Text from outside, made fit to be shown: no controls, no direction tricks, no half characters, no floods.
// Nothing after this file meets a raw name.

/** Longest name that is shown; the JSON has it in full. */
const NAME_LIMIT = 200;
/** Longest message that is shown. */
export const MESSAGE_LIMIT = 400;

/** Read at most this many code units for each that is shown: enough for removed ones, and linear in the limit. */
const READ_FACTOR = 8;
const MARKS_PER_BASE = 8;

// C0 and C1 controls but not tab and line ends; bidi marks, embeddings, isolates; zero-width space, word joiner and
// invisible operators; BOM, interlinear marks; tags and variation selectors beyond the two of emoji.
const REMOVED =
  /[\u0000-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0d\ufeff\uffa0\ufff0-\ufffc\u{e0000}-\u{e0fff}]/gu;
/** Of them, what a writer could hide something with; a joiner of emoji or of Arabic letters isn't. */
const MISLEADING =
  /[\u061c\u115f\u1160\u180b-\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\u{e0000}-\u{e0fff}]/gu;
/** Anything that is more than joiners, selectors and blanks. */
const SEEN = /[^\p{DI}\s\u2800]/u;
const SPACES = /[\s\u0085]+/gu;
const MARKS = new RegExp(`(\\p{M}{${String(MARKS_PER_BASE)}})\\p{M}+`, 'gu');

/** How many characters of a text are taken out because nobody would see them, or because they turn others around. */
export function hiddenIn(text: string): number {
  return text.match(MISLEADING)?.length ?? 0;
}

/** At most `limit` characters, cut with an ellipsis; one line; '' when nothing visible is left. */
export function clean(text: string, limit: number = NAME_LIMIT): string {
  const head = text.length > limit * READ_FACTOR ? text.slice(0, limit * READ_FACTOR) : text;
  const visible = head
    .toWellFormed()
    .replace(REMOVED, '')
    .replace(SPACES, ' ')
    .normalize('NFC')
    .replace(MARKS, '$1')
    .trim();
  if (!SEEN.test(visible)) return '';
  if (visible.length <= limit && head.length === text.length) return visible;
  const characters = Array.from(visible);
  if (characters.length <= limit && head.length === text.length) return visible;
  return `${characters
    .slice(0, limit - 1)
    .join('')
    .trimEnd()}…`;
}
