// Writes TrueType files that have only the glyphs a document uses. fontkit's own subsets decode every glyph, which takes
// a hundred times as long.

/**
 * Returns a font file with the given glyphs of the full font, numbered by their place in the list, followed by the glyphs
 * that these are composed of. Null is an empty glyph.
 */
export type FontSubsetter = (glyphs: readonly (number | null)[]) => Buffer;

interface GlyphSource {
  readonly outlineOf: (glyph: number) => Buffer;
  /** The advance width and the left side bearing, as in the table hmtx. */
  readonly metricsOf: (glyph: number) => Buffer;
}

/** Copied as they are, where the font has them. */
const HINTING_TABLES = ['cvt ', 'fpgm', 'prep'];
/** Bytes of the file header, of an entry of the table directory, and of a glyph’s metrics. */
const HEADER_BYTES = 12;
const ENTRY_BYTES = 16;
const METRIC_BYTES = 4;
const BEARING_BYTES = 2;
/** The version of a file with TrueType outlines. */
const TRUETYPE = 0x10000;
/** Flags of a component of a composite glyph. */
const WORD_ARGUMENTS = 0x1;
const ONE_SCALE = 0x8;
const MORE_COMPONENTS = 0x20;
const TWO_SCALES = 0x40;
const FOUR_SCALES = 0x80;

export function createFontSubsetter(file: Buffer): FontSubsetter {
  const tables = tablesOf(file);
  const source = glyphSourceOf(tables);
  const hinting = HINTING_TABLES.flatMap((tag): [string, Buffer][] => {
    const table = tables.get(tag);
    return table === undefined ? [] : [[tag, table]];
  });

  return (glyphs) => {
    const { outlines, metrics } = collectGlyphs(glyphs, source);
    const count = outlines.length;
    const offsets = Buffer.alloc(4 * (count + 1));
    let length = 0;
    outlines.forEach((outline, i) => {
      length += outline.length;
      offsets.writeUInt32BE(length, 4 * (i + 1));
    });
    const head = Buffer.from(tableOf(tables, 'head'));
    head.writeInt16BE(1, LONG_OFFSETS_AT);
    const hhea = Buffer.from(tableOf(tables, 'hhea'));
    hhea.writeUInt16BE(count, METRICS_COUNT_AT);
    const maxp = Buffer.from(tableOf(tables, 'maxp'));
    maxp.writeUInt16BE(count, GLYPHS_COUNT_AT);
    return fileOf([
      ...hinting,
      ['glyf', Buffer.concat(outlines)],
      ['head', head],
      ['hhea', hhea],
      ['hmtx', Buffer.concat(metrics)],
      ['loca', offsets],
      ['maxp', maxp],
    ]);
  };
}

/** Positions in head, hhea and maxp. */
const LONG_OFFSETS_AT = 50;
const METRICS_COUNT_AT = 34;
const GLYPHS_COUNT_AT = 4;

function tablesOf(file: Buffer): ReadonlyMap<string, Buffer> {
  if (file.readUInt32BE(0) !== TRUETYPE) throw new Error('the font has no TrueType outlines');
  const tables = new Map<string, Buffer>();
  for (let i = 0; i < file.readUInt16BE(4); i += 1) {
    const entry = HEADER_BYTES + i * ENTRY_BYTES;
    const start = file.readUInt32BE(entry + 8);
    const bytes = file.subarray(start, start + file.readUInt32BE(entry + 12));
    tables.set(file.toString('latin1', entry, entry + 4), bytes);
  }
  return tables;
}

function tableOf(tables: ReadonlyMap<string, Buffer>, tag: string): Buffer {
  const table = tables.get(tag);
  if (table === undefined) throw new Error(`the font has no table ${tag}`);
  return table;
}

function glyphSourceOf(tables: ReadonlyMap<string, Buffer>): GlyphSource {
  const outlines = tableOf(tables, 'glyf');
  const offsets = tableOf(tables, 'loca');
  const metrics = tableOf(tables, 'hmtx');
  const hasLongOffsets = tableOf(tables, 'head').readInt16BE(LONG_OFFSETS_AT) === 1;
  const metricsCount = tableOf(tables, 'hhea').readUInt16BE(METRICS_COUNT_AT);
  const offsetOf = (glyph: number): number =>
    hasLongOffsets ? offsets.readUInt32BE(4 * glyph) : 2 * offsets.readUInt16BE(2 * glyph);
  return {
    outlineOf: (glyph) => outlines.subarray(offsetOf(glyph), offsetOf(glyph + 1)),
    metricsOf: (glyph) => {
      if (glyph < metricsCount)
        return metrics.subarray(METRIC_BYTES * glyph, METRIC_BYTES * (glyph + 1));
      // The last glyphs have the advance width of the one before them, and bearings of their own.
      const last = METRIC_BYTES * (metricsCount - 1);
      const bearing = METRIC_BYTES * metricsCount + BEARING_BYTES * (glyph - metricsCount);
      return Buffer.concat([
        metrics.subarray(last, last + BEARING_BYTES),
        metrics.subarray(bearing, bearing + BEARING_BYTES),
      ]);
    },
  };
}

/** The outlines and metrics of the given glyphs and of those they are composed of, by their new numbers. */
function collectGlyphs(
  glyphs: readonly (number | null)[],
  { outlineOf, metricsOf }: GlyphSource,
): { readonly outlines: readonly Buffer[]; readonly metrics: readonly Buffer[] } {
  const collected = [...glyphs];
  const numbers = new Map<number | null, number>(collected.map((glyph, i) => [glyph, i]));
  const numberOf = (glyph: number): number => {
    const number = numbers.get(glyph) ?? collected.push(glyph) - 1;
    numbers.set(glyph, number);
    return number;
  };
  const outlines: Buffer[] = [];
  const metrics: Buffer[] = [];
  // Components are added on the way.
  for (const glyph of collected) {
    outlines.push(glyph === null ? NO_OUTLINE : renumbered(outlineOf(glyph), numberOf));
    metrics.push(glyph === null ? NO_METRICS : metricsOf(glyph));
  }
  return { outlines, metrics };
}

const NO_OUTLINE = Buffer.alloc(0);
const NO_METRICS = Buffer.alloc(METRIC_BYTES);

/** The outline; that of a composite glyph with the new numbers of its components. */
function renumbered(outline: Buffer, numberOf: (glyph: number) => number): Buffer {
  const isComposite = outline.length > 0 && outline.readInt16BE(0) < 0;
  if (!isComposite) return outline;
  const copy = Buffer.from(outline);
  let [position, flags] = [10, MORE_COMPONENTS];
  while ((flags & MORE_COMPONENTS) !== 0) {
    flags = copy.readUInt16BE(position);
    copy.writeUInt16BE(numberOf(copy.readUInt16BE(position + 2)), position + 2);
    position += 4 + ((flags & WORD_ARGUMENTS) === 0 ? 2 : 4);
    if ((flags & ONE_SCALE) !== 0) position += 2;
    else if ((flags & TWO_SCALES) !== 0) position += 4;
    else if ((flags & FOUR_SCALES) !== 0) position += 8;
  }
  return copy;
}

/** Tables start at multiples of four bytes; checksums are left at zero. */
function fileOf(unsortedTables: readonly (readonly [tag: string, bytes: Buffer])[]): Buffer {
  const tables = unsortedTables.toSorted(([a], [b]) => (a < b ? -1 : 1));
  const directory = Buffer.alloc(HEADER_BYTES + tables.length * ENTRY_BYTES);
  const searchSteps = Math.floor(Math.log2(tables.length));
  const searchRange = 2 ** searchSteps * ENTRY_BYTES;
  directory.writeUInt32BE(TRUETYPE, 0);
  directory.writeUInt16BE(tables.length, 4);
  directory.writeUInt16BE(searchRange, 6);
  directory.writeUInt16BE(searchSteps, 8);
  directory.writeUInt16BE(tables.length * ENTRY_BYTES - searchRange, 10);
  const parts: Buffer[] = [directory];
  let position = directory.length;
  let entry = HEADER_BYTES;
  for (const [tag, bytes] of tables) {
    directory.write(tag, entry, 'latin1');
    directory.writeUInt32BE(position, entry + 8);
    directory.writeUInt32BE(bytes.length, entry + 12);
    const padding = Buffer.alloc(-bytes.length & 3);
    parts.push(bytes, padding);
    position += bytes.length + padding.length;
    entry += ENTRY_BYTES;
  }
  return Buffer.concat(parts);
}
