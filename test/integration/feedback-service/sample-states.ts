// What the rules say of the sample company's places.
import type { LevelState } from '../../../lib/domain/signals/model.ts';
import { popUpName } from '../../../lib/feedback-service/sample/sample-places.ts';
import type { SampleSurvey } from '../../support/feedback-service/sample-weeks.ts';
import { stateOf } from '../../support/feedback-service/sample-weeks.ts';

/** The reported week, 2026-W46; the weeks after and of the dip; and 2025-W51, in the Christmas trade. */
export const WEEKS_BEFORE = [0, 1, 15, 16, 20, 47] as const;
export type States = readonly (LevelState | null)[];

/** Of a place without events of its own. */
export const ORDINARY: States = ['usual', 'usual', 'recovered', 'new', 'usual', 'usual'];

/** In the weeks of WEEKS_BEFORE; null: in no report. */
export const STATES: Readonly<Record<string, States>> = {
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
export const POP_UP_STATES: Readonly<Record<string, States>> = {
  [`${popUpName} 908103 visit`]: [null, null, null, null, null, 'usual'],
  [`${popUpName} 908105 visit`]: [null, null, null, null, 'usual', null],
  [`${popUpName} 908106 visit`]: [null, null, 'newPlace', 'newPlace', null, null],
  [`${popUpName} 908107 visit`]: ['newPlace', 'newPlace', null, null, null, null],
};

export function nameOf({ place, theme }: SampleSurvey): string {
  return `${place} ${theme}`;
}

export function statesOf(
  surveys: readonly SampleSurvey[],
  weeksBefore: readonly number[],
): Readonly<Record<string, States>> {
  return Object.fromEntries(
    surveys.map((survey) => [nameOf(survey), weeksBefore.map((week) => stateOf(survey, week))]),
  );
}

export function isPermanent({ place }: SampleSurvey): boolean {
  return !place.startsWith(popUpName) && place !== 'Christmas market';
}
