// The bytes of a page's content or of many objects. Numbers and glyphs, of which a page has thousands, are written without
// strings.

const INITIAL_BYTES = 65_536;
/** At least the length of a number. */
const NUMBER_BYTES = 32;
const [MINUS, POINT, ZERO, SPACE] = [0x2d, 0x2e, 0x30, 0x20];
const BACKSLASH = 0x5c;
const CARRIAGE_RETURN = 0x0d;
/** What follows the backslash, for the characters of a string that need one. */
const ESCAPES = new Uint8Array(256);
for (const character of '()\\') ESCAPES[character.charCodeAt(0)] = character.charCodeAt(0);
ESCAPES[CARRIAGE_RETURN] = 'r'.charCodeAt(0);

export class PdfBytes {
  #bytes = Buffer.allocUnsafe(INITIAL_BYTES);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** Text of one byte per character. */
  text(text: string): this {
    this.#reserve(text.length);
    const [bytes, start] = [this.#bytes, this.#length];
    for (let i = 0; i < text.length; i += 1) bytes[start + i] = text.charCodeAt(i);
    this.#length += text.length;
    return this;
  }

  /** A number and a space. Rounds to hundredths of a point, which is finer than printers resolve; never writes −0. */
  number(value: number): this {
    return this.#decimal(Math.round(Math.abs(value) * 100), value < 0);
  }

  /** Takes a whole number, because passing on a fraction would allocate an object. */
  #decimal(hundredths: number, isNegative: boolean): this {
    const fraction = hundredths % 100;
    this.#reserve(NUMBER_BYTES);
    if (isNegative && hundredths > 0) this.#byte(MINUS);
    this.integer(Math.floor(hundredths / 100));
    if (fraction > 0) {
      this.#byte(POINT);
      this.#byte(ZERO + Math.floor(fraction / 10));
      if (fraction % 10 > 0) this.#byte(ZERO + (fraction % 10));
    }
    this.#byte(SPACE);
    return this;
  }

  /** A whole number of at least 0. */
  integer(value: number): this {
    if (value >= 1_000) return this.text(String(value));
    this.#reserve(NUMBER_BYTES);
    if (value >= 100) this.#byte(ZERO + Math.floor(value / 100));
    if (value >= 10) this.#byte(ZERO + (Math.floor(value / 10) % 10));
    this.#byte(ZERO + (value % 10));
    return this;
  }

  /** A reference to an object. */
  ref(id: number): this {
    return this.integer(id).text(' 0 R');
  }

  /** A glyph code as two bytes within a string. */
  code(code: number): this {
    this.#reserve(4);
    this.#stringByte(code >> 8);
    this.#stringByte(code & 0xff);
    return this;
  }

  /** Returns what was written, and starts again. The bytes are valid until the next call of another method. */
  take(): Uint8Array {
    const bytes = this.#bytes.subarray(0, this.#length);
    this.#length = 0;
    return bytes;
  }

  #stringByte(byte: number): void {
    const escapedByte = ESCAPES[byte] ?? 0;
    if (escapedByte > 0) this.#byte(BACKSLASH);
    this.#byte(escapedByte > 0 ? escapedByte : byte);
  }

  #byte(byte: number): void {
    this.#bytes[this.#length] = byte;
    this.#length += 1;
  }

  #reserve(length: number): void {
    if (this.#length + length <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(2 * Math.max(this.#bytes.length, this.#length + length));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }
}
