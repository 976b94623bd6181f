// Draws the operations of a chart as SVG.
import type { ComponentChildren, JSX } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Typesetter } from '../../charts/chart-text.ts';
import type { Drawing } from '../../charts/chart.ts';
import type { Operation, TextRun } from '../../charts/draw-operations.ts';
import { pathData } from '../../charts/draw-operations.ts';
import { mirrorOperation } from '../../charts/mirror-drawing.ts';
import type { Colour } from '../../charts/theme.ts';
import { buttonShades, colours, compareColours } from '../../charts/theme.ts';
import { useLocalization } from '../app-context.tsx';
import { FONT_WEIGHTS, useTypesetter } from './chart-typesetter.ts';

/** CSS pixels per point: enlarges print sizes to screen sizes. */
export const CHART_SCALE = 1.6;

interface SvgDrawingProps {
  readonly drawing: Drawing;
  /** CSS pixels per point; null for a drawing without text that stretches to its container. */
  readonly scale: number | null;
  /** Whether the drawing has its own accessible name; otherwise it is hidden from screen readers. */
  readonly isNamed: boolean;
  /** Drawn over it, in its coordinates. */
  readonly children?: ComponentChildren;
}

export function SvgDrawing({ drawing, scale, isNamed, children }: SvgDrawingProps): JSX.Element {
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
      {placeOperations(drawing, isRtl).map((placed) => renderShape(placed, isRtl))}
      {children}
    </svg>
  );
}

interface PlacedOperation {
  readonly operation: Operation;
  /**
   * Whether the text is on the colour of a button, which stays about as light or dark in dark mode, so that the text must not
   * change either.
   */
  readonly isOnFixedColour: boolean;
}

function placeOperations(drawing: Drawing, isRtl: boolean): readonly PlacedOperation[] {
  const operations = isRtl
    ? drawing.operations.map((operation) => mirrorOperation(operation, drawing.width))
    : drawing.operations;
  const fixedRectangles = operations.filter(
    (operation) =>
      operation.kind === 'rect' && operation.fill !== null && !THEME_COLOURS.has(operation.fill),
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

const THEME_VARIABLES = Object.entries(colours).map(
  ([name, colour]) => [colour, `var(--${name})`] as const,
);
/** Colours that differ in dark mode. Some have the same light value, where the one of the theme counts. */
const CSS_VARIABLES: ReadonlyMap<Colour, string> = new Map([
  ...Object.entries(buttonShades).map(([name, { fill }]) => [fill, `var(--${name})`] as const),
  ...compareColours.map(([light], i) => [light, `var(--compare${i + 1})`] as const),
  ...THEME_VARIABLES,
]);
const THEME_COLOURS: ReadonlySet<Colour> = new Set(Object.values(colours));

function cssColour(colour: Colour | null, isOnFixedColour = false): string {
  if (colour === null) return 'none';
  return isOnFixedColour ? colour : (CSS_VARIABLES.get(colour) ?? colour);
}

/** No component, because a list has thousands of shapes. `isRtl`: right-to-left text. */
function renderShape({ operation, isOnFixedColour }: PlacedOperation, isRtl: boolean): JSX.Element {
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
          stroke-dasharray={operation.dash?.join(' ')}
          shape-rendering={x1 === x2 || y1 === y2 ? 'crispEdges' : 'auto'}
        />
      );
    }
    case 'dot':
      return (
        <circle
          cx={operation.x}
          cy={operation.y}
          r={operation.radius}
          fill={cssColour(operation.colour)}
        />
      );
    case 'path':
      return (
        <path
          d={pathData(operation.commands)}
          fill={cssColour(operation.fill)}
          stroke={cssColour(operation.stroke)}
          stroke-width={operation.lineWidth}
          stroke-dasharray={operation.dash?.join(' ')}
          stroke-linejoin="round"
        />
      );
  }
}

interface FittedDrawingProps {
  /** Draws for a width in points; must be deterministic. */
  readonly draw: (width: number, typesetter: Typesetter) => Omit<Drawing, 'alt'>;
  /** '' where a text beside it says the same. */
  readonly alt?: string;
}

/** A drawing of the width of its container. */
export function FittedDrawing({ draw, alt = '' }: FittedDrawingProps): JSX.Element {
  const box = useRef<HTMLDivElement>(null);
  const availableWidth = useWidth(box);
  const typesetter = useTypesetter();
  return (
    <div ref={box} class="chart">
      {availableWidth > 0 && (
        <SvgDrawing
          drawing={{ ...draw(availableWidth / CHART_SCALE, typesetter), alt }}
          scale={CHART_SCALE}
          isNamed={alt !== ''}
        />
      )}
    </div>
  );
}

/** In CSS pixels. Measured before painting, so that the layout does not shift. */
export function useWidth(box: { readonly current: HTMLElement | null }): number {
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
