// Texts as parts of names of files.
import { clean } from './clean-text.ts';
import { foldCase } from './fold-case.ts';
import { graphemesOf } from './segments.ts';

/** File systems allow names of 255 bytes. */
const MAX_BYTES = 200;
const MAX_ASCII = 100;

/** Refused by file systems, or replaced by browsers that save a file. */
const NOT_IN_FILE_NAMES = /(?:[/\\:*?"<>|~]|\.{2,}|(?![\u200c\u200d])\p{Cf})+/gu;
const encoder = new TextEncoder();

/** A cleaned text of at most 200 bytes in UTF-8, whole characters with an ellipsis; '' when nothing is left. */
export function fileNameText(text: string): string {
  const name = trimEnds(clean(clean(text).replace(NOT_IN_FILE_NAMES, ' ')));
  if (byteLength(name) <= MAX_BYTES) return name;
  let bytes = byteLength('…');
  let start = '';
  for (const { segment } of graphemesOf(name)) {
    bytes += byteLength(segment);
    if (bytes > MAX_BYTES) break;
    start += segment;
  }
  return start === '' ? '' : `${trimEnds(start)}…`;
}

/** A leading dot hides a file; Windows refuses a dot or space at the end. */
function trimEnds(text: string): string {
  return text.replace(/^[\s.]+|[\s.]+$/g, '');
}

function byteLength(text: string): number {
  return encoder.encode(text).length;
}

/** Lower-case letters and digits with hyphens; null when a letter or digit has no form in ASCII, or when there is none. */
export function asciiFileNameText(text: string): string | null {
  const folded = foldCase(text).toLowerCase();
  if (/(?![a-z0-9])[\p{L}\p{N}]/u.test(folded)) return null;
  const words = folded.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '');
  return words === '' || words.length > MAX_ASCII ? null : words;
}
