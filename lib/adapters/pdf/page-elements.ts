// The contents of laid-out pages as plain data: draw operations grouped by structure element.
// The layout produces them, tests inspect them, and draw.ts writes them as PDF.
import type { Direction } from '../../i18n/text-direction.ts';
import type { Operation } from '../../charts/draw-operations.ts';

/** The PDF structure type of an element. */
export type Role = 'H1' | 'H2' | 'H3' | 'P' | 'Link' | 'Figure' | 'Table' | 'TR' | 'TH' | 'TD';

/** The checked address of a link and its accessible description. */
export interface Link {
  readonly url: string;
  readonly description: string;
}

/**
 * An element of the document's structure, in reading order.
 * Parts that share the same object form one element, positioned at its first part.
 */
export interface Element {
  readonly role: Role;
  /** Null for a child of the document itself. */
  readonly parent: Element | null;
  /** The alternative text of a figure. */
  readonly alt?: string;
  /** The full text of a heading, for its bookmark. */
  readonly title?: string;
  /** The scope of a table header cell. */
  readonly scope?: 'Column' | 'Row';
  /** The column span of a table cell. */
  readonly columns?: number;
  /** The target of a Link element. A link is a single part. */
  readonly link?: Link;
}

export interface Part {
  /** Null for decoration, which screen readers skip. */
  readonly element: Element | null;
  /** Coordinates start at (dx, dy), which is on the page or in a block that has no place yet. */
  readonly operations: readonly Operation[];
  readonly dx: number;
  readonly dy: number;
}

/** `element`: null for decoration. `x` and `y`: the origin of the operations. */
export function partOf(
  partElement: Element | null,
  operations: readonly Operation[],
  x = 0,
  y = 0,
): Part {
  return { element: partElement, operations, dx: x, dy: y };
}

export interface Page {
  readonly width: number;
  readonly height: number;
  /** The reading direction of the lines; their positions are already mirrored. */
  readonly direction: Direction;
  readonly parts: readonly Part[];
}

export function element(role: Role, fields: Partial<Omit<Element, 'role'>> = {}): Element {
  return { role, parent: null, ...fields };
}
