// Writes draw operations as PDF operators: shapes as paths, text as glyph codes.
// The layout is y-down and a PDF page is y-up: every y is measured from the bottom of the page here.
import type { Direction } from '../../i18n/text-direction.ts';
import type { Dot, Operation, Paint, Path, TextRun } from '../../charts/draw-operations.ts';
import type { Colour } from '../../charts/theme.ts';
import { PdfBytes } from './pdf-bytes.ts';
import type { DocumentFonts, FaceCodes } from './embed-fonts.ts';
import type { Page, Part } from './page-elements.ts';
import { paintOperator, rgbOperands } from './pdf-syntax.ts';
import { visualLine } from './text/visual-line.ts';

/** The width of the outline that makes letters bold, as a part of the font size. */
const BOLD_OUTLINE = 0.03;

/** The ends of lines, and their numbers in PDF. */
const LINE_CAPS = { butt: 0, round: 1 } as const;
type Cap = keyof typeof LINE_CAPS;

/** Some PDF readers draw nothing for a line of no length. */
const DOT_LENGTH = 0.01;

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
  #isOutlined = false;
  /** Whether a string of glyph codes has begun. */
  #isShowing = false;

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
    this.#isOutlined = false;
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
    const out = this.#out;
    this.#fillWith(run.colour);
    out
      .text('BT ')
      .number(toTenths(run.x + this.#dx))
      .number(toTenths(this.#height - (run.y + this.#dy)))
      .text('Td ');
    this.#isShowing = false;
    /** How far right of the reader's position the next cluster belongs, in thousandths of the font size. */
    let distance = 0;
    let face: FaceCodes | null = null;
    for (const { font, glyphs, advance } of visualLine(run.text, run.face, this.#direction)) {
      if (face?.font !== font) face = this.#fonts.face(font);
      const isOutlined = run.face !== font.face;
      let width = 0;
      for (const glyph of glyphs) {
        const place = face.codeOf(glyph);
        this.#select(place.resource, run, isOutlined);
        const rounded = Math.round(distance);
        this.#beginString(rounded);
        out.code(place.code);
        distance -= rounded;
        width += place.width;
      }
      distance += advance - width;
    }
    this.#endString();
    out.text('ET\n');
  }

  /** Starts or continues a string of glyph codes, `distance` thousandths of the font size further right. */
  #beginString(distance: number): void {
    const out = this.#out;
    if (!this.#isShowing) out.text(distance === 0 ? '[(' : `[${-distance}(`);
    else if (distance !== 0) out.text(`)${-distance}(`);
    this.#isShowing = true;
  }

  #endString(): void {
    if (this.#isShowing) this.#out.text(')]TJ ');
    this.#isShowing = false;
  }

  /** Selects the font of the next glyph. `isOutlined`: letters that the font has no bold face for. */
  #select(resource: string, { size, colour }: TextRun, isOutlined: boolean): void {
    if (resource !== this.#font || size !== this.#fontSize) {
      this.#endString();
      this.#font = resource;
      this.#fontSize = size;
      this.#out.text(`/${resource} `).number(size).text('Tf ');
    }
    if (isOutlined !== this.#isOutlined) {
      this.#endString();
      this.#isOutlined = isOutlined;
      this.#out.text(isOutlined ? '2 Tr ' : '0 Tr ');
    }
    if (isOutlined && !this.#isShowing) this.#strokeWith(colour, BOLD_OUTLINE * size);
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
