// The glyph of a state: its shape tells the state, its colour repeats it.
import type { PlaceState } from '../view/report-view.ts';
import type { Operation, PathCommand } from './draw-operations.ts';
import { circle, mapCommand } from './draw-operations.ts';
import type { Colour } from './theme.ts';
import { colours } from './theme.ts';

type Point = readonly [x: number, y: number];

/** A shape on a square of 12 units. */
interface Shape {
  readonly commands: readonly PathCommand[];
  /** Null for a filled shape. */
  readonly lineWidth: number | null;
}

/** A state, or that a part of the week is missing. */
export type GlyphState = PlaceState | 'partial';

const { bad: BAD, good: GOOD, noSignal: NO_SIGNAL, faint: FAINT } = colours;

const COLOURS: Readonly<Record<GlyphState, Colour>> = {
  new: BAD,
  noSignal: NO_SIGNAL,
  still: BAD,
  recovered: GOOD,
  better: GOOD,
  newPlace: colours.accent,
  few: FAINT,
  usual: FAINT,
  unknown: FAINT,
  partial: colours.noticeEdge,
};

const UP = closed([1, 9.8], [11, 9.8], [6, 1.2]);

const SHAPES: Readonly<Record<GlyphState, readonly Shape[]>> = {
  new: [{ commands: closed([1, 2.2], [11, 2.2], [6, 10.8]), lineWidth: null }],
  noSignal: [
    { commands: dashedCircle(6, 6, 4.6, 8), lineWidth: 1.5 },
    { commands: segment([2.6, 9.4], [9.4, 2.6]), lineWidth: 1.5 },
  ],
  still: [{ commands: closed([1.9, 2.8], [10.1, 2.8], [6, 9.9]), lineWidth: 1.6 }],
  recovered: [{ commands: UP, lineWidth: null }],
  better: [{ commands: UP, lineWidth: null }],
  newPlace: [
    {
      commands: [...segment([6, 1.5], [6, 10.5]), ...segment([1.5, 6], [10.5, 6])],
      lineWidth: 1.8,
    },
  ],
  few: [{ commands: circle(6, 6, 3.6), lineWidth: 1.4 }],
  usual: [{ commands: circle(6, 6, 2.4), lineWidth: null }],
  unknown: [{ commands: circle(6, 6, 2.4), lineWidth: 1 }],
  partial: [
    { commands: circle(6, 6, 4.4), lineWidth: 1.5 },
    { commands: halfCircle(6, 6, 4.4), lineWidth: null },
  ],
};

/** The colour of texts about a state; muted for those that are no news. */
export function stateColour(state: PlaceState): Colour {
  return COLOURS[state] === FAINT ? colours.muted : COLOURS[state];
}

/** The colour of the line of a small chart: only worse and better places have one of their own. */
export function lineColour(state: PlaceState): Colour {
  const colour = COLOURS[state];
  return colour === BAD || colour === GOOD ? colour : colours.accent;
}

/** `x` and `y`: the top left of its square. */
export function stateGlyph(
  state: GlyphState,
  x: number,
  y: number,
  size: number,
): readonly Operation[] {
  const scale = size / 12;
  const colour = COLOURS[state];
  return SHAPES[state].map(({ commands, lineWidth }) => ({
    kind: 'path',
    commands: commands.map((command) =>
      mapCommand(
        command,
        (left) => x + left * scale,
        (top) => y + top * scale,
      ),
    ),
    fill: lineWidth === null ? colour : null,
    stroke: lineWidth === null ? null : colour,
    lineWidth: (lineWidth ?? 0) * scale,
  }));
}

function closed(first: Point, ...others: readonly Point[]): readonly PathCommand[] {
  return [
    { to: 'move', x: first[0], y: first[1] },
    ...others.map(([x, y]) => ({ to: 'line', x, y }) as const),
    { to: 'close' },
  ];
}

function segment(from: Point, to: Point): readonly PathCommand[] {
  return [
    { to: 'move', x: from[0], y: from[1] },
    { to: 'line', x: to[0], y: to[1] },
  ];
}

/** The half at the end side. */
function halfCircle(x: number, y: number, r: number): readonly PathCommand[] {
  const [, lower, , , upper] = circle(x, y, r);
  const top: PathCommand = { to: 'move', x, y: y - r };
  return [top, upper, lower].filter((command) => command !== undefined);
}

/** Straight dashes, each over six tenths of its share of the circle. */
function dashedCircle(x: number, y: number, r: number, count: number): readonly PathCommand[] {
  return Array.from({ length: count }, (_, i) => {
    const at = (turn: number): Point => {
      const angle = (2 * Math.PI * turn) / count;
      return [x + r * Math.cos(angle), y + r * Math.sin(angle)];
    };
    return segment(at(i), at(i + 0.6));
  }).flat();
}
