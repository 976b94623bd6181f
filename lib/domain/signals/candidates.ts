// Compares a survey with its peers: whether it is lower or better than them, and whether its recovery is told.
import type { LevelRules } from './level/rules.ts';
import { exceeds, placeRules, VOLUME_RULES } from './level/rules.ts';
import type { LevelEvidence, VolumeEvidence } from './model.ts';
import type { Peers } from './peer-folder.ts';

/** Standard deviations that one week must exceed. */
const MIN_STRENGTH = 3;
/** How much more four weeks need: they are one of two ways. */
const FOUR_WEEKS_EXTRA = 0.3;
/** Standard deviations from which on a state goes on. */
const HELD_STRENGTH = 2;
/** A fall of four weeks beyond this share of the range is material. */
const MATERIAL_SHARE = 0.1;
/** Standard deviations of a slow fall against the year's level, and of one that goes on. */
const MIN_SLOW_STRENGTH = 3.3;
/** From this many low weeks on a recovery is told in folders of any size. */
const MIN_TOLD_WEEKS = 4;

/** What a survey's own weeks give; a volume is never small and has no year. */
export interface Compared extends LevelEvidence {
  /** Weeks of the low state that ended; null unless the survey's own state is `recovered`. */
  readonly recoveredWeeks: number | null;
}

export interface Candidate {
  readonly direction: 'low' | 'high';
  readonly state: 'new' | 'still' | 'better';
  readonly strength: number;
  readonly held: boolean;
  readonly material: boolean;
}

export interface PeerComparison {
  /** Difference of this week after the shift of all, of small surveys that of the four weeks. */
  readonly relative: number | null;
  /** The shift of all. */
  readonly common: number;
  readonly candidate: Candidate | null;
  /** Set when the recovery is told. */
  readonly recovery: { readonly strength: number; readonly held: boolean } | null;
}

/** What a survey is compared with. */
export interface PeerReference {
  readonly peers: Peers;
  /** Whether this is the peer folder: below it only a survey whose own verdict is low or high is a candidate. */
  readonly isPeerFolder: boolean;
  /** Mean difference of the peers in the weeks of the survey's reference. */
  readonly meanDifference: number;
}

/** `range` is that of the index. */
export function compareLevel(
  survey: Compared,
  reference: PeerReference,
  range: number,
): PeerComparison {
  return compare(survey, reference, placeRules(range));
}

/** Whether the number of responses is low among the peers. */
export function compareVolume(
  { asLastYear, ...evidence }: VolumeEvidence,
  reference: Omit<PeerReference, 'meanDifference'>,
): PeerComparison {
  const survey: Compared = {
    ...evidence,
    small: false,
    responses4: null,
    yearDifference: null,
    refFrom: null,
    refTo: null,
    recoveredWeeks: null,
  };
  const comparison = compare(survey, { ...reference, meanDifference: 0 }, VOLUME_RULES);
  const isLow = comparison.candidate?.direction === 'low';
  return asLastYear && isLow ? { ...comparison, candidate: null } : comparison;
}

function compare(survey: Compared, reference: PeerReference, rules: LevelRules): PeerComparison {
  const { peers, isPeerFolder } = reference;
  const relative = relativeTo(survey, reference);
  const isEligible = isPeerFolder || (survey.verdict !== null && survey.verdict !== 'usual');
  const candidate = isEligible
    ? (lowCandidate(survey, relative, rules) ?? highCandidate(survey, relative, rules))
    : null;
  return {
    relative: survey.small ? relative.four.value : relative.week.value,
    common: peers.shift,
    candidate,
    recovery: candidate?.direction === 'low' ? null : recoveryOf(survey, reference),
  };
}

interface Standardised {
  readonly value: number | null;
  /** Null where it is not judged. */
  readonly z: number | null;
}

/** δ₁, δ₄ and D−b_Y, with their standardised values. */
interface Relative {
  readonly week: Standardised;
  readonly four: Standardised;
  readonly year: Standardised;
}

function relativeTo(survey: Compared, { peers, meanDifference }: PeerReference): Relative {
  const { small, difference, sd, difference4, sd4, yearDifference } = survey;
  return {
    week: standardise(
      difference,
      peers.shift - meanDifference,
      small || sd === null ? null : sd * Math.sqrt(peers.spread),
    ),
    four: standardise(
      difference4,
      peers.shift4 - meanDifference,
      sd4 === null ? null : sd4 * Math.sqrt(peers.spread4),
    ),
    year: standardise(yearDifference, peers.shiftYear, sd4),
  };
}

function standardise(value: number | null, shift: number, sd: number | null): Standardised {
  if (value === null) return { value: null, z: null };
  return { value: value - shift, z: sd === null ? null : (value - shift) / sd };
}

function lowCandidate(survey: Compared, relative: Relative, rules: LevelRules): Candidate | null {
  const { strength, goesOn } = strengthOf(-1, survey, relative, rules);
  const held = survey.beforeLow && goesOn;
  const slow = slowStrength(survey, relative, rules);
  if (strength <= MIN_STRENGTH && !held && slow === null) return null;
  const state = isStill(survey, slow !== null) ? 'still' : 'new';
  return {
    direction: 'low',
    state,
    strength:
      slow === null || strength > MIN_STRENGTH
        ? strength
        : Math.max(strength, slow - FOUR_WEEKS_EXTRA),
    held,
    material:
      state === 'still' &&
      (slow !== null || exceeds(-MATERIAL_SHARE * rules.range, relative.four.value ?? 0, rules)),
  };
}

function highCandidate(survey: Compared, relative: Relative, rules: LevelRules): Candidate | null {
  const { strength, goesOn } = strengthOf(1, survey, relative, rules);
  const held = survey.beforeHigh && goesOn;
  if (strength <= MIN_STRENGTH && !held) return null;
  if (isBackAtYear(survey, relative, rules)) return null;
  return { direction: 'high', state: 'better', strength, held, material: false };
}

/** The strength in a direction, −∞ without any, and whether it suffices for a state that goes on. */
function strengthOf(
  direction: -1 | 1,
  survey: Compared,
  { week, four }: Relative,
  rules: LevelRules,
): { readonly strength: number; readonly goesOn: boolean } {
  const reaches = (value: number): boolean => !exceeds(rules.minChange, direction * value, rules);
  const z =
    week.z === null || week.value === null || !reaches(week.value) ? -Infinity : direction * week.z;
  const isConfirmed =
    four.value !== null &&
    reaches(four.value) &&
    (survey.small ||
      (week.value !== null &&
        exceeds(direction * week.value, (direction * four.value) / 2, rules)));
  const z4 = isConfirmed && four.z !== null ? direction * four.z : -Infinity;
  return {
    strength: Math.max(z, z4 - FOUR_WEEKS_EXTRA),
    goesOn:
      z > HELD_STRENGTH ||
      (z4 > HELD_STRENGTH && exceeds(direction * (four.value ?? 0), rules.minLastingChange, rules)),
  };
}

/** How many standard deviations a survey lies below its year's level, when it falls slowly; else null. */
function slowStrength(survey: Compared, { year }: Relative, rules: LevelRules): number | null {
  if (rules.year === null || year.value === null || year.z === null) return null;
  const goesOn = survey.verdictLast === 'slow';
  const minFall = goesOn ? rules.year.minLaterFall : rules.year.minFall;
  const minStrength = goesOn ? HELD_STRENGTH : MIN_SLOW_STRENGTH;
  if (!exceeds(-minFall, year.value, rules) || year.z >= -minStrength) return null;
  const week = weekAgainstYear(survey, year.value);
  const isThisWeekLow = survey.small || (week !== null && exceeds(year.value / 2, week, rules));
  return isThisWeekLow ? -year.z : null;
}

/** x−M after the shift of all: d−d₄+D−b_Y. */
function weekAgainstYear({ difference, difference4 }: Compared, year: number): number | null {
  return difference === null || difference4 === null ? null : difference - difference4 + year;
}

/** Whether a rise is half the way back to the level of the year, at least. */
function isBackAtYear(
  survey: Compared,
  { week, four, year }: Relative,
  rules: LevelRules,
): boolean {
  if (year.value === null) return false;
  const against = survey.small ? year.value : weekAgainstYear(survey, year.value);
  const rise = survey.small ? four.value : week.value;
  return against !== null && rise !== null && !exceeds(against, rise / 2, rules);
}

function isStill({ beforeLow, verdictLast }: Compared, isSlow: boolean): boolean {
  return beforeLow || verdictLast === 'slow' || (verdictLast === 'low' && isSlow);
}

function recoveryOf(survey: Compared, reference: PeerReference): PeerComparison['recovery'] {
  if (survey.recoveredWeeks === null) return null;
  const q = recoveryStrength(survey, reference);
  if (q !== null && q >= -HELD_STRENGTH) return null;
  return {
    strength: q === null ? 0 : -q,
    held: q === null || survey.recoveredWeeks >= MIN_TOLD_WEEKS,
  };
}

/** How far the last judged week was below its peers, in standard deviations; null where it is not known. */
function recoveryStrength(
  { small, verdictLast, lastDifference, sd, sd4, yearDifference }: Compared,
  { peers, meanDifference }: PeerReference,
): number | null {
  if (verdictLast === 'slow' && !small) {
    return standardise(yearDifference, peers.shiftYear, sd4).z;
  }
  const shift = small ? peers.shiftLastSmall : peers.shiftLast;
  const spread = small ? peers.spread4 : peers.spread;
  const error = small ? sd4 : sd;
  return standardise(
    lastDifference,
    shift - meanDifference,
    error === null ? null : error * Math.sqrt(spread),
  ).z;
}
