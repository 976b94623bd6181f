// The weeks of a survey as they are drawn: what is measured, the axis, the usual range, and the levels of earlier weeks.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { NO_LEVEL } from '../../../lib/domain/report-versions.ts';
import type { Level } from '../../../lib/domain/signals/model.ts';
import {
  bandOf,
  levelsOf,
  measuredWeeks,
  placeAxis,
  trendDescription,
  trendPoints,
} from '../../../lib/view/trend-view.ts';
import { localizationOf } from '../../support/report-views.ts';
import { createStoreReport } from '../../support/test-reports.ts';

const EN = localizationOf(createStoreReport(1));
/** Thirteen weeks, W34 to W46. */
const WEEKS = Array.from({ length: 13 }, (_, i) => `2026-W${34 + i}`);

const levelWith = (level: Partial<Level>): Level => ({ ...NO_LEVEL, ...level });

describe('the weeks of a survey', () => {
  it('are measured from ten responses on', () => {
    const week = { week: '2026-W46', data: [], index: 71 };
    assert.deepEqual(
      measuredWeeks([
        { ...week, responses: 9 },
        { ...week, responses: 10 },
        { ...week, responses: 0, index: null },
      ]).map(({ value, responses }) => [value, responses]),
      [
        [null, 9],
        [71, 10],
        [null, 0],
      ],
    );
  });

  it('have a number, a label for the axis and a name, and how far they are from the level', () => {
    const weeks = [
      { week: '2026-W09', value: 40, responses: 1234 },
      { week: '2026-W10', value: null, responses: 1 },
    ];
    const [first, second] = trendPoints(weeks, 'HAPPY', { level: 60, range: 100 }, EN);
    assert.deepEqual(first, {
      week: '2026-W09',
      label: 'W9',
      name: 'Week 9',
      number: '9',
      value: 40,
      text: '40',
      heat: -2,
      responses: 1234,
      responsesText: '1,234 responses',
    });
    assert.deepEqual(
      [second?.value, second?.heat, second?.responsesText],
      [null, null, '1 response'],
    );
  });

  it('are read out with their value, or why they have none', () => {
    const weeks = [
      { week: '2026-W44', value: 40, responses: 12 },
      { week: '2026-W45', value: null, responses: 3 },
      { week: '2026-W46', value: null, responses: 0 },
    ];
    const points = trendPoints(weeks, 'HAPPY', { level: null, range: 100 }, EN);
    assert.equal(
      trendDescription(points, 'Happy Index', EN),
      'Happy Index by week: Week 44: 40 (12 responses), Week 45: 3 responses and Week 46: no responses.',
    );
  });
});

describe('the axis of a place', () => {
  const axisOf = (indexType: string, feedbackScale: string) => {
    const axis = placeAxis({ indexType, feedbackScale }, EN);
    return axis === null
      ? null
      : [axis.min, axis.max, ...axis.ticks.map(({ value, text }) => `${value} ${text}`)];
  };

  it('is the whole scale of its kind of index, with its middle', () => {
    assert.deepEqual(axisOf('HAPPY', 'FOUR'), [0, 100, '0 0', '50 50', '100 100']);
    assert.deepEqual(axisOf('NPS', 'FIVE'), [-100, 100, '-100 −100', '0 0', '100 +100']);
    assert.deepEqual(axisOf('AVERAGE', 'FOUR'), [1, 4, '1 1', '2.5 2.5', '4 4']);
  });

  it('is missing for an unknown kind', () => {
    assert.equal(axisOf('CES', 'FIVE'), null);
    assert.equal(axisOf('HAPPY', 'SEVEN'), null);
  });
});

describe('the usual range beside the weeks', () => {
  const bandWith = (level: Partial<Level>, weeks: readonly string[] = WEEKS) =>
    bandOf(levelWith({ state: 'usual', lower: 60, upper: 70, ...level }), 'HAPPY', weeks, EN);

  it('is drawn where the week is as usual and the range is known', () => {
    assert.deepEqual(bandWith({}), {
      lower: 60,
      upper: 70,
      fromWeek: '2026-W34',
      label: 'usually 60–70',
    });
    for (const state of ['new', 'still', 'recovered', 'better', 'silent', null] as const)
      assert.equal(bandWith({ state }), null, String(state));
    assert.equal(bandWith({ lower: null }), null);
    assert.equal(bandWith({ upper: null }), null);
  });

  it('begins with the first of the weeks that it was made from', () => {
    assert.equal(bandWith({ weeksUsed: 8 })?.fromWeek, '2026-W38');
    assert.equal(bandWith({ weeksUsed: 11 })?.fromWeek, '2026-W35');
    assert.equal(bandWith({ weeksUsed: 12 })?.fromWeek, '2026-W34');
    assert.equal(bandWith({ weeksUsed: 40 })?.fromWeek, '2026-W34');
    assert.equal(bandWith({ weeksUsed: 8, lowWeeks: 3 })?.fromWeek, '2026-W38');
  });

  it('begins with the first low week where the low weeks have become usual', () => {
    assert.equal(bandWith({ settled: true, lowWeeks: 9, weeksUsed: 12 })?.fromWeek, '2026-W37');
    assert.equal(bandWith({ settled: true, weeksUsed: 2 })?.fromWeek, '2026-W34');
  });
});

describe('the levels beside the weeks', () => {
  const levelsWith = (level: Partial<Level>, weeks: readonly string[] = WEEKS) =>
    levelsOf(levelWith({ usual: 68, ...level }), 'HAPPY', weeks, EN).map(
      ({ value, fromWeek, toWeek, label }) => [value, fromWeek, toWeek, label],
    );

  it('are that before the change, up to the last week before it', () => {
    for (const state of ['new', 'still', 'better'] as const) {
      assert.deepEqual(levelsWith({ state, since: '2026-W44' }), [
        [68, '2026-W34', '2026-W43', '68 until week 43'],
      ]);
      assert.deepEqual(levelsWith({ state, since: null }), [
        [68, '2026-W34', '2026-W45', '68 until week 45'],
      ]);
    }
  });

  it('are over all weeks where the change is older than these', () => {
    assert.deepEqual(levelsWith({ state: 'still', since: '2026-W34' }), [
      [68, '2026-W34', '2026-W46', 'was 68'],
    ]);
    assert.deepEqual(levelsWith({ state: 'still', since: '2026-W35' }), [
      [68, '2026-W34', '2026-W34', '68 until week 34'],
    ]);
  });

  it('are of a place that recovered the usual one and that of its low weeks', () => {
    const usual = [68, '2026-W34', '2026-W46', 'usually 68'];
    assert.deepEqual(levelsWith({ state: 'recovered', was: 50, lowWeeks: 4 }), [
      usual,
      [50, '2026-W42', '2026-W45', 'was 50'],
    ]);
    assert.deepEqual(levelsWith({ state: 'recovered', was: 50 })[1], [
      50,
      '2026-W45',
      '2026-W45',
      'was 50',
    ]);
    assert.deepEqual(levelsWith({ state: 'recovered', was: 50, lowWeeks: 30 })[1], [
      50,
      '2026-W34',
      '2026-W45',
      'was 50',
    ]);
    assert.deepEqual(levelsWith({ state: 'recovered' }), [usual]);
  });

  it('are none where nothing is compared or the range is drawn', () => {
    for (const state of ['silent', 'newPlace', 'tooFew', 'usual', null] as const)
      assert.deepEqual(levelsWith({ state, since: '2026-W44', was: 50 }), [], String(state));
    assert.deepEqual(levelsWith({ state: 'new', usual: null }), []);
  });
});
