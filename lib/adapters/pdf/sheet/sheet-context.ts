// What all sheets are laid out with: the paper, texts, formats and links. Lengths are in points.
import type { Typesetter } from '../../../charts/chart-text.ts';
import type { Localization } from '../../../i18n/localization.ts';
import type { NotesOfFolders } from '../../../view/notes-view.ts';
import type { Link } from '../page-elements.ts';

/** The language is English when the reader's language has no translation. */
export interface SheetContext extends Localization {
  readonly typesetter: Typesetter;
  readonly paper: ContentBox;
  /** The width of the content box. */
  readonly width: number;
  /** Links to the reports of folders below, by folder key; may be empty. */
  readonly links: ReadonlyMap<number, Link>;
  /** Of the folder and the folders below. */
  readonly notes: NotesOfFolders;
}

export type Paper = 'A4' | 'Letter';

/** A page and its content box, which nothing is drawn outside of. */
export interface ContentBox {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly top: number;
  readonly bottom: number;
}

export function millimetres(length: number): number {
  return (length * 72) / 25.4;
}

/** The same on both papers. */
export const CONTENT_WIDTH = millimetres(182);

const SIZES = {
  A4: { width: 595.28, height: 841.89 },
  Letter: { width: 612, height: 792 },
} as const;

export function contentBoxOf(paper: Paper): ContentBox {
  const { width, height } = SIZES[paper];
  const [top, bottom] = [millimetres(13), height - millimetres(12)];
  return { width, height, left: (width - CONTENT_WIDTH) / 2, top, bottom };
}

/** The parts of a view that all sheets draw alike. */
export type SheetParts =
  'name' | 'path' | 'period' | 'notices' | 'finding' | 'notes' | 'method' | 'source';
