// The sRGB colour space as an ICC profile of version 4: a tenth of the size of the profile that comes with pdfkit.
// Values are from IEC 61966-2-1, adapted to the illuminant D50 as ICC.1:2010 demands.

/** In units of 1/65,536. */
type Fixed = readonly number[];

const D50: Fixed = [0xf6d6, 0x1_0000, 0xd32d];
const RED: Fixed = [0x6fa2, 0x38f5, 0x0390];
const GREEN: Fixed = [0x6299, 0xb785, 0x18da];
const BLUE: Fixed = [0x24a0, 0x0f84, 0xb6cf];
/** From D65 to D50, by rows. */
const ADAPTATION = [
  [1.04788, 0.02292, -0.05022],
  [0.02959, 0.99048, -0.01707],
  [-0.00925, 0.01508, 0.75168],
];
/** Y = (aX + b)^g from d, and cX below: g, a, b, c, d. */
const CURVE = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045];
const CURVE_WITH_LINEAR_START = 3;

const HEADER_BYTES = 128;
const TAG_BYTES = 12;

export function srgbProfile(): Buffer {
  const curve = dataOf(
    'para',
    Buffer.from([0, CURVE_WITH_LINEAR_START, 0, 0]),
    fixed(CURVE.map(toFixed)),
  );
  const tags: readonly (readonly [string, Buffer])[] = [
    ['desc', textOf('sRGB')],
    ['cprt', textOf('No copyright, use freely')],
    ['wtpt', dataOf('XYZ ', fixed(D50))],
    ['chad', dataOf('sf32', fixed(ADAPTATION.flat().map(toFixed)))],
    ['rXYZ', dataOf('XYZ ', fixed(RED))],
    ['gXYZ', dataOf('XYZ ', fixed(GREEN))],
    ['bXYZ', dataOf('XYZ ', fixed(BLUE))],
    ['rTRC', curve],
    ['gTRC', curve],
    ['bTRC', curve],
  ];
  const data = [...new Set(tags.map(([, bytes]) => bytes))];
  const start = HEADER_BYTES + 4 + tags.length * TAG_BYTES;
  const offsetOf = (bytes: Buffer): number =>
    data.slice(0, data.indexOf(bytes)).reduce((sum, { length }) => sum + length, start);
  const table = tags.map(([name, bytes]) =>
    Buffer.concat([Buffer.from(name, 'latin1'), integer(offsetOf(bytes)), integer(bytes.length)]),
  );
  const body = Buffer.concat([integer(tags.length), ...table, ...data]);
  return Buffer.concat([header(HEADER_BYTES + body.length), body]);
}

function header(length: number): Buffer {
  const bytes = Buffer.alloc(HEADER_BYTES);
  bytes.writeUInt32BE(length, 0);
  // Version 4.2.
  bytes.writeUInt32BE(0x0420_0000, 8);
  // A display whose colours are RGB and connected by XYZ.
  bytes.write('mntrRGB XYZ ', 12, 'latin1');
  // Any fixed date: year, month, day.
  [2010, 12, 1].forEach((part, i) => bytes.writeUInt16BE(part, 24 + 2 * i));
  bytes.write('acsp', 36, 'latin1');
  fixed(D50).copy(bytes, 68);
  return bytes;
}

/** The data of a tag: a type, four reserved bytes, and the content in multiples of four bytes. */
function dataOf(type: string, ...content: readonly Buffer[]): Buffer {
  const bytes = Buffer.concat([Buffer.from(type, 'latin1'), integer(0), ...content]);
  return Buffer.concat([bytes, Buffer.alloc(-bytes.length & 3)]);
}

/** A text in one language, after a table of languages with one entry of twelve bytes. */
function textOf(text: string): Buffer {
  const characters = Buffer.from(text, 'utf16le').swap16();
  return dataOf(
    'mluc',
    integer(1),
    integer(TAG_BYTES),
    Buffer.from('enUS', 'latin1'),
    integer(characters.length),
    integer(28),
    characters,
  );
}

function fixed(values: Fixed): Buffer {
  return Buffer.concat(values.map(integer));
}

function toFixed(value: number): number {
  return Math.round(value * 0x1_0000);
}

function integer(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}
