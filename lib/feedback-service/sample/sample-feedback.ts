// Generates the feedback of one survey of the sample company, day by day. The feedback of a local day
// depends on seed, survey and date only.
import { buttonCount } from '../company.ts';
import type { ColumnsBuilder } from './event-columns.ts';
import { timeZoneOf, type TimeZone } from '../time-zone.ts';
import { createFollowUpPicker, createButtonPicker, moodOn } from './sample-responses.ts';
import { weekdayOf, weekNumber, hourAtShare, rhythms } from './sample-calendar.ts';
import { hashNumbers, createRandom, randomFraction } from './random.ts';
import type { SurveyProfile } from './sample-structure.ts';

const secondMs = 1000;
const minuteMs = 60 * secondMs;
const dayMs = 1440 * minuteMs;

/** Local days since 1970-01-01; `to` is exclusive. */
export interface Days {
  readonly from: number;
  readonly to: number;
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
    if (!profile.isOpenOn(day * dayMs) || isSilent(profile, seed, day)) continue;
    const random = createRandom(hashNumbers(seed, survey.key, day, 23));
    const times = pressTimes(profile, zone, day, random);
    const pick = createButtonPicker(profile, moodOn(profile, seed, day));
    if (spot.traits.includes('hourly')) addSums(builder, profile, zone, times, random, pick);
    else if (spot.traits.includes('mixed')) {
      // Two kinds of devices: one reports hourly sums, the other presses.
      const isEven = (_: number, i: number): boolean => i % 2 === 0;
      const isOdd = (_: number, i: number): boolean => i % 2 === 1;
      addSums(builder, profile, zone, times.filter(isEven), random, pick);
      addPresses(builder, profile, seed, times.filter(isOdd), random, pick);
    } else addPresses(builder, profile, seed, times, random, pick);
  }
}

/** One or two days of every week have no feedback. */
function isSilent({ survey, spot }: SurveyProfile, seed: number, day: number): boolean {
  if (!spot.traits.includes('silent')) return false;
  const week = weekNumber(day);
  const first = hashNumbers(seed, survey.key, week, 21) % 7;
  const second = hashNumbers(seed, survey.key, week, 22) % 7;
  return weekdayOf(day) === first || weekdayOf(day) === second;
}

/** The instants of the presses of a local day, ascending. */
function pressTimes(
  { spot, weekend, roughIndex: roughTurn }: SurveyProfile,
  zone: TimeZone,
  day: number,
  random: () => number,
): Float64Array {
  const rhythm = rhythms[spot.rhythm];
  // Where the weekend begins on Friday, Friday has the pattern of Saturday.
  const weekday = (weekdayOf(day) + (weekend === 'friday' ? 1 : 0)) % 7;
  const noise = roughTurn === undefined ? 0.85 + 0.3 * random() : 1;
  const season = 1 + 0.1 * Math.sin(((day + 40) / 365.25) * 2 * Math.PI);
  const count = Math.round(spot.perDay * (rhythm.week[weekday] ?? 1) * noise * season);
  const toInstant = createInstantConverter(zone, day);
  const times = new Float64Array(count);
  let length = 0;
  for (let i = 0; i < count; i += 1) {
    // At a rough place presses are evenly spread, so that no alert window is empty.
    const part = roughTurn === undefined ? random() : (i + random()) / count;
    const wall = day * dayMs + Math.floor(hourAtShare(rhythm, part) * 3600) * secondMs;
    const instant = toInstant(wall, random());
    if (instant === undefined) continue;
    times[length] = instant;
    length += 1;
  }
  return times.subarray(0, length).sort();
}

/** Converts local time to an instant; undefined in an hour that the clocks skip. */
function createInstantConverter(
  zone: TimeZone,
  day: number,
): (wall: number, random: number) => number | undefined {
  const offset = zone.offsetAt(zone.firstInstantOf(day * dayMs));
  const isPlain = offset === zone.offsetAt(zone.firstInstantOf((day + 1) * dayMs) - 1);
  if (isPlain) return (wall) => wall - offset;
  return (wall, random) => {
    const candidates = zone.instantsOf(wall);
    return candidates[Math.floor(random * candidates.length)];
  };
}

function addPresses(
  builder: ColumnsBuilder,
  profile: SurveyProfile,
  seed: number,
  times: Float64Array,
  random: () => number,
  pick: (random: number) => number,
): void {
  const isBatched = profile.spot.traits.includes('batched');
  const devices = 1 + (hashNumbers(seed, profile.survey.key, 24) % 3);
  const followUpOf = createFollowUpPicker(profile, seed, random);
  for (const [i, ts] of times.entries()) {
    const r = pick(random());
    if (isBatched) {
      // All presses of a minute have one timestamp and no device.
      builder.addPress(Math.floor(ts / minuteMs) * minuteMs, r);
      continue;
    }
    const device = 1 + Math.floor(random() * devices);
    const { followUp, open } = followUpOf(r);
    builder.addPress(ts, r, device, followUp, open);
    if (random() < 0.02) addRepeats(builder, ts, r, device, times[i + 1] ?? Infinity, random);
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

function addSums(
  builder: ColumnsBuilder,
  { survey }: SurveyProfile,
  zone: TimeZone,
  times: Float64Array,
  random: () => number,
  pick: (random: number) => number,
): void {
  const hours = new Map<number, number[]>();
  for (const ts of times) {
    const hour = zone.hourStart(ts);
    const data =
      hours.get(hour) ?? Array.from({ length: buttonCount(survey.feedbackScale) }, () => 0);
    hours.set(hour, data);
    const r = pick(random());
    data[r] = (data[r] ?? 0) + 1;
  }
  for (const [hour, data] of hours) builder.addHourlySum(hour, data);
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
