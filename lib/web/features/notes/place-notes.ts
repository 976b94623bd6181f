// The owner and the notes of a place as the API has them now, for what changes them.
import { notesInWeek } from '../../../domain/place-notes.ts';
import type { NoteBody, OwnerBody } from '../../../http/note-responses.ts';
import { notesQuery } from '../../api/queries.ts';
import { useQuery } from '../../api/query.ts';
import { useAppContext, useCanWrite } from '../../app-context.tsx';
import { useReport } from '../../report-context.tsx';

export interface EditableNotes {
  readonly owner: OwnerBody | null;
  /** Newest first. */
  readonly notes: readonly NoteBody[];
  /** To be called after each change. */
  readonly onChanged: () => void;
}

/**
 * Of the place and week of the report that is shown. Null until the API has answered, where notes are switched off, for an
 * earlier revision, for a folder that the company no longer has, and for readers.
 */
/** Whether notes can be changed here: unknown until the API has answered, so that what depends on it can keep its place. */
export function useNotesState(): 'on' | 'off' | 'unknown' {
  const { folderIndex } = useAppContext();
  const { view, revision } = useReport();
  const isCurrent = revision === null && folderIndex.folder(view.folder) !== null;
  const { data, error } = useQuery(notesQuery, isCurrent ? view.folder : null);
  if (data !== null) return 'on';
  return isCurrent && error === null ? 'unknown' : 'off';
}

export function useEditableNotes(): EditableNotes | null {
  const { folderIndex } = useAppContext();
  const { view, revision, refetch: refetchView } = useReport();
  const { folder, week } = view;
  const canWrite = useCanWrite();
  const isEditable = canWrite && revision === null && folderIndex.folder(folder) !== null;
  const { data, refetch } = useQuery(notesQuery, isEditable ? folder : null);
  if (data === null) return null;
  const own = data.data.find((entry) => entry.folder === folder) ?? { owner: null, notes: [] };
  return {
    ...notesInWeek(own, week),
    onChanged: () => {
      refetch();
      refetchView();
    },
  };
}
