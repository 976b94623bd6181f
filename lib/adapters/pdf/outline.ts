// The bookmarks: every heading by its whole text, under the heading that it belongs to.
import { withoutIsolates } from '../../i18n/text-direction.ts';
import type { PackedObjects } from './object-streams.ts';
import { refText, textString } from './pdf-syntax.ts';

interface Bookmark {
  readonly id: number;
  readonly level: number;
  /** Where it leads, as PDF has it. */
  readonly body: string;
  readonly below: Bookmark[];
}

/** Bookmarks of the levels above are open at first. */
const OPEN_ABOVE = 2;

export class Outline {
  readonly #packed: PackedObjects;
  readonly #ref: PDFKit.PDFKitReference;
  readonly #root: Bookmark;
  /** From the root to the heading that was last. */
  #path: readonly Bookmark[];

  constructor(packed: PackedObjects) {
    this.#packed = packed;
    this.#ref = packed.reserveNamed();
    this.#root = { id: this.#ref.id, level: 0, body: '', below: [] };
    this.#path = [this.#root];
  }

  /** `top`: of the heading, from the foot of the page. */
  add(level: number, title: string, page: number, top: number): void {
    const path = this.#path.filter((one) => one.level < level);
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

  /** What the catalogue names. */
  end(): PDFKit.PDFKitReference {
    this.#write(this.#root, '');
    return this.#ref;
  }

  #write({ id, level, body, below }: Bookmark, around: string): void {
    const [first, last] = [below.at(0), below.at(-1)];
    const children =
      first === undefined || last === undefined
        ? ''
        : `/First ${refText(first.id)}/Last ${refText(last.id)}/Count ${countOf(level, below)}`;
    this.#packed.put(id, `<<${body}${around}${children}>>`);
    below.forEach((one, i) => {
      const [previous, next] = [i === 0 ? undefined : below[i - 1], below[i + 1]];
      this.#write(
        one,
        `/Parent ${refText(id)}` +
          (previous === undefined ? '' : `/Prev ${refText(previous.id)}`) +
          (next === undefined ? '' : `/Next ${refText(next.id)}`),
      );
    });
  }
}

/** As PDF counts: what is visible below an open bookmark; of a closed one, negative, what would be. */
function countOf(level: number, below: readonly Bookmark[]): number {
  if (level >= OPEN_ABOVE) return -below.length;
  return below.reduce(
    (sum, one) =>
      sum + 1 + (one.below.length === 0 ? 0 : Math.max(0, countOf(one.level, one.below))),
    0,
  );
}
