// Renders a chart drawing as SVG in the colours of the page.
import type { JSX } from 'preact';
import type { Drawing } from '../../charts/chart.ts';
import { mirrorOperation } from '../../charts/mirror-drawing.ts';
import type { Operation, TextRun } from '../../charts/draw-operations.ts';
import { pathData } from '../../charts/draw-operations.ts';
import type { Localization } from '../../i18n/localization.ts';
import type { Colour } from '../../charts/theme.ts';
import { colours } from '../../charts/theme.ts';
import { FONT_WEIGHTS } from './text-widths.ts';

interface SvgDrawingProps {
  readonly drawing: Drawing;
  readonly localization: Pick<Localization, 'direction'>;
  /** CSS pixels per point; null for a drawing without text that stretches to its container. */
  readonly scale: number | null;
  /** Whether the drawing has its own accessible name; otherwise it is hidden from screen readers. */
  readonly isNamed: boolean;
}

export function SvgDrawing({
  drawing,
  localization,
  scale,
  isNamed,
}: SvgDrawingProps): JSX.Element {
  const { width, height, alt } = drawing;
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      {...(scale === null
        ? { preserveAspectRatio: 'none' }
        : { width: width * scale, height: height * scale })}
      {...(isNamed ? { role: 'img', 'aria-label': alt } : { 'aria-hidden': true })}
    >
      {placeOperations(drawing, localization).map((placed, i) => (
        <Shape key={i} painted={placed} isRtl={localization.direction === 'rtl'} />
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

function placeOperations(
  drawing: Drawing,
  { direction }: Pick<Localization, 'direction'>,
): readonly PlacedOperation[] {
  const operations =
    direction === 'rtl'
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

/** Theme colours that differ in dark mode. Colours of smileys and heat maps are the same in both modes. */
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
