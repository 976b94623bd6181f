// What people at a place of the sample company add to a press: follow-ups that fit the place and what has
// happened there, and open feedback.
import type { FollowUpDefinition } from '../company.ts';
import { buttonCount } from '../company.ts';
import type { OpenText } from '../company-store.ts';
import type { SampleTheme, Topic } from './languages-latin.ts';
import type { RhythmName } from './sample-calendar.ts';
import { isDuring } from './sample-events.ts';
import type { SurveyProfile } from './sample-structure.ts';

export interface PressAdditions {
  readonly followUp: number | undefined;
  readonly open: OpenText | undefined;
}

const noAdditions: PressAdditions = { followUp: undefined, open: undefined };

/** The part of the people who name the reason of an event. */
const reasonShare = 0.5;

/** Creates a function from a button pressed on the local day to its additions. */
export function createFollowUpPicker(
  profile: SurveyProfile,
  day: number,
  random: () => number,
): (r: number) => PressAdditions {
  const { survey, spot, language } = profile;
  const top = buttonCount(survey.feedbackScale) - 1;
  const asksMore = spot.surveyType !== 'TERMINAL';
  const pickPainPoint = createOptionPicker(profile, day, 'painPoint', random);
  const pickHighlight = createOptionPicker(profile, day, 'highlight', random);
  return (r) => {
    const isLow = r <= 1;
    // There is no follow-up question after the middle button of five.
    if (!isLow && r < top - 1) return noAdditions;
    const wantsOption = random() < (asksMore ? 0.45 : 0.12);
    const wantsText = asksMore && random() < 0.06;
    if (!wantsOption && !wantsText) return noAdditions;
    const pickOption = isLow ? pickPainPoint : pickHighlight;
    return {
      followUp: wantsOption ? pickOption() : undefined,
      open: wantsText ? pickOpenText(isLow ? language.unhappy : language.happy, random) : undefined,
    };
  };
}

function createOptionPicker(
  profile: SurveyProfile,
  day: number,
  kind: FollowUpDefinition['kind'],
  random: () => number,
): () => number | undefined {
  const options = profile.question.followUps
    .filter((option) => option.kind === kind)
    .map(({ key }) => ({ key, topic: profile.topics.get(key) }));
  const weights = options.map(({ topic }) => (topic === undefined ? 0 : weightOf(profile, topic)));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const reason = reasonOn(profile, day, kind);
  const reasonOption = options.find(({ topic }) => topic === reason);
  return () => {
    if (reasonOption !== undefined && random() < reasonShare) return reasonOption.key;
    let rest = random() * total;
    return options.find((_, i) => (rest -= weights[i] ?? 0) < 0)?.key;
  };
}

/** What people name because of an event; null: nothing in particular. */
function reasonOn(
  { events, weeksBefore }: SurveyProfile,
  day: number,
  kind: FollowUpDefinition['kind'],
): Topic | null {
  const week = weeksBefore(day);
  const event = events.find(
    (event) =>
      event.what === 'level' && isDuring(event, week) && event.size < 0 === (kind === 'painPoint'),
  );
  return event?.what === 'level' ? event.reason : null;
}

type Weights = Readonly<Partial<Record<Topic, number>>>;

/** How often a topic is named, compared with 1; 0: it does not fit. */
const themeWeights: Readonly<Record<SampleTheme, Weights>> = {
  visit: { staff: 2, waiting: 2 },
  service: { staff: 4, waiting: 4, speed: 4, food: 0, choice: 0 },
  clean: { cleanliness: 8, broken: 3, prices: 0, value: 0, choice: 0, food: 0, speed: 0 },
};

const withoutPrices = { prices: 0, value: 0, choice: 0, food: 0 } as const;

const rhythmWeights: Readonly<Record<RhythmName, Weights>> = {
  airport: { ...withoutPrices, signs: 3 },
  hospital: { ...withoutPrices, waiting: 6 },
  emergency: { ...withoutPrices, waiting: 8, noise: 2 },
  campus: { ...withoutPrices, noise: 3 },
  shop: { prices: 3, value: 2, choice: 2 },
  mall: { prices: 3, value: 2, noise: 2 },
  restaurant: { food: 5, choice: 3, noise: 2, signs: 0 },
  office: { food: 3, noise: 3, signs: 0 },
  online: { prices: 4, value: 3, broken: 3, cleanliness: 0, noise: 0, cold: 0, staff: 1 },
};

function weightOf({ spot }: SurveyProfile, topic: Topic): number {
  return (themeWeights[spot.theme][topic] ?? 1) * (rhythmWeights[spot.rhythm][topic] ?? 1);
}

function pickOpenText(texts: readonly string[], random: () => number): OpenText {
  if (random() < 0.03) return { text: 'asdfgh', relevance: 0.02, spam: true, isOldWebItem: false };
  const text = texts[Math.floor(random() * texts.length)] ?? '';
  const relevance = Math.round((0.35 + 0.65 * random()) * 100) / 100;
  return random() < 0.75 ? { text, relevance, isOldWebItem: false } : { text, isOldWebItem: false };
}
