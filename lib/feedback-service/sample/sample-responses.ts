// Generates how people respond at a place on a day: their mood, the buttons that they press in that mood
// and what they add to a press.
import { buttonCount, type FollowUpDefinition } from '../company.ts';
import { weekNumber } from './sample-calendar.ts';
import { randomFraction, hashNumbers } from './random.ts';
import type { SurveyProfile } from './sample-structure.ts';
import type { OpenText } from '../company-store.ts';

const unhappy = { 4: [0.62, 0.22, 0.09, 0.07], 5: [0.55, 0.25, 0.08, 0.06, 0.06] } as const;
const happy = { 4: [0.05, 0.07, 0.25, 0.63], 5: [0.04, 0.04, 0.09, 0.25, 0.58] } as const;

/** The period of the mood of a rough place. */
const roughDays = 91;

/** One in this many busy places has a bad week. */
const badWeekInterval = 9;

/** From 0 to 1. */
export function moodOn(profile: SurveyProfile, seed: number, day: number): number {
  const { survey, spot, roughIndex: roughTurn } = profile;
  const week = weekNumber(day);
  const phase = randomFraction(seed, survey.key, 11) * 2 * Math.PI;
  const season = 0.05 * Math.sin((day / 365.25) * 2 * Math.PI + phase);
  const ofWeek = 0.06 * (randomFraction(seed, survey.key, week, 12) - 0.5);
  const ofDay = 0.04 * (randomFraction(seed, survey.key, day, 13) - 0.5);
  if (roughTurn !== undefined) return clamp(roughWave(roughTurn, day) + ofWeek + ofDay);
  const slump = hasBadWeek(profile, seed, week) ? 0.4 : 0;
  return clamp(spot.mood + season + ofWeek + ofDay - slump);
}

/** One period per quarter. With three such places a third of a period apart, one is always near its worst. */
function roughWave(turn: number, day: number): number {
  const wave = Math.cos(2 * Math.PI * (day / roughDays + turn / 3));
  // Steeper than a cosine: at medium moods, alerts would open and close all day.
  return 0.42 * (1 + Math.tanh(2.5 * wave));
}

function hasBadWeek({ survey, spot }: SurveyProfile, seed: number, week: number): boolean {
  // With few responses, a bad week would not be visible.
  if (spot.perDay < 60) return false;
  return (
    Math.floor(randomFraction(seed, survey.key, 14) * badWeekInterval) ===
    mod(week, badWeekInterval)
  );
}

/** Creates a function from a random number (0 to 1) to the pressed button. */
export function createButtonPicker(
  { survey }: SurveyProfile,
  mood: number,
): (random: number) => number {
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

function mod(number: number, by: number): number {
  return ((number % by) + by) % by;
}

export interface PressAdditions {
  readonly followUp: number | undefined;
  readonly open: OpenText | undefined;
}

const nothing: PressAdditions = { followUp: undefined, open: undefined };

/** Creates a function from the pressed button to its additions. */
export function createFollowUpPicker(
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
    if (!isLow && r < top - 1) return nothing;
    const options = isLow ? painPoints : highlights;
    const wantsOption = random() < (asksMore ? 0.45 : 0.12);
    const wantsText = asksMore && random() < 0.06;
    if (!wantsOption && !wantsText) return nothing;
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
