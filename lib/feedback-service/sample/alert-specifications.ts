// The alert specifications of the sample company, by preset.
import type {
  FeedbackCountSpecification,
  FeedbackScale,
  IndexThresholdSpecification,
  NegativeSpecification,
} from '../company.ts';
import type { AlertPreset } from './sample-places.ts';

type SpecificationWithoutKey =
  | Omit<NegativeSpecification, 'key'>
  | Omit<IndexThresholdSpecification, 'key'>
  | Omit<FeedbackCountSpecification, 'key'>;

export function alertSpecificationsOf(
  preset: AlertPreset,
  scale: FeedbackScale,
): readonly SpecificationWithoutKey[] {
  switch (preset) {
    case 'rough':
      return [negative(140, 45, 5), index(480, 50, 'under'), count(1440, 110, [0, 1])];
    case 'rush':
      return [negative(60, 75, 8)];
    case 'queue':
      return [negative(120, 60, 10), count(60, 14, [0, 1])];
    case 'slump':
      return [index(2 * 1440, 3.4, 'under')];
    case 'praise':
      return [index(1440, 82, 'over')];
    case 'delight':
      return [count(120, 50, [scale === 'FOUR' ? 3 : 4])];
  }
}

function negative(
  windowMin: number,
  threshold: number,
  countThreshold: number,
): SpecificationWithoutKey {
  const parameters = { negative: true, windowMin, threshold, countThreshold };
  return { alertType: 'negative', parameters };
}

function index(
  windowMin: number,
  threshold: number,
  thresholdType: IndexThresholdSpecification['parameters']['thresholdType'],
): SpecificationWithoutKey {
  const parameters = { negative: thresholdType === 'under', windowMin, threshold, thresholdType };
  return { alertType: 'indexThreshold', parameters };
}

function count(
  windowMin: number,
  countThreshold: number,
  responseFilter: readonly number[],
): SpecificationWithoutKey {
  const parameters = {
    negative: responseFilter.every((r) => r < 2),
    windowMin,
    countThreshold,
    responseFilter,
  };
  return { alertType: 'feedbackCount', parameters };
}
