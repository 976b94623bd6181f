// Writes TrueType files that have only the glyphs a document uses.
import { ENTRY_BYTES, HEADER_BYTES, TRUETYPE, tableOf } from './font-tables.ts';
import type { FontTables } from './font-tables.ts';

/** A glyph of the full font; x and y are its place in font units. */
export interface Component {
  readonly glyph: number;
  readonly x: number;
  readonly y: number;
}

/** What one glyph of a subset shows. Lengths are in font units. */
export interface Outline {
  /** A single glyph at the origin is copied; other glyphs are composed. */
  readonly components: readonly Component[];
  readonly advance: number;
}

/**
 * Returns a font file with the given glyphs, numbered by their place in the list, followed by the glyphs that these are
 * composed of. Null is an empty glyph without width.
 */
export type FontSubsetter = (glyphs: readonly (Outline | null)[]) => Buffer;

/** The longest offset of a component and the widest glyph that always fit the tables, in font units. */
export const LARGEST_LENGTH = 16_000;
/** Components of a glyph; further ones are not shown. */
const MOST_COMPONENTS = 200;

interface GlyphSource {
  readonly outlineOf: (glyph: number) => Buffer;
  /** The advance width and the left side bearing, as in the table hmtx. */
  readonly metricsOf: (glyph: number) => Buffer;
}

/** Copied as they are, where the font has them. */
const HINTING_TABLES = ['cvt ', 'fpgm', 'prep'];
/** Bytes of a glyph’s metrics, and of a left side bearing alone. */
const METRIC_BYTES = 4;
const BEARING_BYTES = 2;
/** Flags of a component of a composite glyph. */
const WORD_ARGUMENTS = 0x1;
const OFFSET_ARGUMENTS = 0x2;
const ONE_SCALE = 0x8;
const MORE_COMPONENTS = 0x20;
const TWO_SCALES = 0x40;
const FOUR_SCALES = 0x80;

export function createFontSubsetter(tables: FontTables): FontSubsetter {
  const source = glyphSourceOf(tables);
  const hinting = HINTING_TABLES.flatMap((tag): [string, Buffer][] => {
    const table = tables.get(tag);
    return table === undefined ? [] : [[tag, table]];
  });

  return (glyphs) => {
    const { outlines, metrics, mostComponents } = collectGlyphs(glyphs, source);
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
    const maxp = limitsFor(tableOf(tables, 'maxp'), mostComponents);
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
const [MOST_POINTS_AT, MOST_CONTOURS_AT] = [6, 8];
const [MOST_COMPOSITE_POINTS_AT, MOST_COMPOSITE_CONTOURS_AT] = [10, 12];
const [MOST_COMPONENTS_AT, DEPTH_AT] = [28, 30];
const LARGEST_COUNT = 0xffff;

/** A copy of the table maxp for glyphs that are composed of up to so many glyphs of the font. */
function limitsFor(table: Buffer, components: number): Buffer {
  const maxp = Buffer.from(table);
  if (components === 0) return maxp;
  const raise = (at: number, value: number): void => {
    maxp.writeUInt16BE(Math.min(LARGEST_COUNT, Math.max(value, table.readUInt16BE(at))), at);
  };
  const most = (...places: readonly number[]): number =>
    Math.max(...places.map((at) => table.readUInt16BE(at)));
  raise(MOST_COMPOSITE_POINTS_AT, components * most(MOST_POINTS_AT, MOST_COMPOSITE_POINTS_AT));
  raise(
    MOST_COMPOSITE_CONTOURS_AT,
    components * most(MOST_CONTOURS_AT, MOST_COMPOSITE_CONTOURS_AT),
  );
  raise(MOST_COMPONENTS_AT, components);
  raise(DEPTH_AT, table.readUInt16BE(DEPTH_AT) + 1);
  return maxp;
}

function glyphSourceOf(tables: FontTables): GlyphSource {
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

interface CollectedGlyphs {
  readonly outlines: readonly Buffer[];
  readonly metrics: readonly Buffer[];
  /** The most components of a glyph that was composed here. */
  readonly mostComponents: number;
}

/** The outlines and metrics of the given glyphs and of those they are composed of, by their new numbers. */
function collectGlyphs(glyphs: readonly (Outline | null)[], source: GlyphSource): CollectedGlyphs {
  const collected: (Outline | number | null)[] = glyphs.map((outline) =>
    copiedGlyph(outline, source),
  );
  const numbers = new Map<Outline | number | null, number>();
  collected.forEach((glyph, i) => {
    if (!numbers.has(glyph)) numbers.set(glyph, i);
  });
  const numberOf = (glyph: number): number => {
    const number = numbers.get(glyph) ?? collected.push(glyph) - 1;
    numbers.set(glyph, number);
    return number;
  };
  const outlines: Buffer[] = [];
  const metrics: Buffer[] = [];
  let mostComponents = 0;
  // Components are added on the way.
  for (const glyph of collected) {
    if (glyph === null) {
      outlines.push(NO_OUTLINE);
      metrics.push(NO_METRICS);
    } else if (typeof glyph === 'number') {
      outlines.push(renumbered(source.outlineOf(glyph), numberOf));
      metrics.push(source.metricsOf(glyph));
    } else {
      const components = visibleComponents(glyph, source);
      const outline = composed(components, source, numberOf);
      mostComponents = Math.max(mostComponents, components.length);
      outlines.push(outline);
      metrics.push(metric(glyph.advance, outline.length === 0 ? 0 : outline.readInt16BE(LEFT_AT)));
    }
  }
  return { outlines, metrics, mostComponents };
}

/** The number of the glyph that an outline is a copy of; the outline itself when it is composed. */
function copiedGlyph(outline: Outline | null, { metricsOf }: GlyphSource): Outline | number | null {
  const [first, second] = outline?.components ?? [];
  if (outline === null || first === undefined || second !== undefined) return outline;
  const isCopy =
    first.x === 0 && first.y === 0 && metricsOf(first.glyph).readUInt16BE(0) === outline.advance;
  return isCopy ? first.glyph : outline;
}

function visibleComponents(
  { components }: Outline,
  { outlineOf }: GlyphSource,
): readonly Component[] {
  return components.filter(({ glyph }) => outlineOf(glyph).length > 0).slice(0, MOST_COMPONENTS);
}

/** Positions of the box in an outline; the components follow it. */
const [LEFT_AT, BOTTOM_AT, RIGHT_AT, TOP_AT, COMPONENTS_AT] = [2, 4, 6, 8, 10];
const COMPONENT_BYTES = 8;

/** The outline of a glyph that is composed of the given ones. */
function composed(
  components: readonly Component[],
  { outlineOf }: GlyphSource,
  numberOf: (glyph: number) => number,
): Buffer {
  if (components.length === 0) return NO_OUTLINE;
  const outline = Buffer.alloc(COMPONENTS_AT + COMPONENT_BYTES * components.length);
  outline.writeInt16BE(-1, 0);
  const box = (at: number, component: Component, offset: number): number =>
    outlineOf(component.glyph).readInt16BE(at) + offset;
  const least = (at: number, axis: 'x' | 'y'): number =>
    Math.min(...components.map((component) => box(at, component, component[axis])));
  const most = (at: number, axis: 'x' | 'y'): number =>
    Math.max(...components.map((component) => box(at, component, component[axis])));
  outline.writeInt16BE(least(LEFT_AT, 'x'), LEFT_AT);
  outline.writeInt16BE(least(BOTTOM_AT, 'y'), BOTTOM_AT);
  outline.writeInt16BE(most(RIGHT_AT, 'x'), RIGHT_AT);
  outline.writeInt16BE(most(TOP_AT, 'y'), TOP_AT);
  components.forEach(({ glyph, x, y }, i) => {
    const at = COMPONENTS_AT + COMPONENT_BYTES * i;
    const isLast = i === components.length - 1;
    outline.writeUInt16BE(WORD_ARGUMENTS | OFFSET_ARGUMENTS | (isLast ? 0 : MORE_COMPONENTS), at);
    outline.writeUInt16BE(numberOf(glyph), at + 2);
    outline.writeInt16BE(x, at + 4);
    outline.writeInt16BE(y, at + 6);
  });
  return outline;
}

function metric(advance: number, bearing: number): Buffer {
  const bytes = Buffer.alloc(METRIC_BYTES);
  bytes.writeUInt16BE(advance, 0);
  bytes.writeInt16BE(bearing, BEARING_BYTES);
  return bytes;
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
