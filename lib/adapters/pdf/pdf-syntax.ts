// Strings, references, numbers, colours and paths in PDF syntax.
import type { Paint, Path } from '../../charts/draw-operations.ts';
import { memoize } from '../../domain/memoize.ts';
import { channels } from '../../charts/theme.ts';

const PLAIN = /^[ -~]*$/;

/** A PDF text string: printable ASCII as it is, anything else as UTF-16. */
export function textString(text: string): string {
  const bytes = PLAIN.test(text)
    ? text
    : Buffer.from(`\ufeff${text}`, 'utf16le').swap16().toString('latin1');
  // PDF readers normalize an unescaped carriage return.
  return `(${bytes.replaceAll(/[\\()\r]/g, (c) => (c === '\r' ? '\\r' : `\\${c}`))})`;
}

/** pdfkit writes a primitive string as a name and only a String object as a string. */
export function stringObject(text: string): object {
  return new String(text);
}

/** Big-endian UTF-16 as hex digits. */
export function utf16Hex(text: string): string {
  return Buffer.from(text.toWellFormed(), 'utf16le').swap16().toString('hex');
}

/** A glyph code as four hex digits. */
export function codeHex(code: number): string {
  return code.toString(16).padStart(4, '0');
}

export function refText(id: number): string {
  return `${id} 0 R`;
}

/** The page is y-down, so the text matrix flips glyphs upright. */
export function textMatrix(x: number, y: number): string {
  return `1 0 0 -1 ${formatNumber(x)} ${formatNumber(y)} Tm`;
}

export function pathOperators(path: Path, dx: number, dy: number): string {
  return path.commands
    .map((c) => {
      switch (c.to) {
        case 'move':
          return `${formatNumber(c.x + dx)} ${formatNumber(c.y + dy)} m`;
        case 'line':
          return `${formatNumber(c.x + dx)} ${formatNumber(c.y + dy)} l`;
        case 'curve':
          return `${formatNumber(c.x1 + dx)} ${formatNumber(c.y1 + dy)} ${formatNumber(c.x2 + dx)} ${formatNumber(c.y2 + dy)} ${formatNumber(c.x + dx)} ${formatNumber(c.y + dy)} c`;
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

/** Red, green and blue as operands of `rg` and `RG`. */
export const rgbOperands = memoize(1_000, (colour) =>
  channels(colour)
    .map((c) => String(Math.round(c * 1000) / 1000))
    .join(' '),
);

const FRACTIONS = Array.from({ length: 100 }, (_, i) => String(i / 100).slice(1));

/** Rounds to hundredths of a point, which is finer than printers resolve; never returns −0. */
export function formatNumber(value: number): string {
  const hundredths = Math.round(Math.abs(value) * 100);
  const fraction = hundredths % 100;
  const digits = String((hundredths - fraction) / 100) + (FRACTIONS[fraction] ?? '');
  return value < 0 && hundredths > 0 ? `-${digits}` : digits;
}
