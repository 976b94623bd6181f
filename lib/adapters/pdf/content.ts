// Writes draw operations as PDF operators: shapes as they are, text glyph by glyph from the shared shapes.
// A page is y-down, as the layout is; the document has flipped it.
import type { Face, Glyph } from './fonts/faces.ts';
import type { FaceName, Operation, Paint, Path, TextRun } from './operations.ts';
import type { Colour } from './theme.ts';
import { channels } from './theme.ts';

/** A face with its place in one document. */
export interface Pen {
  readonly face: Face;
  readonly embedded: PDFKit.EmbeddedFont;
  /** The subset's code of a glyph, as four hex digits. */
  readonly codes: Map<number, string>;
}

/** Kerning smaller than this is not worth its bytes; thousandths of the type size. */
const KERNING_STEP = 2;

export class ContentWriter {
  readonly used = new Set<Pen>();
  readonly #out: string[] = [];
  readonly #pens: Readonly<Record<FaceName, Pen>>;
  #fill = '';
  #stroke = '';
  #lineWidth = -1;
  #font = '';

  constructor(pens: Readonly<Record<FaceName, Pen>>) {
    this.#pens = pens;
  }

  content(): string {
    return this.#out.join('\n');
  }

  write(operation: Operation): void {
    switch (operation.kind) {
      case 'text':
        this.#text(operation);
        break;
      case 'rect': {
        const { x, y, width, height } = operation;
        this.#paint(operation);
        this.#out.push(`${n(x)} ${n(y)} ${n(width)} ${n(height)} re ${painter(operation)}`);
        break;
      }
      case 'line':
        this.#strokeWith(operation.colour, operation.lineWidth);
        this.#out.push(
          `${n(operation.x1)} ${n(operation.y1)} m ${n(operation.x2)} ${n(operation.y2)} l S`,
        );
        break;
      case 'path':
        this.#paint(operation);
        this.#out.push(`${outline(operation)} ${painter(operation)}`);
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
    this.#out.push(`${rgb(colour)} rg`);
  }

  #strokeWith(colour: Colour, lineWidth: number): void {
    if (colour !== this.#stroke) this.#out.push(`${rgb(colour)} RG`);
    if (lineWidth !== this.#lineWidth) this.#out.push(`${n(lineWidth)} w`);
    this.#stroke = colour;
    this.#lineWidth = lineWidth;
  }

  /** The page is y-down, so the text matrix turns glyphs upright again. */
  #text(run: TextRun): void {
    const pen = this.#pens[run.face];
    this.used.add(pen);
    this.#fillWith(run.colour);
    this.#out.push('BT');
    const font = `/${pen.embedded.id} ${n(run.size)} Tf`;
    if (font !== this.#font) this.#out.push(font);
    this.#font = font;

    const scale = run.size / 1000;
    const at = (x: number, y: number): string => `1 0 0 -1 ${n(x)} ${n(y)} Tm`;
    let shown: string[] = [];
    let codes = '';
    const endCodes = (): void => {
      if (codes !== '') shown.push(`<${codes}>`);
      codes = '';
    };
    const endShown = (): void => {
      endCodes();
      if (shown.length > 0) this.#out.push(`[${shown.join('')}] TJ`);
      shown = [];
    };
    let x = run.x;
    let lag = 0;
    this.#out.push(at(x, run.y));
    for (const glyph of glyphsOf(pen.face, run.text)) {
      if (glyph.dx !== 0 || glyph.dy !== 0) {
        endShown();
        this.#out.push(at(x + glyph.dx * scale, run.y - glyph.dy * scale));
        this.#out.push(`<${codeOf(pen, glyph)}> Tj`);
        x += glyph.advance * scale;
        this.#out.push(at(x, run.y));
        lag = 0;
        continue;
      }
      if (Math.abs(lag) >= KERNING_STEP) {
        endCodes();
        shown.push(String(-Math.round(lag)));
        lag = 0;
      }
      codes += codeOf(pen, glyph);
      lag += glyph.advance - glyph.width;
      x += glyph.advance * scale;
    }
    endShown();
    this.#out.push('ET');
  }
}

function* glyphsOf(face: Face, text: string): Generator<Glyph> {
  const words = text.split(' ');
  for (const [i, word] of words.entries()) {
    if (i > 0) yield spaceOf(face);
    if (word === '') continue;
    for (const piece of face.word(word).pieces) yield* piece.glyphs ?? [];
  }
}

function spaceOf(face: Face): Glyph {
  const width = face.spaceAdvance;
  const { id } = face.font.glyphForCodePoint(0x20);
  return { id, width, advance: width, dx: 0, dy: 0, codePoints: [0x20] };
}

function codeOf(pen: Pen, glyph: Glyph): string {
  const known = pen.codes.get(glyph.id);
  if (known !== undefined) return known;
  const { subset, widths, unicode } = pen.embedded;
  const included = subset.includeGlyph(glyph.id);
  widths[included] ??= glyph.width;
  unicode[included] ??= glyph.codePoints;
  const code = included.toString(16).padStart(4, '0');
  pen.codes.set(glyph.id, code);
  return code;
}

function outline(path: Path): string {
  return path.commands
    .map((c) => {
      switch (c.to) {
        case 'move':
          return `${n(c.x)} ${n(c.y)} m`;
        case 'line':
          return `${n(c.x)} ${n(c.y)} l`;
        case 'curve':
          return `${n(c.x1)} ${n(c.y1)} ${n(c.x2)} ${n(c.y2)} ${n(c.x)} ${n(c.y)} c`;
        case 'close':
          return 'h';
      }
    })
    .join(' ');
}

function painter(paint: Paint): string {
  if (paint.fill === null) return paint.stroke === null ? 'n' : 'S';
  return paint.stroke === null ? 'f' : 'B';
}

const rgbOf = new Map<Colour, string>();
function rgb(colour: Colour): string {
  const known = rgbOf.get(colour);
  if (known !== undefined) return known;
  const written = channels(colour)
    .map((c) => String(Math.round(c * 1000) / 1000))
    .join(' ');
  rgbOf.set(colour, written);
  return written;
}

/** Hundredths of a point are finer than any printer; −0 is not a number a PDF needs. */
function n(value: number): string {
  return String(Math.round(value * 100) / 100 + 0);
}
