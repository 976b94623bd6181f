// Selects what a report lists under "needs attention": the candidates of each survey, their merging over a tree of folders,
// and the list that a folder shows.
import type { GroupKey } from '../figures.ts';
import { indexLimits } from '../scale.ts';
import type { AttentionEntry, EntryFigures, EntryKind, EntrySurvey } from './entry.ts';
import {
  compareEntries,
  compareEvidence,
  countKinds,
  createEntry,
  mergeBySurvey,
  selectShown,
} from './entry.ts';
import type { League, LeaguePlace } from './league.ts';
import { FUNNEL_LIMIT } from './league.ts';
import type { Signal } from './signal.ts';
import { benjaminiHochberg } from './statistics.ts';
import type { Silence, Volume } from './volume.ts';

export type { AttentionEntry, EntryFigures, EntryKind, EntrySurvey } from './entry.ts';

/** Numbers of surveys that were tested. */
export interface SignalTests {
  readonly index: number;
  readonly volume: number;
}

/** Entries of a subtree, one for each survey and kind, before the correction for many tests. */
export interface Candidates {
  readonly tests: SignalTests;
  /** In list order. */
  readonly candidates: readonly AttentionEntry[];
  /** Whether candidates with large p values were left out. */
  readonly truncated: boolean;
}

export interface Attention {
  readonly tests: SignalTests;
  /** Surveys by their most severe kind, those that are not shown included. */
  readonly counts: Readonly<Record<EntryKind, number>>;
  /** In list order. */
  readonly entries: readonly AttentionEntry[];
  /** Number of listed surveys that are not shown. */
  readonly more: number;
}

/** The signals of one survey's week. */
export interface CandidateFacts extends EntrySurvey, GroupKey {
  readonly index: number | null;
  readonly responses: number;
  readonly signal: Omit<Signal, 'reasons' | 'sd' | 'extraSd' | 'weeksUsed' | 'phaseSince'>;
  readonly volume: Pick<Volume, 'verdict' | 'usual' | 'p'>;
  readonly silent: Silence | null;
  /** Minutes of the week with at least one open alert about unhappy responses. */
  readonly badMinutes: number;
}

const MIN_BAD_MINUTES = 24 * 60;
/** Limits the size of stored reports. */
const MAX_CANDIDATES = 500;
const MAX_ENTRIES = 10;
/** Expected share of the listed entries that are random variation. */
const FALSE_DISCOVERY_RATE = 0.1;

/** The candidates of one survey, at most one of each kind. */
export function candidatesOf(facts: CandidateFacts): Candidates {
  const { signal, volume, silent, badMinutes, responses } = facts;
  const entryOf = (
    kind: EntryKind,
    impact: number,
    p: number | null,
    figures: EntryFigures,
  ): AttentionEntry => createEntry(facts, facts, { kind, impact, p, figures });
  const candidates = [
    ...changeOf(facts),
    ...(badMinutes >= MIN_BAD_MINUTES
      ? [entryOf('inAlarm', badMinutes / 60, null, { badMinutes })]
      : []),
    ...(silent === null
      ? []
      : [
          entryOf('silent', silent.expected, silent.p, {
            fromDay: silent.fromDay,
            days: silent.days,
            ongoing: silent.ongoing,
            expected: silent.expected,
          }),
        ]),
    ...(volume.verdict === 'low' && volume.usual !== null
      ? [
          entryOf('volumeLow', volume.usual - responses, volume.p, {
            responses,
            expected: volume.usual,
          }),
        ]
      : []),
  ];
  return {
    tests: { index: signal.p === null ? 0 : 1, volume: volume.p === null ? 0 : 1 },
    candidates: candidates.sort(compareEntries),
    truncated: false,
  };
}

function changeOf(facts: CandidateFacts): readonly AttentionEntry[] {
  const { index, responses, signal } = facts;
  const { verdict, usual, lower, upper, since, weeks, earlierUsual, difference, lost, p } = signal;
  if (verdict !== 'worse' && verdict !== 'better') return [];
  // Never null with one of these verdicts, which the type does not tell.
  if (usual === null || lower === null || upper === null || difference === null) return [];
  if (since === null || weeks === null || lost === null) return [];
  return [
    createEntry(facts, facts, {
      kind: verdict,
      impact: verdict === 'worse' ? lost : -lost,
      p,
      figures: {
        index,
        usual,
        lower,
        upper,
        since,
        weeks,
        earlierUsual,
        difference,
        responses,
      },
    }),
  ];
}

/**
 * Combines the candidates of disjoint sets of surveys. Merging merged parts gives exactly what merging all of them at once
 * gives, in any order and also when candidates are left out: what a part leaves out is beyond the limit of the whole too.
 */
export function mergeCandidates(parts: readonly Candidates[]): Candidates {
  const all = parts.flatMap(({ candidates }) => candidates);
  const strongest =
    all.length > MAX_CANDIDATES ? all.toSorted(compareEvidence).slice(0, MAX_CANDIDATES) : all;
  return {
    tests: {
      index: parts.reduce((sum, { tests }) => sum + tests.index, 0),
      volume: parts.reduce((sum, { tests }) => sum + tests.volume, 0),
    },
    candidates: strongest.toSorted(compareEntries),
    truncated: strongest.length < all.length || parts.some(({ truncated }) => truncated),
  };
}

/**
 * The places of a folder's leagues that are far below the target. They are not handed up to the folder above, where the
 * target differs. `surveyOf` supplies the names of a place.
 */
export function standingLowOf(
  leagues: readonly (GroupKey & { readonly league: League | null })[],
  surveyOf: (place: LeaguePlace) => EntrySurvey,
): readonly AttentionEntry[] {
  const tested = leagues.flatMap(({ league, indexType, feedbackScale }) => {
    const limits = indexLimits(indexType, feedbackScale);
    if (league === null || limits === null) return [];
    const { target, places } = league;
    const range = limits.upper - limits.lower;
    return places.flatMap((place) =>
      place.z === null || place.p === null
        ? []
        : [{ group: { indexType, feedbackScale }, target, range, place, z: place.z, p: place.p }],
    );
  });
  const low = tested.filter(({ z }) => z < -FUNNEL_LIMIT);
  return significantOf(low, tested.length)
    .map(({ group, target, range, place, p }) =>
      createEntry(surveyOf(place), group, {
        kind: 'standingLow',
        impact: ((target - place.index) * place.responses) / range,
        p,
        figures: { index: place.index, responses: place.responses },
      }),
    )
    .toSorted(compareEntries);
}

/**
 * The list of a folder. From truncated candidates it lists no entry that it would not list from all of them: those with the
 * smallest p values are kept, and fewer of them only make the correction for many tests stricter.
 */
export function buildAttention(
  { tests, candidates }: Candidates,
  standingLow: readonly AttentionEntry[],
): Attention {
  const ofKinds = (...kinds: readonly EntryKind[]): readonly AttentionEntry[] =>
    candidates.filter(({ kind }) => kinds.includes(kind));
  const listedEntries = mergeBySurvey([
    ...significantOf(ofKinds('worse', 'better'), tests.index),
    ...ofKinds('inAlarm', 'silent'),
    ...significantOf(ofKinds('volumeLow'), tests.volume),
    ...standingLow,
  ]);
  const entries = selectShown(listedEntries, MAX_ENTRIES);
  return {
    tests,
    counts: countKinds(listedEntries),
    entries,
    more: listedEntries.length - entries.length,
  };
}

/** The candidates that remain after the correction for `testCount` tests. */
export function significantOf<T extends { readonly p: number | null }>(
  candidates: readonly T[],
  testCount: number,
): readonly T[] {
  const isKept = benjaminiHochberg(
    candidates.map(({ p }) => p ?? 1),
    FALSE_DISCOVERY_RATE,
    testCount,
  );
  return candidates.filter((_, i) => isKept[i] === true);
}
