import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isoOf, MINUTE_MS } from '../../../../lib/domain/calendar.ts';
import type { AlertParameters } from '../../../../lib/domain/report-inputs.ts';
import type { SurveyAlert } from '../../../../lib/domain/report.ts';
import { computeAlarm, timesInAlarm } from '../../../../lib/domain/signals/alarm.ts';
import { fc } from '../../../support/property-settings.ts';

const WEEK = {
  start: Date.parse('2026-11-09T00:00:00+02:00'),
  end: Date.parse('2026-11-16T00:00:00+02:00'),
};
const AS_OF = Date.parse('2026-11-16T09:00:00+02:00');

/** Times are "2026-11-08T22:00" of +02:00. */
function alertOf(
  alertSpecification: number,
  alertType: string,
  parameters: AlertParameters,
  begin: string,
  end: string | null,
): SurveyAlert {
  const beginTime = `${begin}:00+02:00`;
  return {
    key: 1,
    alertType,
    alertSpecification,
    beginTime,
    endTime: end === null ? null : `${end}:00+02:00`,
    state: end === null ? 'open' : 'closed',
    started: Date.parse(beginTime) >= WEEK.start,
    minutesInWeek: 0,
    parameters,
  };
}

const EXAMPLE = [
  alertOf(1, 'negative', {}, '2026-11-08T22:00', '2026-11-09T00:30'),
  alertOf(1, 'negative', {}, '2026-11-09T01:00', '2026-11-09T03:00'),
  alertOf(1, 'negative', {}, '2026-11-11T12:00', '2026-11-11T12:00'),
  alertOf(2, 'indexThreshold', { thresholdType: 'under' }, '2026-11-09T02:00', '2026-11-09T04:30'),
  alertOf(3, 'indexThreshold', { thresholdType: 'over' }, '2026-11-10T02:00', null),
];

function directionOf(alertType: string, parameters: AlertParameters, buttons = 4): unknown {
  const alert = alertOf(1, alertType, parameters, '2026-11-09T02:00', '2026-11-09T03:00');
  return computeAlarm([alert], WEEK, AS_OF, buttons).groups[0]?.direction;
}

describe('the alarm of a week', () => {
  it('has the documented minutes', () => {
    assert.deepEqual(computeAlarm(EXAMPLE, WEEK, AS_OF, 4), {
      badMinutes: 240,
      goodMinutes: 8520,
      groups: [
        {
          alertSpecification: 1,
          alertType: 'negative',
          direction: 'bad',
          count: 3,
          started: 2,
          carriedOver: 1,
          open: 0,
          minutesInAlarm: 150,
          longestMinutes: 120,
        },
        {
          alertSpecification: 2,
          alertType: 'indexThreshold',
          direction: 'bad',
          count: 1,
          started: 1,
          carriedOver: 0,
          open: 0,
          minutesInAlarm: 150,
          longestMinutes: 150,
        },
        {
          alertSpecification: 3,
          alertType: 'indexThreshold',
          direction: 'good',
          count: 1,
          started: 1,
          carriedOver: 0,
          open: 1,
          minutesInAlarm: 8520,
          longestMinutes: 8520,
        },
      ],
    });
  });

  it('counts an open alert until the time of the report', () => {
    const asOf = Date.parse('2026-11-10T03:00:00+02:00');
    assert.equal(computeAlarm(EXAMPLE, WEEK, asOf, 4).goodMinutes, 60);
    // Before the alert began by the clock of the report.
    const early = Date.parse('2026-11-10T01:00:00+02:00');
    assert.equal(computeAlarm(EXAMPLE, WEEK, early, 4).goodMinutes, 0);
  });

  it('has no minutes and groups without alerts', () => {
    assert.deepEqual(computeAlarm([], WEEK, AS_OF, 4), {
      badMinutes: 0,
      goodMinutes: 0,
      groups: [],
    });
  });

  it('takes the direction from the parameters of a known type', () => {
    assert.equal(directionOf('negative', {}), 'bad');
    assert.equal(directionOf('negative', { negative: true }), 'bad');
    assert.equal(directionOf('negative', { negative: false }), 'good');
    assert.equal(directionOf('indexThreshold', { thresholdType: 'under' }), 'bad');
    assert.equal(directionOf('indexThreshold', { thresholdType: 'over' }), 'good');
    assert.equal(directionOf('indexThreshold', { thresholdType: 'around' }), 'neutral');
    assert.equal(directionOf('indexThreshold', { negative: true }), 'neutral');
    assert.equal(directionOf('mood', { negative: true }), 'neutral');
  });

  it('takes the direction of a count from its filter and the middle of the scale', () => {
    const direction = (responseFilter: AlertParameters[string], buttons: number): unknown =>
      directionOf('feedbackCount', { responseFilter }, buttons);
    assert.equal(direction([0, 1], 4), 'bad');
    assert.equal(direction([2], 4), 'good');
    assert.equal(direction([1, 2], 4), 'neutral');
    assert.equal(direction([0, 1], 5), 'bad');
    assert.equal(direction([2], 5), 'neutral');
    assert.equal(direction([3, 4], 5), 'good');
    assert.equal(direction([2, 3], 5), 'neutral');
    assert.equal(direction([], 4), 'neutral');
    assert.equal(direction(['0'], 4), 'neutral');
    assert.equal(directionOf('feedbackCount', {}), 'neutral');
  });

  it('is neutral for parameters of another shape', () => {
    for (const responseFilter of [null, 'red', 0, true, {}, ['0'], [null], [[0]], [0, 'red']]) {
      assert.equal(directionOf('feedbackCount', { responseFilter }), 'neutral');
    }
    for (const thresholdType of [null, 0, ['under'], { under: true }, 'UNDER']) {
      assert.equal(directionOf('indexThreshold', { thresholdType }), 'neutral');
    }
    assert.equal(directionOf('negative', { negative: 'false' }), 'bad');
  });

  it('sorts bad groups first, then by minutes, specification and type', () => {
    const one = (specification: number, type: string, end: string): SurveyAlert =>
      alertOf(specification, type, {}, '2026-11-09T00:00', `2026-11-09T${end}`);
    const { groups } = computeAlarm(
      [
        one(9, 'x', '02:00'),
        one(3, 'b', '01:00'),
        one(3, 'a', '01:00'),
        one(2, 'c', '01:00'),
        one(5, 'negative', '00:10'),
      ],
      WEEK,
      AS_OF,
      4,
    );
    assert.deepEqual(
      groups.map(({ alertSpecification, alertType }) => `${alertSpecification}${alertType}`),
      ['5negative', '9x', '2c', '3a', '3b'],
    );
  });
});

describe('the minutes of an alarm', () => {
  const alerts = fc.array(
    fc
      .record({
        specification: fc.nat(2),
        type: fc.constantFrom('negative', 'indexThreshold', 'mood'),
        thresholdType: fc.constantFrom('under', 'over', 'other'),
        begin: fc.integer({ min: -600, max: 10_079 }),
        length: fc.option(fc.nat(3000)),
      })
      .filter(({ begin, length }) => length === null || begin + length >= 0)
      .map(({ specification, type, thresholdType, begin, length }): SurveyAlert => {
        const start = WEEK.start + begin * MINUTE_MS;
        return {
          key: 1,
          alertType: type,
          alertSpecification: specification,
          beginTime: isoOf(start, 120),
          endTime: length === null ? null : isoOf(start + length * MINUTE_MS, 120),
          state: length === null ? 'open' : 'closed',
          started: begin >= 0,
          minutesInWeek: 0,
          parameters: { thresholdType },
        };
      }),
    { maxLength: 12 },
  );

  it('minutes of an alarm are at most those of the week, and at least those of the longest alert', () => {
    fc.assert(
      fc.property(alerts, fc.nat(12_000), (list, minutes) => {
        const asOf = WEEK.start + minutes * MINUTE_MS;
        const { badMinutes, goodMinutes, groups } = computeAlarm(list, WEEK, asOf, 4);
        for (const total of [badMinutes, goodMinutes, ...groups.map((g) => g.minutesInAlarm)]) {
          assert.ok(0 <= total && total <= Math.min(7 * 24 * 60, minutes));
        }
        for (const group of groups) {
          assert.ok(group.longestMinutes <= group.minutesInAlarm);
          assert.equal(group.started + group.carriedOver, group.count);
          assert.ok(group.direction !== 'bad' || group.minutesInAlarm <= badMinutes);
        }
        assert.equal(
          groups.reduce((sum, { count }) => sum + count, 0),
          list.length,
        );
      }),
    );
  });

  it('counts the minutes covered by an alert, in any order', () => {
    fc.assert(
      fc.property(alerts, (list) => {
        const alarm = computeAlarm(list, WEEK, AS_OF, 4);
        assert.deepEqual(computeAlarm(list.toReversed(), WEEK, AS_OF, 4), alarm);
        const bad = list.filter(
          ({ alertType, parameters }) =>
            alertType === 'negative' ||
            (alertType === 'indexThreshold' && parameters['thresholdType'] === 'under'),
        );
        const covered = new Set<number>();
        for (const { beginTime, endTime } of bad) {
          const end = Math.min(WEEK.end, endTime === null ? AS_OF : Date.parse(endTime));
          const start = Math.max(WEEK.start, Date.parse(beginTime));
          for (let t = start; t < end; t += MINUTE_MS) covered.add(t);
        }
        assert.equal(alarm.badMinutes, covered.size);
      }),
      { numRuns: 30 },
    );
  });
});

describe('the times in alarm', () => {
  const at = (time: string): number => Date.parse(`${time}:00+02:00`);

  it('are of alerts of one direction, within the week, and one time where alerts meet', () => {
    const alerts = [...EXAMPLE, alertOf(1, 'negative', {}, '2026-11-09T04:30', '2026-11-09T05:00')];
    assert.deepEqual(timesInAlarm(alerts, 'bad', WEEK, AS_OF, 4), [
      { start: WEEK.start, end: at('2026-11-09T00:30') },
      { start: at('2026-11-09T01:00'), end: at('2026-11-09T05:00') },
      { start: at('2026-11-11T12:00'), end: at('2026-11-11T12:00') },
    ]);
    assert.deepEqual(timesInAlarm(alerts, 'good', WEEK, AS_OF, 4), [
      { start: at('2026-11-10T02:00'), end: WEEK.end },
    ]);
    assert.deepEqual(timesInAlarm(alerts, 'neutral', WEEK, AS_OF, 4), []);
  });
});
