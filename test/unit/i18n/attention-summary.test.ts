// What the attention list leaves unsaid is true of the places that it doesn't list.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { messagesFor } from '../../../lib/i18n/catalogues.ts';
import { formatsFor } from '../../../lib/i18n/formats.ts';
import type { AttentionState } from '../../../lib/i18n/report-texts/entry-reasons.ts';
import { attentionSummary, betterSummary } from '../../../lib/i18n/report-texts/entry-reasons.ts';

const QUIET: AttentionState = {
  isComplete: true,
  surveys: 5,
  compared: 5,
  deviations: 0,
  unread: 0,
  moreUrgent: 0,
  moreBetter: 0,
  entries: [],
};
const texts = { words: messagesFor('en'), formats: formatsFor('en') };
const betterOf = (changes: Partial<AttentionState>): string =>
  betterSummary({ ...QUIET, ...changes }, texts);
const summaryOf = (changes: Partial<AttentionState>): string =>
  attentionSummary({ ...QUIET, ...changes }, texts);

describe('an attention list with urgent places', () => {
  it('counts the further places that need attention, without those that are better', () => {
    const urgent = { entries: [{ kind: 'worse' }, { kind: 'better' }], moreBetter: 4 } as const;
    assert.equal(summaryOf(urgent), '');
    assert.equal(
      summaryOf({ ...urgent, moreUrgent: 1 }),
      '1 more place is not shown here; see its own report.',
    );
  });
});

describe('an attention list without urgent places', () => {
  it('says that all places are as usual only when each was compared', () => {
    assert.equal(summaryOf({}), 'All 5 places as usual.');
    assert.equal(
      summaryOf({ compared: 3 }),
      'Nothing needs attention. As usual: 3 of 5 places; the rest have too few responses or weeks to tell.',
    );
  });

  it('does not say that a place has too few responses when it is better, or worse by chance', () => {
    const text =
      'Nothing needs attention. As usual: 3 of 5 places; no other place is clearly worse.';
    assert.equal(summaryOf({ deviations: 2 }), text);
    assert.equal(summaryOf({ compared: 4, deviations: 1, entries: [{ kind: 'better' }] }), text);
  });

  it('says that nothing needs attention although further places are better', () => {
    const better = {
      deviations: 5,
      moreBetter: 4,
      entries: [{ kind: 'better' }],
    } as const;
    assert.equal(
      summaryOf(better),
      'Nothing needs attention. As usual: 0 of 5 places; no other place is clearly worse.',
    );
    assert.equal(betterOf(better), '4 more places are not shown here; see their own reports.');
    assert.equal(
      betterOf({ moreBetter: 1 }),
      '1 more place is not shown here; see its own report.',
    );
    assert.equal(betterOf({}), '');
  });

  it('gives no all-clear for a partial report', () => {
    assert.equal(summaryOf({ isComplete: false, deviations: 2 }), '');
    assert.equal(
      summaryOf({ isComplete: false, unread: 1 }),
      'Nothing needs attention in what was read. Not read: 1 place.',
    );
  });
});
