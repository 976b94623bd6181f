// The owner and the notes of a place, for the dialogs that change them.
import { notesInWeek } from '../../../domain/place-notes.ts';
import type { NoteBody, OwnerBody } from '../../../http/note-responses.ts';
import { notesQuery } from '../../api/queries.ts';
import { useQuery } from '../../api/query.ts';
import { useAppContext } from '../../app-context.tsx';

/** A place in the week that is shown. */
export interface NotedPlace {
  readonly folder: number;
  /** Its name. */
  readonly name: string;
  readonly week: string;
}

export interface EditableNotes {
  readonly place: NotedPlace;
  readonly owner: OwnerBody | null;
  /** Newest first. */
  readonly notes: readonly NoteBody[];
  readonly onChanged: () => void;
}

/**
 * Null until the API has answered, where notes are switched off, and for a folder that the company no longer has.
 * `onChanged` is called after each change.
 */
export function useEditableNotes(place: NotedPlace, onChanged: () => void): EditableNotes | null {
  const { folderIndex } = useAppContext();
  const { folder, week } = place;
  const isCurrent = folderIndex.folder(folder) !== null;
  const { data, refetch } = useQuery(notesQuery, isCurrent ? folder : null);
  if (data === null) return null;
  const own = data.data.find((entry) => entry.folder === folder) ?? { owner: null, notes: [] };
  return {
    place,
    ...notesInWeek(own, week),
    onChanged: () => {
      refetch();
      onChanged();
    },
  };
}
