// The vertical axis of an index: wide enough for its band of uncertainty, never so narrow that noise looks dramatic.
import { scaleLinear } from 'd3-scale';
import type { IndexRange } from '../i18n/report-texts/index-types.ts';

export interface Axis {
  readonly ticks: readonly number[];
  at(value: number): number;
}

/** `values` in the index's own unit; `top` and `bottom` in points. */
export function createAxis(
  values: readonly number[],
  range: IndexRange,
  top: number,
  bottom: number,
  tickCount: number,
): Axis {
  const least = Math.min(...values);
  const most = Math.max(...values);
  const middle = values.length === 0 ? (range.low + range.high) / 2 : (least + most) / 2;
  const span = values.length === 0 ? 0 : Math.max(most - least, range.minSpan);
  const half = values.length === 0 ? (range.high - range.low) / 2 : span / 2;
  // Moved, not cut, at the ends of the range: the span stays.
  const shift = Math.max(0, range.low - (middle - half)) - Math.max(0, middle + half - range.high);
  const low = Math.max(range.low, middle - half + shift);
  const high = Math.min(range.high, middle + half + shift);
  const scale = scaleLinear().domain([low, high]).nice(tickCount);
  const [from = low, to = high] = scale.domain();
  scale.domain([Math.max(range.low, from), Math.min(range.high, to)]).range([bottom, top]);
  return { ticks: scale.ticks(tickCount), at: (value) => scale(value) };
}
