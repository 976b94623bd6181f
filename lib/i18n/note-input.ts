// What people write about a place, as it is stored and shown.
import { MAX_NAME_LENGTH, MAX_NOTE_LENGTH } from '../domain/place-notes.ts';
import { clean } from './clean-text.ts';

/** The text of a note as one cleaned line; null when nothing is visible, or too much. */
export function parseNoteText(text: string): string | null {
  return parseLine(text, MAX_NOTE_LENGTH);
}

/** The name of who writes as one cleaned line; null when nothing is visible, or too much. */
export function parseWriterName(text: string): string | null {
  return parseLine(text, MAX_NAME_LENGTH);
}

function parseLine(text: string, limit: number): string | null {
  const line = clean(text, Infinity);
  return line === '' || Array.from(line).length > limit ? null : line;
}
