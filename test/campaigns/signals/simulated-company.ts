// Weeks of presses of a company's places, with what makes the levels of real places differ from week to week.
import { dayOf, weekOf, weeksFrom } from '../../../lib/domain/calendar.ts';
import type { GroupKey } from '../../../lib/domain/figures.ts';
import type { HistoryWeek } from '../../../lib/domain/signals/model.ts';
import { autoregressive, between, normal, poisson } from './random-values.ts';

export const KIND: GroupKey = { indexType: 'HAPPY', feedbackScale: 'FOUR' };
/** The weeks that a report reads. */
export const HISTORY_WEEKS = 61;

const FIRST_WEEK = weekOf(dayOf('2020-01-06'));
const WEEKS_OF_YEAR = 52;
const DECEMBER = { from: 48, to: 51 } as const;
/** Probabilities of the four buttons: index 68.7, standard deviation of a press 38.5. */
const ORDINARY = [0.18, 0.1, 0.2, 0.52] as const;
/** Standard deviation of the logarithm of the usual numbers of responses of places, and of those of a place's weeks. */
const SIZE_SD = 0.7;
const VOLUME_SD = 0.1;

/** In points of the index; standard deviations are between weeks, or between places. */
export interface CompanyModel {
  /** Responses a week: the median of the places, or with `equalSizes` of each. */
  readonly responses: number;
  readonly equalSizes?: boolean;
  /** Correlation of a place's weeks. */
  readonly autocorrelation?: number;
  /** Smallest and largest standard deviation of a place's weeks. */
  readonly swing: readonly [number, number];
  /** Amplitudes of the season of all places, and the greatest of a place's own. */
  readonly season?: number;
  readonly ownSeason?: number;
  /** Standard deviation of the weeks of all places together. */
  readonly shockSd?: number;
  /** The change of level in December, in which numbers of responses are 1.6 times as great where `busyDecember`. */
  readonly december?: number;
  readonly busyDecember?: boolean;
  /** Standard deviation of the places' changes in a year. */
  readonly trendSd?: number;
  readonly irregular?: 'shocks' | 'volumes';
}

/** The points by which a place differs in a week. */
export type Effect = (place: number, week: number) => number;

/** The histories of places: at least 61 weeks each. */
export type Company = readonly (readonly HistoryWeek[])[];

export function weekNames(count: number): readonly string[] {
  return Array.from({ length: count }, (_, week) => weeksFrom(FIRST_WEEK, week).name);
}

export function simulateCompany(
  model: CompanyModel,
  size: { readonly places: number; readonly weeks: number },
  effect: Effect,
  random: () => number,
): Company {
  const yearStart = Math.floor(random() * WEEKS_OF_YEAR);
  const calendar = weekNames(size.weeks).map((name, week) => ({
    name,
    angle: (2 * Math.PI * (yearStart + week)) / WEEKS_OF_YEAR,
    isDecember: isDecember((yearStart + week) % WEEKS_OF_YEAR),
  }));
  const shocks = calendar.map(() => (model.shockSd ?? 0) * normal(random));
  const irregular = irregularities(model, size, random);
  return Array.from({ length: size.places }, (_, place) => {
    const usual = between(-7, 7, random);
    const swing = between(...model.swing, random);
    const swings = autoregressive(size.weeks, swing, model.autocorrelation ?? 0, random);
    const ownSeason = between(0, model.ownSeason ?? 0, random);
    const phase = between(0, 2 * Math.PI, random);
    const trend = (model.trendSd ?? 0) * normal(random);
    const usualResponses =
      model.responses * (model.equalSizes === true ? 1 : Math.exp(SIZE_SD * normal(random)));
    return calendar.map(({ name, angle, isDecember: december }, week) => {
      const other = irregular(place, week);
      const volume =
        Math.exp(VOLUME_SD * normal(random)) *
        (december && model.busyDecember === true ? 1.6 : 1) *
        other.volume;
      const shift =
        usual +
        (swings[week] ?? 0) +
        (model.season ?? 0) * -Math.cos(angle) +
        ownSeason * Math.sin(angle + phase) +
        (shocks[week] ?? 0) +
        (december ? (model.december ?? 0) : 0) +
        (trend * (week - size.weeks / 2)) / WEEKS_OF_YEAR +
        other.shift +
        effect(place, week);
      return {
        week: name,
        data: drawPresses(poisson(usualResponses * volume, random), shift, random),
      };
    });
  });
}

function isDecember(weekOfYear: number): boolean {
  return weekOfYear >= DECEMBER.from && weekOfYear <= DECEMBER.to;
}

interface Irregularity {
  readonly shift: number;
  /** A factor. */
  readonly volume: number;
}

const REGIONS = 10;
const NONE: Irregularity = { shift: 0, volume: 1 };

/**
 * 'shocks': single weeks far off, weeks in which a region falls or is closed on some days, and 3 % of weeks with a fall of 5
 * to 15. 'volumes': busy weeks are worse, weeks of strikes with few responses, and places whose level changes once.
 */
function irregularities(
  { irregular }: CompanyModel,
  { places, weeks }: { readonly places: number; readonly weeks: number },
  random: () => number,
): (place: number, week: number) => Irregularity {
  if (irregular === undefined) return () => NONE;
  const regional = Array.from({ length: REGIONS }, () =>
    Array.from({ length: weeks }, () => ({
      shift: random() < 0.03 ? between(-5, -2, random) : 0,
      isClosed: random() < 0.04,
    })),
  );
  const changes = Array.from({ length: places }, () => ({
    week: Math.floor(random() * weeks),
    shift: random() < 0.05 ? between(-8, 8, random) : 0,
  }));
  return (place, week) => {
    const region = regional[place % REGIONS]?.[week];
    if (irregular === 'shocks') {
      const dip = random() < 0.03 ? between(-15, -5, random) : 0;
      const tail = random() < 0.02 ? 5 * normal(random) : 0;
      return {
        shift: dip + tail + (region?.shift ?? 0),
        volume: region?.isClosed === true ? 0.8 : 1,
      };
    }
    const logVolume = 0.2 * normal(random);
    const change = changes[place];
    return {
      shift: -5 * logVolume + (change !== undefined && week >= change.week ? change.shift : 0),
      volume: Math.exp(logVolume) * (region?.isClosed === true ? 0.4 : 1),
    };
  };
}

/** A shift of the level moves presses between the worst and the best button. */
function drawPresses(responses: number, shift: number, random: () => number): readonly number[] {
  const [worst, second, third, best] = ORDINARY;
  const movedShare = Math.max(-best, Math.min(worst, shift / 100));
  const first = worst - movedShare;
  const limits = [first, first + second, first + second + third] as const;
  const data = [0, 0, 0, 0];
  for (let i = 0; i < responses; i += 1) {
    const press = random();
    const button = press < limits[1] ? (press < limits[0] ? 0 : 1) : press < limits[2] ? 2 : 3;
    data[button] = (data[button] ?? 0) + 1;
  }
  return data;
}
