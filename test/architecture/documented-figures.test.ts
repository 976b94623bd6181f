import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { readersTable } from '../campaigns/signals/readers-table.ts';

const ROOT = join(import.meta.dirname, '../..');

describe('the figures of signals', () => {
  it('are in the document for readers as they are documented', () => {
    const text = readFileSync(join(ROOT, 'docs/figures.md'), 'utf8');
    assert.ok(text.includes(readersTable()));
  });
});
