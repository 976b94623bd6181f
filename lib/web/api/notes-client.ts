// Calls of the HTTP API about the owners and notes of places.
import type { NoteBody, OwnerBody, PlaceNotesBody } from '../../http/note-responses.ts';
import type { ApiRequests } from './api-request.ts';
import { get, hasFields, withBody } from './api-request.ts';

export interface NoteList {
  readonly data: readonly PlaceNotesBody[];
}

/** Every call fails with an ApiError. The same again changes nothing. */
export function createNotesApi({ readJson, remove }: ApiRequests) {
  return {
    /** Of this folder and all below that have any. */
    notes: (below: number, signal?: AbortSignal) =>
      readJson(`notes?below=${below}`, hasFields<NoteList>('data'), get(signal)),
    addNote: (note: Pick<NoteBody, 'name' | 'text' | 'week'> & { readonly folder: number }) =>
      readJson('notes', hasFields<NoteBody>('id', 'at'), withBody('POST', note)),
    removeNote: (id: string) => remove(`notes/${encodeURIComponent(id)}`),
    takePlace: (folder: number, owner: Pick<OwnerBody, 'name' | 'week'>) =>
      readJson(`owners/${folder}`, hasFields<OwnerBody>('by', 'since'), withBody('PUT', owner)),
    releasePlace: (folder: number) => remove(`owners/${folder}`),
  };
}
