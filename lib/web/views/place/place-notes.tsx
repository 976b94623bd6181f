// Who takes care of a place, and what was noted about it.
import type { JSX } from 'preact';
import { AddNoteLink } from '../../features/notes/note-links.tsx';
import type { NotesView } from '../../../view/report-view.ts';

interface PlaceNotesProps {
  /** Null where nothing was written. */
  readonly notes: NotesView | null;
}

export function PlaceNotes({ notes }: PlaceNotesProps): JSX.Element {
  return (
    <div class={notes === null ? 'memo is-empty' : 'memo'}>
      <div>{notes !== null && <WrittenNotes notes={notes} />}</div>
      <AddNoteLink />
    </div>
  );
}

function WrittenNotes({ notes }: { readonly notes: NotesView }): JSX.Element {
  const { owner } = notes;
  return (
    <>
      {owner !== null && (
        <p>
          <strong>
            <bdi>{owner.name}</bdi>
          </strong>{' '}
          {owner.since}
        </p>
      )}
      {notes.notes.map(({ id, text, signature }) => (
        <p key={id}>
          <strong>
            <q>{text}</q>
          </strong>
          <br />
          {signature}
        </p>
      ))}
    </>
  );
}
