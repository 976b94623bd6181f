// The scores of single presses: their range, and how much they vary.
import type { GroupKey } from '../figures.ts';
import type { IndexType } from '../scale.ts';
import { buttonsOf, indexLimits, isIndexType, npsGroup } from '../scale.ts';

const NPS_SCORES = { detractor: -100, passive: 0, promoter: 100 } as const;

/** The distance of the greatest value of an index from the least one; null for an unknown kind. */
export function rangeOf(kind: GroupKey): number | null {
  const limits = indexLimits(kind.indexType, kind.feedbackScale);
  return limits === null ? null : limits.upper - limits.lower;
}

/**
 * The population variance of a press's score, in squared units of the index, after one response is added to the worst and one
 * to the best button. `counts` has one entry for each button. NaN for an unknown kind.
 */
export function pressVariance(counts: readonly number[], kind: GroupKey): number {
  const { indexType, feedbackScale } = kind;
  const buttons = buttonsOf(feedbackScale);
  if (!isIndexType(indexType) || buttons === null) return NaN;
  const last = buttons - 1;
  let responses = 0;
  let total = 0;
  for (let i = 0; i <= last; i += 1) {
    const count = smoothedCount(counts, i, last);
    responses += count;
    total += count * scoreOf(i, buttons, indexType);
  }
  const mean = total / responses;
  let squares = 0;
  for (let i = 0; i <= last; i += 1) {
    squares += smoothedCount(counts, i, last) * (scoreOf(i, buttons, indexType) - mean) ** 2;
  }
  return squares / responses;
}

function smoothedCount(counts: readonly number[], button: number, last: number): number {
  return (counts[button] ?? 0) + (button === 0 || button === last ? 1 : 0);
}

function scoreOf(button: number, buttons: number, indexType: IndexType): number {
  switch (indexType) {
    case 'HAPPY':
      return (100 * button) / (buttons - 1);
    case 'AVERAGE':
      return 1 + button;
    case 'NPS':
      return NPS_SCORES[npsGroup(button, buttons)];
  }
}
