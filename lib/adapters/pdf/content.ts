// Writes draw operations as PDF operators: shapes as they are, text glyph by glyph from the shared shapes.
// A page is y-down, as the layout is; the document has flipped it.
import type { Face } from './fonts/faces.ts';
import type { Glyph } from './fonts/shaping.ts';
import type { FaceName, Operation, Paint, Path, TextRun } from './operations.ts';
import { remembered } from './remembered.ts';
import type { Colour } from './theme.ts';
import { channels } from './theme.ts';

/** Where a document has a glyph: in which font of a page's resources, and four hex digits. */
export interface Place {
  readonly resource: string;
  readonly code: string;
}

/** A face as one document has it. */
export interface Pen {
  readonly face: Face;
  place(glyph: Glyph): Place;
}

/** Kerning smaller than this is not worth its bytes; thousandths of the type size. */
const KERNING_STEP = 2;

export class ContentWriter {
  /** The fonts that the page needs among its resources. */
  readonly used = new Set<string>();
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

  #text(run: TextRun): void {
    const pen = this.#pens[run.face];
    this.#fillWith(run.colour);
    const { codes } = pen.face.line(run.text);
    if (codes === null) {
      this.#out.push('BT');
      this.#glyphs(run, pen);
      this.#out.push('ET');
    } else {
      const font = this.#fontFor(pen.face.common.resource, run.size);
      this.#out.push(`BT ${font}${textAt(run.x, run.y)} [<${codes}>] TJ ET`);
    }
  }

  /** The operator that sets the font, or nothing when it is set already. */
  #fontFor(resource: string, size: number): string {
    const font = `/${resource} ${n(size)} Tf `;
    if (font === this.#font) return '';
    this.used.add(resource);
    this.#font = font;
    return font;
  }

  /** Text of more than the common sheet, glyph by glyph. */
  #glyphs(run: TextRun, pen: Pen): void {
    const scale = run.size / 1000;
    let shown = '';
    const endShown = (): void => {
      if (shown !== '') this.#out.push(`[<${shown}>] TJ`);
      shown = '';
    };
    let x = run.x;
    let lag = 0;
    let resource = '';
    this.#out.push(textAt(x, run.y));
    for (const glyph of glyphsOf(pen.face, run.text)) {
      const place = pen.place(glyph);
      if (place.resource !== resource) {
        endShown();
        resource = place.resource;
        this.#out.push(this.#fontFor(resource, run.size));
      }
      if (glyph.dx !== 0 || glyph.dy !== 0) {
        endShown();
        this.#out.push(textAt(x + glyph.dx * scale, run.y - glyph.dy * scale));
        this.#out.push(`<${place.code}> Tj`);
        x += glyph.advance * scale;
        this.#out.push(textAt(x, run.y));
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
  }
}

/** The page is y-down, so the text matrix turns glyphs upright again. */
function textAt(x: number, y: number): string {
  return `1 0 0 -1 ${n(x)} ${n(y)} Tm`;
}

function* glyphsOf(face: Face, text: string): Generator<Glyph> {
  for (const [i, word] of text.split(' ').entries()) {
    if (i > 0) yield face.space;
    for (const { glyphs } of word === '' ? [] : face.pieces(word)) yield* glyphs ?? [];
  }
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

const rgb = remembered(1_000, (colour) =>
  channels(colour)
    .map((c) => String(Math.round(c * 1000) / 1000))
    .join(' '),
);

const FRACTIONS = Array.from({ length: 100 }, (_, i) => String(i / 100).slice(1));

/** Hundredths of a point are finer than any printer; −0 is not a number a PDF needs. */
function n(value: number): string {
  const hundredths = Math.round(Math.abs(value) * 100);
  const rest = hundredths % 100;
  const digits = String((hundredths - rest) / 100) + (FRACTIONS[rest] ?? '');
  return value < 0 && hundredths > 0 ? `-${digits}` : digits;
}
