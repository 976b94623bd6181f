// Writes draw operations as PDF operators: shapes as they are, text glyph by glyph from the shared shapes.
// A page is y-down, as the layout is; the document has flipped it.
import type { Direction } from '../../i18n/text-direction.ts';
import { withoutIsolates } from '../../i18n/text-direction.ts';
import type { Operation, Paint, TextRun } from '../../charts/draw-operations.ts';
import type { Colour } from '../../charts/theme.ts';
import type { Role } from './page-elements.ts';
import { getFace } from './fonts/faces.ts';
import type { OpenedFont } from './fonts/open-fonts.ts';
import type { Glyph } from './fonts/shaping.ts';
import {
  formatNumber,
  pathOperators,
  paintOperator,
  rgbOperands,
  textMatrix,
  utf16Hex,
} from './pdf-syntax.ts';
import { measureLine } from './text/line.ts';
import type { LineGlyph } from './text/visual-line.ts';
import { visualLine } from './text/visual-line.ts';

/** Where a document has a glyph: in which font of a page's resources, and four hex digits. */
export interface GlyphCode {
  readonly resource: string;
  readonly code: string;
  /** What the document's font says that it stands for. */
  readonly text: string;
}

/** A glyph as the document has it. */
interface CodedGlyph {
  readonly place: GlyphCode;
  readonly glyph: Glyph;
}

/** A box keeps its room. */
type CodedItem = CodedGlyph | { readonly place: null; readonly advance: number };

/** Where a document has the glyphs of its fonts. */
export type GlyphCodeLookup = (font: OpenedFont, glyph: Glyph) => GlyphCode;

/** Kerning smaller than this is not worth its bytes; thousandths of the type size. */
const KERNING_STEP = 2;

export class ContentWriter {
  /** The fonts that the page needs among its resources. */
  readonly used = new Set<string>();
  readonly #out: string[] = [];
  readonly #placeOf: GlyphCodeLookup;
  readonly #direction: Direction;
  #fill = '';
  #stroke = '';
  #lineWidth = -1;
  #font = '';

  constructor(placeOf: GlyphCodeLookup, direction: Direction) {
    this.#placeOf = placeOf;
    this.#direction = direction;
  }

  content(): string {
    return this.#out.join('\n');
  }

  /** What is written until `endMark` belongs to an element, by its number on the page, or is decoration. */
  beginMark(role: Role, mark: number): void {
    this.#out.push(`/${role} <</MCID ${String(mark)}>> BDC`);
  }

  beginDecoration(): void {
    this.#out.push('/Artifact BMC');
  }

  endMark(): void {
    this.#out.push('EMC');
  }

  write(operation: Operation): void {
    switch (operation.kind) {
      case 'text':
        this.#text(operation);
        break;
      case 'rect': {
        const { x, y, width, height } = operation;
        this.#paint(operation);
        this.#out.push(
          `${formatNumber(x)} ${formatNumber(y)} ${formatNumber(width)} ${formatNumber(height)} re ${paintOperator(operation)}`,
        );
        break;
      }
      case 'line':
        this.#strokeWith(operation.colour, operation.lineWidth);
        this.#out.push(
          `${formatNumber(operation.x1)} ${formatNumber(operation.y1)} m ${formatNumber(operation.x2)} ${formatNumber(operation.y2)} l S`,
        );
        break;
      case 'path':
        this.#paint(operation);
        this.#out.push(`${pathOperators(operation)} ${paintOperator(operation)}`);
        break;
    }
  }

  #paint(paint: Paint): void {
    if (paint.fill !== null) this.#fillWith(paint.fill);
    if (paint.stroke !== null) this.#strokeWith(paint.stroke, paint.lineWidth);
  }

  #fillWith(colour: Colour): void {
    if (colour === this.#fill) return;
    this.#fill = colour;
    this.#out.push(`${rgbOperands(colour)} rg`);
  }

  #strokeWith(colour: Colour, lineWidth: number): void {
    if (colour !== this.#stroke) this.#out.push(`${rgbOperands(colour)} RG`);
    if (lineWidth !== this.#lineWidth) this.#out.push(`${formatNumber(lineWidth)} w`);
    this.#stroke = colour;
    this.#lineWidth = lineWidth;
  }

  #text(run: TextRun): void {
    this.#fillWith(run.colour);
    const { codes } = measureLine(run.text, run.face);
    if (codes !== null && this.#direction === 'ltr') {
      const font = this.#fontFor(getFace(run.face).common.resource, run.size);
      this.#out.push(`BT ${font}${textMatrix(run.x, run.y)} [<${codes}>] TJ ET`);
      return;
    }
    const marks = visualLine(run.text, run.face, this.#direction).map((mark) => this.#placed(mark));
    const said = withoutIsolates(run.text);
    const isRead = readBack(marks) === said;
    if (!isRead) this.#out.push(`/Span <</ActualText <feff${utf16Hex(said)}>>> BDC`);
    this.#marks(run, marks);
    if (!isRead) this.#out.push('EMC');
  }

  #placed(mark: LineGlyph): CodedItem {
    if (mark.font === null) return { place: null, advance: mark.advance };
    const { font, glyph } = mark;
    return { place: this.#placeOf(font, glyph), glyph };
  }

  /** The operator that sets the font, or nothing when it is set already. */
  #fontFor(resource: string, size: number): string {
    const font = `/${resource} ${formatNumber(size)} Tf `;
    if (font === this.#font) return '';
    this.used.add(resource);
    this.#font = font;
    return font;
  }

  /** Text of more than the common sheet: runs of glyphs, and boxes between them. */
  #marks(run: TextRun, marks: readonly CodedItem[]): void {
    let x = run.x;
    let glyphs: CodedGlyph[] = [];
    const endGlyphs = (): void => {
      if (glyphs.length > 0) x = this.#glyphs(run, x, glyphs);
      glyphs = [];
    };
    for (const mark of marks) {
      if (mark.place !== null) {
        glyphs.push(mark);
        continue;
      }
      endGlyphs();
      const advance = (mark.advance * run.size) / 1000;
      this.#box(run, x, advance);
      x += advance;
    }
    endGlyphs();
  }

  /** What stands for a character that no font has. */
  #box(run: TextRun, x: number, advance: number): void {
    const height = (getFace(run.face).capHeight * run.size) / 1000;
    const inset = run.size * 0.07;
    this.#strokeWith(run.colour, run.size * 0.06);
    this.#out.push(
      `${formatNumber(x + inset)} ${formatNumber(run.y - height)} ${formatNumber(advance - 2 * inset)} ${formatNumber(height)} re S`,
    );
  }

  /** Says where the next glyph would stand. */
  #glyphs(run: TextRun, from: number, glyphs: readonly CodedGlyph[]): number {
    const scale = run.size / 1000;
    let shown = '';
    const endShown = (): void => {
      if (shown !== '') this.#out.push(`[<${shown}>] TJ`);
      shown = '';
    };
    let x = from;
    let lag = 0;
    let resource = '';
    this.#out.push('BT', textMatrix(x, run.y));
    for (const { place, glyph } of glyphs) {
      if (place.resource !== resource) {
        endShown();
        resource = place.resource;
        this.#out.push(this.#fontFor(resource, run.size));
      }
      if (glyph.dx !== 0 || glyph.dy !== 0) {
        endShown();
        this.#out.push(textMatrix(x + glyph.dx * scale, run.y - glyph.dy * scale));
        this.#out.push(`<${place.code}> Tj`);
        x += glyph.advance * scale;
        this.#out.push(textMatrix(x, run.y));
        lag = 0;
        continue;
      }
      if (Math.abs(lag) >= KERNING_STEP) {
        shown += `>${String(-Math.round(lag))}<`;
        lag = 0;
      }
      shown += place.code;
      lag += glyph.advance - glyph.width;
      x += glyph.advance * scale;
    }
    endShown();
    this.#out.push('ET');
    return x;
  }
}

/** What a program gets that reads glyph after glyph; null where it can't. */
function readBack(marks: readonly CodedItem[]): string | null {
  let read = '';
  for (const { place } of marks) {
    if (place === null) return null;
    read += place.text;
  }
  return read;
}
