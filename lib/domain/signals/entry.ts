// One entry of the attention list: a survey and the kind of attention that it needs, the order of entries, and the merging of
// a survey's entries into one.
import type { GroupKey } from '../figures.ts';
import { compareInOrder } from '../order.ts';

/** Most severe first: customers were hurt, then what cannot be seen, then what is not new, then good news. */
const KINDS = ['worse', 'inAlarm', 'silent', 'volumeLow', 'standingLow', 'better'] as const;
export type EntryKind = (typeof KINDS)[number];

/** A field is present when one of the entry's kinds has it. */
export interface EntryFigures {
  readonly index?: number | null;
  readonly usual?: number;
  readonly lower?: number;
  readonly upper?: number;
  readonly since?: string;
  readonly weeks?: number;
  /** Null when the level has not changed. */
  readonly earlierUsual?: number | null;
  readonly difference?: number;
  readonly responses?: number;
  readonly badMinutes?: number;
  /** 0 = Monday. */
  readonly fromDay?: number;
  readonly days?: number;
  /** Whether only closed days follow; not in reports stored by an earlier version. */
  readonly ongoing?: boolean;
  readonly expected?: number;
}

/** A survey with the names that an entry shows. */
export interface EntrySurvey {
  readonly folder: { readonly key: number; readonly name: string };
  /** Names of the folders above `folder`, root first. */
  readonly path: readonly string[];
  /** The name is that of the survey's question. */
  readonly survey: { readonly key: number; readonly name: string };
  /** The index of each week of the trend, null with too few responses; empty where only this week is known. */
  readonly trend: readonly (number | null)[];
}

export interface AttentionEntry extends EntrySurvey, GroupKey {
  readonly kind: EntryKind;
  /** Orders the entries of one kind, each of which has its own unit. */
  readonly impact: number;
  /** Null where no test was made. */
  readonly p: number | null;
  /** Other kinds that the survey would be listed for, most severe first. */
  readonly also: readonly EntryKind[];
  readonly figures: EntryFigures;
}

/** The places to call, and those that got better. */
export function splitEntries<E extends Pick<AttentionEntry, 'kind'>>(
  entries: readonly E[],
): { readonly urgent: readonly E[]; readonly better: readonly E[] } {
  return {
    urgent: entries.filter(({ kind }) => kind !== 'better'),
    better: entries.filter(({ kind }) => kind === 'better'),
  };
}

/** The listed surveys that need attention, those that are not shown included. */
export function countUrgent(counts: Readonly<Record<EntryKind, number>>): number {
  const { better: _, ...urgent } = counts;
  return Object.values(urgent).reduce((sum, count) => sum + count, 0);
}

/** The listed surveys that are not shown. */
export function countHidden({
  counts,
  entries,
}: {
  readonly counts: Readonly<Record<EntryKind, number>>;
  readonly entries: readonly Pick<AttentionEntry, 'kind'>[];
}): { readonly moreUrgent: number; readonly moreBetter: number } {
  const { urgent, better } = splitEntries(entries);
  return {
    moreUrgent: countUrgent(counts) - urgent.length,
    moreBetter: counts.better - better.length,
  };
}

/** An entry of a single kind. */
export function createEntry(
  { folder, path, survey, trend }: EntrySurvey,
  { indexType, feedbackScale }: GroupKey,
  { kind, impact, p, figures }: Pick<AttentionEntry, 'kind' | 'impact' | 'p' | 'figures'>,
): AttentionEntry {
  return {
    kind,
    folder,
    path,
    survey,
    indexType,
    feedbackScale,
    impact,
    p,
    also: [],
    figures,
    trend,
  };
}

/** List order: most severe kind, then greatest impact, then key. */
export function compareEntries(a: AttentionEntry, b: AttentionEntry): number {
  return compareInOrder(
    compareKinds(a, b),
    b.impact - a.impact,
    a.survey.key - b.survey.key,
    a.folder.key - b.folder.key,
  );
}

/** The order in which entries are kept when there are too many: those without a test, then by p, then by key. */
export function compareEvidence(a: AttentionEntry, b: AttentionEntry): number {
  return compareInOrder(
    (a.p ?? -1) - (b.p ?? -1),
    a.survey.key - b.survey.key,
    a.folder.key - b.folder.key,
    compareKinds(a, b),
  );
}

function compareKinds(a: AttentionEntry, b: AttentionEntry): number {
  return KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind);
}

/** One entry for each survey, of its most severe kind and with the figures of all its kinds, in list order. */
export function mergeBySurvey(entries: readonly AttentionEntry[]): readonly AttentionEntry[] {
  const bySurvey = Map.groupBy(entries.toSorted(compareEntries), ({ survey }) => survey.key);
  return [...bySurvey.values()]
    .map((mostSevereFirst) =>
      mostSevereFirst.reduce((moreSevere, lessSevere) => ({
        ...moreSevere,
        also: [...moreSevere.also, lessSevere.kind],
        figures: { ...lessSevere.figures, ...moreSevere.figures },
      })),
    )
    .sort(compareEntries);
}

/** The first entry of each kind and then the first of all others, at most `maxEntries`; entries are in list order. */
export function selectShown(
  entries: readonly AttentionEntry[],
  maxEntries: number,
): readonly AttentionEntry[] {
  const firsts = new Set(
    KINDS.flatMap((kind) => entries.find((entry) => entry.kind === kind) ?? []),
  );
  const otherEntries = entries
    .filter((entry) => !firsts.has(entry))
    .slice(0, maxEntries - firsts.size);
  return [...firsts, ...otherEntries].sort(compareEntries);
}

export function countKinds(
  entries: readonly AttentionEntry[],
): Readonly<Record<EntryKind, number>> {
  const count = (kind: EntryKind): number => entries.filter((entry) => entry.kind === kind).length;
  return {
    worse: count('worse'),
    inAlarm: count('inAlarm'),
    silent: count('silent'),
    volumeLow: count('volumeLow'),
    standingLow: count('standingLow'),
    better: count('better'),
  };
}
