// Which reason an entry of a list has: that of a fall for low places, and that of a rise for better ones.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { buildAttention, countsOf } from '../../../../lib/domain/signals/folder-list.ts';
import type { EntryState, Reason } from '../../../../lib/domain/signals/model.ts';
import { factsOfCounts } from '../../../../lib/domain/signals/survey-judgement.ts';

const OPTION = {
  option: { key: 1, name: 'Queue' },
  presses: 30,
  previousPresses: 10,
  listPresses: 60,
} as const;
const PAIN_POINT: Reason = { kind: 'painPoint', ...OPTION };
const HIGHLIGHT: Reason = { kind: 'highlight', ...OPTION };

/** The index of Monday this week; usually 50. */
const monday = (index: number): Reason => ({
  kind: 'weekday',
  at: 1,
  responses: 40,
  index,
  usual: 50,
});

function reasonIn(state: EntryState, reason: Reason | null): Reason | null | undefined {
  const facts = factsOfCounts(
    { folder: { key: 7, name: 'Shop' }, path: [], survey: { key: 1, name: 'How was it?' } },
    { indexType: 'HAPPY', feedbackScale: 'FOUR' },
    { index: 60, usual: 70, responses: 100 },
  );
  const { entries } = buildAttention({
    places: 1,
    surveys: [
      {
        facts: { ...facts, reason },
        states: [{ state, strength: 9, impact: 1, held: false }],
        material: true,
        peerFolder: null,
        relative: null,
        common: null,
      },
    ],
    standingLow: [],
    weak: [],
    leftOut: countsOf(() => 0),
  });
  return entries[0]?.reason;
}

describe('the reason of an entry', () => {
  it('is that of a fall unless the place is better', () => {
    for (const reason of [PAIN_POINT, monday(49)]) {
      for (const state of ['silent', 'new', 'still', 'volumeLow', 'recovered'] as const) {
        assert.deepEqual(reasonIn(state, reason), reason, state);
      }
      assert.equal(reasonIn('better', reason), null);
    }
  });

  it('is that of a rise unless the place is low', () => {
    for (const reason of [HIGHLIGHT, monday(50), monday(51)]) {
      for (const state of ['silent', 'volumeLow', 'recovered', 'better'] as const) {
        assert.deepEqual(reasonIn(state, reason), reason, state);
      }
      for (const state of ['new', 'still'] as const) assert.equal(reasonIn(state, reason), null);
    }
  });

  it('is none without one', () => {
    assert.equal(reasonIn('new', null), null);
  });
});
