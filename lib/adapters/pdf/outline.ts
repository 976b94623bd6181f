// The bookmarks of a document: a tree of its headings with their full texts.
import { withoutIsolates } from '../../i18n/text-direction.ts';
import type { PackedObjects } from './object-streams.ts';
import { refText, textString } from './pdf-syntax.ts';

interface Bookmark {
  readonly id: number;
  readonly level: number;
  /** Title and destination in PDF syntax. */
  readonly body: string;
  readonly below: Bookmark[];
}

/** Bookmarks above this level are initially open. */
const OPEN_ABOVE = 2;

export class Outline {
  readonly #packed: PackedObjects;
  readonly #ref: PDFKit.PDFKitReference;
  readonly #root: Bookmark;
  /** The path from the root to the latest heading. */
  #path: readonly Bookmark[];

  constructor(packed: PackedObjects) {
    this.#packed = packed;
    this.#ref = packed.reserveNamed();
    this.#root = { id: this.#ref.id, level: 0, body: '', below: [] };
    this.#path = [this.#root];
  }

  /** `top`: the upper edge of the heading, measured from the bottom of the page. */
  add(level: number, title: string, page: number, top: number): void {
    const path = this.#path.filter((bookmark) => bookmark.level < level);
    const dest = `/Dest[${refText(page)}/XYZ null ${top.toFixed(2)} null]`;
    const bookmark: Bookmark = {
      id: this.#packed.reserve(),
      level,
      body: `/Title${textString(withoutIsolates(title))}${dest}`,
      below: [],
    };
    (path.at(-1) ?? this.#root).below.push(bookmark);
    this.#path = [...path, bookmark];
  }

  /** Writes the tree and returns the reference for the document catalogue. */
  end(): PDFKit.PDFKitReference {
    this.#write(this.#root, '');
    return this.#ref;
  }

  #write({ id, level, body, below }: Bookmark, siblings: string): void {
    const [first, last] = [below.at(0), below.at(-1)];
    const children =
      first === undefined || last === undefined
        ? ''
        : `/First ${refText(first.id)}/Last ${refText(last.id)}/Count ${countOf(level, below)}`;
    this.#packed.put(id, `<<${body}${siblings}${children}>>`);
    below.forEach((bookmark, i) => {
      const [previous, next] = [i === 0 ? undefined : below[i - 1], below[i + 1]];
      this.#write(
        bookmark,
        `/Parent ${refText(id)}` +
          (previous === undefined ? '' : `/Prev ${refText(previous.id)}`) +
          (next === undefined ? '' : `/Next ${refText(next.id)}`),
      );
    });
  }
}

/** The PDF /Count entry: visible descendants of an open bookmark; negative for a closed one. */
function countOf(level: number, below: readonly Bookmark[]): number {
  if (level >= OPEN_ABOVE) return -below.length;
  return below.reduce(
    (sum, bookmark) =>
      sum +
      1 +
      (bookmark.below.length === 0 ? 0 : Math.max(0, countOf(bookmark.level, bookmark.below))),
    0,
  );
}
