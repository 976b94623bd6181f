// A chart whose points are read out above it: by pointer, touch, focus and arrow keys.
import type { ComponentChildren, JSX, TargetedKeyboardEvent, TargetedPointerEvent } from 'preact';
import { useId, useRef, useState } from 'preact/hooks';
import type { Drawing } from '../../charts/chart.ts';
import type { Typesetter } from '../../charts/chart-text.ts';
import type { SeriesDrawing } from '../../charts/series-plot.ts';
import { useLocalization } from '../app-context.tsx';
import { CHART_SCALE, SvgDrawing, useWidth } from './chart-drawing.tsx';
import { nearestPoint, pointAfterKey } from './chart-points.ts';
import { useTypesetter } from './chart-typesetter.ts';

interface PlotProps {
  readonly title: string;
  readonly note: string;
  /** States the finding, for who can't see the chart. */
  readonly description: string;
  /** Draws for a width in points; must be deterministic. */
  readonly draw: (width: number, typesetter: Typesetter) => PlotDrawing;
  /** What is shown of a point, on one line. */
  readonly readOut: (point: number) => ComponentChildren;
  /** The same as text. */
  readonly readOutText: (point: number) => string;
}

/** A drawing whose points can be pointed at. */
export interface PlotDrawing extends Drawing {
  /** By week or day, for left-to-right readers, with the positions of its values. */
  readonly points: readonly { readonly x: number; readonly values: readonly number[] }[];
  readonly plot: { readonly top: number; readonly bottom: number };
}

/** A chart of one value for each week or day. */
export function plotOf(drawing: SeriesDrawing): PlotDrawing {
  const points = drawing.points.map(({ x, y }) => ({ x, values: y === null ? [] : [y] }));
  return { ...drawing, points };
}

/** Nothing is read out until the reader points at the chart or focuses it. */
export function ReadablePlot(props: PlotProps): JSX.Element {
  const { title, note, description, draw, readOut, readOutText } = props;
  const isRtl = useLocalization().direction === 'rtl';
  const box = useRef<HTMLDivElement>(null);
  const availableWidth = useWidth(box);
  const typesetter = useTypesetter();
  const [active, setActive] = useState<number | null>(null);
  const descriptionId = useId();
  const drawing = availableWidth === 0 ? null : draw(availableWidth / CHART_SCALE, typesetter);
  const count = drawing?.points.length ?? 0;
  const shown = active === null ? count - 1 : Math.min(active, count - 1);
  const onPointer = (event: TargetedPointerEvent<HTMLDivElement>): void => {
    if (drawing === null) return;
    const { left } = event.currentTarget.getBoundingClientRect();
    const x = (event.clientX - left) / CHART_SCALE;
    setActive(nearestPoint(drawing.points, isRtl ? drawing.width - x : x));
  };
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLDivElement>): void => {
    const next = pointAfterKey(event.key, shown, count, isRtl);
    if (next === null || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    setActive(next);
  };
  return (
    <div class="plot">
      <div class="plot-head">
        <h2>{title}</h2>
        <PlotLine note={note}>{active === null ? null : readOut(shown)}</PlotLine>
      </div>
      <div
        class="plot-area"
        ref={box}
        // A slider: screen readers pass the arrow keys on to it and announce its text after each.
        role="slider"
        tabIndex={0}
        aria-label={title}
        aria-describedby={descriptionId}
        aria-readonly="true"
        aria-valuemin={1}
        aria-valuemax={Math.max(1, count)}
        aria-valuenow={Math.max(1, shown + 1)}
        aria-valuetext={count === 0 ? '' : readOutText(shown)}
        onPointerDown={onPointer}
        onPointerMove={onPointer}
        onPointerLeave={({ pointerType }) => {
          // A finger that is lifted leaves the text to be read.
          if (pointerType === 'mouse') setActive(null);
        }}
        onFocus={() => {
          setActive((current) => current ?? count - 1);
        }}
        onBlur={() => {
          setActive(null);
        }}
        onKeyDown={onKeyDown}
      >
        {drawing !== null && (
          <SvgDrawing drawing={drawing} scale={CHART_SCALE} isNamed={false}>
            {active !== null && <PointMark drawing={drawing} point={shown} isRtl={isRtl} />}
          </SvgDrawing>
        )}
      </div>
      <p class="unseen" id={descriptionId}>
        {description}
      </p>
    </div>
  );
}

interface PlotLineProps {
  readonly note: string;
  /** What is read out; null shows the note. */
  readonly children: ComponentChildren;
}

/** The room of the longer of both, so that nothing moves while the reader points. */
export function PlotLine({ note, children }: PlotLineProps): JSX.Element {
  const isRead = children !== null;
  return (
    <p class="plot-line">
      <span class={isRead ? 'muted is-hidden' : 'muted'}>{note}</span>
      {isRead && <span>{children}</span>}
    </p>
  );
}

interface PointMarkProps {
  readonly drawing: PlotDrawing;
  readonly point: number;
  readonly isRtl: boolean;
}

/** A vertical line through the point, and a ring around each of its values. */
function PointMark({ drawing, point, isRtl }: PointMarkProps): JSX.Element | null {
  const place = drawing.points[point];
  if (place === undefined) return null;
  const x = isRtl ? drawing.width - place.x : place.x;
  return (
    <g class="plot-mark">
      <line x1={x} x2={x} y1={drawing.plot.top} y2={drawing.plot.bottom} />
      {place.values.map((y, i) => (
        <circle key={i} cx={x} cy={y} r="2.8" />
      ))}
    </g>
  );
}
