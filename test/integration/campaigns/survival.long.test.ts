// Short runs of the survival campaigns; the full campaigns with real processes are
// `npm run campaign survive -- all`.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkZoneWeeks } from '../../campaigns/survival/all-zone-weeks.ts';
import { soak } from '../../campaigns/survival/soak.ts';

describe('the survival campaigns', () => {
  it('complete every week correctly when one percent of all calls fail', async () => {
    const { violations, summary } = await soak({
      seed: 3,
      weeks: 2,
      folders: 12,
      rate: 0.01,
    });
    assert.deepEqual(violations, [], summary);
  });

  it('find no gap or overlap between the weeks of an unusual time zone', () => {
    const { violations, summary } = checkZoneWeeks({ zones: ['Antarctica/Vostok'] });
    assert.deepEqual(violations, [], summary);
  });
});
