// The owner and the notes of places, which are stored beside the reports.
import type { PlaceNotes } from '../domain/place-notes.ts';
import type { Localization } from '../i18n/localization.ts';
import { displayText } from '../i18n/localization.ts';
import type { NotesView, OwnerView } from './report-view.ts';

/** By folder. */
export type NotesOfFolders = ReadonlyMap<number, PlaceNotes>;

type NoteView = NotesView['notes'][number];

const NAME_LIMIT = 60;
const TEXT_LIMIT = 500;

export function notesView(
  notes: PlaceNotes | undefined,
  week: string,
  localization: Localization,
): NotesView | null {
  if (notes === undefined || (notes.owner === null && notes.notes.length === 0)) return null;
  return {
    owner: ownerView(notes, week, localization),
    notes: notes.notes.map((note) => noteView(note, week, localization)),
  };
}

export function ownerView(
  notes: PlaceNotes | undefined,
  week: string,
  localization: Localization,
): OwnerView | null {
  if (notes === undefined || notes.owner === null) return null;
  const { since } = notes.owner;
  const name = displayText(notes.owner.name, localization, NAME_LIMIT);
  const { words } = localization;
  return {
    name,
    text: words.view.onIt({ name }),
    since: words.view.ownerSince({ when: localization.time.day(since, week) }),
  };
}

export function newestNote(
  notes: PlaceNotes | undefined,
  week: string,
  localization: Localization,
): NoteView | null {
  const [newest] = notes?.notes ?? [];
  return newest === undefined ? null : noteView(newest, week, localization);
}

function noteView(
  { id, name, text, at }: PlaceNotes['notes'][number],
  week: string,
  localization: Localization,
): NoteView {
  return {
    id,
    text: displayText(text, localization, TEXT_LIMIT),
    signature: `${displayText(name, localization, NAME_LIMIT)} · ${localization.time.day(at, week)}`,
  };
}
