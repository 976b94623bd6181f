// Which surveys and subfolders a group's difference comes from.
import { compareInOrder } from '../order.ts';
import type { Level, StandardWeek, WhyPart } from './model.ts';
import { compareParts, type StandardPart } from './standard-weeks.ts';

/** How many surveys of a subtree are handed up besides the direct children. */
const MAX_SURVEYS = 10;
/** A child is named when its rate is at least this share of the sizes of all children's rates. */
const MIN_NAMED_SHARE = 0.1;
const MAX_NAMED = 5;

/** A child with the contributions that its own report has; a survey has none. */
export interface ContributingChild extends StandardPart {
  readonly why: readonly WhyPart[];
}

/**
 * What this week's differences of the surveys contribute to the mean difference of all, in units of the index: of each direct
 * child (their rates add up to the mean) and of the surveys below with the largest ones. Largest first; empty without responses.
 */
export function contributionsOf(children: readonly ContributingChild[]): readonly WhyPart[] {
  const responses = children.reduce((total, child) => total + thisWeekOf(child).n, 0);
  if (responses === 0) return [];
  const direct = children.map((child) => ({
    folder: child.folder,
    survey: child.survey,
    rate: thisWeekOf(child).sum / responses,
  }));
  const below = children.flatMap((child) =>
    child.why
      .filter(({ survey }) => survey !== null)
      .map((part) => ({ ...part, rate: (part.rate * thisWeekOf(child).n) / responses })),
  );
  const ownSurveys = direct.filter(({ survey }) => survey !== null);
  const largest = [...ownSurveys, ...below].sort(compareSizes).slice(0, MAX_SURVEYS);
  return [...direct, ...largest.filter((part) => !ownSurveys.includes(part))].sort(compareSizes);
}

/** The direct children of a folder that explain its group's change; none when the group is neither low nor high. */
export function namedContributions(
  why: readonly WhyPart[],
  folder: number,
  verdict: Level['verdict'],
): readonly WhyPart[] {
  if (verdict !== 'low' && verdict !== 'high') return [];
  const direct = why.filter((part) => part.survey === null || part.folder === folder);
  const sizes = direct.reduce((total, { rate }) => total + Math.abs(rate), 0);
  return direct
    .filter(({ rate }) => rate !== 0 && Math.abs(rate) >= MIN_NAMED_SHARE * sizes)
    .toSorted(compareSizes)
    .slice(0, MAX_NAMED);
}

function thisWeekOf({ standard }: StandardPart): StandardWeek {
  return standard.at(-1) ?? { n: 0, sum: 0, variance: 0 };
}

function compareSizes(a: WhyPart, b: WhyPart): number {
  return compareInOrder(Math.abs(b.rate) - Math.abs(a.rate), compareParts(a, b));
}
