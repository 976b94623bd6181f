// The bodies that the HTTP API answers with about the owners and notes of places. The page imports the types alone.
import { z } from '@hono/zod-openapi';
import type { Body } from './responses.ts';
import { caller, folderKeySchema, instant, list, orNull, text, weekSchema } from './responses.ts';

const written = {
  by: caller,
  name: text.openapi({ description: 'As who has written it gave it.' }),
  week: weekSchema,
};
const canRemove = z
  .boolean()
  .openapi({ description: 'Whether the caller has written it, or sees the whole company.' });

export const ownerSchema = z
  .strictObject({ ...written, since: instant, canRemove })
  .openapi('PlaceOwner', { description: 'Who is on it.' });
export type OwnerBody = Body<typeof ownerSchema>;

export const noteSchema = z
  .strictObject({ id: text, ...written, text, at: instant, canRemove })
  .openapi('PlaceNote', { description: 'A note on a place.' });
export type NoteBody = Body<typeof noteSchema>;

const placeNotesSchema = z
  .strictObject({
    folder: folderKeySchema,
    owner: orNull(ownerSchema, 'Null while nobody is.'),
    notes: list(noteSchema, 'Newest first.'),
  })
  .openapi('PlaceNotes', { description: 'The owner and the notes of a place.' });
export type PlaceNotesBody = Body<typeof placeNotesSchema>;

export const noteListSchema = z
  .strictObject({ data: list(placeNotesSchema, 'Places that have any, by folder.') })
  .openapi('NoteList');
