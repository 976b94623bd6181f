// The same place in another week.
import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { addressOf, viewAt, viewInWeek } from '../../../lib/web/routes.ts';

function inWeek40(hash: string): string {
  return addressOf(viewInWeek(viewAt(hash), '2026-W40'));
}

describe('another week', () => {
  it('keeps the place that one is at', () => {
    assert.equal(inWeek40('#/2026-W46/12'), '#/2026-W40/12');
    assert.equal(inWeek40('#/2026-W46/12/survey/55'), '#/2026-W40/12/survey/55');
    assert.equal(inWeek40('#/2026-W46/12/pdf'), '#/2026-W40/12/pdf');
  });

  it('keeps how a week is sorted, and below which folder, but no state, which it may not have', () => {
    assert.equal(
      inWeek40('#/2026-W46?sort=index&order=descending&state=owed&below=7'),
      '#/2026-W40?sort=index&order=descending&below=7',
    );
  });

  it('leaves behind what belongs to one report: its revision, its links', () => {
    assert.equal(inWeek40('#/2026-W46/12?revision=2'), '#/2026-W40/12');
    assert.equal(inWeek40('#/2026-W46/12/share'), '#/2026-W40/12');
  });

  it('leads out of an address that is none', () => {
    assert.equal(inWeek40('#/nonsense'), '#/2026-W40');
  });
});
