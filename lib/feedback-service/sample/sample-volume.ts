// The number of responses at a place of the sample company on a day.
import type { RhythmName } from './sample-calendar.ts';
import { rhythms, weekdayOf } from './sample-calendar.ts';
import { isDuring } from './sample-events.ts';
import { christmasTrade, summer } from './sample-holidays.ts';
import type { SurveyProfile } from './sample-structure.ts';

/** How many more responses there are when the Christmas trade is greatest. */
const christmasVolume: Readonly<Record<RhythmName, number>> = {
  shop: 0.5,
  mall: 0.5,
  online: 0.5,
  airport: 0.15,
  restaurant: 0.15,
  hospital: 0,
  emergency: 0,
  campus: 0,
  office: 0,
};

/** The expected number of responses on a local day on which the place is open. */
export function expectedResponses(profile: SurveyProfile, day: number): number {
  const { spot, weekend, country, events, weeksBefore } = profile;
  // Where the weekend begins on Friday, Friday has the pattern of Saturday.
  const weekday = (weekdayOf(day) + (weekend === 'friday' ? 1 : 0)) % 7;
  const week = weeksBefore(day);
  let expected =
    spot.perDay *
    (rhythms[spot.rhythm].week[weekday] ?? 1) *
    (1 + 0.1 * summer(country, day)) *
    (1 + christmasVolume[spot.rhythm] * christmasTrade(country, day));
  for (const event of events) {
    if (event.what === 'volume' && isDuring(event, week)) expected *= event.factor;
  }
  return expected;
}
