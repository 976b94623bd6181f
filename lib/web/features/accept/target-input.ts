// The kinds of index that can have a target, and targets as a user types them.
import type { GroupKey } from '../../../domain/figures.ts';
import { compareGroups } from '../../../domain/ranking.ts';
import { indexLimits } from '../../../domain/scale.ts';

export interface TargetLimits {
  readonly lower: number;
  readonly upper: number;
}

export interface TargetKind extends GroupKey {
  readonly limits: TargetLimits;
}

/** Each known kind once, in the order in which it comes first. */
export function targetKinds(groups: readonly GroupKey[]): readonly TargetKind[] {
  return groups.flatMap((group, i) => {
    const { indexType, feedbackScale } = group;
    const limits = indexLimits(indexType, feedbackScale);
    const isFirst = groups.findIndex((other) => compareGroups(other, group) === 0) === i;
    return limits === null || !isFirst ? [] : [{ indexType, feedbackScale, limits }];
  });
}

/** With a dot or a comma, and any sign; null for other texts and outside the limits. */
export function parseTarget(text: string, { lower, upper }: TargetLimits): number | null {
  // Printed numbers have marks of direction in Arabic.
  const visible = text.normalize('NFKC').replaceAll(/[\s\p{Cf}]/gu, '');
  const typed = visible.replace(',', '.').replace('−', '-');
  if (!/^[+-]?\d{1,3}(\.\d{1,4})?$/.test(typed)) return null;
  const value = Number(typed);
  return value >= lower && value <= upper ? value : null;
}
