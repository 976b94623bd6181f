// Unicode's conformance tests for UAX #9: embedding levels and visual order. The test files come from Debian's
// unicode-data package.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { embeddingLevels, visualOrder } from '../../../lib/adapters/pdf/text/bidi-order.ts';
import type { Direction } from '../../../lib/i18n/text-direction.ts';

const FOLDER = '/usr/share/unicode';
const needsData = { skip: existsSync(`${FOLDER}/BidiTest.txt`) ? false : 'needs unicode-data' };

/** A character of each class that BidiTest.txt names. */
const CHARACTERS: ReadonlyMap<string, string> = new Map([
  ['L', 'a'],
  ['R', '\u05d0'],
  ['AL', '\u0627'],
  ['EN', '1'],
  ['ES', '-'],
  ['ET', '$'],
  ['AN', '\u0661'],
  ['CS', ':'],
  ['NSM', '\u0301'],
  ['BN', '\u00ad'],
  ['B', '\u2029'],
  ['S', '\t'],
  ['WS', ' '],
  ['ON', '*'],
  ['LRE', '\u202a'],
  ['RLE', '\u202b'],
  ['LRO', '\u202d'],
  ['RLO', '\u202e'],
  ['PDF', '\u202c'],
  ['LRI', '\u2066'],
  ['RLI', '\u2067'],
  ['FSI', '\u2068'],
  ['PDI', '\u2069'],
]);

function linesOf(file: string): readonly string[] {
  return readFileSync(`${FOLDER}/${file}`, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
}

/** 'x' means no level: a control character that the algorithm removes. */
function parsedLevels(text: string): readonly (number | null)[] {
  return text
    .trim()
    .split(/\s+/)
    .filter((field) => field !== '')
    .map((field) => (field === 'x' ? null : Number(field)));
}

function check(
  characters: readonly string[],
  base: Direction | 'auto',
  expected: readonly (number | null)[],
  order: readonly number[],
  about: string,
): void {
  const levels = embeddingLevels(characters.join(''), base);
  const starts: number[] = [];
  let start = 0;
  for (const character of characters) {
    starts.push(start);
    start += character.length;
  }
  const actualLevels = starts.map((at, i) => (expected[i] === null ? null : levels[at]));
  assert.deepEqual(actualLevels, expected, `levels of ${about}`);
  const keptIndexes = starts.flatMap((_, i) => (expected[i] === null ? [] : [i]));
  const ordered = visualOrder(keptIndexes.map((i) => levels[starts[i] ?? 0] ?? 0)).map(
    (i) => keptIndexes[i],
  );
  assert.deepEqual(ordered, order, `order of ${about}`);
}

describe('the bidirectional algorithm', () => {
  it('gives the levels and orders of BidiCharacterTest.txt', needsData, () => {
    const lines = linesOf('BidiCharacterTest.txt');
    for (const line of lines) {
      const [codes = '', direction, , levels = '', order = ''] = line.split(';');
      const characters = codes.split(' ').map((code) => String.fromCodePoint(parseInt(code, 16)));
      const base = direction === '0' ? 'ltr' : direction === '1' ? 'rtl' : 'auto';
      const visual = order.trim() === '' ? [] : order.trim().split(' ').map(Number);
      check(characters, base, parsedLevels(levels), visual, line);
    }
    assert.ok(lines.length > 90_000);
  });

  it('gives the levels and orders of BidiTest.txt', needsData, (t) => {
    let levels: readonly (number | null)[] = [];
    let order: readonly number[] = [];
    let checked = 0;
    for (const line of linesOf('BidiTest.txt')) {
      if (line.startsWith('@Levels:')) levels = parsedLevels(line.slice(8));
      else if (line.startsWith('@Reorder:')) order = parsedLevels(line.slice(9)).map(Number);
      else {
        const [classes = '', bits = ''] = line.split(';');
        const characters = classes
          .trim()
          .split(' ')
          .map((name) => CHARACTERS.get(name) ?? '');
        const bases = [
          ['auto', 1],
          ['ltr', 2],
          ['rtl', 4],
        ] as const;
        for (const [base, bit] of bases) {
          if ((parseInt(bits, 16) & bit) === 0) continue;
          check(characters, base, levels, order, `${line} ${base}`);
          checked += 1;
        }
      }
    }
    t.diagnostic(`${String(checked)} cases`);
    assert.ok(checked > 700_000);
  });
});
