// lib/adapters/pdf/fonts/kerning.ts, written from the fonts themselves: what fontkit kerns each pair of letters by.
import type { Font } from 'fontkit';
import type { Face } from '../../../../lib/adapters/pdf/fonts/faces.ts';
import { COMMON, EUROPEAN, WESTERN } from '../../../../lib/adapters/pdf/fonts/latin.ts';

const HEAD = `// Written by test/unit/adapters/pdf/kerning.test.ts (UPDATE_GOLDEN=1) from the fonts: how pairs of letters kern.
// A table of our own, because fontkit needs 100 ms and 40 MB to open each font's.

/** Letters that kern alike behind others. */
export const SECONDS: readonly string[] = [
`;
const MIDDLE = `];

/** Letters that kern alike in front of others; class of seconds:thousandths of the type size, /those of  the bold face where they are others. */
export const KERNING: readonly (readonly [firsts: string, kerns: string])[] = [
`;

export function kerningSource(regular: Face, bold: Face): string {
  const letters = Array.from(COMMON + WESTERN + EUROPEAN).filter((letter) => letter !== ' ');
  const table = letters.map((first) =>
    letters.map((second) =>
      [regular, bold].map(({ opened }) => kernOf(opened.font, first + second)),
    ),
  );
  const seconds = alike(letters, (j) => table.map((row) => row[j]));
  const firsts = alike(letters, (i) => table[i]);
  const rows = firsts.flatMap(({ text, at }) => {
    const kerns = seconds.flatMap((second, j) => {
      const distinct = [...new Set(table[at]?.[second.at])];
      return distinct.every((kern) => kern === 0) ? [] : [`${String(j)}:${distinct.join('/')}`];
    });
    return kerns.length === 0 ? [] : [`  [${quoted(text)}, '${kerns.join(' ')}'],\n`];
  });
  const classes = seconds.map(({ text }) => `  ${quoted(text)},\n`);
  return `${HEAD}${classes.join('')}${MIDDLE}${rows.join('')}];\n`;
}

/** In thousandths of the type size. */
export function kernOf(font: Font, pair: string): number {
  const { glyphs, positions } = font.layout(pair);
  // A ligature has its own row.
  if (glyphs.length === 1) return 0;
  return (
    ((positions[0]?.xAdvance ?? 0) - (glyphs[0]?.advanceWidth ?? 0)) * (1000 / font.unitsPerEm)
  );
}

/** Letters by what `kernsOf` says of them, each with the place of its first one. */
function alike(
  letters: readonly string[],
  kernsOf: (at: number) => unknown,
): readonly { readonly text: string; readonly at: number }[] {
  const classes = new Map<string, { text: string; at: number }>();
  for (const [at, letter] of letters.entries()) {
    const kerns = JSON.stringify(kernsOf(at));
    const known = classes.get(kerns);
    if (known === undefined) classes.set(kerns, { text: letter, at });
    else known.text += letter;
  }
  return [...classes.values()];
}

/** As Prettier likes it, for texts with as many single quotes as double ones. */
function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
