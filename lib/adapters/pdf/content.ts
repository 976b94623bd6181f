// Writes draw operations as PDF operators: shapes as paths, text as glyph codes.
// The layout is y-down and a PDF page is y-up: every y is measured from the bottom of the page here.
import type { Direction } from '../../i18n/text-direction.ts';
import { withoutIsolates } from '../../i18n/text-direction.ts';
import type { Dot, Operation, Paint, Path, TextRun } from '../../charts/draw-operations.ts';
import type { Colour } from '../../charts/theme.ts';
import { PdfBytes } from './pdf-bytes.ts';
import type { DocumentFonts, GlyphCode } from './embed-fonts.ts';
import type { Page, Part } from './page-elements.ts';
import { getFace, kerningIn } from './fonts/latin-shaping.ts';
import type { Glyph } from './fonts/shaping.ts';
import { paintOperator, rgbOperands } from './pdf-syntax.ts';
import { measureLine } from './text/line.ts';
import type { LineGlyph } from './text/visual-line.ts';
import { visualLine } from './text/visual-line.ts';

/** A glyph with its code in the document. */
interface CodedGlyph {
  readonly place: GlyphCode;
  readonly glyph: Glyph;
}

/** A code of null is a box, which has an advance only. */
type CodedItem = CodedGlyph | { readonly place: null; readonly advance: number };

/** Smaller kerning is not written, to save bytes; in thousandths of the font size. */
const KERNING_STEP = 2;

/** The ends of lines, and their numbers in PDF. */
const LINE_CAPS = { butt: 0, round: 1 } as const;
type Cap = keyof typeof LINE_CAPS;

/** Some PDF readers draw nothing for a line of no length. */
const DOT_LENGTH = 0.01;

/** The first character of a text in UTF-16. */
const BYTE_ORDER_MARK = 0xfeff;

/** Writes the pages of a document one after the other. */
export class ContentWriter {
  readonly #out = new PdfBytes();
  readonly #fonts: DocumentFonts;
  #direction: Direction = 'ltr';
  #height = 0;
  /** The origin of the part's coordinates on the page. */
  #dx = 0;
  #dy = 0;
  #fill = '';
  #stroke = '';
  #lineWidth = -1;
  #dash = '';
  #cap: Cap = 'butt';
  #font = '';
  #fontSize = 0;

  constructor(fonts: DocumentFonts) {
    this.#fonts = fonts;
  }

  beginPage({ direction, height }: Pick<Page, 'direction' | 'height'>): void {
    this.#direction = direction;
    this.#height = height;
    this.#fill = '';
    this.#stroke = '';
    this.#lineWidth = -1;
    this.#dash = '';
    this.#cap = 'butt';
    this.#font = '';
    this.#fontSize = 0;
  }

  /** The content of the page, valid until the next page begins. */
  endPage(): Uint8Array {
    return this.#out.take();
  }

  /** Writes the operations of a part as marked content; `mark` is its number on the page, null for decoration. */
  writePart({ element, operations, dx, dy }: Part, mark: number | null): void {
    const out = this.#out;
    if (element === null || mark === null) out.text('/Artifact BMC\n');
    else out.text(`/${element.role}<</MCID `).integer(mark).text('>>BDC\n');
    this.#dx = dx;
    this.#dy = dy;
    for (const operation of operations) this.#write(operation);
    out.text('EMC\n');
  }

  #write(operation: Operation): void {
    switch (operation.kind) {
      case 'text':
        this.#text(operation);
        break;
      case 'rect': {
        const { x, y, width, height } = operation;
        this.#paint(operation);
        this.#onPage(x + this.#dx, y + this.#dy + height)
          .number(width)
          .number(height)
          .text('re ')
          .text(paintOperator(operation))
          .text('\n');
        break;
      }
      case 'line':
        this.#strokeWith(operation.colour, operation.lineWidth, operation.dash);
        this.#point(operation.x1, operation.y1).text('m ');
        this.#point(operation.x2, operation.y2).text('l S\n');
        break;
      case 'dot':
        this.#dot(operation);
        break;
      case 'path':
        this.#paint(operation);
        this.#path(operation);
        this.#out.text(paintOperator(operation)).text('\n');
        break;
    }
  }

  /** The round ends of a line of hardly any length, a quarter of the bytes of a circle's curves. */
  #dot({ x, y, radius, colour }: Dot): void {
    this.#strokeWith(colour, 2 * radius, [], 'round');
    this.#point(x, y).text('m ');
    this.#point(x + DOT_LENGTH, y).text('l S\n');
  }

  /** A point of the part. */
  #point(x: number, y: number): PdfBytes {
    return this.#onPage(x + this.#dx, y + this.#dy);
  }

  #onPage(x: number, y: number): PdfBytes {
    return this.#out.number(x).number(this.#height - y);
  }

  #path({ commands }: Path): void {
    for (const command of commands) {
      switch (command.to) {
        case 'move':
          this.#point(command.x, command.y).text('m ');
          break;
        case 'line':
          this.#point(command.x, command.y).text('l ');
          break;
        case 'curve':
          this.#point(command.x1, command.y1);
          this.#point(command.x2, command.y2);
          this.#point(command.x, command.y).text('c ');
          break;
        case 'close':
          this.#out.text('h ');
      }
    }
  }

  #paint(paint: Paint): void {
    if (paint.fill !== null) this.#fillWith(paint.fill);
    if (paint.stroke !== null) this.#strokeWith(paint.stroke, paint.lineWidth, paint.dash);
  }

  #fillWith(colour: Colour): void {
    if (colour === this.#fill) return;
    this.#fill = colour;
    this.#out.text(`${rgbOperands(colour)} rg\n`);
  }

  #strokeWith(
    colour: Colour,
    lineWidth: number,
    dash: readonly number[] = [],
    cap: Cap = 'butt',
  ): void {
    if (colour !== this.#stroke) this.#out.text(`${rgbOperands(colour)} RG\n`);
    if (lineWidth !== this.#lineWidth) this.#out.number(lineWidth).text('w\n');
    const pattern = dash.length === 0 ? '' : dash.map(toThousandths).join(' ');
    if (pattern !== this.#dash) this.#out.text(`[${pattern}]0 d\n`);
    if (cap !== this.#cap) this.#out.text(`${LINE_CAPS[cap]} J\n`);
    this.#stroke = colour;
    this.#lineWidth = lineWidth;
    this.#dash = pattern;
    this.#cap = cap;
  }

  #text(run: TextRun): void {
    this.#fillWith(run.colour);
    const { codes } = measureLine(run.text, run.face);
    if (codes !== null && this.#direction === 'ltr') {
      this.#letters(codes, run);
      return;
    }
    const marks = visualLine(run.text, run.face, this.#direction).map((item) => this.#placed(item));
    const text = withoutIsolates(run.text);
    const isExtractable = extractedText(marks) === text;
    if (!isExtractable) this.#beginActualText(text);
    this.#marks(run, marks);
    if (!isExtractable) this.#out.text('EMC\n');
  }

  /** The text that PDF readers extract instead of the glyphs up to the next EMC. */
  #beginActualText(text: string): void {
    const out = this.#out;
    out.text('/Span<</ActualText(').code(BYTE_ORDER_MARK);
    for (let i = 0; i < text.length; i += 1) out.code(text.charCodeAt(i));
    out.text(')>>BDC\n');
  }

  /** Text of Latin letters only, which most is. */
  #letters(codes: string, run: TextRun): void {
    const out = this.#out;
    const font = this.#fonts.latin(run.face);
    out.text('BT ');
    this.#selectFont(font.resource, run.size);
    out
      .number(toTenths(run.x + this.#dx))
      .number(toTenths(this.#height - (run.y + this.#dy)))
      .text('Td[(');
    for (let i = 0; i < codes.length; i += 1) {
      const unit = codes.charCodeAt(i);
      const distance = kerningIn(unit);
      if (distance === 0) {
        font.use(unit);
        out.code(unit);
      } else {
        out.text(`)${String(distance)}(`);
      }
    }
    out.text(')]TJ ET\n');
  }

  #placed(mark: LineGlyph): CodedItem {
    if (mark.font === null) return { place: null, advance: mark.advance };
    const { font, glyph } = mark;
    return { place: this.#fonts.codeOf(font, glyph), glyph };
  }

  #selectFont(resource: string, size: number): void {
    if (resource === this.#font && size === this.#fontSize) return;
    this.#font = resource;
    this.#fontSize = size;
    this.#out.text(`/${resource} `).number(size).text('Tf ');
  }

  /** Text with other glyphs or in another order: runs of glyphs, with boxes between them. */
  #marks(run: TextRun, marks: readonly CodedItem[]): void {
    let x = run.x + this.#dx;
    const y = run.y + this.#dy;
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
    this.#onPage(x + inset, y)
      .number(advance - 2 * inset)
      .number(height)
      .text('re S\n');
  }

  /** Returns the x position behind the last glyph. */
  #glyphs(run: TextRun, glyphs: readonly CodedGlyph[], x: number, y: number): number {
    const scale = run.size / 1000;
    const out = this.#out;
    let isShowing = false;
    const endString = (): void => {
      if (isShowing) out.text(')]TJ ');
      isShowing = false;
    };
    let advance = 0;
    /** How far right of the reader's position the next glyph belongs. */
    let distance = 0;
    let rise = 0;
    const raise = (dy: number): void => {
      if (dy === rise) return;
      endString();
      rise = dy;
      out.number(rise * scale).text('Ts ');
    };
    out.text('BT ');
    this.#onPage(x, y).text('Td ');
    for (const { place: code, glyph } of glyphs) {
      if (code.resource !== this.#font) endString();
      this.#selectFont(code.resource, run.size);
      raise(glyph.dy);
      distance += glyph.dx;
      if (Math.abs(distance) >= KERNING_STEP) {
        const rounded = Math.round(distance);
        out.text(`${isShowing ? ')' : '['}${String(-rounded)}(`);
        isShowing = true;
        distance -= rounded;
      } else if (!isShowing) {
        out.text('[(');
        isShowing = true;
      }
      out.code(code.code);
      distance += glyph.advance - glyph.width - glyph.dx;
      advance += glyph.advance;
    }
    raise(0);
    endString();
    out.text('ET\n');
    return x + advance * scale;
  }
}

/** No reader sees less than a tenth of a point in the place of a text, and it is shorter to write. */
function toTenths(value: number): number {
  return Math.round(value * 10) / 10;
}

/** Of a dash, whose error grows along its line. */
function toThousandths(value: number): number {
  return Math.round(value * 1000) / 1000;
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
