// The owner and the notes of a place as the API has them now, for what changes them.
import { notesInWeek } from '../../../domain/place-notes.ts';
import type { NoteBody, OwnerBody } from '../../../http/note-responses.ts';
import { notesQuery } from '../../api/queries.ts';
import { useQuery } from '../../api/query.ts';
import { useAppContext, useCanWriteNotes } from '../../app-context.tsx';
import { useReport } from '../../report-context.tsx';

export interface EditableNotes {
  readonly owner: OwnerBody | null;
  /** Newest first. */
  readonly notes: readonly NoteBody[];
  /** To be called after each change. */
  readonly onChanged: () => void;
}

/** Whether the user may write about the report that is shown: not about an earlier revision, nor a former folder. */
export function useCanWriteHere(): boolean {
  const { folderIndex } = useAppContext();
  const canWriteNotes = useCanWriteNotes();
  const { view, revision } = useReport();
  return canWriteNotes && revision === null && folderIndex.folder(view.folder) !== null;
}

/** Of the place and week of the report that is shown. Null until the API has answered, and where nothing can be written. */
export function useEditableNotes(): EditableNotes | null {
  const { view, refetch: refetchView } = useReport();
  const { folder, week } = view;
  const { data, refetch } = useQuery(notesQuery, useCanWriteHere() ? folder : null);
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
