import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { fc } from '../../support/property-settings.ts';
import {
  addWeeks,
  weekDates,
  parseWeekEntry,
} from '../../../lib/web/features/choose-week/week-entry.ts';

const OPEN = '2026-W47';

function parse(text: string): string {
  const entry = parseWeekEntry(text, OPEN);
  return entry.kind === 'week' ? entry.week.week : entry.kind;
}

describe('parseWeekEntry', () => {
  it('accepts a week name or a date in the week', () => {
    for (const text of [
      '2026-W40',
      '2026w40',
      ' w40 ',
      '2026-10-03',
      '3.10.2026',
      '２０２６－Ｗ４０',
    ]) {
      assert.equal(parse(text), '2026-W40', text);
    }
    assert.equal(parse('1.1.2027'), 'future');
    assert.equal(parse('2021-01-03'), '2020-W53');
  });

  it('distinguishes the kinds of invalid entries', () => {
    assert.equal(parse('2026-W60'), 'noSuchWeek');
    assert.equal(parse('2025-W53'), 'noSuchWeek');
    assert.equal(parse('2026-02-31'), 'noSuchDate');
    assert.equal(parse('2026-13-01'), 'noSuchDate');
    assert.equal(parse('2026-W48'), 'future');
    assert.equal(parse('next week'), 'invalid');
    assert.equal(parse('10/3/2026'), 'invalid');
  });

  it('reports no error while a valid entry is being typed', () => {
    for (const completeText of ['2026-W40', '2026W40', 'W40', '2026-10-03', '3.10.2026']) {
      for (let length = 1; length < completeText.length; length += 1) {
        const kind = parseWeekEntry(completeText.slice(0, length), OPEN).kind;
        assert.ok(
          ['incomplete', 'week', 'noSuchWeek'].includes(kind),
          completeText.slice(0, length),
        );
        if (kind === 'noSuchWeek') assert.match(completeText.slice(0, length), /W\d$/);
      }
    }
    assert.equal(parse(''), 'empty');
  });

  it('yields weeks of seven days with consistent neighbours in every year', () => {
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
