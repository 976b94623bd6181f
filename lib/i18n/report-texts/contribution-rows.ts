// The rows of the table that says which places a group's difference from its usual level comes from.
import type { SurveyGroup } from '../../domain/report.ts';
import { namedContributions } from '../../domain/signals/contributions.ts';
import type { Localization } from '../localization.ts';

/** A part of a difference, in units of the index. */
export type ContributionRow = { readonly rate: number } & (
  { readonly text: string } | { readonly folder: number; readonly question: string }
);

/**
 * The parts, which add up to the difference of the level, and their sum; those that would be printed as 0 are left out. Empty
 * without a difference to explain.
 */
export function contributionRows(
  { why, rest, level, indexType }: SurveyGroup,
  folder: number,
  { words, formats, names }: Pick<Localization, 'words' | 'formats' | 'names'>,
): readonly ContributionRow[] {
  const texts = words.signals.why;
  const named = namedContributions(why, folder, level.verdict);
  if (named.length === 0 || level.difference === null) return [];
  const older = rest ?? 0;
  const others = level.difference - older - named.reduce((total, { rate }) => total + rate, 0);
  const zero = formats.partOfChange(0, indexType);
  return [
    ...named.map(({ folder: key, survey, rate }) => ({
      folder: key,
      question: survey === null ? '' : names.question(survey),
      rate,
    })),
    ...[
      { text: texts.others, rate: others },
      { text: older < 0 ? texts.lowerBefore : texts.higherBefore, rate: older },
    ].filter(({ rate }) => formats.partOfChange(Math.abs(rate), indexType) !== zero),
    { text: texts.allPlaces, rate: level.difference },
  ];
}
