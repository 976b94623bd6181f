// Who takes care of a place, and what was noted about it.
import type { JSX } from 'preact';
import type { NotesView } from '../../../view/report-view.ts';

export function PlaceNotes({ notes }: { readonly notes: NotesView }): JSX.Element {
  const { owner } = notes;
  return (
    <div class="memo">
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
    </div>
  );
}
