// How PDF spells what isn't plain: names of objects, texts, hex.

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
