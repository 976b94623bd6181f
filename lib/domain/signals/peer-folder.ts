// The peer folder of a survey: the nearest folder above it with enough judged surveys of the kind. What its surveys have in
// common is what a survey is compared with.
import type { Measured } from './common-week.ts';
import { commonOf, MIN_PEERS, shiftOf, spreadOf } from './common-week.ts';
import type { LevelRules } from './level/rules.ts';
import { placeRules, VOLUME_RULES } from './level/rules.ts';
import type {
  Common,
  JudgedVerdict,
  LevelMeasures,
  StandardWeek,
  VolumeMeasures,
} from './model.ts';
import { sumInAnyOrder } from './statistics.ts';

/** Shifts and spreads of the surveys of a kind, in the unit of the index or of ln n. */
export interface Peers {
  /** Of this week (b), of the four weeks (b₄), and of the four weeks against the year (b_Y). */
  readonly shift: number;
  readonly shift4: number;
  readonly shiftYear: number;
  /** Of the last judged week (b_e): of the surveys that are not small, and of the small ones. */
  readonly shiftLast: number;
  readonly shiftLastSmall: number;
  /** Multiples of the variances of this week (φ) and of the four weeks (φ₄). */
  readonly spread: number;
  readonly spread4: number;
}

/** Below the peer folder a survey is compared with its own past only. */
export const NO_PEERS: Peers = {
  shift: 0,
  shift4: 0,
  shiftYear: 0,
  shiftLast: 0,
  shiftLastSmall: 0,
  spread: 1,
  spread4: 1,
};

/** Whether a folder with these surveys is the peer folder of those that have none below it. */
export function hasLevelPeers(levels: readonly LevelMeasures[]): boolean {
  return hasPeers(levels, (level) => level.difference !== null || level.difference4 !== null);
}

export function hasVolumePeers(volumes: readonly VolumeMeasures[]): boolean {
  return hasPeers(volumes, (volume) => volume.difference !== null);
}

function hasPeers<T>(surveys: readonly T[], isJudged: (survey: T) => boolean): boolean {
  return surveys.reduce((count, survey) => count + (isJudged(survey) ? 1 : 0), 0) >= MIN_PEERS;
}

/** The shifts and spreads of levels. `sd` is null for small surveys, which count by their four weeks only. */
export function levelPeers(
  levels: readonly LevelMeasures[],
  range: number,
): Peers & { readonly common: Common | null } {
  const rules = placeRules(range);
  const week = measuredOf(levels, ({ difference, sd }) => [difference, sd]);
  const small = levels.filter(({ sd }) => sd === null);
  const shiftYear = shiftOf(
    measuredOf(levels, ({ yearDifference, sd4 }) => [yearDifference, sd4]),
    rules,
  );
  const last = measuredOf(levels, ({ lastDifference, sd }) => [lastDifference, sd]);
  const lastSmall = measuredOf(small, ({ lastDifference, sd4 }) => [lastDifference, sd4]);
  return {
    ...peersOf(levels, rules),
    shiftYear: shiftYear.shift,
    shiftLast: shiftOf(last, rules).shift,
    shiftLastSmall: shiftOf(lastSmall, rules).shift,
    common: commonOf(week, rules),
  };
}

/** The shifts and spreads of the volumes of all kinds, in ln n. */
export function volumePeers(volumes: readonly VolumeMeasures[]): Peers {
  return peersOf(volumes, VOLUME_RULES);
}

function peersOf(surveys: readonly VolumeMeasures[], rules: LevelRules): Peers {
  const week = measuredOf(surveys, ({ difference, sd }) => [difference, sd]);
  const fourWeeks = measuredOf(surveys, ({ difference4, sd4 }) => [difference4, sd4]);
  const { shift } = shiftOf(week, rules);
  const { shift: shift4 } = shiftOf(fourWeeks, rules);
  return {
    ...NO_PEERS,
    shift,
    shift4,
    spread: spreadOf(week, shift),
    spread4: spreadOf(fourWeeks, shift4),
  };
}

function measuredOf<T>(
  surveys: readonly T[],
  measure: (survey: T) => readonly [number | null, number | null],
): readonly Measured[] {
  return surveys.flatMap((survey) => {
    const [value, sd] = measure(survey);
    return value === null || sd === null ? [] : [{ value, sd }];
  });
}

/**
 * The mean difference of a group from today's usual levels in the weeks from–to, positions 0…60; weeks without responses are
 * left out. 0 without weeks.
 */
export function meanDifference(
  standard: readonly StandardWeek[],
  from: number | null,
  to: number | null,
): number {
  if (from === null || to === null) return 0;
  const differences = standard
    .slice(from, to + 1)
    .flatMap(({ n, sum }) => (n > 0 ? [sum / n] : []));
  return differences.length === 0 ? 0 : sumInAnyOrder(differences) / differences.length;
}

/** Whether a survey was never off its usual level lately: the weeks of its reference then need no correction. */
export function isUsual(verdict: JudgedVerdict | null, last: JudgedVerdict | null): boolean {
  return verdict === 'usual' && last === 'usual';
}
