// A very large report becomes a readable document within a memory limit. The benchmark measures the time.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { LongReportResult } from '../../unit/adapters/pdf/long-report.ts';
import { renderLongReport } from '../../unit/adapters/pdf/long-report.ts';

describe('10,000 follow-ups, alerts and surveys', () => {
  let flood: LongReportResult | null = null;
  before(async () => {
    flood = await renderLongReport();
  });

  it('fit into a heap of 230 MB', () => {
    assert.ok(flood !== null && flood.bytes > 100_000);
  });

  it('limits the report to about a hundred pages, and the JSON has the rest', () => {
    assert.ok(flood !== null);
    // A hundred surveys, of which those without lists take half a page.
    assert.ok(flood.pages >= 30 && flood.pages <= 106, String(flood.pages));
    for (const note of ['9,900 more surveys are in the JSON only']) {
      const { notes } = flood;
      assert.ok(
        notes.some((line) => line.startsWith(note)),
        `${note}: ${notes.join('; ')}`,
      );
    }
  });
});
