// Draws charts as SVG: report charts for the available width, and the small trend of a row.
import type { JSX } from 'preact';
import { useLayoutEffect, useRef, useState, useEffect } from 'preact/hooks';
import type { ChartContext, Drawing } from '../../charts/chart.ts';
import { smallTrendAltText } from '../../charts/alt-texts.ts';
import type { SmallTrendSeries } from '../../charts/small-trend.ts';
import { smallTrend } from '../../charts/small-trend.ts';
import { mirrorOperation } from '../../charts/mirror-drawing.ts';
import type { Operation, TextRun } from '../../charts/draw-operations.ts';
import { pathData } from '../../charts/draw-operations.ts';
import type { Colour } from '../../charts/theme.ts';
import { colours } from '../../charts/theme.ts';
import type { Typesetter } from '../../charts/chart-text.ts';
import { createChartTypesetter } from '../../charts/chart-text.ts';
import { useReport } from '../report-context.tsx';
import { useLocalization } from '../app-context.tsx';

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

/** Size of a small trend, in points. */
const SIZE = { width: 64, height: 17 } as const;

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

interface SvgDrawingProps {
  readonly drawing: Drawing;
  /** CSS pixels per point; null for a drawing without text that stretches to its container. */
  readonly scale: number | null;
  /** Whether the drawing has its own accessible name; otherwise it is hidden from screen readers. */
  readonly isNamed: boolean;
}

export function SvgDrawing({ drawing, scale, isNamed }: SvgDrawingProps): JSX.Element {
  const { width, height, alt } = drawing;
  const isRtl = useLocalization().direction === 'rtl';
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      {...(scale === null
        ? { preserveAspectRatio: 'none' }
        : { width: width * scale, height: height * scale })}
      {...(isNamed ? { role: 'img', 'aria-label': alt } : { 'aria-hidden': true })}
    >
      {placeOperations(drawing, isRtl).map((placed, i) => (
        <Shape key={i} painted={placed} isRtl={isRtl} />
      ))}
    </svg>
  );
}

interface PlacedOperation {
  readonly operation: Operation;
  /**
   * Whether the text is on a colour that does not change in dark mode, so that its own colour must not change
   * either.
   */
  readonly isOnFixedColour: boolean;
}

function placeOperations(drawing: Drawing, isRtl: boolean): readonly PlacedOperation[] {
  const operations = isRtl
    ? drawing.operations.map((operation) => mirrorOperation(operation, drawing.width))
    : drawing.operations;
  const fixedRectangles = operations.filter(
    (operation) =>
      operation.kind === 'rect' && operation.fill !== null && !CSS_VARIABLES.has(operation.fill),
  );
  return operations.map((operation) => ({
    operation,
    isOnFixedColour:
      operation.kind === 'text' &&
      fixedRectangles.some((rectangle) => isOver(operation, rectangle)),
  }));
}

function isOver(text: TextRun, rectangle: Operation): boolean {
  if (rectangle.kind !== 'rect') return false;
  const x = text.x + text.width / 2;
  const y = text.y - text.size / 3;
  const isBeside = x < rectangle.x || x > rectangle.x + rectangle.width;
  return !isBeside && y >= rectangle.y && y <= rectangle.y + rectangle.height;
}

/** Theme colours that differ in dark mode. Colours of smileys and of parts of the week are the same in both modes. */
const CSS_VARIABLES: ReadonlyMap<Colour, string> = new Map(
  Object.entries(colours).map(([name, colour]) => [colour, `var(--${name})`]),
);

function cssColour(colour: Colour | null, isOnFixedColour = false): string {
  if (colour === null) return 'none';
  return isOnFixedColour ? colour : (CSS_VARIABLES.get(colour) ?? colour);
}

interface ShapeProps {
  readonly painted: PlacedOperation;
  /** Right-to-left text. */
  readonly isRtl: boolean;
}

function Shape({ painted: { operation, isOnFixedColour }, isRtl }: ShapeProps): JSX.Element {
  switch (operation.kind) {
    case 'text':
      return (
        <text
          x={operation.x}
          y={operation.y}
          font-size={operation.size}
          font-weight={FONT_WEIGHTS[operation.face]}
          textLength={operation.width}
          lengthAdjust="spacingAndGlyphs"
          fill={cssColour(operation.colour, isOnFixedColour)}
          direction={isRtl ? 'rtl' : 'ltr'}
          // x is the left edge in both directions.
          text-anchor={isRtl ? 'end' : 'start'}
        >
          {operation.text}
        </text>
      );
    case 'rect':
      return (
        <rect
          x={operation.x}
          y={operation.y}
          width={operation.width}
          height={operation.height}
          fill={cssColour(operation.fill)}
          stroke={cssColour(operation.stroke)}
          stroke-width={operation.lineWidth}
        />
      );
    case 'line': {
      const { x1, y1, x2, y2 } = operation;
      return (
        <line
          x1={x1}
          y1={y1}
          x2={x2}
          y2={y2}
          stroke={cssColour(operation.colour)}
          stroke-width={operation.lineWidth}
          shape-rendering={x1 === x2 || y1 === y2 ? 'crispEdges' : 'auto'}
        />
      );
    }
    case 'path':
      return (
        <path
          d={pathData(operation.commands)}
          fill={cssColour(operation.fill)}
          stroke={cssColour(operation.stroke)}
          stroke-width={operation.lineWidth}
        />
      );
  }
}

const FONTS = '"Noto Sans", system-ui, sans-serif';
const FONT_WEIGHTS = { regular: 400, bold: 600 } as const;
/** Metrics of Noto Sans, per 1000 units of the em square. */
const CAP_HEIGHT = 714;

let sharedTypesetter: Typesetter | null = null;

/** Shared by all charts; replaced after a font is loaded, because widths may differ. */
function useTypesetter(): Typesetter {
  const [, setFontLoads] = useState(0);
  useEffect(() => {
    const resetTypesetter = (): void => {
      sharedTypesetter = null;
      setFontLoads((n) => n + 1);
    };
    document.fonts.addEventListener('loadingdone', resetTypesetter);
    return () => {
      document.fonts.removeEventListener('loadingdone', resetTypesetter);
    };
  }, []);
  sharedTypesetter ??= createTypesetter();
  return sharedTypesetter;
}

function createTypesetter(): Typesetter {
  const canvas = document.createElement('canvas').getContext('2d');
  const widths = new Map<string, number>();
  return createChartTypesetter({
    widthOf(text, { face, size }) {
      const key = `${face} ${size} ${text}`;
      const knownWidth = widths.get(key);
      if (knownWidth !== undefined) return knownWidth;
      if (canvas === null) return text.length * size * 0.6;
      // Measured at 100 px, because browsers round small sizes.
      canvas.font = `${FONT_WEIGHTS[face]} 100px ${FONTS}`;
      const width = (canvas.measureText(text).width * size) / 100;
      widths.set(key, width);
      return width;
    },
    capHeight: () => CAP_HEIGHT,
  });
}
