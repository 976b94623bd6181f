// Floods of data: a report of any size stays a document that can be read, made within bounds.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const HEAP_MB = 150;
const script = fileURLToPath(new URL('print-flood.ts', import.meta.url));
const printed = z.strictObject({
  pages: z.int(),
  notes: z.array(z.string()),
  bytes: z.int(),
});

describe('10,000 follow-ups, alerts and surveys', () => {
  const { pages, notes, bytes } = printed.parse(
    JSON.parse(
      execFileSync(
        process.execPath,
        [`--max-old-space-size=${String(HEAP_MB)}`, '--max-semi-space-size=8', script],
        { encoding: 'utf8' },
      ),
    ),
  );

  it('fit into a heap of 150 MB', () => {
    assert.ok(bytes > 100_000);
  });

  it('have pages that somebody may turn, and the rest in the JSON', () => {
    // One for each of a hundred surveys, the front page, and the method.
    assert.ok(pages >= 102 && pages <= 106, String(pages));
    for (const note of [
      '9,900 more surveys have their pages in the JSON only',
      '9,980 more in the JSON',
      '9,994 more in the JSON',
      '9,996 more in the JSON',
    ]) {
      assert.ok(notes.includes(note), `${note}: ${notes.join('; ')}`);
    }
  });
});
