// Which places are judged by four weeks together.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { emptyLevel } from '../../../../lib/domain/signals/level/figures.ts';
import type { Level } from '../../../../lib/domain/signals/model.ts';
import { isSmall } from '../../../../lib/domain/signals/small.ts';

const EMPTY = emptyLevel('usual', 'usual', { target: null, accepted: null });
const fourWeeks = { index: 60, responses: 40, difference: -2, z: -1 };
const isSmallWith = (changes: Partial<Level>): boolean => isSmall({ ...EMPTY, ...changes });

describe('a small place', () => {
  it('has four weeks that are compared, and no single one', () => {
    assert.equal(isSmallWith({ fourWeeks, z: null }), true);
    assert.equal(isSmallWith({ fourWeeks, z: -1, weeksUsed: 12 }), false);
    assert.equal(isSmallWith({ fourWeeks: null, z: null }), false);
  });

  it('that recovered is known by the number of weeks from which its usual level comes', () => {
    const recovered = { state: 'recovered', fourWeeks, z: null } as const;
    assert.equal(isSmallWith({ ...recovered, weeksUsed: 6 }), false);
    assert.equal(isSmallWith({ ...recovered, weeksUsed: 7 }), true);
    assert.equal(isSmallWith({ ...recovered, weeksUsed: 7, fourWeeks: null }), false);
  });
});
