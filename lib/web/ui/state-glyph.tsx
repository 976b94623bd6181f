// The sign of a state: its shape tells the state, its colour repeats it.
import type { JSX } from 'preact';
import type { PlaceState } from '../../view/report-view.ts';

interface StateGlyphProps {
  readonly state: PlaceState;
  /** In CSS pixels. */
  readonly size?: number;
}

/** Hidden from screen readers: the state's name is always near. */
export function StateGlyph({ state, size = 12 }: StateGlyphProps): JSX.Element {
  return (
    <svg class="glyph" viewBox="0 0 12 12" width={size} height={size} aria-hidden="true">
      {SHAPES[state]}
    </svg>
  );
}

const SMALL_RING = (
  <circle cx="6" cy="6" r="3.6" fill="none" stroke="var(--faint)" stroke-width="1.4" />
);
const RISE = <path d="M1 9.8h10L6 1.2z" fill="var(--good)" />;

const SHAPES: Readonly<Record<PlaceState, JSX.Element>> = {
  new: <path d="M1 2.2h10L6 10.8z" fill="var(--bad)" />,
  noSignal: (
    <g fill="none" stroke="var(--noSignal)" stroke-width="1.5">
      <circle cx="6" cy="6" r="4.6" stroke-dasharray="2.2 1.6" />
      <path d="M2.6 9.4l6.8-6.8" />
    </g>
  ),
  still: (
    <path
      d="M1.9 2.8h8.2L6 9.9z"
      fill="none"
      stroke="var(--bad)"
      stroke-width="1.6"
      stroke-linejoin="round"
    />
  ),
  recovered: RISE,
  better: RISE,
  newPlace: <path d="M6 1.5v9M1.5 6h9" fill="none" stroke="var(--accent)" stroke-width="1.8" />,
  few: SMALL_RING,
  usual: <circle cx="6" cy="6" r="2.4" fill="var(--faint)" />,
  unknown: SMALL_RING,
};
