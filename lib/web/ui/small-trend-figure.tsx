// The small trend of a row: the index of the last weeks in its usual range, with its values as alternative text.
import type { JSX } from 'preact';
import { smallTrendAltText } from '../../charts/alt-texts.ts';
import type { SmallTrendSeries } from '../../charts/small-trend.ts';
import { smallTrend } from '../../charts/small-trend.ts';
import { useLocalization } from '../app-context.tsx';
import { SvgDrawing } from './svg-drawing.tsx';

/** In points. */
const SIZE = { width: 64, height: 17 } as const;
/** CSS pixels per point. */
const SCALE = 1.6;
interface SmallTrendFigureProps {
  readonly series: SmallTrendSeries;
  /** What the trend is of. */
  readonly name: string;
}

/** Nothing without an index. */
export function SmallTrendFigure({ series, name }: SmallTrendFigureProps): JSX.Element | null {
  const trend = smallTrend(series, smallTrendAltText(series, name, useLocalization()));
  if (trend === null) return null;
  const { alt, draw } = trend;
  const drawing = { ...SIZE, alt, operations: draw(SIZE.width, SIZE.height) };
  return (
    <span class="small-trend">
      <SvgDrawing drawing={drawing} scale={SCALE} isNamed />
    </span>
  );
}
