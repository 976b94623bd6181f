// Generates the feedback of one survey of the sample company, day by day: hourly sums, and single responses
// in the last weeks. The counts of a local day depend on seed, survey, date and events only.
import { buttonCount } from '../company.ts';
import type { TimeZone } from '../time-zone.ts';
import { timeZoneOf } from '../time-zone.ts';
import type { ColumnsBuilder } from './event-columns.ts';
import {
  weekdayOf,
  weekNumber,
  rhythms,
  hashNumbers,
  createRandom,
  randomFraction,
} from './sample-calendar.ts';
import { createFollowUpPicker } from './sample-follow-ups.ts';
import { createButtonPicker, createMood } from './sample-mood.ts';
import type { SurveyProfile } from './sample-structure.ts';
import { expectedResponses } from './sample-volume.ts';

const secondMs = 1000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** Local days since 1970-01-01. */
export interface Days {
  readonly from: number;
  /** The first day with single responses; devices report hourly sums before. */
  readonly singleFrom: number;
  /** Exclusive. */
  readonly to: number;
}

/** The buttons pressed in an hour of a local day, one after another; `start` is the hour's first instant. */
interface Hour {
  readonly start: number;
  readonly buttons: Uint8Array;
}

/** Adds the feedback of these days, ascending. */
export function addFeedback(
  builder: ColumnsBuilder,
  profile: SurveyProfile,
  seed: number,
  days: Days,
): void {
  const { survey, spot } = profile;
  if (spot.traits.includes('archive')) addArchive(builder, profile, seed);
  const zone = timeZoneOf(survey.timeZone);
  for (let day = days.from; day < days.to; day += 1) {
    if (!profile.isOpenOn(day) || isSilent(profile, seed, day)) continue;
    const hours = hoursOfDay(profile, zone, seed, day);
    if (day < days.singleFrom || spot.traits.includes('hourly')) {
      addSums(builder, profile, hours);
    } else if (spot.traits.includes('mixed')) {
      // Two kinds of devices: one reports hourly sums, the other presses.
      addSums(builder, profile, everySecond(hours, 0));
      addPresses(builder, profile, seed, day, everySecond(hours, 1));
    } else addPresses(builder, profile, seed, day, hours);
  }
}

function everySecond(hours: readonly Hour[], first: 0 | 1): readonly Hour[] {
  return hours.map(({ start, buttons }) => ({
    start,
    buttons: buttons.filter((_, i) => i % 2 === first),
  }));
}

/** One or two days of every week have no feedback. */
function isSilent({ survey, spot }: SurveyProfile, seed: number, day: number): boolean {
  if (!spot.traits.includes('silent')) return false;
  const week = weekNumber(day);
  const first = hashNumbers(seed, survey.key, week, 21) % 7;
  const second = hashNumbers(seed, survey.key, week, 22) % 7;
  return weekdayOf(day) === first || weekdayOf(day) === second;
}

function hoursOfDay(
  profile: SurveyProfile,
  zone: TimeZone,
  seed: number,
  day: number,
): readonly Hour[] {
  const random = createRandom(hashNumbers(seed, profile.survey.key, day, 23));
  const expected = expectedResponses(profile, day) * (0.85 + 0.3 * random());
  const moodAt = createMood(profile, seed, day, expected);
  const pick = createButtonPicker(profile, random);
  const startOf = createHourConverter(zone, day);
  return rhythms[profile.spot.rhythm].shares.flatMap((share, hour) => {
    const count = Math.floor(expected * share * (0.7 + 0.6 * random()) + random());
    const start = startOf(hour);
    if (count === 0 || start === undefined) return [];
    return [{ start, buttons: pick(moodAt(hour), count) }];
  });
}

/** Converts the hours of a local day to their first instants; undefined where the clocks skip it. */
function createHourConverter(zone: TimeZone, day: number): (hour: number) => number | undefined {
  const midnight = day * dayMs;
  const offset = zone.offsetAt(zone.firstInstantOf(midnight));
  const isPlain = offset === zone.offsetAt(zone.firstInstantOf(midnight + dayMs) - 1);
  if (isPlain) return (hour) => midnight + hour * hourMs - offset;
  return (hour) => zone.instantsOf(midnight + hour * hourMs)[0];
}

function addPresses(
  builder: ColumnsBuilder,
  profile: SurveyProfile,
  seed: number,
  day: number,
  hours: readonly Hour[],
): void {
  const { survey, spot } = profile;
  const isBatched = spot.traits.includes('batched');
  const devices = 1 + (hashNumbers(seed, survey.key, 24) % 3);
  const random = createRandom(hashNumbers(seed, survey.key, day, 27));
  const followUpOf = createFollowUpPicker(profile, day, random);
  for (const { start, buttons } of hours) {
    const times = Float64Array.from(
      buttons,
      () => start + Math.floor(3600 * random()) * secondMs,
    ).sort();
    for (const [i, r] of buttons.entries()) {
      const ts = times[i] ?? start;
      if (isBatched) {
        // All presses of a minute have one timestamp and no device.
        builder.addPress(Math.floor(ts / minuteMs) * minuteMs, r);
        continue;
      }
      const device = 1 + Math.floor(random() * devices);
      const { followUp, open } = followUpOf(r);
      builder.addPress(ts, r, device, followUp, open);
      const next = times[i + 1] ?? start + hourMs;
      if (random() < 0.02) addRepeats(builder, ts, r, device, next, random);
    }
  }
}

/** Repeated presses on the same device within three seconds, which the misuse filter excludes. */
function addRepeats(
  builder: ColumnsBuilder,
  ts: number,
  r: number,
  device: number,
  next: number,
  random: () => number,
): void {
  const count = 1 + Math.floor(random() * 3);
  for (let i = 1; i <= count; i += 1) {
    const at = ts + Math.round(i * 0.7 * secondMs + random() * 200);
    // Repeats end before the next press, so that lines stay in order.
    if (at < next) builder.addPress(at, r, device);
  }
}

function addSums(builder: ColumnsBuilder, { survey }: SurveyProfile, hours: readonly Hour[]): void {
  for (const { start, buttons } of hours) {
    const data = Array.from({ length: buttonCount(survey.feedbackScale) }, () => 0);
    for (const r of buttons) data[r] = (data[r] ?? 0) + 1;
    builder.addHourlySum(start, data);
  }
}

/** Items of an older web collector, all from before March 2020. */
function addArchive(
  builder: ColumnsBuilder,
  { survey, language }: SurveyProfile,
  seed: number,
): void {
  const top = buttonCount(survey.feedbackScale) - 1;
  for (let day = Date.UTC(2019, 2, 1) / dayMs; day < Date.UTC(2020, 2, 1) / dayMs; day += 1) {
    if (randomFraction(seed, survey.key, day, 25) > 0.4) continue;
    const random = createRandom(hashNumbers(seed, survey.key, day, 26));
    const isHappy = random() < 0.7;
    const texts = isHappy ? language.happy : language.unhappy;
    const ts = day * dayMs + Math.floor((8 + 13 * random()) * 3600) * secondMs;
    const r = isHappy ? top - Math.floor(2 * random()) : Math.floor(2 * random());
    const text = texts[Math.floor(random() * texts.length)] ?? '';
    builder.addPress(ts, r, undefined, undefined, { text, isOldWebItem: true });
  }
}
