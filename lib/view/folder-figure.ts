// The figure of a folder on the scale of all lists: the mean of the buttons of all its surveys, worst 0, best 100.
import type { GroupFigures } from '../domain/report.ts';
import { buttonScoreOfKinds, indexLimits } from '../domain/scale.ts';
import type { Level } from '../domain/signals/model.ts';

/** A wider range says nothing of a week. */
export const WIDEST_RANGE = 24;

export interface FolderFigure {
  readonly value: number;
  /** Null where the usual level of some kind of index is not known. */
  readonly usual: number | null;
  /** Null unless all kinds are as usual. */
  readonly range: { readonly lower: number; readonly upper: number } | null;
}

type FiguresOfKind = Pick<
  GroupFigures,
  'data' | 'responses' | 'index' | 'indexType' | 'feedbackScale'
> & { readonly level: Pick<Level, 'state' | 'usual' | 'lower' | 'upper'> };

/**
 * The usual level is the figure without the differences of the kinds from theirs, each in parts of its range and weighted by
 * responses; half the usual range is the root of the squares of theirs, weighted so. Null with fewer than ten responses.
 */
export function folderFigure(groups: readonly FiguresOfKind[]): FolderFigure | null {
  const value = buttonScoreOfKinds(groups.map(({ data }) => data));
  if (value === null) return null;
  const responses = groups.reduce((sum, group) => sum + group.responses, 0);
  let difference = 0;
  let squares = 0;
  let isKnown = true;
  let isUsual = true;
  for (const group of groups) {
    if (group.responses === 0) continue;
    const limits = indexLimits(group.indexType, group.feedbackScale);
    const { state, usual, lower, upper } = group.level;
    const weight = group.responses / responses;
    if (limits === null || group.index === null || usual === null) {
      isKnown = false;
      continue;
    }
    const toScore = 100 / (limits.upper - limits.lower);
    difference += weight * toScore * (group.index - usual);
    if (state !== 'usual' || lower === null || upper === null) isUsual = false;
    else squares += (weight * toScore * ((upper - lower) / 2)) ** 2;
  }
  if (!isKnown) return { value, usual: null, range: null };
  const usual = clamp(value - difference);
  const half = Math.sqrt(squares);
  return {
    value,
    usual,
    range: isUsual ? { lower: clamp(usual - half), upper: clamp(usual + half) } : null,
  };
}

function clamp(score: number): number {
  return Math.min(100, Math.max(0, score));
}

/** The axis of folders: from 40, or from 0 where a value is lower. */
export function scoreAxis(
  values: readonly (number | null)[],
  text: (value: number) => string,
): { min: number; max: number; ticks: { value: number; text: string }[] } {
  const isLow = values.some((value) => value !== null && value < 40);
  const ticks = isLow ? [0, 50, 100] : [40, 70, 100];
  return {
    min: isLow ? 0 : 40,
    max: 100,
    ticks: ticks.map((value) => ({ value, text: text(value) })),
  };
}
