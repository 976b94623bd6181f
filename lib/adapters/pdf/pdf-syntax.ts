// Strings, references, colours and compressed streams in PDF syntax.
import { deflateSync } from 'node:zlib';
import type { Paint } from '../../charts/draw-operations.ts';
import { memoize } from '../../domain/memoize.ts';
import { channels } from '../../charts/theme.ts';

/** The characters of PDFDocEncoding that Latin-1 lacks, from the byte 0x80; the Euro sign has the byte 0xa0. */
const SPECIAL = '•†‡…—–ƒ⁄‹›−‰„“”‘’‚™ﬁﬂŁŒŠŸŽıłœšž';
const SPECIAL_BYTES: ReadonlyMap<string, string> = new Map([
  ...Array.from(SPECIAL, (character, i) => [character, String.fromCharCode(0x80 + i)] as const),
  ['€', '\xa0'],
]);
const PLAIN = /^[ -~]*$/;
const ENCODABLE = new RegExp(`^[ -~\xa1-\xac\xae-\xff${SPECIAL}€]*$`);
/** What PDF readers would take for the start of another encoding. */
const OTHER_ENCODING = /^(?:þÿ|ÿþ|ï»¿)/;
const ESCAPED = /[\\()\r]/;
const ALL_ESCAPED = new RegExp(ESCAPED, 'g');

/** A PDF text string: in PDFDocEncoding when it has all characters, otherwise as UTF-16. */
export function textString(text: string): string {
  // PDF readers normalize an unescaped carriage return.
  const bytes = encoded(text);
  if (!ESCAPED.test(bytes)) return `(${bytes})`;
  return `(${bytes.replaceAll(ALL_ESCAPED, (c) => (c === '\r' ? '\\r' : `\\${c}`))})`;
}

function encoded(text: string): string {
  if (PLAIN.test(text)) return text;
  if (ENCODABLE.test(text) && !OTHER_ENCODING.test(text)) {
    return text.replaceAll(/[^ -~\xa1-\xff]/g, (character) => SPECIAL_BYTES.get(character) ?? '');
  }
  return Buffer.from(`\ufeff${text}`, 'utf16le').swap16().toString('latin1');
}

/** pdfkit writes a primitive string as a name and only a String object as a string. */
export function stringObject(text: string): object {
  return new String(text);
}

export function refText(id: number): string {
  return `${id} 0 R`;
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

/** Level 2 takes less than half of the time of zlib's default, 6, for a tenth more bytes. */
const DEFLATE = { level: 2 } as const;

/** The data of a stream with the filter FlateDecode. */
export function deflated(data: string | Uint8Array): Buffer {
  return deflateSync(data, DEFLATE);
}
