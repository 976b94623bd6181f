// Tests the list of surviving mutants: its format, and which mutants of a run it lacks.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { readListed, unlistedOf } from '../../campaigns/mutants/listed-mutants.ts';

const LIST = `## domain

### lib/a.ts

- \`a < b\` → \`<=\`, \`true\` (2×); \`x: y\` → \`{}\`: same: equal names
- \`a\` → \`b\` without a reason

### lib/b.ts

- \`a < b\` → \`true\`: speed
`;

describe('the list of surviving mutants', () => {
  it('names files that exist', () => {
    const list = readFileSync('test/campaigns/mutants/unnoticed-mutants.md', 'utf8');
    const files = [...list.matchAll(/^### (\S+)$/gm)].map(([, file = '']) => file);
    assert(files.length > 0);
    assert.deepEqual(
      files.filter((file) => !existsSync(file)),
      [],
    );
  });

  it('has an entry for each replacement below the heading of its file', () => {
    assert.deepEqual(
      [...readListed(LIST)],
      [
        ['`lib/a.ts`: `a < b` → `<=`', 1],
        ['`lib/a.ts`: `a < b` → `true`', 2],
        ['`lib/a.ts`: `x: y` → `{}`', 1],
        ['`lib/b.ts`: `a < b` → `true`', 1],
      ],
    );
  });

  it('lacks a mutant that survives more often than it says', () => {
    const survivor = { file: 'lib/b.ts', original: 'a < b', replacement: 'true' };
    const [first, second] = [7, 9].map((line) => ({ ...survivor, line }));
    assert(first !== undefined && second !== undefined);
    assert.deepEqual(unlistedOf([first], readListed(LIST)), []);
    assert.deepEqual(unlistedOf([first, second], readListed(LIST)), [
      { lines: 'lib/b.ts:7, 9', entry: '`lib/b.ts`: `a < b` → `true` (2×)' },
    ]);
  });

  it('shows the changed words of a replacement', () => {
    const entryOf = (original: string, replacement: string): readonly string[] =>
      unlistedOf([{ file: 'a.ts', line: 1, original, replacement }], new Map()).map(
        ({ entry }) => entry,
      );
    assert.deepEqual(entryOf('a < b', 'a <= b'), ['`a.ts`: `a < b` → `<=`']);
    assert.deepEqual(entryOf('a && a', 'a'), ['`a.ts`: `a && a` → `a`']);
    assert.deepEqual(entryOf('!a', 'true'), ['`a.ts`: `!a` → `true`']);
  });
});
