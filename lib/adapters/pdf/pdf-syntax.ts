// Strings, references, numbers, colours and paths in PDF syntax.
import type { Paint, Path } from '../../charts/draw-operations.ts';
import { memoize } from '../../domain/memoize.ts';
import { channels } from '../../charts/theme.ts';

const PLAIN = /^[ -~]*$/;

/** A text as a PDF string: as it is when every reader agrees on its bytes, otherwise in UTF-16. */
export function textString(text: string): string {
  const bytes = PLAIN.test(text)
    ? text
    : Buffer.from(`\ufeff${text}`, 'utf16le').swap16().toString('latin1');
  // A bare line end would be read as another.
  return `(${bytes.replaceAll(/[\\()\r]/g, (c) => (c === '\r' ? '\\r' : `\\${c}`))})`;
}

/** pdfkit writes a string as a name, and only a String as a string. */
export function literal(text: string): object {
  return new String(text);
}

/** UTF-16, big-endian, in hex digits. */
export function utf16Hex(text: string): string {
  return Buffer.from(text.toWellFormed(), 'utf16le').swap16().toString('hex');
}

/** A glyph's code in four hex digits. */
export function codeHex(code: number): string {
  return code.toString(16).padStart(4, '0');
}

export function refText(id: number): string {
  return `${id} 0 R`;
}

/** The page is y-down, so the text matrix turns glyphs upright again. */
export function textAt(x: number, y: number): string {
  return `1 0 0 -1 ${number(x)} ${number(y)} Tm`;
}

export function outline(path: Path): string {
  return path.commands
    .map((c) => {
      switch (c.to) {
        case 'move':
          return `${number(c.x)} ${number(c.y)} m`;
        case 'line':
          return `${number(c.x)} ${number(c.y)} l`;
        case 'curve':
          return `${number(c.x1)} ${number(c.y1)} ${number(c.x2)} ${number(c.y2)} ${number(c.x)} ${number(c.y)} c`;
        case 'close':
          return 'h';
      }
    })
    .join(' ');
}

export function painter(paint: Paint): string {
  if (paint.fill === null) return paint.stroke === null ? 'n' : 'S';
  return paint.stroke === null ? 'f' : 'B';
}

/** Red, green and blue as the operators take them. */
export const rgb = memoize(1_000, (colour) =>
  channels(colour)
    .map((c) => String(Math.round(c * 1000) / 1000))
    .join(' '),
);

const FRACTIONS = Array.from({ length: 100 }, (_, i) => String(i / 100).slice(1));

/** Hundredths of a point are finer than any printer; −0 is not a number a PDF needs. */
export function number(value: number): string {
  const hundredths = Math.round(Math.abs(value) * 100);
  const rest = hundredths % 100;
  const digits = String((hundredths - rest) / 100) + (FRACTIONS[rest] ?? '');
  return value < 0 && hundredths > 0 ? `-${digits}` : digits;
}
