import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { dayOf } from '../../../lib/domain/calendar.ts';
import {
  christmasTrade,
  isHoliday,
  summer,
} from '../../../lib/feedback-service/sample/sample-holidays.ts';

describe('isHoliday', () => {
  it('knows fixed dates by country', () => {
    assert.ok(isHoliday('Germany', dayOf('2026-10-03')));
    assert.ok(!isHoliday('Germany', dayOf('2026-10-04')));
    assert.ok(!isHoliday('Finland', dayOf('2026-10-03')));
    assert.ok(isHoliday('Finland', dayOf('2026-12-06')));
  });

  for (const sunday of ['2024-03-31', '2025-04-20', '2026-04-05', '2027-03-28', '2038-04-25']) {
    it(`knows the Good Friday and the Monday of Easter, ${sunday}`, () => {
      const easter = dayOf(sunday);
      const isGerman = [-3, -2, -1, 0, 1, 2].map((days) => isHoliday('Germany', easter + days));
      assert.deepEqual(isGerman, [false, true, false, true, true, false]);
      assert.ok(!isHoliday('Japan', easter - 2));
    });
  }
});

describe('christmasTrade', () => {
  it('grows from 25 November on and ends after 24 December', () => {
    const days = ['11-24', '11-25', '12-02', '12-09', '12-24', '12-25'];
    assert.deepEqual(
      days.map((day) => christmasTrade('Finland', dayOf(`2026-${day}`))),
      [0, 0, 0.5, 1, 1, 0],
    );
    assert.equal(christmasTrade('Egypt', dayOf('2026-12-24')), 0);
  });
});

describe('summer', () => {
  it('is in July in the north and in January in the south', () => {
    const [january, july] = [dayOf('2026-01-20'), dayOf('2026-07-21')];
    assert.ok(summer('Germany', july) > 0.95 && summer('Germany', january) < -0.95);
    assert.ok(summer('Chile', january) > 0.95 && summer('Chile', july) < -0.95);
  });
});
