// Generates the feedback of one survey of the sample company, day by day. The feedback of a local day
// depends on seed, survey and date only: the mood of people, the buttons that they press, and what they add.
import type { FollowUpDefinition } from '../company.ts';
import { buttonCount } from '../company.ts';
import type { TimeZone } from '../time-zone.ts';
import { timeZoneOf } from '../time-zone.ts';
import type { OpenText } from '../company-store.ts';
import type { ColumnsBuilder } from './event-columns.ts';
import {
  weekdayOf,
  weekNumber,
  hourAtShare,
  rhythms,
  hashNumbers,
  createRandom,
  randomFraction,
} from './sample-calendar.ts';
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
  { spot, weekend, roughIndex: roughPhase }: SurveyProfile,
  zone: TimeZone,
  day: number,
  random: () => number,
): Float64Array {
  const rhythm = rhythms[spot.rhythm];
  // Where the weekend begins on Friday, Friday has the pattern of Saturday.
  const weekday = (weekdayOf(day) + (weekend === 'friday' ? 1 : 0)) % 7;
  const noise = roughPhase === undefined ? 0.85 + 0.3 * random() : 1;
  const season = 1 + 0.1 * Math.sin(((day + 40) / 365.25) * 2 * Math.PI);
  const count = Math.round(spot.perDay * (rhythm.week[weekday] ?? 1) * noise * season);
  const toInstant = createInstantConverter(zone, day);
  const times = new Float64Array(count);
  let length = 0;
  for (let i = 0; i < count; i += 1) {
    // At a rough place presses are evenly spread, so that no alert window is empty.
    const part = roughPhase === undefined ? random() : (i + random()) / count;
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

const unhappy = { 4: [0.62, 0.22, 0.09, 0.07], 5: [0.55, 0.25, 0.08, 0.06, 0.06] } as const;
const happy = { 4: [0.05, 0.07, 0.25, 0.63], 5: [0.04, 0.04, 0.09, 0.25, 0.58] } as const;

/** The period of the mood of a rough place. */
const roughDays = 91;

/** One in this many busy places has a bad week. */
const badWeekInterval = 9;

/** From 0 to 1. */
function moodOn(profile: SurveyProfile, seed: number, day: number): number {
  const { survey, spot, roughIndex: roughPhase } = profile;
  const week = weekNumber(day);
  const phase = randomFraction(seed, survey.key, 11) * 2 * Math.PI;
  const season = 0.05 * Math.sin((day / 365.25) * 2 * Math.PI + phase);
  const ofWeek = 0.06 * (randomFraction(seed, survey.key, week, 12) - 0.5);
  const ofDay = 0.04 * (randomFraction(seed, survey.key, day, 13) - 0.5);
  if (roughPhase !== undefined) return clamp(roughWave(roughPhase, day) + ofWeek + ofDay);
  const slump = hasBadWeek(profile, seed, week) ? 0.4 : 0;
  return clamp(spot.mood + season + ofWeek + ofDay - slump);
}

/** One period per quarter. With three such places a third of a period apart, one is always near its worst. */
function roughWave(phase: number, day: number): number {
  const wave = Math.cos(2 * Math.PI * (day / roughDays + phase / 3));
  // Steeper than a cosine: at medium moods, alerts would open and close all day.
  return 0.42 * (1 + Math.tanh(2.5 * wave));
}

function hasBadWeek({ survey, spot }: SurveyProfile, seed: number, week: number): boolean {
  // With few responses, a bad week would not be visible.
  if (spot.perDay < 60) return false;
  return (
    Math.floor(randomFraction(seed, survey.key, 14) * badWeekInterval) === week % badWeekInterval
  );
}

/** Creates a function from a random number (0 to 1) to the pressed button. */
function createButtonPicker({ survey }: SurveyProfile, mood: number): (random: number) => number {
  const buttons = buttonCount(survey.feedbackScale) === 4 ? 4 : 5;
  let sum = 0;
  const cumulative = happy[buttons].map((share, r) => {
    sum += mood * share + (1 - mood) * (unhappy[buttons][r] ?? 0);
    return sum;
  });
  return (random) => {
    let r = 0;
    while (r < buttons - 1 && random * sum >= (cumulative[r] ?? sum)) r += 1;
    return r;
  };
}

function clamp(mood: number): number {
  return Math.min(1, Math.max(0, mood));
}

interface PressAdditions {
  readonly followUp: number | undefined;
  readonly open: OpenText | undefined;
}

const noAdditions: PressAdditions = { followUp: undefined, open: undefined };

/** Creates a function from the pressed button to its additions. */
function createFollowUpPicker(
  { question, survey, spot, language }: SurveyProfile,
  seed: number,
  random: () => number,
): (r: number) => PressAdditions {
  const top = buttonCount(survey.feedbackScale) - 1;
  const asksMore = spot.surveyType !== 'TERMINAL';
  const painPoints = keysOf(question.followUps, 'painPoint');
  const highlights = keysOf(question.followUps, 'highlight');
  const rotation = hashNumbers(seed, survey.key, 31);
  return (r) => {
    const isLow = r <= 1;
    // There is no follow-up question after the middle button of five.
    if (!isLow && r < top - 1) return noAdditions;
    const options = isLow ? painPoints : highlights;
    const wantsOption = random() < (asksMore ? 0.45 : 0.12);
    const wantsText = asksMore && random() < 0.06;
    if (!wantsOption && !wantsText) return noAdditions;
    // Squaring makes the first options, in the rotated order of this survey, the most frequent.
    const optionIndex = Math.floor(random() ** 2 * options.length);
    return {
      followUp: wantsOption ? options[(optionIndex + rotation) % options.length] : undefined,
      open: wantsText ? pickOpenText(isLow ? language.unhappy : language.happy, random) : undefined,
    };
  };
}

function keysOf(
  options: readonly FollowUpDefinition[],
  optionKind: FollowUpDefinition['kind'],
): readonly number[] {
  return options.filter(({ kind }) => kind === optionKind).map(({ key }) => key);
}

function pickOpenText(texts: readonly string[], random: () => number): OpenText {
  if (random() < 0.03) return { text: 'asdfgh', relevance: 0.02, spam: true, isOldWebItem: false };
  const text = texts[Math.floor(random() * texts.length)] ?? '';
  const relevance = Math.round((0.35 + 0.65 * random()) * 100) / 100;
  return random() < 0.75 ? { text, relevance, isOldWebItem: false } : { text, isOldWebItem: false };
}
