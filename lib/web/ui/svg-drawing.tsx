// One drawing of the report as SVG, in the colours of the page.
import type { JSX } from 'preact';
import type { Drawing } from '../../charts/chart.ts';
import { mirroredDrawing } from '../../charts/mirror-drawing.ts';
import type { Operation, TextRun } from '../../charts/draw-operations.ts';
import { pathData } from '../../charts/draw-operations.ts';
import type { Localization } from '../../i18n/localization.ts';
import type { Colour } from '../../charts/theme.ts';
import { colours } from '../../charts/theme.ts';
import { WEIGHTS } from './text-widths.ts';

interface DrawnProps {
  readonly drawing: Drawing;
  readonly reading: Pick<Localization, 'direction'>;
  /** CSS pixels for each point; null for a drawing without texts that fills its place in both directions. */
  readonly scale: number | null;
  /** Whether it speaks for itself; else it belongs to something that does. */
  readonly isNamed: boolean;
}

export function Drawn({ drawing, reading, scale, isNamed }: DrawnProps): JSX.Element {
  const { width, height, alt } = drawing;
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      {...(scale === null
        ? { preserveAspectRatio: 'none' }
        : { width: width * scale, height: height * scale })}
      {...(isNamed ? { role: 'img', 'aria-label': alt } : { 'aria-hidden': true })}
    >
      {painted(drawing, reading).map((one, i) => (
        <Shape key={i} painted={one} isTurned={reading.direction === 'rtl'} />
      ))}
    </svg>
  );
}

interface Painted {
  readonly operation: Operation;
  /** On a colour that is the same in light and dark, so its own has to be, too. */
  readonly isOnFixed: boolean;
}

function painted(
  drawing: Drawing,
  { direction }: Pick<Localization, 'direction'>,
): readonly Painted[] {
  const operations =
    direction === 'rtl'
      ? drawing.operations.map((one) => mirroredDrawing(one, drawing.width))
      : drawing.operations;
  const fixed = operations.filter(
    (one) => one.kind === 'rect' && one.fill !== null && !VARIABLES.has(one.fill),
  );
  return operations.map((operation) => ({
    operation,
    isOnFixed: operation.kind === 'text' && fixed.some((under) => lies(operation, under)),
  }));
}

function lies(text: TextRun, under: Operation): boolean {
  if (under.kind !== 'rect') return false;
  const x = text.x + text.width / 2;
  const y = text.y - text.size / 3;
  const isBeside = x < under.x || x > under.x + under.width;
  return !isBeside && y >= under.y && y <= under.y + under.height;
}

/** The colours of the page have other values in the dark; those of smileys and hours say the same everywhere. */
const VARIABLES: ReadonlyMap<Colour, string> = new Map(
  Object.entries(colours).map(([name, colour]) => [colour, `var(--${name})`]),
);

function paint(colour: Colour | null, isOnFixed = false): string {
  if (colour === null) return 'none';
  return isOnFixed ? colour : (VARIABLES.get(colour) ?? colour);
}

interface ShapeProps {
  readonly painted: Painted;
  /** Read from right to left. */
  readonly isTurned: boolean;
}

function Shape({ painted: { operation, isOnFixed }, isTurned }: ShapeProps): JSX.Element {
  switch (operation.kind) {
    case 'text':
      return (
        <text
          x={operation.x}
          y={operation.y}
          font-size={operation.size}
          font-weight={WEIGHTS[operation.face]}
          textLength={operation.width}
          lengthAdjust="spacingAndGlyphs"
          fill={paint(operation.colour, isOnFixed)}
          direction={isTurned ? 'rtl' : 'ltr'}
          // x is the left edge whichever way the line is read.
          text-anchor={isTurned ? 'end' : 'start'}
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
          fill={paint(operation.fill)}
          stroke={paint(operation.stroke)}
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
          stroke={paint(operation.colour)}
          stroke-width={operation.lineWidth}
          shape-rendering={x1 === x2 || y1 === y2 ? 'crispEdges' : 'auto'}
        />
      );
    }
    case 'path':
      return (
        <path
          d={pathData(operation.commands)}
          fill={paint(operation.fill)}
          stroke={paint(operation.stroke)}
          stroke-width={operation.lineWidth}
        />
      );
  }
}
