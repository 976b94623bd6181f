import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findSilence, isProven, spellOf } from '../../../../lib/domain/signals/silence.ts';
import type { DailyWeek } from '../../../../lib/domain/signals/silence.ts';
import { fc } from '../../../support/property-settings.ts';
import { parseDailyWeeks } from './daily-weeks.ts';
import { assertResults, vectorsOf } from './vectors.ts';

const NONE = parseDailyWeeks('0.0.0.0.0.0.0*1');
const USUAL = parseDailyWeeks('20.20.20.20.20.20.20*12');

describe('the vectors of silence', () => {
  for (const vector of vectorsOf('silence')) {
    it(`has the results of ${vector.title}`, () => {
      const [days = '', week = ''] = ['days', 'week'].map((name) => vector.arguments.get(name));
      const { spell } = findSilence([...parseDailyWeeks(days), ...parseDailyWeeks(week)]);
      assertResults({ ...vector, results: withoutSpread(vector.results) }, { spell, ...spell });
    });
  }
});

/** The dispersion is not a result of the product; the chance that follows from it is. */
function withoutSpread(results: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  return new Map([...results].filter(([name]) => name !== 'spread'));
}

describe('silence', () => {
  it('is unknown with fewer than six earlier weeks with a response', () => {
    const { spell, usual, weekBeforeEmpty } = findSilence([...USUAL.slice(0, 5), ...NONE]);
    assert.deepEqual([spell, weekBeforeEmpty], [null, false]);
    assert.deepEqual(usual, [null, null, null, null, null, null, null]);
    assert.equal(findSilence([...USUAL.slice(0, 6), ...NONE]).spell?.days, 7);
  });

  it('has the usual responses of open days and the chances of proving ones', () => {
    const weeks = [
      ...parseDailyWeeks('20.20.20.20.20.2.0*12'),
      ...parseDailyWeeks('20.x.20.20.20.2.0'),
    ];
    const { usual, p } = findSilence(weeks);
    assert.deepEqual(usual, [20, null, 20, 20, 20, 2, null]);
    const chance = 0.5 / 61;
    assert.deepEqual(p, [chance, null, chance, chance, chance, null, null]);
  });

  it('is less surprising where open days had no response before', () => {
    const weeks = parseDailyWeeks(`20.20.20.20.20.20.20*11|20.20.0.20.20.20.20*2`);
    assert.equal(findSilence(weeks).p[0], 1.5 / 85);
  });

  it('is that of the last days, also when more days in a row had none before', () => {
    const { spell } = findSilence([...USUAL, ...parseDailyWeeks('0.0.0.20.20.0.0')]);
    assert.deepEqual([spell?.fromDay, spell?.days, spell?.ongoing], [6, 2, true]);
  });

  it('has a spell of open days only, not of a week in which the place is closed', () => {
    const closed = parseDailyWeeks('x.x.x.x.x.x.x');
    assert.equal(findSilence([...USUAL, ...NONE, ...closed]).spell, null);
  });

  it('is reported of a place with few responses when an empty week is rare, or follows another', () => {
    const daysAfter = (text: string): number | undefined =>
      findSilence(parseDailyWeeks(text)).spell?.days;
    // One empty week in twenty is rare.
    assert.equal(daysAfter('1.1.1.1.1.1.1*10|0.0.0.0.0.0.0'), 7);
    assert.equal(daysAfter('1.1.1.1.1.1.1*9|0.0.0.0.0.0.0'), undefined);
    assert.equal(daysAfter('0.0.0.0.0.0.0*20|1.1.1.1.1.1.1*10|0.0.0.0.0.0.0'), 7);
    assert.equal(daysAfter('1.1.1.1.1.1.1*9|0.0.0.0.0.0.0*2'), 7);
    // Three responses a week.
    assert.equal(daysAfter('1.1.1.0.0.0.0*40|0.0.0.0.0.0.0'), 3);
  });

  it('continues over days outside the active periods, but not over responses on them', () => {
    const quiet = findSilence([...USUAL, ...parseDailyWeeks('20.20.20.20.0.x.0')]);
    assert.equal(quiet.spell?.days, 2);
    const week: DailyWeek = {
      responses: [20, 20, 20, 20, 0, 1, 0],
      outside: [false, false, false, false, false, true, false],
    };
    assert.equal(findSilence([...USUAL, week]).spell, null);
  });

  it('knows whether the week before was empty, also when this week is not', () => {
    const week = parseDailyWeeks('20.20.20.20.20.0.0');
    const { spell, weekBeforeEmpty } = findSilence([...USUAL, ...NONE, ...week]);
    assert.deepEqual([spell?.weeks, weekBeforeEmpty], [null, true]);
    assert.equal(findSilence([...USUAL, ...week]).weekBeforeEmpty, false);
  });

  it('counts empty weeks in a row without those in which no day is open', () => {
    const closed = parseDailyWeeks('x.x.x.x.x.x.x*3');
    assert.equal(findSilence([...USUAL, ...NONE, ...closed, ...NONE]).spell?.weeks, 2);
  });

  it('takes the usual responses from before an outage of any length', () => {
    const outage = Array.from({ length: 48 }, () => NONE).flat();
    const { spell } = findSilence([...USUAL, ...outage]);
    assert.deepEqual([spell?.weeks, spell?.expected], [48, 140]);
  });

  it('is not reported of a closed place until its first response after that week', () => {
    const outage = [...USUAL, ...NONE, ...NONE];
    assert.equal(findSilence(outage, 12).spell, null);
    assert.equal(findSilence(outage, 11).spell, null);
    assert.equal(findSilence(outage, 10).spell?.weeks, 2);
    assert.equal(findSilence(outage, -5).spell?.weeks, 2);
  });

  const DAY = fc.oneof(fc.nat(30), fc.constant(0));
  const WEEK = fc.record({
    responses: fc.array(DAY, { minLength: 7, maxLength: 7 }),
    outside: fc.array(
      fc.integer({ min: 0, max: 9 }).map((digit) => digit === 0),
      {
        minLength: 7,
        maxLength: 7,
      },
    ),
  });
  const WEEKS = fc.array(WEEK, { minLength: 1, maxLength: 30 });

  it('is not changed by empty weeks before the first response', () => {
    fc.assert(
      fc.property(WEEKS, fc.nat(20), (weeks, count) => {
        const first = weeks.findIndex(({ responses }) => responses.some((n) => n > 0));
        const started = first === -1 ? [] : weeks.slice(first);
        const before = Array.from({ length: count }, () => NONE).flat();
        assert.deepEqual(findSilence([...before, ...started]), findSilence(started));
      }),
    );
  });

  it('tells only days that are open and have no response', () => {
    fc.assert(
      fc.property(WEEKS, (weeks) => {
        const { spell, usual } = findSilence(weeks);
        if (spell === null) return;
        const responses = weeks.at(-1)?.responses ?? [];
        const open = usual.flatMap((count, day) => (count === null ? [] : [day + 1]));
        const empty = open.filter(
          (weekday) => weekday >= spell.fromDay && responses[weekday - 1] === 0,
        );
        assert.ok(empty.length >= spell.days && empty[0] === spell.fromDay);
        assert.ok(spell.p > 0 && spell.p <= 1);
        assert.equal(
          spell.weeks === null,
          responses.some((n) => n > 0),
        );
        assert.ok(isProven(spell) || spell.weeks !== null);
      }),
    );
  });

  it('has no greater chance when a spell is longer', () => {
    const chances = fc.array(fc.option(fc.double({ min: 1e-9, max: 1, noNaN: true })), {
      minLength: 7,
      maxLength: 7,
    });
    fc.assert(
      fc.property(chances, fc.integer({ min: 1, max: 6 }), (p, days) => {
        const spellTo = (last: number): number =>
          spellOf([1, 2, 3, 4, 5, 6, 7].slice(0, last), p, p)?.p ?? NaN;
        assert.ok(spellTo(days + 1) <= spellTo(days));
      }),
    );
  });
});
