// What callers may send about the owners and notes of places.
import { z } from '@hono/zod-openapi';
import { MAX_NAME_LENGTH, MAX_NOTE_LENGTH } from '../domain/place-notes.ts';
import { parseNoteText, parseWriterName } from '../i18n/note-input.ts';
import {
  belowParameter,
  folderKey,
  folderParameter,
  requestBody,
  weekNamed,
} from './request-schemas.ts';

const name = lineNamed('name', parseWriterName, MAX_NAME_LENGTH).openapi({
  description: `The name of who writes, as it is shown: at most ${MAX_NAME_LENGTH} characters.`,
});
const optionalWeek = weekNamed('week').openapi('Week').optional().openapi({
  description: 'From which it counts. Default: the last week that has settled.',
});

export const noteRequestSchema = requestBody({
  folder: folderKey.openapi('FolderKey'),
  name,
  text: lineNamed('text', parseNoteText, MAX_NOTE_LENGTH).openapi({
    description: `At most ${MAX_NOTE_LENGTH} characters. Line breaks become spaces; control characters are removed.`,
  }),
  week: optionalWeek,
}).openapi('NoteRequest', { description: 'A note on a place.' });

export const ownerRequestSchema = requestBody({ name, week: optionalWeek }).openapi(
  'OwnerRequest',
  { description: 'Who is on it.' },
);

export const noteListQuery = z.strictObject({
  below: belowParameter('Only this folder and everything below.').optional(),
});

export const ownerParams = z.object({ folder: folderParameter('The key of a folder.') });

/** Text that `parse` cleans; it returns null for one that is not valid. */
function lineNamed(field: string, parse: (text: string) => string | null, limit: number) {
  const error = `${field} must have 1 to ${limit} visible characters.`;
  return z.string({ error }).transform((text, { issues }) => {
    const line = parse(text);
    if (line !== null) return line;
    issues.push({ code: 'custom', message: error, input: text });
    return z.NEVER;
  });
}
