// The structure tree, which tells assistive technology the element of each marked content sequence.
import { withoutIsolates } from '../../i18n/text-direction.ts';
import type { Box } from './box.ts';
import { boundingBox } from './box.ts';
import type { PdfBytes } from './pdf-bytes.ts';
import type { Element, Link, Part } from './page-elements.ts';
import type { PackedObjects } from './object-streams.ts';
import { refText, textString } from './pdf-syntax.ts';

export interface PageRef {
  /** Number of the page's object. */
  readonly id: number;
  readonly height: number;
}

interface Node {
  readonly id: number;
  readonly parent: number;
  /**
   * In reading order: numbers of marks on `page`, numbers of elements' objects as negative numbers, and other kids in PDF
   * syntax.
   */
  readonly kids: (number | string)[];
  page: PageRef | null;
  /** The bounding box of a figure. */
  box: Box | null;
}

/** A link annotation and the element that owns it. */
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
  /** The element of each mark, by page. */
  readonly #owners: number[][] = [];
  readonly #annotations: Annotation[] = [];
  /** The number of annotations on earlier pages. */
  #before = 0;

  /** `root`: the structure tree object, which the document catalogue already references. */
  constructor(packed: PackedObjects, root: PDFKit.PDFKitReference) {
    this.#packed = packed;
    this.#root = root;
    this.#documentRef = packed.reserveNamed();
    this.#document = newNode(this.#documentRef.id, root.id);
  }

  /** Starts a page and returns its StructParents number. */
  beginPage(): number {
    this.#before = this.#annotations.length;
    return this.#owners.push([]) - 1;
  }

  /** The number that marks the part in the page content; null for decoration and for empty parts. */
  mark(part: Part, page: PageRef): number | null {
    const { element, operations } = part;
    if (element === null) return null;
    const node = this.#nodeOf(element);
    if (operations.length === 0) return null;
    const owners = this.#owners.at(-1) ?? [];
    const mark = owners.push(node.id) - 1;
    node.page ??= page;
    node.kids.push(node.page === page ? mark : `<</Type/MCR/Pg ${refText(page.id)}/MCID ${mark}>>`);
    if (element.role === 'Figure') node.box = boundingBox(part, node.box);
    if (element.link !== undefined) {
      const id = this.#packed.reserve();
      const body = annotation(element.link, page, boundingBox(part));
      this.#annotations.push({ id, owner: node.id, body });
      node.kids.push(`<</Type/OBJR/Obj ${refText(id)}>>`);
    }
    return mark;
  }

  /** Ends the current page and returns its entry for annotations, which is empty when it has none. */
  endPage(): string {
    const pageAnnotations = this.#annotations.slice(this.#before);
    if (pageAnnotations.length === 0) return '';
    return `/Annots[${pageAnnotations.map(({ id }) => refText(id)).join(' ')}]`;
  }

  #nodeOf(element: Element): Node {
    const existingNode = this.#nodes.get(element);
    if (existingNode !== undefined) return existingNode;
    const parent = element.parent === null ? this.#document : this.#nodeOf(element.parent);
    const node = newNode(this.#packed.reserve(), parent.id);
    parent.kids.push(-node.id);
    this.#nodes.set(element, node);
    return node;
  }

  end(): void {
    const packed = this.#packed;
    this.#nodes.forEach((node, element) => {
      writeNode(element, node, packed.begin(node.id));
    });
    const { id, parent, kids } = this.#document;
    writeKids(kids, packed.begin(id).text(`<</S/Document/P ${refText(parent)}`)).text('>>');
    // Annotation keys follow the page keys.
    const firstKey = this.#owners.length;
    this.#annotations.forEach((annotationOfPage, i) => {
      packed.put(annotationOfPage.id, `<<${annotationOfPage.body}/StructParent ${firstKey + i}>>`);
    });
    const tree = packed.reserveNamed();
    const out = packed.begin(tree.id).text('<</Nums[');
    this.#owners.forEach((owners, key) => {
      out.integer(key).text('[');
      owners.forEach((owner, i) => out.text(i === 0 ? '' : ' ').ref(owner));
      out.text(']');
    });
    this.#annotations.forEach(({ owner }, i) => {
      out.text(` ${firstKey + i} `).ref(owner);
    });
    out.text(']>>');
    Object.assign(this.#root.data, {
      K: this.#documentRef,
      ParentTree: tree,
      ParentTreeNextKey: firstKey + this.#annotations.length,
    });
  }
}

function newNode(id: number, parent: number): Node {
  return { id, parent, kids: [], page: null, box: null };
}

function writeNode(element: Element, { parent, kids, page, box }: Node, out: PdfBytes): void {
  const { role, alt } = element;
  out.text('<</S/').text(role).text('/P ').ref(parent);
  if (page !== null) out.text('/Pg ').ref(page.id);
  writeKids(kids, out);
  if (alt !== undefined) out.text('/Alt').text(textString(withoutIsolates(alt)));
  out.text(attributes(element, page, box)).text('>>');
}

function writeKids(kids: Node['kids'], out: PdfBytes): PdfBytes {
  out.text('/K[');
  for (const kid of kids) {
    if (typeof kid === 'string') out.text(kid);
    else if (kid < 0) out.text(' ').ref(-kid);
    else out.text(' ').integer(kid);
  }
  return out.text(']');
}

/** A link annotation without a border that is also printed (F 4). */
function annotation({ url, description: says }: Link, page: PageRef, box: Box): string {
  const rect = `/Rect[${sidesOf(box, page)}]/Border[0 0 0]/F 4/P ${refText(page.id)}`;
  return `/Type/Annot/Subtype/Link${rect}/Contents${textString(says)}/A<</S/URI/URI${textString(url)}>>`;
}

/** PDF coordinates start at the bottom of the page. */
function sidesOf({ left, top, right, bottom }: Box, { height }: PageRef): string {
  return [left, height - bottom, right, height - top].map((side) => side.toFixed(2)).join(' ');
}

function attributes({ scope, columns }: Element, page: PageRef | null, box: Box | null): string {
  if (scope !== undefined) return `/A<</O/Table/Scope/${scope}>>`;
  if (columns !== undefined) return `/A<</O/Table/ColSpan ${columns}>>`;
  if (page === null || box === null) return '';
  return `/A<</O/Layout/Placement/Block/BBox[${sidesOf(box, page)}]>>`;
}
