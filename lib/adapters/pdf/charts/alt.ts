// What a chart over time says in words, to a reader who doesn't see it: every point with its figures.
import type { GroupKey } from '../../../domain/figures.ts';
import { indexName } from '../kinds.ts';
import type { Setting } from '../setting.ts';

export interface AltPoint {
  readonly when: string;
  readonly index: number | null;
  readonly responses: number;
}

/** `indexed`: whether the chart shows the index, or counts alone. */
export function seriesAlt(
  of: 'trend' | 'days',
  points: readonly AltPoint[],
  group: GroupKey,
  indexed: boolean,
  setting: Setting,
): string {
  const { words, formats } = setting;
  const { alts } = words;
  const said = formats.list(
    points.map(({ when, index, responses }) => {
      if (responses === 0) return alts.nothing(when);
      const counted = words.responses(formats.count(responses), formats.plural(responses));
      if (!indexed || index === null) return alts.count(when, counted);
      return alts.point(when, formats.index(index, group.indexType), counted);
    }),
  );
  const name = indexName(group, setting);
  if (of === 'trend') return indexed ? alts.trend(name, said) : alts.trendCounts(said);
  return indexed ? alts.days(name, said) : alts.daysCounts(said);
}
