// The sign of a state: its shape tells the state, its colour repeats it.
import type { JSX } from 'preact';
import type { Drawing } from '../../charts/chart.ts';
import type { GlyphState } from '../../charts/state-glyph.ts';
import { stateGlyph } from '../../charts/state-glyph.ts';
import { SvgDrawing } from './chart-drawing.tsx';

interface StateGlyphProps {
  readonly state: GlyphState;
  /** In CSS pixels. */
  readonly size?: number;
}

const SIDE = 12;
const drawings = new Map<GlyphState, Drawing>();

/** Hidden from screen readers: the state's name is always near. */
export function StateGlyph({ state, size = SIDE }: StateGlyphProps): JSX.Element {
  return (
    <span class="glyph">
      <SvgDrawing drawing={drawingOf(state)} scale={size / SIDE} isNamed={false} />
    </span>
  );
}

function drawingOf(state: GlyphState): Drawing {
  const known = drawings.get(state);
  if (known !== undefined) return known;
  const operations = stateGlyph(state, 0, 0, SIDE);
  const drawing = { width: SIDE, height: SIDE, alt: '', operations };
  drawings.set(state, drawing);
  return drawing;
}
