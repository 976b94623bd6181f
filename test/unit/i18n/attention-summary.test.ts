// What the attention list leaves unsaid is true of the places that it doesn't list.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { messagesFor } from '../../../lib/i18n/catalogues.ts';
import { formatsFor } from '../../../lib/i18n/formats.ts';
import type { AttentionState } from '../../../lib/i18n/report-texts/entry-reasons.ts';
import { attentionSummary } from '../../../lib/i18n/report-texts/entry-reasons.ts';

const QUIET: AttentionState = {
  isComplete: true,
  surveys: 5,
  compared: 5,
  deviations: 0,
  unread: 0,
  more: 0,
  entries: [],
};
const summaryOf = (changes: Partial<AttentionState>): string =>
  attentionSummary(
    { ...QUIET, ...changes },
    { words: messagesFor('en'), formats: formatsFor('en') },
  );

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

  it('gives no all-clear for a partial report', () => {
    assert.equal(summaryOf({ isComplete: false, deviations: 2 }), '');
    assert.equal(
      summaryOf({ isComplete: false, unread: 1 }),
      'Nothing needs attention in what was read. Not read: 1 place.',
    );
  });
});
