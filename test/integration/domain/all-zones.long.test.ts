// Weeks of many years in every time zone of the runtime. Expected values come from Intl and not from the tested code.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { dateOf, firstInstantOf, parseWeek, type Week } from '../../../lib/domain/calendar.ts';

const HOUR = 3_600_000;

function week(name: string): Week {
  const parsedWeek = parseWeek(name);
  assert.ok(parsedWeek !== null, name);
  return parsedWeek;
}

function clockOf(timeZone: string): (instant: number) => string {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  return (instant) => format.format(instant);
}

describe('a local week', () => {
  it('begins at the first instant of a Monday and ends where the next one begins, in every zone from 2022 to 2031', () => {
    // Every year of a longer time is gone through by `npm run campaign survive -- zones`.
    const first = week('2022-W01');
    const last = week('2031-W52');
    for (const zone of Intl.supportedValuesOf('timeZone')) {
      const clock = clockOf(zone);
      let shiftBefore = NaN;
      for (let monday = first.monday; monday <= last.monday; monday += 7) {
        const start = firstInstantOf(monday, zone);
        const utc = monday * 24 * HOUR;
        // Intl is slow: where the clock shows midnight at a start like last week's, the code's word is checked
        // on every thirteenth Monday; wherever the offset has changed, on all.
        const shift = start - utc;
        const isChecked = shift !== shiftBefore || (monday - first.monday) % 91 === 0;
        shiftBefore = shift;
        if (!isChecked) continue;
        const date = dateOf(monday);
        assert.ok(clock(start).startsWith(date), `${zone} ${date}: the start lies outside the day`);
        assert.ok(clock(start - 1) < date, `${zone} ${date}: an instant before lies in the day`);
      }
    }
  });
});
