// Numbers in little room: whole, or in thousands; never cut, which would make another number of them.
import type { TextStyle } from './theme.ts';
import type { ChartSetting } from './chart.ts';

/** '' where not even thousands or millions fit. */
export function countIn(
  count: number,
  room: number,
  style: TextStyle,
  { formats, typesetter }: Pick<ChartSetting, 'formats' | 'typesetter'>,
): string {
  const ways = [formats.count(count), formats.compact(count)];
  return ways.find((text) => typesetter.widthOf(text, style) <= room) ?? '';
}
