import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { computeAlarm } from '../../../../lib/domain/signals/alarm.ts';
import type { SurveyAlert } from '../../../../lib/domain/signals/alarm.ts';
import {
  alarmSummaryOf,
  isInAlarm,
  mergeAlarmSummaries,
} from '../../../../lib/domain/signals/alarm-summary.ts';
import { fc } from '../../../support/property-settings.ts';
import { assertResults, vectorsOf } from './vectors.ts';

const WEEK_MINUTES = 7 * 24 * 60;
const MINUTE_MS = 60_000;

describe('the vectors of alarms', () => {
  for (const vector of vectorsOf('alarm')) {
    it(`has the results of ${vector.title}`, () => {
      const places = (vector.arguments.get('s') ?? '').split(',').map((place) => {
        const [survey = 0, badMinutes = 0, goodMinutes = 0] = place.split(':').map(Number);
        return { survey, badMinutes, goodMinutes };
      });
      const { bad, good } = mergeAlarmSummaries(
        places.map((place) => alarmSummaryOf(place.survey, place, WEEK_MINUTES)),
      );
      assertResults(vector, {
        badPlaces: bad.places,
        longest: bad.longest?.minutes,
        allWeek: bad.allWeek,
        goodPlaces: good.places,
        inAlarm: places.filter(({ badMinutes }) => isInAlarm(badMinutes)).length,
      });
    });
  }
});

describe('the vectors of minutes in alarm', () => {
  for (const vector of vectorsOf('minutes')) {
    it(`has the results of ${vector.title}`, () => {
      const until = Number(vector.arguments.get('until')) * MINUTE_MS;
      const alerts = (vector.arguments.get('alerts') ?? '').split(',').map((range, key) => {
        const [begin = 0, end = 0] = range.split(':').map(Number);
        return createAlert(key, begin, end);
      });
      const week = { start: 0, end: WEEK_MINUTES * MINUTE_MS };
      assertResults(vector, { minutes: computeAlarm(alerts, week, until, 4).badMinutes });
    });
  }
});

describe('the summary of alarms', () => {
  it('counts no survey whose alerts could not be read', () => {
    assert.deepEqual(alarmSummaryOf(1, null, WEEK_MINUTES), {
      bad: { places: 0, longest: null, allWeek: 0 },
      good: { places: 0, longest: null },
    });
  });

  it('has the survey of the lowest key where several have the longest time', () => {
    const place = { badMinutes: 30, goodMinutes: 60 };
    const merged = mergeAlarmSummaries([3, 2, 7].map((key) => alarmSummaryOf(key, place, 90)));
    assert.deepEqual(merged.bad.longest, { survey: 2, minutes: 30 });
    assert.deepEqual(merged.good.longest, { survey: 2, minutes: 60 });
  });

  it('counts a survey as in alarm all week by the length of its own week', () => {
    const alarm = { badMinutes: 167 * 60, goodMinutes: 0 };
    assert.equal(alarmSummaryOf(1, alarm, 167 * 60).bad.allWeek, 1);
    assert.equal(alarmSummaryOf(1, alarm, 168 * 60).bad.allWeek, 0);
  });

  it('is the same for all surveys at once as for parts merged in any order', () => {
    const minutes = fc.integer({ min: 0, max: 3 }).map((count) => count * 5040);
    const places = fc.array(fc.record({ badMinutes: minutes, goodMinutes: minutes }), {
      maxLength: 12,
    });
    fc.assert(
      fc.property(places, fc.nat(12), (alarms, at) => {
        const summaries = alarms.map((alarm, i) => alarmSummaryOf(i, alarm, WEEK_MINUTES));
        const parts = [summaries.slice(at).toReversed(), summaries.slice(0, at)];
        assert.deepEqual(
          mergeAlarmSummaries(parts.map(mergeAlarmSummaries)),
          mergeAlarmSummaries(summaries),
        );
      }),
    );
  });
});

/** An alert about bad feedback from and until a minute of the week. */
function createAlert(key: number, begin: number, end: number): SurveyAlert {
  return {
    key,
    alertType: 'negative',
    alertSpecification: 1,
    beginTime: new Date(begin * MINUTE_MS).toISOString(),
    endTime: new Date(end * MINUTE_MS).toISOString(),
    state: 'closed',
    started: begin >= 0,
    minutesInWeek: 0,
    parameters: {},
  };
}
