// Reads the tables of TrueType files that PDF font descriptions and subsets need.

export type FontTables = ReadonlyMap<string, Buffer>;

/** Lengths are in font units. */
export interface FaceMetrics {
  readonly unitsPerEm: number;
  /** Left, bottom, right, top. */
  readonly bbox: readonly number[];
  readonly italicAngle: number;
  readonly ascent: number;
  readonly descent: number;
  readonly capHeight: number;
  readonly xHeight: number;
}

/** Bytes of the file header and of an entry of the table directory. */
export const HEADER_BYTES = 12;
export const ENTRY_BYTES = 16;
/** The version of a file with TrueType outlines. */
export const TRUETYPE = 0x10000;

/** Throws for a font with other outlines. */
export function tablesOf(file: Buffer): FontTables {
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

export function tableOf(tables: FontTables, tag: string): Buffer {
  const table = tables.get(tag);
  if (table === undefined) throw new Error(`the font has no table ${tag}`);
  return table;
}

export function metricsOf(tables: FontTables): FaceMetrics {
  const head = tableOf(tables, 'head');
  const hhea = tableOf(tables, 'hhea');
  const os2 = tableOf(tables, 'OS/2');
  return {
    unitsPerEm: head.readUInt16BE(18),
    bbox: [36, 38, 40, 42].map((at) => head.readInt16BE(at)),
    italicAngle: tableOf(tables, 'post').readInt32BE(4) / 0x10000,
    ascent: hhea.readInt16BE(4),
    descent: hhea.readInt16BE(6),
    // The heights exist since version 2 of the table.
    xHeight: os2.readUInt16BE(0) < 2 ? 0 : os2.readInt16BE(86),
    capHeight: os2.readUInt16BE(0) < 2 ? 0 : os2.readInt16BE(88),
  };
}
