// The mood at a place of the sample company, the share of its people who are happy, and the buttons that
// they press.
import { buttonCount } from '../company.ts';
import type { RhythmName } from './sample-calendar.ts';
import { hashNumbers, randomFraction, weekdayOf } from './sample-calendar.ts';
import { isDuring } from './sample-events.ts';
import { christmasTrade, summer } from './sample-holidays.ts';
import type { SurveyProfile } from './sample-structure.ts';

/** The standard deviation of one response, as a share of happy people. */
const responseDeviation = 0.53;
/** How far the mood of a day is from usual at most, in standard errors of its index. */
const maxDayDeviation = 0.9;

/** Hours from `from` on, before `to`, in which the mood differs by `size`. */
interface Shift {
  readonly from: number;
  readonly to: number;
  readonly size: number;
}

const shifts: Readonly<Record<RhythmName, readonly Shift[]>> = {
  airport: [{ from: 5, to: 9, size: -0.08 }],
  shop: [{ from: 17, to: 20, size: -0.08 }],
  mall: [{ from: 17, to: 21, size: -0.08 }],
  hospital: [{ from: 7, to: 10, size: -0.06 }],
  emergency: [
    { from: 0, to: 7, size: -0.1 },
    { from: 8, to: 14, size: 0.4 },
    { from: 19, to: 24, size: -0.1 },
  ],
  campus: [{ from: 11, to: 14, size: -0.06 }],
  restaurant: [{ from: 12, to: 14, size: -0.06 }],
  office: [{ from: 11, to: 13, size: -0.06 }],
  online: [],
};

/** Creates a function from an hour of a local day (0 to 23) to its mood, from 0 to 1. */
export function createMood(
  profile: SurveyProfile,
  seed: number,
  day: number,
  responses: number,
): (hour: number) => number {
  const { survey, spot, country } = profile;
  const noise = (2 * randomFraction(seed, survey.key, day, 13) - 1) * maxDayDeviation;
  const ofDay =
    spot.mood +
    eventLevel(profile, day) +
    0.012 * summer(country, day) -
    0.04 * christmasTrade(country, day) +
    (noise * responseDeviation) / Math.sqrt(Math.max(1, responses));
  const rush = rushHour(profile, seed, day);
  return (hour) => {
    if (rush !== undefined && (hour === rush || hour === rush + 1)) return 0;
    const shift = shifts[spot.rhythm].find(({ from, to }) => hour >= from && hour < to);
    return Math.min(1, Math.max(0, ofDay + (shift?.size ?? 0)));
  };
}

function eventLevel({ events, weeksBefore }: SurveyProfile, day: number): number {
  const week = weeksBefore(day);
  let level = 0;
  for (const event of events) {
    if (event.what === 'level' && isDuring(event, week)) level += event.size;
    if (event.what === 'drift' && week <= event.from)
      level += event.size * (event.from - Math.max(week, event.to ?? week) + 1);
  }
  return level;
}

/** At places that watch for them, everybody is unhappy in two hours of two days of the week. */
function rushHour({ survey, spot }: SurveyProfile, seed: number, day: number): number | undefined {
  if (!spot.watches.some((watch) => watch === 'rush' || watch === 'queue')) return undefined;
  const hash = hashNumbers(seed, survey.key, 14);
  const daysSinceRush = (weekdayOf(day) + hash) % 7;
  return daysSinceRush === 0 || daysSinceRush === 3 ? 12 + (hash % 6) : undefined;
}

const unhappy = { 4: [0.62, 0.22, 0.09, 0.07], 5: [0.55, 0.25, 0.08, 0.06, 0.06] } as const;
const happy = { 4: [0.05, 0.07, 0.25, 0.63], 5: [0.04, 0.04, 0.09, 0.25, 0.58] } as const;

/**
 * Creates a function from a mood to the buttons that a number of people press one after another. They are
 * spread as evenly as the moods allow, so that the index of a day is the one that its moods have.
 */
export function createButtonPicker(
  { survey }: SurveyProfile,
  random: () => number,
): (mood: number, count: number) => Uint8Array {
  const scale = buttonCount(survey.feedbackScale) === 4 ? 4 : 5;
  let position = random();
  return (mood, count) => {
    let sum = 0;
    const ends = happy[scale].map((share, r) => {
      sum += mood * share + (1 - mood) * (unhappy[scale][r] ?? 0);
      return sum;
    });
    const buttons = new Uint8Array(count);
    for (let i = 0; i < count; i += 1) {
      position = (position + goldenRatio) % 1;
      let r = 0;
      while (r < scale - 1 && position >= (ends[r] ?? 1)) r += 1;
      buttons[i] = r;
    }
    return buttons;
  };
}

/** Multiples of it, without their whole parts, lie evenly between 0 and 1. */
const goldenRatio = (Math.sqrt(5) - 1) / 2;
