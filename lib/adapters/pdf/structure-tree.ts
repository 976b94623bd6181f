// The structure tree: which element each marked piece of a page belongs to, for readers who don't see it.
import { withoutIsolates } from '../../i18n/text-direction.ts';
import type { Box } from './box.ts';
import { boundingBox } from './box.ts';
import type { Element, Link, Part } from './page-elements.ts';
import type { PackedObjects } from './object-streams.ts';
import { refText, textString } from './pdf-syntax.ts';

export interface PageRef {
  /** Of the page's object. */
  readonly id: number;
  readonly height: number;
}

interface Node {
  readonly id: number;
  readonly parent: number;
  /** Marks on `page` and references to elements, in reading order, as PDF has them. */
  kids: string;
  page: PageRef | null;
  /** Of a figure. */
  box: Box | null;
}

/** What is pressed on a page, and the element that it is of. */
interface Annotation {
  readonly id: number;
  readonly owner: number;
  readonly body: string;
}

export class StructureTree {
  readonly #packed: PackedObjects;
  readonly #root: PDFKit.PDFKitReference;
  readonly #documentRef: PDFKit.PDFKitReference;
  readonly #document: Node;
  readonly #nodes = new Map<Element, Node>();
  /** For each page the element of each of its marks. */
  readonly #owners: number[][] = [];
  readonly #annotations: Annotation[] = [];
  /** How many of them lie on earlier pages. */
  #before = 0;

  /** `root`: the structure tree's own object, which the document has named. */
  constructor(packed: PackedObjects, root: PDFKit.PDFKitReference) {
    this.#packed = packed;
    this.#root = root;
    this.#documentRef = packed.reserveNamed();
    this.#document = newNode(this.#documentRef.id, root.id);
  }

  /** The number of the page among those with structure; parts that are marked next stand on it. */
  beginPage(): number {
    this.#before = this.#annotations.length;
    return this.#owners.push([]) - 1;
  }

  /** The number that marks the part in its page's content; null for what is decoration, or empty. */
  mark({ element, operations }: Part, page: PageRef): number | null {
    if (element === null) return null;
    const node = this.#nodeOf(element);
    if (operations.length === 0) return null;
    const owners = this.#owners.at(-1) ?? [];
    const mark = owners.push(node.id) - 1;
    node.page ??= page;
    node.kids +=
      node.page === page ? ` ${mark}` : `<</Type/MCR/Pg ${refText(page.id)}/MCID ${mark}>>`;
    if (element.role === 'Figure') node.box = boundingBox(operations, node.box);
    if (element.link !== undefined) {
      const id = this.#packed.reserve();
      const body = annotation(element.link, page, boundingBox(operations));
      this.#annotations.push({ id, owner: node.id, body });
      node.kids += `<</Type/OBJR/Obj ${refText(id)}>>`;
    }
    return mark;
  }

  /** What the page that was begun last names as its annotations; null where there are none. */
  endPage(): PDFKit.PDFKitReference | null {
    const own = this.#annotations.slice(this.#before);
    if (own.length === 0) return null;
    const list = this.#packed.reserveNamed();
    this.#packed.put(list.id, `[${own.map(({ id }) => refText(id)).join(' ')}]`);
    return list;
  }

  #nodeOf(element: Element): Node {
    const known = this.#nodes.get(element);
    if (known !== undefined) return known;
    const parent = element.parent === null ? this.#document : this.#nodeOf(element.parent);
    const node = newNode(this.#packed.reserve(), parent.id);
    parent.kids += ` ${refText(node.id)}`;
    this.#nodes.set(element, node);
    return node;
  }

  end(): void {
    const packed = this.#packed;
    for (const [element, node] of this.#nodes) packed.put(node.id, bodyOf(element, node));
    const { id, parent, kids } = this.#document;
    packed.put(id, `<</S/Document/P ${refText(parent)}/K[${kids}]>>`);
    const tree = packed.reserveNamed();
    const owners = this.#owners.map((page, i) => `${i}[${page.map(refText).join(' ')}]`);
    // Numbered behind the pages.
    const pressed = this.#annotations.map(({ id, owner, body }, i) => {
      const key = owners.length + i;
      packed.put(id, `<<${body}/StructParent ${key}>>`);
      return ` ${key} ${refText(owner)}`;
    });
    packed.put(tree.id, `<</Nums[${owners.join('')}${pressed.join('')}]>>`);
    Object.assign(this.#root.data, {
      K: this.#documentRef,
      ParentTree: tree,
      ParentTreeNextKey: owners.length + pressed.length,
    });
  }
}

function newNode(id: number, parent: number): Node {
  return { id, parent, kids: '', page: null, box: null };
}

function bodyOf(element: Element, { parent, kids, page, box }: Node): string {
  const { role, alt } = element;
  const on = page === null ? '' : `/Pg ${refText(page.id)}`;
  const said = alt === undefined ? '' : `/Alt${textString(withoutIsolates(alt))}`;
  return `<</S/${role}/P ${refText(parent)}${on}/K[${kids}]${said}${attributes(element, page, box)}>>`;
}

/** Without a frame, and printed like all that is seen. */
function annotation({ url, description: says }: Link, page: PageRef, box: Box): string {
  const rect = `/Rect[${sidesOf(box, page)}]/Border[0 0 0]/F 4/P ${refText(page.id)}`;
  return `/Type/Annot/Subtype/Link${rect}/Contents${textString(says)}/A<</S/URI/URI${textString(url)}>>`;
}

/** A PDF measures from the foot of the page. */
function sidesOf({ left, top, right, bottom }: Box, { height }: PageRef): string {
  return [left, height - bottom, right, height - top].map((side) => side.toFixed(2)).join(' ');
}

function attributes({ scope, columns }: Element, page: PageRef | null, box: Box | null): string {
  if (scope !== undefined) return `/A<</O/Table/Scope/${scope}>>`;
  if (columns !== undefined) return `/A<</O/Table/ColSpan ${columns}>>`;
  if (page === null || box === null) return '';
  return `/A<</O/Layout/Placement/Block/BBox[${sidesOf(box, page)}]>>`;
}
