// What happens at the places of the sample company: the feedback is generated from this list, and tests
// compare the states of reports with it.
import type { SampleTheme, Topic } from './languages-latin.ts';

/**
 * Weeks before the reported week, which is 0: the first week of an event and its last one; null: it goes
 * on.
 */
interface EventWeeks {
  readonly from: number;
  readonly to: number | null;
}

/** A part of the people turns from happy to unhappy, or back: the index moves by about 0.6·size·range. */
interface LevelEvent extends EventWeeks {
  readonly what: 'level';
  readonly size: number;
  /** What the people who have turned name. */
  readonly reason: Topic | null;
}

export type SampleEvent =
  | LevelEvent
  /** `size` as of a level, added in every week until the last one. */
  | (EventWeeks & { readonly what: 'drift'; readonly size: number })
  /** The number of responses is multiplied by `factor`. */
  | (EventWeeks & { readonly what: 'volume'; readonly factor: number })
  /** No feedback from this weekday of the first week on; 1 is Monday. */
  | (EventWeeks & { readonly what: 'deadDevice' | 'closedForGood'; readonly weekday: number })
  /** No feedback before the first week. */
  | (EventWeeks & { readonly what: 'opened' });

/** A survey is named by its folder and its question. */
export interface PlaceEvent {
  readonly place: string;
  readonly survey: SampleTheme;
  readonly event: SampleEvent;
}

/** For a week nobody can pay by card, at any place. */
export const companyDip: LevelEvent = level(-0.25, weeks(16, 16), 'waiting');

export const placeEvents: readonly PlaceEvent[] = [
  at('Arrivals and baggage claim', 'visit', level(-0.3, weeks(0), 'staff')),
  at('Honolulu, Waikīkī', 'visit', level(-0.3, weeks(0), 'prices')),
  at('Lord Howe Island store', 'visit', level(-0.5, weeks(5), 'staff')),
  at('Security control, Terminal 2', 'service', level(-0.55, weeks(6), 'waiting')),
  at('meridian.example', 'service', level(-0.2, weeks(14), 'prices')),
  at('Athens, Syntagma', 'visit', level(-0.25, weeks(30), 'staff')),
  at('Sofia, Vitosha Boulevard', 'visit', level(-0.25, weeks(48))),
  at('Washrooms, gates 20–36', 'clean', level(-0.3, weeks(6, 1), 'cleanliness')),
  at('Nairobi, Westlands clinic', 'service', level(-0.3, weeks(30, 14), 'waiting')),
  at('Outpatient reception', 'visit', level(0.25, weeks(3), 'speed')),
  at('Montréal, rue Sainte-Catherine', 'visit', level(0.25, weeks(5), 'staff')),
  at('Piraeus ferry terminal', 'service', level(0.2, weeks(30))),
  at('Cairo University', 'visit', level(0.2, weeks(44))),
  at('Tribhuvan International Airport', 'service', {
    what: 'drift',
    size: -0.014,
    ...weeks(22, 0),
  }),
  at('Staff restaurant, Helsinki', 'visit', { what: 'volume', factor: 0.45, ...weeks(3) }),
  at('Fitting rooms', 'service', { what: 'deadDevice', weekday: 2, ...weeks(3) }),
  at('Click & collect', 'service', { what: 'deadDevice', weekday: 4, ...weeks(0) }),
  at('Almaty, Abay Avenue', 'visit', { what: 'closedForGood', weekday: 1, ...weeks(16) }),
  at('Kathmandu, Thamel', 'visit', { what: 'opened', ...weeks(6) }),
];

function at(place: string, survey: SampleTheme, event: SampleEvent): PlaceEvent {
  return { place, survey, event };
}

function level(size: number, weeks: EventWeeks, reason: Topic | null = null): LevelEvent {
  return { what: 'level', size, reason, ...weeks };
}

function weeks(from: number, to: number | null = null): EventWeeks {
  return { from, to };
}

export function eventsOf(place: string, survey: SampleTheme): readonly SampleEvent[] {
  const own = placeEvents.filter((item) => item.place === place && item.survey === survey);
  return [companyDip, ...own.map(({ event }) => event)];
}

/** Whether the event has begun, and not ended, a number of weeks before the reported week. */
export function isDuring({ from, to }: EventWeeks, weeksBefore: number): boolean {
  return weeksBefore <= from && weeksBefore >= (to ?? -Infinity);
}

/** Whether there is feedback in spite of the events; `weekday` is 1 for Monday. */
export function hasFeedback(
  events: readonly SampleEvent[],
  weeksBefore: number,
  weekday: number,
): boolean {
  return events.every((event) => {
    switch (event.what) {
      case 'deadDevice':
      case 'closedForGood':
        // In the first week, the days before the weekday still belong to the week before.
        return !isDuring(event, weekday < event.weekday ? weeksBefore + 1 : weeksBefore);
      case 'opened':
        return isDuring(event, weeksBefore);
      case 'level':
      case 'drift':
      case 'volume':
        return true;
    }
  });
}
