// The glyphs of a line from left to right, as they are drawn.
import type { Direction } from '../../../i18n/text-direction.ts';
import { hasRightToLeft } from '../../../i18n/text-direction.ts';
import type { FaceName } from '../../../charts/theme.ts';
import { memoize } from '../../../domain/memoize.ts';
import { emptyGlyphs, withFormatCharacters } from '../fonts/font-glyph.ts';
import type { Cluster } from '../fonts/shaping.ts';
import { shapeText } from '../fonts/shaping.ts';
import { embeddingLevels, visualOrder } from './bidi-order.ts';
import type { LineUnit } from './line.ts';
import { lineUnits } from './line.ts';

/** Glyphs that are drawn together, from left to right. */
export type LineCluster = Pick<Cluster, 'font' | 'glyphs' | 'advance'>;

/** Lines whose glyphs are kept for each face and direction, in characters: ordering them takes as long as drawing them. */
const CACHED_CHARACTERS = 30_000;
const lines = { regular: linesIn('regular'), bold: linesIn('bold') };

/** A line from left to right. A trailing space of a right-to-left line takes no width. */
export function visualLine(text: string, face: FaceName, base: Direction): readonly LineCluster[] {
  return lines[face][base](text);
}

function linesIn(
  face: FaceName,
): Readonly<Record<Direction, (text: string) => readonly LineCluster[]>> {
  return {
    ltr: memoize(CACHED_CHARACTERS, (text) => orderedLine(text, face, 'ltr')),
    rtl: memoize(CACHED_CHARACTERS, (text) => orderedLine(text, face, 'rtl')),
  };
}

function orderedLine(text: string, face: FaceName, base: Direction): readonly LineCluster[] {
  const line = base === 'rtl' ? text.trimEnd() : text;
  const units = lineUnits(line, face);
  return base === 'ltr' && !hasRightToLeft(line)
    ? leftToRightLine(units)
    : reorderUnits(units, embeddingLevels(line, base));
}

function leftToRightLine(units: readonly LineUnit[]): readonly LineCluster[] {
  const shaped = units.flatMap((unit) => unit.clusters);
  if (shaped.every(({ rest }) => rest === '')) return shaped;
  const clusters: LineCluster[] = [];
  let rest = '';
  for (const cluster of shaped) {
    clusters.push({ ...cluster, glyphs: withFormatCharacters(rest, cluster.glyphs) });
    rest = cluster.rest;
  }
  const last = shaped.at(-1);
  if (rest === '' || last === undefined) return clusters;
  return [...clusters, { font: last.font, glyphs: emptyGlyphs(rest), advance: 0 }];
}

/** A cluster and its level; null for an invisible character, whose level affects the order of its neighbours. */
interface Atom {
  readonly level: number;
  readonly cluster: LineCluster | null;
}

function reorderUnits(units: readonly LineUnit[], levels: Uint8Array): readonly LineCluster[] {
  const atoms: Atom[] = [];
  let position = 0;
  const skipTo = (end: number): void => {
    for (; position < end; position += 1)
      atoms.push({ level: levels[position] ?? 0, cluster: null });
  };
  for (const unit of units) {
    skipTo(unit.start);
    for (const cluster of unit.clusters) {
      const level = levels[position] ?? 0;
      atoms.push({ level, cluster: clusterAt(level, cluster, unit) });
      position += cluster.text.length;
    }
  }
  skipTo(levels.length);
  return visualOrder(atoms.map((atom) => atom.level)).flatMap((i) => atoms[i]?.cluster ?? []);
}

/** Signs in right-to-left text are mirrored; they keep the advance that was measured. */
function clusterAt(level: number, cluster: Cluster, unit: LineUnit): LineCluster {
  const { font, script, direction, isMissing } = unit;
  const { advance } = cluster;
  if (level % 2 === 0 || direction === 'rtl' || isMissing) {
    return { font, glyphs: [...cluster.glyphs, ...emptyGlyphs(cluster.rest)], advance };
  }
  const { clusters } = shapeText(font, script, 'rtl', cluster.text);
  return { font, glyphs: clusters.toReversed().flatMap(({ glyphs }) => glyphs), advance };
}
