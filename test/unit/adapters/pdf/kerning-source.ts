// Generates lib/adapters/pdf/fonts/kerning.ts from the kerning of each pair of letters in the fonts.
import type { Font } from 'fontkit';
import type { Face } from '../../../../lib/adapters/pdf/fonts/latin-shaping.ts';
import { LETTERS } from '../../../../lib/adapters/pdf/fonts/latin.ts';

const HEAD = `// Written by test/unit/adapters/pdf/kerning.test.ts (UPDATE_GOLDEN=1): kerning of pairs of letters.
// fontkit needs 100 ms and 40 MB to open the kerning table of each font.

/** Classes of letters with the same kerning as second letters. */
export const SECOND_LETTER_CLASSES: readonly string[] = [
`;
const MIDDLE = `];

/** First letters with the same kerning, and entries "class of second letter:kerning/kerning of the bold face". */
export const KERNING: readonly (readonly [firsts: string, kerns: string])[] = [
`;

export function kerningSource(regular: Face, bold: Face): string {
  const letters = Array.from(LETTERS).filter((letter) => letter !== ' ');
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

/** In thousandths of the font size. */
export function kernOf(font: Font, pair: string): number {
  const { glyphs, positions } = font.layout(pair);
  // A ligature has a row of its own.
  if (glyphs.length === 1) return 0;
  return (
    ((positions[0]?.xAdvance ?? 0) - (glyphs[0]?.advanceWidth ?? 0)) * (1000 / font.unitsPerEm)
  );
}

/** Groups letters by `kernsOf`, in the order of their first letters. */
function alike(
  letters: readonly string[],
  kernsOf: (at: number) => unknown,
): readonly { readonly text: string; readonly at: number }[] {
  const classes = new Map<string, { text: string; at: number }>();
  for (const [at, letter] of letters.entries()) {
    const kerns = JSON.stringify(kernsOf(at));
    const group = classes.get(kerns);
    if (group === undefined) classes.set(kerns, { text: letter, at });
    else group.text += letter;
  }
  return [...classes.values()];
}

/** A string literal in Prettier's style. */
function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
