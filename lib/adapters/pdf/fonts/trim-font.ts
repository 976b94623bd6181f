// Removes the glyphs that a document does not use from a TrueType file. Glyphs keep their numbers.

/** Returns the file with glyph 0, the given glyphs and the glyphs that these are composed of. */
export type FontTrimmer = (glyphs: Iterable<number>) => Buffer;

interface Table {
  /** The position of its directory entry. */
  readonly entry: number;
  readonly bytes: Buffer;
}

/** Bytes of the file header, of an entry of the table directory, and of a glyph’s metrics. */
const HEADER_BYTES = 12;
const ENTRY_BYTES = 16;
const METRIC_BYTES = 4;
/** Flags of a component of a composite glyph. */
const WORD_ARGUMENTS = 0x1;
const ONE_SCALE = 0x8;
const MORE_COMPONENTS = 0x20;
const TWO_SCALES = 0x40;
const FOUR_SCALES = 0x80;

/** `file`: with long glyph offsets and metrics for each glyph, as fontkit writes subsets. */
export function createFontTrimmer(file: Buffer): FontTrimmer {
  const tables = tablesOf(file);
  const tableOf = (tag: string): Table => {
    const table = tables.get(tag);
    if (table === undefined) throw new Error(`the font has no table ${tag}`);
    return table;
  };
  const [outlines, offsets, metrics] = [tableOf('glyf'), tableOf('loca'), tableOf('hmtx')];
  const count = tableOf('maxp').bytes.readUInt16BE(4);
  const hasLongOffsets = tableOf('head').bytes.readInt16BE(50) === 1;
  if (!hasLongOffsets || metrics.bytes.length !== count * METRIC_BYTES)
    throw new Error('the font is not a subset by fontkit');
  const outlineOf = (glyph: number): Buffer =>
    outlines.bytes.subarray(
      offsets.bytes.readUInt32BE(4 * glyph),
      offsets.bytes.readUInt32BE(4 * glyph + 4),
    );

  return (glyphs) => {
    const used = new Set([0, ...glyphs]);
    // A set also visits what is added on the way.
    for (const glyph of used) for (const part of componentsOf(outlineOf(glyph))) used.add(part);
    const kept: Buffer[] = [];
    let length = 0;
    const newOffsets = Buffer.alloc(offsets.bytes.length);
    const newMetrics = Buffer.alloc(metrics.bytes.length);
    for (let glyph = 0; glyph < count; glyph += 1) {
      if (used.has(glyph)) {
        const outline = outlineOf(glyph);
        kept.push(outline);
        length += outline.length;
        metrics.bytes.copy(
          newMetrics,
          METRIC_BYTES * glyph,
          METRIC_BYTES * glyph,
          METRIC_BYTES * (glyph + 1),
        );
      }
      newOffsets.writeUInt32BE(length, 4 * glyph + 4);
    }
    const replaced = new Map([
      [outlines, Buffer.concat(kept)],
      [offsets, newOffsets],
      [metrics, newMetrics],
    ]);
    return assemble(
      file,
      [...tables.values()].map((table) => ({
        ...table,
        bytes: replaced.get(table) ?? table.bytes,
      })),
    );
  };
}

function tablesOf(file: Buffer): ReadonlyMap<string, Table> {
  const tables = new Map<string, Table>();
  for (let i = 0; i < file.readUInt16BE(4); i += 1) {
    const entry = HEADER_BYTES + i * ENTRY_BYTES;
    const start = file.readUInt32BE(entry + 8);
    const bytes = file.subarray(start, start + file.readUInt32BE(entry + 12));
    tables.set(file.toString('latin1', entry, entry + 4), { entry, bytes });
  }
  return tables;
}

/** The glyphs that a composite glyph consists of. */
function componentsOf(outline: Buffer): readonly number[] {
  const isComposite = outline.length > 0 && outline.readInt16BE(0) < 0;
  if (!isComposite) return [];
  const components: number[] = [];
  let [position, flags] = [10, MORE_COMPONENTS];
  while ((flags & MORE_COMPONENTS) !== 0) {
    flags = outline.readUInt16BE(position);
    components.push(outline.readUInt16BE(position + 2));
    position += 4 + ((flags & WORD_ARGUMENTS) === 0 ? 2 : 4);
    if ((flags & ONE_SCALE) !== 0) position += 2;
    else if ((flags & TWO_SCALES) !== 0) position += 4;
    else if ((flags & FOUR_SCALES) !== 0) position += 8;
  }
  return components;
}

/** Tables start at multiples of four bytes. */
function assemble(file: Buffer, tables: readonly Table[]): Buffer {
  const directory = Buffer.from(file.subarray(0, HEADER_BYTES + tables.length * ENTRY_BYTES));
  const parts: Buffer[] = [directory];
  let position = directory.length;
  for (const { entry, bytes } of tables) {
    directory.writeUInt32BE(position, entry + 8);
    directory.writeUInt32BE(bytes.length, entry + 12);
    const padding = Buffer.alloc(-bytes.length & 3);
    parts.push(bytes, padding);
    position += bytes.length + padding.length;
  }
  return Buffer.concat(parts);
}
