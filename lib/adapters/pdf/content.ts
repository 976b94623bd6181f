// Writes draw operations as PDF operators: shapes as paths, text as glyph codes.
// Coordinates are y-down, as in the layout; the document's page transformation flips them.
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

/** How a document refers to a glyph: the font resource and the code in that font, as four hex digits. */
export interface GlyphCode {
  readonly resource: string;
  readonly code: string;
  /** The text that the ToUnicode map of the font gives for the glyph. */
  readonly text: string;
}

/** A glyph with its code in the document. */
interface CodedGlyph {
  readonly place: GlyphCode;
  readonly glyph: Glyph;
}

/** A code of null is a box, which has an advance only. */
type CodedItem = CodedGlyph | { readonly place: null; readonly advance: number };

/** Finds the code of a glyph in the document, and embeds the glyph when it is new. */
export type GlyphCodeLookup = (font: OpenedFont, glyph: Glyph) => GlyphCode;

/** Smaller kerning is not written, to save bytes; in thousandths of the font size. */
const KERNING_STEP = 2;

export class ContentWriter {
  /** The font resources that the page uses. */
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

  /** Starts the marked content of a structure element; `mark` is its number on the page. */
  beginMark(role: Role, mark: number): void {
    this.#out.push(`/${role} <</MCID ${String(mark)}>> BDC`);
  }

  beginDecoration(): void {
    this.#out.push('/Artifact BMC');
  }

  endMark(): void {
    this.#out.push('EMC');
  }

  /** (dx, dy): the origin of the operation's coordinates on the page. */
  write(operation: Operation, dx: number, dy: number): void {
    switch (operation.kind) {
      case 'text':
        this.#text(operation, operation.x + dx, operation.y + dy);
        break;
      case 'rect': {
        const { x, y, width, height } = operation;
        this.#paint(operation);
        this.#out.push(
          `${formatNumber(x + dx)} ${formatNumber(y + dy)} ${formatNumber(width)} ${formatNumber(height)} re ${paintOperator(operation)}`,
        );
        break;
      }
      case 'line':
        this.#strokeWith(operation.colour, operation.lineWidth);
        this.#out.push(
          `${formatNumber(operation.x1 + dx)} ${formatNumber(operation.y1 + dy)} m ${formatNumber(operation.x2 + dx)} ${formatNumber(operation.y2 + dy)} l S`,
        );
        break;
      case 'path':
        this.#paint(operation);
        this.#out.push(`${pathOperators(operation, dx, dy)} ${paintOperator(operation)}`);
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

  /** The baseline begins at (x, y) on the page. */
  #text(run: TextRun, x: number, y: number): void {
    this.#fillWith(run.colour);
    const { codes } = measureLine(run.text, run.face);
    if (codes !== null && this.#direction === 'ltr') {
      const font = this.#fontFor(getFace(run.face).common.resource, run.size);
      this.#out.push(`BT ${font}${textMatrix(x, y)} [<${codes}>] TJ ET`);
      return;
    }
    const marks = visualLine(run.text, run.face, this.#direction).map((item) => this.#placed(item));
    const text = withoutIsolates(run.text);
    const isExtractable = extractedText(marks) === text;
    if (!isExtractable) this.#out.push(`/Span <</ActualText <feff${utf16Hex(text)}>>> BDC`);
    this.#marks(run, marks, x, y);
    if (!isExtractable) this.#out.push('EMC');
  }

  #placed(mark: LineGlyph): CodedItem {
    if (mark.font === null) return { place: null, advance: mark.advance };
    const { font, glyph } = mark;
    return { place: this.#placeOf(font, glyph), glyph };
  }

  /** The operator that selects the font; empty when it is already selected. */
  #fontFor(resource: string, size: number): string {
    const font = `/${resource} ${formatNumber(size)} Tf `;
    if (font === this.#font) return '';
    this.used.add(resource);
    this.#font = font;
    return font;
  }

  /** Text with glyphs outside the common subset: runs of glyphs, with boxes between them. */
  #marks(run: TextRun, marks: readonly CodedItem[], startX: number, y: number): void {
    let x = startX;
    let glyphs: CodedGlyph[] = [];
    const endGlyphs = (): void => {
      if (glyphs.length > 0) x = this.#glyphs(run, glyphs, x, y);
      glyphs = [];
    };
    for (const mark of marks) {
      if (mark.place !== null) {
        glyphs.push(mark);
        continue;
      }
      endGlyphs();
      const advance = (mark.advance * run.size) / 1000;
      this.#box(run, x, y, advance);
      x += advance;
    }
    endGlyphs();
  }

  /** The box drawn in place of a character that no font has. */
  #box(run: TextRun, x: number, y: number, advance: number): void {
    const height = (getFace(run.face).capHeight * run.size) / 1000;
    const inset = run.size * 0.07;
    this.#strokeWith(run.colour, run.size * 0.06);
    this.#out.push(
      `${formatNumber(x + inset)} ${formatNumber(y - height)} ${formatNumber(advance - 2 * inset)} ${formatNumber(height)} re S`,
    );
  }

  /** Returns the x position behind the last glyph. */
  #glyphs(run: TextRun, glyphs: readonly CodedGlyph[], startX: number, y: number): number {
    const scale = run.size / 1000;
    let pendingCodes = '';
    const flushCodes = (): void => {
      if (pendingCodes !== '') this.#out.push(`[<${pendingCodes}>] TJ`);
      pendingCodes = '';
    };
    let x = startX;
    let pendingKerning = 0;
    let resource = '';
    this.#out.push('BT', textMatrix(x, y));
    for (const { place: code, glyph } of glyphs) {
      if (code.resource !== resource) {
        flushCodes();
        resource = code.resource;
        this.#out.push(this.#fontFor(resource, run.size));
      }
      if (glyph.dx !== 0 || glyph.dy !== 0) {
        flushCodes();
        this.#out.push(textMatrix(x + glyph.dx * scale, y - glyph.dy * scale));
        this.#out.push(`<${code.code}> Tj`);
        x += glyph.advance * scale;
        this.#out.push(textMatrix(x, y));
        pendingKerning = 0;
        continue;
      }
      if (Math.abs(pendingKerning) >= KERNING_STEP) {
        pendingCodes += `>${String(-Math.round(pendingKerning))}<`;
        pendingKerning = 0;
      }
      pendingCodes += code.code;
      pendingKerning += glyph.advance - glyph.width;
      x += glyph.advance * scale;
    }
    flushCodes();
    this.#out.push('ET');
    return x;
  }
}

/** The text that a PDF reader extracts from the glyphs; null when a box makes that impossible. */
function extractedText(marks: readonly CodedItem[]): string | null {
  let text = '';
  for (const { place: code } of marks) {
    if (code === null) return null;
    text += code.text;
  }
  return text;
}
