// The weeks of a survey as differences from what is usual there now, so that weeks of different surveys can be added up.
import { compareInOrder } from '../order.ts';
import type { WeekValue } from './level/weeks.ts';
import type { StandardWeek } from './model.ts';

/** Weeks that are not ordinary count from this one on, and before it in the unbroken row that ends in it. */
const LATEST = 57;

const NO_RESPONSES: StandardWeek = { n: 0, sum: 0, variance: 0 };

export function standardWeeks(
  values: readonly WeekValue[],
  isOrdinary: readonly boolean[],
  usual: number,
  pressVariance: number,
): readonly StandardWeek[] {
  const from = isOrdinary.slice(0, LATEST + 1).lastIndexOf(true) + 1;
  return values.map(({ responses, index }, position) =>
    responses > 0 && (position >= from || isOrdinary[position] === true)
      ? {
          n: responses,
          sum: responses * (index - usual),
          variance: responses * pressVariance,
        }
      : NO_RESPONSES,
  );
}

/** As an array of them. */
export type WeekSeries = Pick<readonly StandardWeek[], 'length' | 'at'>;

/** A survey, or with `survey` null a folder, whose weeks are added up. */
export interface StandardPart {
  readonly folder: number;
  readonly survey: number | null;
  readonly standard: WeekSeries;
}

/** The sum of disjoint parts; the order of the parts does not matter. Empty without parts. */
export function addStandardWeeks(parts: readonly StandardPart[]): readonly StandardWeek[] {
  // Sums of floating-point numbers depend on their order.
  const [first, ...others] = parts.toSorted(compareParts).map(({ standard }) => standard);
  if (first === undefined) return [];
  return Array.from({ length: first.length }, (_, position) => {
    const sum = { ...(first.at(position) ?? NO_RESPONSES) };
    for (const standard of others) {
      const { n, sum: total, variance } = standard.at(position) ?? NO_RESPONSES;
      sum.n += n;
      sum.sum += total;
      sum.variance += variance;
    }
    return sum;
  });
}

export function compareParts(
  a: Omit<StandardPart, 'standard'>,
  b: Omit<StandardPart, 'standard'>,
): number {
  return compareInOrder((a.survey ?? -1) - (b.survey ?? -1), a.folder - b.folder);
}
