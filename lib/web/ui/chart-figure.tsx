// Renders report charts as SVG, drawn for the available width.
import type { JSX } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { ChartContext, Drawing } from '../../charts/chart.ts';
import { useReport } from '../report-context.tsx';
import { SvgDrawing, useTypesetter } from './svg-drawing.tsx';

interface ChartProps {
  /** Draws for a width in points; must be deterministic. */
  readonly draw: (width: number, setting: ChartContext) => readonly Drawing[];
}

/** In CSS pixels. */
const MAX_WIDTH = 1100;
/** CSS pixels per point: enlarges print sizes to screen sizes. */
const SCALE = 1.6;

/** The first drawing is the chart; others, such as a legend, belong to it. */
export function Chart({ draw }: ChartProps): JSX.Element {
  const { localization } = useReport();
  const box = useRef<HTMLDivElement>(null);
  const availableWidth = useWidth(box);
  const typesetter = useTypesetter();
  const width = Math.min(availableWidth, MAX_WIDTH) / SCALE;
  const drawings = availableWidth === 0 ? [] : draw(width, { ...localization, typesetter });
  return (
    <div ref={box} class="chart">
      {drawings.map((drawing, i) => (
        <SvgDrawing key={i} drawing={drawing} scale={SCALE} isNamed={i === 0} />
      ))}
    </div>
  );
}

/** In CSS pixels. Measured before painting, so that the layout does not shift. */
function useWidth(box: { readonly current: HTMLElement | null }): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const measure = (): void => {
      setWidth(Math.floor(element.clientWidth));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => {
      observer.disconnect();
    };
  }, [box]);
  return width;
}
