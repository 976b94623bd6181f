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

/** The place that is shown; null for an earlier revision, for a folder that the company no longer has, and for readers. */
function useEditableFolder(): number | null {
  const { folderIndex } = useAppContext();
  const canWrite = useCanWrite();
  const { view, revision } = useReport();
  const isCurrent = revision === null && folderIndex.folder(view.folder) !== null;
  return canWrite && isCurrent ? view.folder : null;
}

/** Whether notes can be changed here: unknown until the API has answered, so that what depends on it can keep its place. */
export function useNotesState(): 'on' | 'off' | 'unknown' {
  const folder = useEditableFolder();
  const { data, error } = useQuery(notesQuery, folder);
  if (data !== null) return 'on';
  return folder !== null && error === null ? 'unknown' : 'off';
}

/** Of the place and week of the report that is shown. Null until the API has answered, and where notes can't be changed. */
export function useEditableNotes(): EditableNotes | null {
  const { view, refetch: refetchView } = useReport();
  const folder = useEditableFolder();
  const { data, refetch } = useQuery(notesQuery, folder);
  if (data === null) return null;
  const own = data.data.find((entry) => entry.folder === folder) ?? { owner: null, notes: [] };
  return {
    ...notesInWeek(own, view.week),
    onChanged: () => {
      refetch();
      refetchView();
    },
  };
}
