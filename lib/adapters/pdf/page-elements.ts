// What a page is made of before any PDF exists: draw operations by element of the document's structure, as plain data.
// Layout makes them, tests read them, only draw.ts turns them into a file.
import type { Direction } from '../../i18n/text-direction.ts';
import type { Operation } from '../../charts/draw-operations.ts';

/** What a part is to a reader who doesn't see it. */
export type Role = 'H1' | 'H2' | 'H3' | 'P' | 'Link' | 'Figure' | 'Table' | 'TR' | 'TH' | 'TD';

/** Where a link leads, and what is said of it; both are fit to go into the file. */
export interface Link {
  readonly url: string;
  readonly description: string;
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
