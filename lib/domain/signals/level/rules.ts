// The constants by which the weeks of a place, of a group or of its numbers of responses are judged, in units of the index.

export interface YearRules {
  /** A fall of the four weeks below the year's level that begins a verdict, and one that continues it. */
  readonly minFall: number;
  readonly minLaterFall: number;
  /** Weeks that lie farther below the year's level belong to the fall. */
  readonly minFallOfWeek: number;
}

export interface LevelRules {
  /** R: the greatest distance of two indexes. */
  readonly range: number;
  /** Standard deviation between weeks, and between four weeks, that is assumed before any week is known. */
  readonly priorSwing: number;
  readonly priorSwing4: number;
  /** Changes of four weeks above this continue a verdict; a lasting fall up to it is settled early. */
  readonly minLastingChange: number;
  /** Smaller changes are usual however clear they are. */
  readonly minChange: number;
  readonly settlesLowEarly: boolean;
  readonly canBeSmall: boolean;
  /** Null where weeks are not compared with the year before. */
  readonly year: YearRules | null;
}

export function placeRules(range: number): LevelRules {
  return {
    range,
    priorSwing: 0.02 * range,
    priorSwing4: 0.015 * range,
    minLastingChange: 0.06 * range,
    minChange: 0,
    settlesLowEarly: true,
    canBeSmall: true,
    year: {
      minFall: 0.1 * range,
      minLaterFall: 0.07 * range,
      minFallOfWeek: 0.05 * range,
    },
  };
}

export function groupRules(range: number): LevelRules {
  return {
    range,
    priorSwing: 0.0075 * range,
    priorSwing4: 0.006 * range,
    minLastingChange: 0.03 * range,
    minChange: 0,
    settlesLowEarly: true,
    canBeSmall: false,
    year: {
      minFall: 0.05 * range,
      minLaterFall: 0.035 * range,
      minFallOfWeek: 0.025 * range,
    },
  };
}

/** For logarithms of numbers of responses. */
export const VOLUME_RULES: LevelRules = {
  range: 1,
  priorSwing: 0.15,
  priorSwing4: 0.12,
  minLastingChange: 0.06,
  minChange: Math.log(1 / 0.7),
  settlesLowEarly: false,
  canBeSmall: false,
  year: null,
};

/** Share of the range up to which differences and levels are equal: they are computed with rounding. */
const EQUAL = 1e-9;

/** a > b, of differences or levels. */
export function exceeds(a: number, b: number, { range }: Pick<LevelRules, 'range'>): boolean {
  return a - b > EQUAL * range;
}
