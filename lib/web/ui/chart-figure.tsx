// Renders report charts as SVG, drawn for the available width.
import type { JSX } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { ChartContext, Drawing } from '../../charts/chart.ts';
import type { Localization } from '../../i18n/localization.ts';
import { SvgDrawing } from './svg-drawing.tsx';
import { useTypesetter } from './text-widths.ts';

interface ChartProps {
  readonly localization: Localization;
  /** Accessible name of the scrollable region when the chart does not fit. */
  readonly title: string;
  /** Draws for a width in points; must be deterministic. */
  readonly draw: (width: number, setting: ChartContext) => readonly Drawing[];
  /** In CSS pixels. */
  readonly maxWidth?: number;
  /** In CSS pixels; a narrower container scrolls the chart. */
  readonly minWidth?: number;
  /** CSS pixels per point. */
  readonly scale?: number;
  readonly scrolling?: Scrolling | null;
}

interface Scrolling {
  /** Width of the part that stays visible while the rest scrolls, in points. */
  readonly frozenWidth: (setting: ChartContext) => number;
  /** Initial scroll position as a fraction of the scrollable part. */
  readonly initialOffset: number;
}

/** Enlarges print sizes to screen sizes. */
const DEFAULT_SCALE = 1.6;

/** The first drawing is the chart; others, such as a legend, belong to it. */
export function Chart({
  localization,
  title,
  draw,
  maxWidth = 1100,
  minWidth = 0,
  scale = DEFAULT_SCALE,
  scrolling = null,
}: ChartProps): JSX.Element {
  const box = useRef<HTMLDivElement>(null);
  const availableWidth = useWidth(box);
  const typesetter = useTypesetter();
  const isScrolled = availableWidth > 0 && availableWidth < minWidth;
  const width = Math.max(minWidth, Math.min(availableWidth, maxWidth));
  const setting = { ...localization, typesetter };
  const drawAt = (cssWidth: number): readonly Drawing[] =>
    availableWidth === 0 ? [] : draw(cssWidth / scale, setting);
  const [chart, ...legends] = drawAt(width);
  const frozenWidth = isScrolled ? (scrolling?.frozenWidth(setting) ?? 0) : 0;
  const scrollBox = useRef<HTMLDivElement>(null);
  const initialOffset = scrolling?.initialOffset ?? 0;
  useLayoutEffect(() => {
    const sign = localization.direction === 'rtl' ? -1 : 1;
    if (isScrolled)
      scrollBox.current?.scrollTo({ left: sign * initialOffset * (width - frozenWidth * scale) });
    // Only for another report, so that the user's scroll position is kept.
  }, [isScrolled, localization, initialOffset]);
  return (
    <div ref={box} class="chart">
      <div
        ref={scrollBox}
        class={isScrolled ? 'is-scrolled' : ''}
        {...(isScrolled ? { role: 'region', 'aria-label': title, tabIndex: 0 } : {})}
      >
        {chart !== undefined && frozenWidth > 0 && (
          <div class="frozen">
            <SvgDrawing
              drawing={frozenPart(chart, frozenWidth)}
              localization={localization}
              scale={scale}
              isNamed={false}
            />
          </div>
        )}
        {chart !== undefined && (
          <SvgDrawing drawing={chart} localization={localization} scale={scale} isNamed />
        )}
      </div>
      {/* The legend stays visible while the chart scrolls. */}
      {(isScrolled ? drawAt(availableWidth).slice(1) : legends).map((drawing, i) => (
        <SvgDrawing
          key={i}
          drawing={drawing}
          localization={localization}
          scale={scale}
          isNamed={false}
        />
      ))}
    </div>
  );
}

/** The texts in the frozen part of the drawing. */
function frozenPart({ alt, height, operations }: Drawing, width: number): Drawing {
  const texts = operations.filter(
    (operation) => operation.kind === 'text' && operation.x + operation.width <= width,
  );
  return { alt, height, width, operations: texts };
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
