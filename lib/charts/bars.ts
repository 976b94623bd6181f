// Bars beside names: presses of options, and the parts of a difference.
import type { Moved, OptionsView } from '../view/report-view.ts';
import type { Operation } from './draw-operations.ts';
import { filledRectangle, line } from './draw-operations.ts';
import type { Colour } from './theme.ts';
import { colours } from './theme.ts';

type Option = OptionsView['options'][number];
type Part = Moved['parts'][number];

const TICK = 1.5;
/** A smaller part is neither bad nor good. */
const MIN_PART = 1;

/** The largest number of presses of lists that are drawn on one scale, at least 1. */
export function mostPresses(lists: readonly (OptionsView | null)[]): number {
  const options = lists.flatMap((list) => list?.options ?? []);
  return Math.max(1, ...options.flatMap(({ presses, before }) => [presses, before]));
}

/** The presses of this week as a bar and those of last week as a tick. */
export function pressBar(
  { presses, before, isReason }: Pick<Option, 'presses' | 'before' | 'isReason'>,
  most: number,
  width: number,
  height: number,
): readonly Operation[] {
  const lengthOf = (n: number): number => (n / most) * (width - TICK);
  const colour = isReason ? colours.bad : colours.presses;
  return [
    filledRectangle(0, 0.75, lengthOf(presses), height - 1.5, colour),
    filledRectangle(lengthOf(before), -0.75, TICK, height + 1.5, colours.ink),
  ];
}

/** The bar of one part from the line of no difference, which is at the same place for all parts. */
export function movedBar(
  { value }: Part,
  { parts }: Pick<Moved, 'parts'>,
  width: number,
  height: number,
): readonly Operation[] {
  const values = parts.map((part) => part.value);
  const low = Math.min(0, ...values);
  const span = Math.max(0, ...values) - low;
  const xOf = (points: number): number => (span === 0 ? 0 : ((points - low) / span) * width);
  const [from, to] = [Math.min(xOf(0), xOf(value)), Math.max(xOf(0), xOf(value))];
  return [
    filledRectangle(from, 1.1, Math.max(0.75, to - from), height - 2.2, partColour(value)),
    line([xOf(0), 0], [xOf(0), height], colours.faint, 0.75),
  ];
}

function partColour(value: number): Colour {
  if (Math.abs(value) <= MIN_PART) return colours.volumeNow;
  return value < 0 ? colours.bad : colours.good;
}
