// Generates what people add to a press: a follow-up option, a text.
import { buttonCount, type FollowUpDefinition } from '../company.ts';
import type { OpenText } from '../company-store.ts';
import { hashNumbers } from './random.ts';
import type { SurveyProfile } from './sample-structure.ts';

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
