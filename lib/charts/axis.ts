// The vertical axis of an index: wide enough for the uncertainty band, and never so narrow that noise looks like change.
import { scaleLinear } from 'd3-scale';
import type { IndexRange } from '../i18n/report-texts/index-types.ts';

export interface Axis {
  readonly ticks: readonly number[];
  at(value: number): number;
}

/** `values` are in the unit of the index; `top` and `bottom` are in points. */
export function createAxis(
  values: readonly number[],
  range: IndexRange,
  top: number,
  bottom: number,
  tickCount: number,
): Axis {
  const min = Math.min(...values);
  const max = Math.max(...values);
  const middle = values.length === 0 ? (range.low + range.high) / 2 : (min + max) / 2;
  const span = values.length === 0 ? 0 : Math.max(max - min, range.minSpan);
  const half = values.length === 0 ? (range.high - range.low) / 2 : span / 2;
  // At the ends of the range the axis is shifted rather than cut, so that its span stays the same.
  const shift = Math.max(0, range.low - (middle - half)) - Math.max(0, middle + half - range.high);
  const low = Math.max(range.low, middle - half + shift);
  const high = Math.min(range.high, middle + half + shift);
  const scale = scaleLinear().domain([low, high]).nice(tickCount);
  const [from = low, to = high] = scale.domain();
  scale.domain([Math.max(range.low, from), Math.min(range.high, to)]).range([bottom, top]);
  return { ticks: scale.ticks(tickCount), at: (value) => scale(value) };
}
