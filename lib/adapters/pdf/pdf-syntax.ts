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
export function stringObject(text: string): object {
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
export function textMatrix(x: number, y: number): string {
  return `1 0 0 -1 ${formatNumber(x)} ${formatNumber(y)} Tm`;
}

export function pathOperators(path: Path): string {
  return path.commands
    .map((c) => {
      switch (c.to) {
        case 'move':
          return `${formatNumber(c.x)} ${formatNumber(c.y)} m`;
        case 'line':
          return `${formatNumber(c.x)} ${formatNumber(c.y)} l`;
        case 'curve':
          return `${formatNumber(c.x1)} ${formatNumber(c.y1)} ${formatNumber(c.x2)} ${formatNumber(c.y2)} ${formatNumber(c.x)} ${formatNumber(c.y)} c`;
        case 'close':
          return 'h';
      }
    })
    .join(' ');
}

export function paintOperator(paint: Paint): string {
  if (paint.fill === null) return paint.stroke === null ? 'n' : 'S';
  return paint.stroke === null ? 'f' : 'B';
}

/** Red, green and blue as the operators take them. */
export const rgbOperands = memoize(1_000, (colour) =>
  channels(colour)
    .map((c) => String(Math.round(c * 1000) / 1000))
    .join(' '),
);

const FRACTIONS = Array.from({ length: 100 }, (_, i) => String(i / 100).slice(1));

/** Hundredths of a point are finer than any printer; −0 is not a number a PDF needs. */
export function formatNumber(value: number): string {
  const hundredths = Math.round(Math.abs(value) * 100);
  const rest = hundredths % 100;
  const digits = String((hundredths - rest) / 100) + (FRACTIONS[rest] ?? '');
  return value < 0 && hundredths > 0 ? `-${digits}` : digits;
}
