// What the rules say of the sample company's places, compared with what happens at them.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { standardError } from '../../../lib/domain/figures.ts';
import { indexOf, responsesOf } from '../../../lib/domain/scale.ts';
import type { LevelState } from '../../../lib/domain/signals/model.ts';
import { companyDip, placeEvents } from '../../../lib/feedback-service/sample/sample-events.ts';
import { popUpName } from '../../../lib/feedback-service/sample/sample-places.ts';
import type { SampleSurvey } from '../../support/feedback-service/sample-weeks.ts';
import { readSampleWeeks, stateOf } from '../../support/feedback-service/sample-weeks.ts';
import { NOW } from '../../support/test-company.ts';

/** The reported week, 2026-W46; the weeks after and of the dip; and 2025-W51, in the Christmas trade. */
const WEEKS_BEFORE = [0, 1, 15, 16, 20, 47] as const;
/** The reported week is 2026-W51. */
const IN_DECEMBER = Date.parse('2026-12-22T08:00:00Z');

type States = readonly (LevelState | null)[];

/** Of a place without events of its own. */
const ORDINARY: States = ['usual', 'usual', 'recovered', 'new', 'usual', 'usual'];

/** In the weeks of WEEKS_BEFORE; null: in no report. */
const STATES: Readonly<Record<string, States>> = {
  'Arrivals and baggage claim visit': ['new', 'usual', 'recovered', 'new', 'usual', 'usual'],
  'Honolulu, Waikīkī visit': ['new', 'usual', 'recovered', 'new', 'usual', 'usual'],
  'Lord Howe Island store visit': ['still', 'still', 'usual', 'usual', 'usual', 'usual'],
  'Security control, Terminal 2 service': ['still', 'still', 'recovered', 'new', 'usual', 'usual'],
  'meridian.example service': ['still', 'still', 'recovered', 'new', 'usual', 'usual'],
  'Athens, Syntagma visit': ['still', 'still', 'still', 'still', 'still', 'usual'],
  // A lower level is usual after 45 weeks.
  'Sofia, Vitosha Boulevard visit': ['usual', 'usual', 'still', 'still', 'still', 'still'],
  'Tribhuvan International Airport service': ['still', 'still', 'still', 'new', 'usual', 'usual'],
  'Washrooms, gates 20–36 clean': ['recovered', 'still', 'recovered', 'new', 'usual', 'usual'],
  'Nairobi, Westlands clinic service': ['usual', 'usual', 'still', 'still', 'still', 'usual'],
  'Outpatient reception visit': ['better', 'better', 'recovered', 'new', 'usual', 'usual'],
  'Montréal, rue Sainte-Catherine visit': [
    'better',
    'better',
    'recovered',
    'new',
    'usual',
    'usual',
  ],
  'Piraeus ferry terminal service': ['usual', 'usual', 'recovered', 'new', 'better', 'usual'],
  'Fitting rooms service': ['silent', 'silent', 'recovered', 'new', 'usual', 'usual'],
  'Click & collect service': ['silent', 'usual', 'recovered', 'new', 'usual', 'usual'],
  'Almaty, Abay Avenue visit': ['silent', 'silent', 'silent', 'silent', 'usual', 'usual'],
  'Kathmandu, Thamel visit': ['newPlace', 'newPlace', null, null, null, null],
  // One response a week.
  'Troll research station visit': ['tooFew', 'tooFew', 'tooFew', 'tooFew', 'tooFew', 'tooFew'],
  // With 17 responses a week the dip of one week is not seen.
  'Chatham Islands store visit': ['usual', 'usual', 'usual', 'usual', 'usual', 'usual'],
  'Christmas market visit': [null, null, null, null, null, 'newPlace'],
};

/** Of the pop-up shops, which change every quarter. */
const POP_UP_STATES: Readonly<Record<string, States>> = {
  [`${popUpName} 908103 visit`]: [null, null, null, null, null, 'usual'],
  [`${popUpName} 908105 visit`]: [null, null, null, null, 'usual', null],
  [`${popUpName} 908106 visit`]: [null, null, 'newPlace', 'newPlace', null, null],
  [`${popUpName} 908107 visit`]: ['newPlace', 'newPlace', null, null, null, null],
};

function nameOf({ place, theme }: SampleSurvey): string {
  return `${place} ${theme}`;
}

function statesOf(
  surveys: readonly SampleSurvey[],
  weeksBefore: readonly number[],
): Readonly<Record<string, States>> {
  return Object.fromEntries(
    surveys.map((survey) => [nameOf(survey), weeksBefore.map((week) => stateOf(survey, week))]),
  );
}

function isPermanent({ place }: SampleSurvey): boolean {
  return !place.startsWith(popUpName) && place !== 'Christmas market';
}

describe('the places of the sample company', async () => {
  const { surveys } = await readSampleWeeks(1, NOW);

  it('have the states of what happens at them', () => {
    const never = WEEKS_BEFORE.map(() => null);
    const expected = surveys.map((survey): [string, States] => {
      const name = nameOf(survey);
      if (isPermanent(survey)) return [name, STATES[name] ?? ORDINARY];
      return [name, STATES[name] ?? POP_UP_STATES[name] ?? never];
    });
    assert.deepEqual(statesOf(surveys, WEEKS_BEFORE), Object.fromEntries(expected));
  });

  for (const [title, seed, now] of [
    ['in December', 1, IN_DECEMBER],
    ['with another seed', 2, NOW],
  ] as const) {
    it(`have the same states ${title}`, async () => {
      const others = (await readSampleWeeks(seed, now)).surveys.filter(isPermanent);
      // The sixth week is in December of one of the years only.
      const weeksBefore = WEEKS_BEFORE.slice(0, 5);
      const expected = others.map((survey) => {
        const name = nameOf(survey);
        return [name, (STATES[name] ?? ORDINARY).slice(0, 5)];
      });
      assert.deepEqual(statesOf(others, weeksBefore), Object.fromEntries(expected));
    });
  }

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
