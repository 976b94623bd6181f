// What the rules say of the sample company's places, compared with what happens at them.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { standardError } from '../../../lib/domain/figures.ts';
import { indexOf, responsesOf } from '../../../lib/domain/scale.ts';
import { companyDip, placeEvents } from '../../../lib/feedback-service/sample/sample-events.ts';
import type { SampleSurvey } from '../../support/feedback-service/sample-weeks.ts';
import { sampleWeeks } from '../../support/feedback-service/sample-weeks.ts';
import {
  isPermanent,
  nameOf,
  ORDINARY,
  POP_UP_STATES,
  STATES,
  statesOf,
  WEEKS_BEFORE,
  type States,
} from './sample-states.ts';

describe('the places of the sample company', async () => {
  const { surveys } = await sampleWeeks();

  it('have the states of what happens at them', () => {
    const never = WEEKS_BEFORE.map(() => null);
    const expected = surveys.map((survey): [string, States] => {
      const name = nameOf(survey);
      if (isPermanent(survey)) return [name, STATES[name] ?? ORDINARY];
      return [name, STATES[name] ?? POP_UP_STATES[name] ?? never];
    });
    assert.deepEqual(statesOf(surveys, WEEKS_BEFORE), Object.fromEntries(expected));
  });

  it('are those of the events', () => {
    const names = surveys.map(nameOf);
    for (const { place, survey } of placeEvents) {
      assert.equal(names.filter((name) => name === `${place} ${survey}`).length, 1, place);
    }
  });

  it('never fall by more than 3 standard errors for one week, apart from the dip of all', () => {
    for (const survey of surveys) {
      const { weeks } = survey;
      const dip = weeks.length - 1 - companyDip.from;
      const lows = weeks.filter((_, i) => i !== dip && isOneWeekLow(survey, i));
      assert.deepEqual(
        lows.map(({ week }) => week),
        [],
        nameOf(survey),
      );
    }
  });
});

/** Whether most of a fall of more than 3 standard errors is gone in the week after. */
function isOneWeekLow({ survey, weeks }: SampleSurvey, i: number): boolean {
  const { indexType, feedbackScale } = survey;
  const indexIn = (week: number): number | null => {
    const data = weeks[week]?.data ?? [];
    // Of fewer responses the index says nothing.
    return responsesOf(data) < 10 ? null : indexOf(data, indexType, feedbackScale);
  };
  const [before, now, after] = [indexIn(i - 1), indexIn(i), indexIn(i + 1)];
  const error = standardError(weeks[i]?.data ?? [], survey);
  if (before === null || now === null || after === null || error === null) return false;
  const fall = before - now;
  return fall > 3 * error && after - now > fall / 2;
}
