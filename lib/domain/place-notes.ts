// Who is looking after a place, and the notes on it. They belong to no report: they are read when one is shown or made.

/** The most characters of a note and of the name of who writes. */
export const MAX_NOTE_LENGTH = 500;
export const MAX_NAME_LENGTH = 60;

/** The most notes of a place: one more is refused. */
export const MAX_NOTES = 20;

interface Written {
  /** The id of a caller, or "shell". */
  readonly by: string;
  /** As the writer gave it; cleaned, from 1 to MAX_NAME_LENGTH characters. */
  readonly name: string;
  /** ISO week from which it counts, e.g. "2026-W46". */
  readonly week: string;
}

/** Who has said "I'm on it". */
export interface PlaceOwner extends Written {
  /** UTC instant. */
  readonly since: string;
}

export interface PlaceNote extends Written {
  readonly id: string;
  /** One line; cleaned, from 1 to MAX_NOTE_LENGTH characters. */
  readonly text: string;
  /** UTC instant. */
  readonly at: string;
}

export interface PlaceNotes {
  readonly owner: PlaceOwner | null;
  /** Newest first. */
  readonly notes: readonly PlaceNote[];
}

export const NO_NOTES: PlaceNotes = { owner: null, notes: [] };

/** What a report of the week shows: what counts from that week or an earlier one. */
export function notesInWeek<Owner extends Written, Note extends Written>(
  { owner, notes }: { readonly owner: Owner | null; readonly notes: readonly Note[] },
  week: string,
): { readonly owner: Owner | null; readonly notes: readonly Note[] } {
  // The names of ISO weeks sort by time.
  return {
    owner: owner !== null && owner.week <= week ? owner : null,
    notes: notes.filter((note) => note.week <= week),
  };
}
