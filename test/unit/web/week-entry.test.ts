// Weeks as people type them.
import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { fc } from '../../support/property-settings.ts';
import {
  addWeeks,
  weekDates,
  parseWeekEntry,
} from '../../../lib/web/features/choose-week/week-entry.ts';

const OPEN = '2026-W47';

function entered(text: string): string {
  const entry = parseWeekEntry(text, OPEN);
  return entry.kind === 'week' ? entry.week.week : entry.kind;
}

describe('a week that was typed', () => {
  it('is read by its name or by a date in it', () => {
    for (const text of [
      '2026-W40',
      '2026w40',
      ' w40 ',
      '2026-10-03',
      '3.10.2026',
      '２０２６－Ｗ４０',
    ]) {
      assert.equal(entered(text), '2026-W40', text);
    }
    assert.equal(entered('1.1.2027'), 'future');
    assert.equal(entered('2021-01-03'), '2020-W53');
  });

  it('says what is wrong with it', () => {
    assert.equal(entered('2026-W60'), 'noSuchWeek');
    assert.equal(entered('2025-W53'), 'noSuchWeek');
    assert.equal(entered('2026-02-31'), 'noSuchDate');
    assert.equal(entered('2026-13-01'), 'noSuchDate');
    assert.equal(entered('2026-W48'), 'future');
    assert.equal(entered('next week'), 'unreadable');
    assert.equal(entered('10/3/2026'), 'unreadable');
  });

  it('is not blamed while it is being typed', () => {
    for (const whole of ['2026-W40', '2026W40', 'W40', '2026-10-03', '3.10.2026']) {
      for (let length = 1; length < whole.length; length += 1) {
        const kind = parseWeekEntry(whole.slice(0, length), OPEN).kind;
        assert.ok(['unfinished', 'week', 'noSuchWeek'].includes(kind), whole.slice(0, length));
        if (kind === 'noSuchWeek') assert.match(whole.slice(0, length), /W\d$/);
      }
    }
    assert.equal(entered(''), 'empty');
  });

  it('has seven days and neighbours that have it as theirs, in every year', () => {
    const mondays = fc.integer({ min: 0, max: 4000 }).map((n) => n * 7 - 3);
    fc.assert(
      fc.property(mondays, (day) => {
        const date = new Date(day * 86_400_000).toISOString().slice(0, 10);
        const entry = parseWeekEntry(date, '9999-W01');
        if (entry.kind !== 'week') assert.fail(entry.kind);
        const { week, from, to } = entry.week;
        assert.equal(from, date);
        assert.equal(Date.parse(to) - Date.parse(from), 7 * 86_400_000);
        assert.deepEqual(weekDates(week), entry.week);
        assert.equal(addWeeks(addWeeks(week, 1) ?? '', -1), week);
      }),
    );
  });
});
