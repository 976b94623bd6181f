// The weeks of several kinds of index together, on the scale of all lists.
import type { SurveyGroup } from './report.ts';
import { buttonScoreOfKinds } from './scale.ts';

/** The mean of the buttons, 0–100 and rounded, week by week; null where it is not measured. */
export function scoreTrend(
  groups: readonly Pick<SurveyGroup, 'trend'>[],
): readonly (number | null)[] {
  return (groups[0]?.trend ?? []).map((_, i) => {
    const score = buttonScoreOfKinds(groups.map(({ trend }) => trend[i]?.data ?? []));
    return score === null ? null : Math.round(score);
  });
}
