// Files of expected texts, in test/golden.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';

/** UPDATE_GOLDEN=1 writes the file. */
export function assertGolden(name: string, text: string): void {
  const path = new URL(`../golden/${name}`, import.meta.url);
  if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(path, text);
  assert.equal(text, readFileSync(path, 'utf8'));
}
