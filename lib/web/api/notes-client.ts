// Calls of the HTTP API about the owners and notes of places.
import type { NoteBody, OwnerBody, PlaceNotesBody } from '../../http/note-responses.ts';
import type { ApiRequests } from './api-request.ts';
import { hasFields } from './api-request.ts';

export interface NoteList {
  readonly data: readonly PlaceNotesBody[];
}

/** Every call fails with an ApiError. The same again changes nothing. */
export interface NotesApi {
  /** Of this folder and all below that have any. */
  notes(below: number, signal?: AbortSignal): Promise<NoteList>;
  addNote(
    note: Pick<NoteBody, 'name' | 'text' | 'week'> & { readonly folder: number },
  ): Promise<NoteBody>;
  removeNote(id: string): Promise<void>;
  takePlace(folder: number, owner: Pick<OwnerBody, 'name' | 'week'>): Promise<OwnerBody>;
  releasePlace(folder: number): Promise<void>;
}

export function createNotesApi({ readJson, remove }: ApiRequests): NotesApi {
  const send = (method: 'POST' | 'PUT', body: object) =>
    ({ method, body: JSON.stringify(body), retry: 'busy' }) as const;
  return {
    notes: (below, signal) =>
      readJson(`notes?below=${below}`, hasFields<NoteList>('data'), {
        retry: 'busy',
        ...(signal === undefined ? {} : { signal }),
      }),
    addNote: (note) => readJson('notes', hasFields<NoteBody>('id', 'at'), send('POST', note)),
    removeNote: (id) => remove(`notes/${encodeURIComponent(id)}`),
    takePlace: (folder, owner) =>
      readJson(`owners/${folder}`, hasFields<OwnerBody>('by', 'since'), send('PUT', owner)),
    releasePlace: (folder) => remove(`owners/${folder}`),
  };
}
