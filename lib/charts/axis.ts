// The vertical axis of an index: the same for all charts of a kind, and never so narrow that noise looks like change.
import { scaleLinear } from 'd3-scale';
import type { IndexRange } from '../i18n/report-texts/index-types.ts';

/** The part of an index's range that charts show, in the unit of the index. */
export interface AxisDomain {
  readonly low: number;
  readonly high: number;
  readonly ticks: readonly number[];
}

export interface Axis {
  readonly ticks: readonly number[];
  /** The position in points; values outside the domain are placed at its ends. */
  at(value: number): number;
  isBeyond(value: number): boolean;
}

const TICKS = 4;

/** The domain that shows all values, at least the minimum span and never more than the range. */
export function axisDomain(values: readonly number[], range: IndexRange): AxisDomain {
  // A report can have more values than a function call can have arguments.
  const min = values.reduce((least, value) => Math.min(least, value), Infinity);
  const max = values.reduce((most, value) => Math.max(most, value), -Infinity);
  const middle = values.length === 0 ? (range.low + range.high) / 2 : (min + max) / 2;
  const span = values.length === 0 ? range.high - range.low : Math.max(max - min, range.minSpan);
  // At the ends of the range the domain is shifted rather than cut, so that its span stays the same.
  const shift =
    Math.max(0, range.low - (middle - span / 2)) - Math.max(0, middle + span / 2 - range.high);
  const from = Math.max(range.low, middle - span / 2 + shift);
  const to = Math.min(range.high, middle + span / 2 + shift);
  const scale = scaleLinear().domain([from, to]).nice(TICKS);
  const [niceFrom = from, niceTo = to] = scale.domain();
  const low = Math.max(range.low, niceFrom);
  const high = Math.min(range.high, niceTo);
  return { low, high, ticks: scale.domain([low, high]).ticks(TICKS) };
}

/** The axis of a domain; `top` and `bottom` are in points. */
export function createAxis({ low, high, ticks }: AxisDomain, top: number, bottom: number): Axis {
  const scale = scaleLinear().domain([low, high]).range([bottom, top]);
  return {
    ticks,
    at: (value) => scale(Math.min(high, Math.max(low, value))),
    isBeyond: (value) => value < low || value > high,
  };
}
