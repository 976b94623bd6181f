// Levels, numbers of responses and closures that somebody has accepted, and which of them count in a week.

/**
 * level: responses before the week no longer tell what is usual. volume: the same for the number of responses. closed: no
 * silence is reported until the first response after the week.
 */
export const ACCEPTED_KINDS = ['level', 'volume', 'closed'] as const;
export type AcceptedKind = (typeof ACCEPTED_KINDS)[number];

export interface Accepted {
  readonly folder: number;
  /** Null for the folder's own level. */
  readonly survey: number | null;
  readonly kind: AcceptedKind;
  /** ISO week from which it counts, e.g. "2026-W46". */
  readonly week: string;
  /** Who accepted it: the id of a caller, or "shell". */
  readonly by: string;
  /** UTC instant. */
  readonly at: string;
}

/** What counts in a week: of each folder, survey and kind the latest of that week or earlier, in the order given. */
export function acceptedInWeek(accepted: readonly Accepted[], week: string): readonly Accepted[] {
  const latest = new Map<string, Accepted>();
  for (const entry of accepted) {
    // The names of ISO weeks sort by time.
    if (entry.week > week) continue;
    const key = JSON.stringify([entry.folder, entry.survey, entry.kind]);
    const other = latest.get(key);
    if (other === undefined || entry.week > other.week) latest.set(key, entry);
  }
  return [...latest.values()];
}

/** The entry of this folder, survey and kind that counts in the week; null when there is none. */
export function findAccepted(
  accepted: readonly Accepted[],
  { folder, survey, kind }: Pick<Accepted, 'folder' | 'survey' | 'kind'>,
  week: string,
): Accepted | null {
  const own = accepted.filter(
    (entry) => entry.folder === folder && entry.survey === survey && entry.kind === kind,
  );
  return acceptedInWeek(own, week)[0] ?? null;
}
