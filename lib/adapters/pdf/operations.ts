// What a page is made of before any PDF exists: draw operations as plain data, in points from the top left.
// Layout makes them, tests read them, only draw.ts turns them into a file.
import type { Direction } from './text/direction.ts';
import type { Colour } from './theme.ts';

export type FaceName = 'regular' | 'bold';

/** A line of one style, in any writing; `y` is the baseline, `width` its advance without a space at its end. */
export interface TextRun {
  readonly kind: 'text';
  readonly x: number;
  readonly y: number;
  readonly text: string;
  readonly face: FaceName;
  readonly size: number;
  readonly colour: Colour;
  readonly width: number;
}

export interface Paint {
  readonly fill: Colour | null;
  readonly stroke: Colour | null;
  readonly lineWidth: number;
}

export interface Rectangle extends Paint {
  readonly kind: 'rect';
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Line {
  readonly kind: 'line';
  readonly x1: number;
  readonly y1: number;
  readonly x2: number;
  readonly y2: number;
  readonly colour: Colour;
  readonly lineWidth: number;
}

export type PathCommand =
  | { readonly to: 'move' | 'line'; readonly x: number; readonly y: number }
  | {
      readonly to: 'curve';
      readonly x1: number;
      readonly y1: number;
      readonly x2: number;
      readonly y2: number;
      readonly x: number;
      readonly y: number;
    }
  | { readonly to: 'close' };

export interface Path extends Paint {
  readonly kind: 'path';
  readonly commands: readonly PathCommand[];
}

export type Operation = TextRun | Rectangle | Line | Path;

/** What a part is to a reader who doesn't see it. */
export type Role = 'H1' | 'H2' | 'H3' | 'P' | 'Link' | 'Figure' | 'Table' | 'TR' | 'TH' | 'TD';

/** Where a link leads, and what is said of it; both are fit to go into the file. */
export interface Link {
  readonly url: string;
  readonly says: string;
}

/**
 * An element of the document's structure, in reading order.
 * Parts with the very same object are one element, whose place is that of its first part.
 */
export interface Element {
  readonly role: Role;
  /** Null: directly in the document. */
  readonly parent: Element | null;
  /** Of a figure: what it says. */
  readonly alt?: string;
  /** Of a heading: its bookmark, uncut. */
  readonly title?: string;
  /** Of a head cell: what it heads. */
  readonly scope?: 'Column' | 'Row';
  /** Of a cell that spans several. */
  readonly columns?: number;
  /** Of a link, which is one part: what its operations are pressed for. */
  readonly link?: Link;
}

export interface Part {
  /** Null: decoration that no reader hears. */
  readonly element: Element | null;
  readonly operations: readonly Operation[];
}

export interface Page {
  readonly width: number;
  readonly height: number;
  /** In which its lines are read; where they stand is decided. */
  readonly direction: Direction;
  readonly parts: readonly Part[];
}

export function element(role: Role, rest: Partial<Omit<Element, 'role'>> = {}): Element {
  return { role, parent: null, ...rest };
}

export function filled(
  x: number,
  y: number,
  width: number,
  height: number,
  fill: Colour,
): Rectangle {
  return { kind: 'rect', x, y, width, height, fill, stroke: null, lineWidth: 0 };
}

export function line(
  from: readonly [number, number],
  to: readonly [number, number],
  colour: Colour,
  lineWidth: number,
): Line {
  return { kind: 'line', x1: from[0], y1: from[1], x2: to[0], y2: to[1], colour, lineWidth };
}

export function moved(operation: Operation, dx: number, dy: number): Operation {
  switch (operation.kind) {
    case 'text':
    case 'rect':
      return { ...operation, x: operation.x + dx, y: operation.y + dy };
    case 'line':
      return {
        ...operation,
        x1: operation.x1 + dx,
        y1: operation.y1 + dy,
        x2: operation.x2 + dx,
        y2: operation.y2 + dy,
      };
    case 'path':
      return { ...operation, commands: operation.commands.map((c) => movedCommand(c, dx, dy)) };
  }
}

function movedCommand(command: PathCommand, dx: number, dy: number): PathCommand {
  switch (command.to) {
    case 'close':
      return command;
    case 'move':
    case 'line':
      return { ...command, x: command.x + dx, y: command.y + dy };
    case 'curve':
      return {
        to: 'curve',
        x1: command.x1 + dx,
        y1: command.y1 + dy,
        x2: command.x2 + dx,
        y2: command.y2 + dy,
        x: command.x + dx,
        y: command.y + dy,
      };
  }
}
