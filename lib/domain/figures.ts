// The figures of two weeks: the index, which scale.ts computes, its 95 % confidence interval, and whether a change is clear.
import { indexOf, isIndexType, npsCounts, responsesOf } from './scale.ts';
import { Z_95 } from './signals/statistics.ts';

/** Counts are added only within a group: indexes of different types or scales cannot be compared. */
export interface GroupKey {
  readonly indexType: string;
  readonly feedbackScale: string;
}

export interface Figures {
  readonly data: readonly number[];
  readonly previousData: readonly number[];
  readonly responses: number;
  readonly previousResponses: number;
  readonly index: number | null;
  readonly previousIndex: number | null;
  /** index − previousIndex, of unrounded values. */
  readonly change: number | null;
  /** Half the width of the index's 95 % interval, in the index's own unit. */
  readonly halfWidth: number | null;
  readonly changeHalfWidth: number | null;
  /** |change| > changeHalfWidth and both weeks have enough responses; otherwise it is normal variation. */
  readonly changeIsClear: boolean | null;
}

/** The figures of this week's and last week's counts of one group. */
export function computeFigures(
  data: readonly number[],
  previousData: readonly number[],
  group: GroupKey,
  minResponses: number,
): Figures {
  const responses = responsesOf(data);
  const previousResponses = responsesOf(previousData);
  const index = indexOf(data, group.indexType, group.feedbackScale);
  const previousIndex = indexOf(previousData, group.indexType, group.feedbackScale);
  const change = index === null || previousIndex === null ? null : index - previousIndex;
  const error = standardError(data, group);
  const changeError = standardErrorOfChange(error, standardError(previousData, group));
  const changeHalfWidth = changeError === null ? null : Z_95 * changeError;
  return {
    data,
    previousData,
    responses,
    previousResponses,
    index,
    previousIndex,
    change,
    halfWidth: error === null ? null : Z_95 * error,
    changeHalfWidth,
    changeIsClear:
      change === null || changeHalfWidth === null
        ? null
        : Math.abs(change) > changeHalfWidth &&
          responses >= minResponses &&
          previousResponses >= minResponses,
  };
}

export type Verdict = 'clearRise' | 'clearFall' | 'normal' | 'tooFew';

/** The figures that the significance of a change depends on. */
export type ChangeFigures = Pick<Figures, 'change' | 'changeHalfWidth' | 'changeIsClear'>;

/** The significance of a change; null without two weeks to compare. */
export function verdictOfChange(figures: ChangeFigures): Verdict | null {
  const { change, changeHalfWidth, changeIsClear } = figures;
  if (change === null || changeHalfWidth === null || changeIsClear === null) return null;
  if (changeIsClear) return change > 0 ? 'clearRise' : 'clearFall';
  // More than its half-width and still not clear: one of the weeks had too few responses.
  return Math.abs(change) > changeHalfWidth ? 'tooFew' : 'normal';
}

/** Half the width of the 95 % interval of an index, null where there is no index. */
export function halfWidthOf(data: readonly number[], group: GroupKey): number | null {
  const error = standardError(data, group);
  return error === null ? null : Z_95 * error;
}

function standardErrorOfChange(a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : Math.sqrt(a * a + b * b);
}

/** The standard error of an index, null where there is no index. */
export function standardError(data: readonly number[], group: GroupKey): number | null {
  if (indexOf(data, group.indexType, group.feedbackScale) === null) return null;
  // Identical responses would have no variance, but twelve presses of the top button are not 100 ± 0: add one press at each end.
  const smoothed = allSameKind(data, group.indexType)
    ? data.map((count, i) => (i === 0 || i === data.length - 1 ? count + 1 : count))
    : data;
  const n = responsesOf(smoothed);
  if (!isIndexType(group.indexType)) return null;
  switch (group.indexType) {
    case 'HAPPY':
      return (100 / (data.length - 1)) * Math.sqrt(variance(smoothed, n) / n);
    case 'AVERAGE':
      return Math.sqrt(variance(smoothed, n) / n);
    case 'NPS': {
      const { promoter, detractor } = npsCounts(smoothed);
      const p = promoter / n;
      const d = detractor / n;
      return 100 * Math.sqrt((p + d - (p - d) ** 2) / n);
    }
  }
}

function allSameKind(data: readonly number[], indexType: string): boolean {
  if (indexType === 'NPS') {
    const { promoter, passive, detractor } = npsCounts(data);
    return countPositive([promoter, passive, detractor]) <= 1;
  }
  return countPositive(data) <= 1;
}

function countPositive(counts: readonly number[]): number {
  return counts.reduce((number, count) => (count > 0 ? number + 1 : number), 0);
}

/** Population variance of the response index. Called for every point of a chart, so without closures. */
function variance(data: readonly number[], n: number): number {
  let mean = 0;
  for (let i = 0; i < data.length; i += 1) mean += (i * (data[i] ?? 0)) / n;
  let sum = 0;
  for (let i = 0; i < data.length; i += 1) sum += (data[i] ?? 0) * (i - mean) ** 2;
  return sum / n;
}
