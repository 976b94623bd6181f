// The figure of a folder on the scale of all lists: the mean of the buttons of all its surveys, worst 0, best 100.
import type { GroupFigures } from '../domain/report.ts';
import { buttonScoreOfKinds, indexLimits } from '../domain/scale.ts';
import type { Level } from '../domain/signals/model.ts';
import { largestFirst } from '../domain/verdict.ts';
import type { Axis } from './report-view.ts';

/** A wider range says nothing of a week. */
const WIDEST_RANGE = 24;

export interface FolderFigure {
  readonly value: number;
  /** Null where the usual level of some kind of index is not known. */
  readonly usual: number | null;
  /** Null unless the kind with the most responses and the figure are as usual. */
  readonly range: { readonly lower: number; readonly upper: number } | null;
}

type FiguresOfKind = Pick<
  GroupFigures,
  'data' | 'responses' | 'index' | 'indexType' | 'feedbackScale'
> & { readonly level: Pick<Level, 'state' | 'usual' | 'lower' | 'upper'> };

/** Kinds of index with less than this share of the responses may have no level. */
const NEGLIGIBLE = 0.1;

/**
 * The usual level is the figure without the differences of the kinds from theirs, each in parts of its range and weighted by
 * responses; half the usual range is the root of the squares of theirs, weighted so. Null with fewer than ten responses.
 */
export function folderFigure(groups: readonly FiguresOfKind[]): FolderFigure | null {
  const value = buttonScoreOfKinds(groups.map(({ data }) => data));
  if (value === null) return null;
  const judged = groups.flatMap((group) => judgedOf(group));
  const responses = groups.reduce((sum, group) => sum + group.responses, 0);
  const weighed = judged.reduce((sum, kind) => sum + kind.responses, 0);
  const [leading] = largestFirst(groups);
  if (weighed < (1 - NEGLIGIBLE) * responses || leading?.level.state === null)
    return { value, usual: null, range: null };
  const usual = clamp(
    value - judged.reduce((sum, kind) => sum + (kind.responses / responses) * kind.difference, 0),
  );
  const half = Math.sqrt(
    judged.reduce((sum, kind) => sum + ((kind.responses / weighed) * (kind.half ?? NaN)) ** 2, 0),
  );
  const range = { lower: clamp(usual - half), upper: clamp(usual + half) };
  const isUsual = leading?.level.state === 'usual' && value >= range.lower && value <= range.upper;
  return { value, usual, range: isUsual ? range : null };
}

interface JudgedKind {
  readonly responses: number;
  /** In points of a scale of a hundred. */
  readonly difference: number;
  /** Null without a usual range. */
  readonly half: number | null;
}

function judgedOf({ responses, index, level, ...kind }: FiguresOfKind): readonly JudgedKind[] {
  const limits = indexLimits(kind.indexType, kind.feedbackScale);
  const { usual, lower, upper } = level;
  if (limits === null || index === null || usual === null) return [];
  const points = 100 / (limits.upper - limits.lower);
  return [
    {
      responses,
      difference: points * (index - usual),
      half: lower === null || upper === null ? null : (points * (upper - lower)) / 2,
    },
  ];
}

function clamp(score: number): number {
  return Math.min(100, Math.max(0, score));
}

/** Whether the usual range is so wide that it says nothing. */
export function isUneven(figure: FolderFigure | null): boolean {
  const { lower, upper } = figure?.range ?? { lower: 0, upper: 0 };
  return upper - lower > WIDEST_RANGE;
}

/** The axis of folders: from 40, or from 0 where a value is lower. */
export function scoreAxis(
  values: readonly (number | null)[],
  text: (value: number) => string,
): Axis {
  const isLow = values.some((value) => value !== null && value < 40);
  const ticks = isLow ? [0, 50, 100] : [40, 70, 100];
  return {
    min: isLow ? 0 : 40,
    max: 100,
    ticks: ticks.map((value) => ({ value, text: text(value) })),
  };
}
