// The axis of each kind of index of a report, so that all its charts of a kind can be compared.
import type { GroupKey } from '../domain/figures.ts';
import { halfWidthOf } from '../domain/figures.ts';
import { groupName } from '../domain/ranking.ts';
import type { Counts, JudgedFigures, Report, SurveyDay, TrendWeek } from '../domain/report.ts';
import { indexRange } from '../i18n/report-texts/index-types.ts';
import type { AxisDomain } from './axis.ts';
import { axisDomain } from './axis.ts';
import { drawnLevel } from './drawn-level.ts';

/** Points with fewer responses are hollow, and don't widen the axis. */
export const MIN_RESPONSES = 10;

/** What charts show of a survey or of pooled surveys. */
export interface IndexSeries extends GroupKey, Pick<JudgedFigures, 'level'> {
  readonly trend: readonly TrendWeek[];
  readonly days?: readonly SurveyDay[];
}

/** By the name of the kind; unknown kinds have no axis. */
export type IndexAxes = ReadonlyMap<string, AxisDomain>;

export function indexAxes({ summary, surveys }: Pick<Report, 'summary' | 'surveys'>): IndexAxes {
  const kinds = Map.groupBy<string, IndexSeries>([...summary.groups, ...surveys], groupName);
  return new Map(
    [...kinds].flatMap(([name, series]) => {
      const domain = indexDomain(series);
      return domain === null ? [] : [[name, domain] as const];
    }),
  );
}

/** The domain that shows all series, which are of the same kind; null for an unknown kind or without an index. */
export function indexDomain(series: readonly IndexSeries[]): AxisDomain | null {
  const points = series.flatMap(({ trend, days = [] }) => [...trend, ...days]);
  const [kind] = series;
  if (kind === undefined || points.every(({ index }) => index === null)) return null;
  const buttons = points.reduce((most, { data }) => Math.max(most, data.length), 0);
  const range = indexRange(kind.indexType, buttons);
  if (range === null) return null;
  const clamp = (value: number): number => Math.min(range.high, Math.max(range.low, value));
  const certain = points.filter(({ responses }) => responses >= MIN_RESPONSES);
  const values = (certain.length > 0 ? certain : points).flatMap(({ index }) => index ?? []);
  const levels = series.flatMap(({ level }) => {
    const { usual, range } = drawnLevel(level);
    return [usual ?? [], range?.lower ?? [], range?.upper ?? []].flat();
  });
  const intervals = series.flatMap(({ trend, days = [] }) =>
    [...trend.slice(-1), ...days].flatMap((point) => intervalEnds(point, kind)),
  );
  return axisDomain([...values, ...levels, ...intervals].map(clamp), range);
}

function intervalEnds(
  { data, index, responses }: { data: Counts; index: number | null; responses: number },
  group: GroupKey,
): readonly number[] {
  const halfWidth = halfWidthOf(data, group);
  if (index === null || halfWidth === null || responses < MIN_RESPONSES) return [];
  return [index - halfWidth, index + halfWidth];
}
