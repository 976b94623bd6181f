// The cell of a week: its colour tells how far the week is from the level of the place, its figure repeats it.
import type { JSX } from 'preact';

interface HeatCellProps {
  /** Null where the week is not measured. */
  readonly value: number | null;
  /** '' without a value. */
  readonly text: string;
}

const CLASSES = ['is-far-below', 'is-below', 'is-within', 'is-above', 'is-far-above'] as const;

export function heatClass(value: number | null): string {
  return `heat-cell ${value === null ? 'is-absent' : (CLASSES[value + 2] ?? '')}`;
}

export function HeatCell({ value, text }: HeatCellProps): JSX.Element {
  return <span class={heatClass(value)}>{text}</span>;
}
