// Shapes text with HarfBuzz: marks, ligatures, joined forms, reordered vowels and kerning.
import {
  Buffer as GlyphBuffer,
  BufferFlag,
  Direction as ShapingDirection,
  shape,
} from 'harfbuzzjs';
import { memoize } from '../../../domain/memoize.ts';
import type { Direction } from '../../../i18n/text-direction.ts';
import type { ClusterGlyphs, FontGlyph } from './font-glyph.ts';
import { emptyGlyphs, glyphsOfCluster } from './font-glyph.ts';
import type { Component, Outline } from './font-subset.ts';
import { LARGEST_LENGTH } from './font-subset.ts';
import type { OpenedFont } from './open-fonts.ts';

/** Characters that are drawn together. */
export interface Cluster {
  readonly font: OpenedFont;
  readonly text: string;
  /** In the order of painting, which is from left to right. Only one has an outline. */
  readonly glyphs: readonly FontGlyph[];
  /** Format characters that belong to the glyph after the cluster. */
  readonly rest: string;
  /** After kerning, in thousandths of the font size. */
  readonly advance: number;
}

export interface ShapedText {
  /** In logical order; together they have the text. */
  readonly clusters: readonly Cluster[];
  readonly advance: number;
}

/**
 * Words of a font, a script and a direction whose shapes are kept, in characters: shaping takes as long as laying out. A report of
 * 60 surveys has about 20,000 in distinct Latin words.
 */
const CACHED_CHARACTERS = { Latn: 150_000, others: 30_000 } as const;
const shapers = new WeakMap<OpenedFont, Map<string, (word: string) => ShapedText>>();
const DIRECTIONS = { ltr: ShapingDirection.LTR, rtl: ShapingDirection.RTL } as const;
const buffer = new GlyphBuffer();
buffer.setFlags(BufferFlag.REMOVE_DEFAULT_IGNORABLES);

/** Shapes text of one script (ISO 15924) and direction, word by word. `text` has only characters of the font. */
export function shapeText(
  font: OpenedFont,
  script: string,
  direction: Direction,
  text: string,
): ShapedText {
  const shapeWord = shaperOf(font, script, direction);
  if (!text.includes(' ')) return shapeWord(text);
  const clusters: Cluster[] = [];
  let advance = 0;
  const add = (word: string): void => {
    const shaped = shapeWord(word);
    clusters.push(...shaped.clusters);
    advance += shaped.advance;
  };
  for (const [i, word] of text.split(' ').entries()) {
    if (i > 0) add(' ');
    if (word !== '') add(word);
  }
  return { clusters, advance };
}

/** A glyph for a character that no font has: the outline of the font's missing glyph. */
export function shapeMissing(font: OpenedFont, direction: Direction, text: string): ShapedText {
  const advance = font.font.glyphHAdvance(0);
  return shapedAs([{ start: 0, components: [{ glyph: 0, x: 0, y: 0 }], advance }], text, {
    font,
    direction,
  });
}

function shaperOf(
  font: OpenedFont,
  script: string,
  direction: Direction,
): (word: string) => ShapedText {
  const ofFont = shapers.get(font) ?? new Map<string, (word: string) => ShapedText>();
  shapers.set(font, ofFont);
  const key = `${script} ${direction}`;
  const shaper =
    ofFont.get(key) ??
    memoize(script === 'Latn' ? CACHED_CHARACTERS.Latn : CACHED_CHARACTERS.others, (word) =>
      shapedAs(shapedClusters(font, script, direction, word), word, { font, direction }),
    );
  ofFont.set(key, shaper);
  return shaper;
}

/** Glyphs that HarfBuzz gives for characters from `start`. Lengths are in font units, from the left end. */
interface GlyphCluster {
  readonly start: number;
  readonly components: Component[];
  advance: number;
}

/** In logical order. */
function shapedClusters(
  { font }: OpenedFont,
  script: string,
  direction: Direction,
  word: string,
): readonly GlyphCluster[] {
  buffer.clearContents();
  buffer.addText(word);
  buffer.setScript(script);
  buffer.setDirection(DIRECTIONS[direction]);
  shape(font, buffer);
  const positions = buffer.getGlyphPositions();
  const clusters: GlyphCluster[] = [];
  for (const [i, { codepoint: glyph, cluster: start }] of buffer.getGlyphInfos().entries()) {
    const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[i] ?? {};
    let cluster = clusters.at(-1);
    if (cluster?.start !== start) {
      cluster = { start, components: [], advance: 0 };
      clusters.push(cluster);
    }
    cluster.components.push({ glyph, x: cluster.advance + xOffset, y: yOffset });
    cluster.advance += xAdvance;
  }
  return direction === 'rtl' ? clusters.reverse() : clusters;
}

function shapedAs(
  glyphClusters: readonly GlyphCluster[],
  word: string,
  { font, direction }: { readonly font: OpenedFont; readonly direction: Direction },
): ShapedText {
  const clusters = glyphClusters.map(({ start, components, advance }, i): Cluster => {
    // HarfBuzz merges clusters of removed characters into others, except at the beginning.
    const text = word.slice(i === 0 ? 0 : start, glyphClusters[i + 1]?.start);
    const drawn = drawnAs(components, advance, font);
    const { glyphs, rest } = glyphsAs(text, drawn.outline, { font, direction });
    return { font, text, glyphs, rest, advance: drawn.advance * font.scale };
  });
  // Of invisible characters alone HarfBuzz leaves nothing.
  if (clusters.length === 0 && word !== '') {
    clusters.push({ font, text: word, glyphs: emptyGlyphs(word), rest: '', advance: 0 });
  }
  return { clusters, advance: clusters.reduce((sum, cluster) => sum + cluster.advance, 0) };
}

/** Of each font by glyph and character: most clusters are one letter, which many words have. */
const letters = new WeakMap<OpenedFont, Map<number, ClusterGlyphs>>();

function glyphsAs(
  text: string,
  outline: Outline,
  { font, direction }: { readonly font: OpenedFont; readonly direction: Direction },
): ClusterGlyphs {
  const [first, second] = outline.components;
  if (text.length !== 1 || first === undefined || second !== undefined || !isCopy(outline, font))
    return glyphsOfCluster(text, outline, direction);
  const ofFont = letters.get(font) ?? new Map<number, ClusterGlyphs>();
  letters.set(font, ofFont);
  const key = first.glyph * 0x10000 + text.charCodeAt(0);
  const glyphs = ofFont.get(key) ?? glyphsOfCluster(text, outline, direction);
  ofFont.set(key, glyphs);
  return glyphs;
}

/** Whether the outline is its first glyph at the origin with the width that it has in the font. */
function isCopy({ components: [first], advance }: Outline, { font }: OpenedFont): boolean {
  return first?.x === 0 && first.y === 0 && advance === font.glyphHAdvance(first.glyph);
}

/** The outline of a cluster and its advance, both in font units. */
function drawnAs(
  components: readonly Component[],
  advance: number,
  { font }: OpenedFont,
): { readonly outline: Outline; readonly advance: number } {
  const [first, second] = components;
  if (first !== undefined && second === undefined && first.x === 0 && first.y === 0) {
    // One glyph at the origin keeps the width that it has in the font, so that kerning needs no other glyph. HarfBuzz takes
    // the width of marks away.
    const width = font.glyphHAdvance(first.glyph);
    if (advance > 0 || width === 0) return { outline: { components, advance: width }, advance };
  }
  const width = Math.max(0, limited(advance));
  const placed = components.map(({ glyph, x, y }) => ({ glyph, x: limited(x), y: limited(y) }));
  return { outline: { components: placed, advance: width }, advance: width };
}

function limited(length: number): number {
  return Math.min(LARGEST_LENGTH, Math.max(-LARGEST_LENGTH, length));
}
