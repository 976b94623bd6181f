// The best and worst hours of a week, ordered by the score of the ranking, so that hours with few responses don't win.
import { dayOf, weekdayOf } from '../domain/calendar.ts';
import type { GroupKey } from '../domain/figures.ts';
import { compareInOrder } from '../domain/order.ts';
import { createRankScore } from '../domain/ranking.ts';
import type { HourCell, WeekdayHour } from '../domain/report.ts';
import { indexOf, responsesOf } from '../domain/scale.ts';
import type { Localization } from '../i18n/localization.ts';

/** An hour with fewer responses is shown in grey and is never listed as best or worst. */
export const MIN_RESPONSES = 3;
const MAX_HOURS = 3;

/** The hours of a survey by weekday, as the heat map needs them. */
export function weekdayHours(hours: readonly HourCell[]): readonly WeekdayHour[] {
  return hours.map(({ date, hour, data }) => ({ weekday: weekdayOf(dayOf(date)), hour, data }));
}

export interface HourSlot {
  readonly weekday: number;
  readonly hour: number;
  readonly responses: number;
  readonly index: number;
}

export function hourSlots(cells: readonly WeekdayHour[], group: GroupKey): readonly HourSlot[] {
  return cells.flatMap(({ weekday, hour, data }) => {
    const responses = responsesOf(data);
    const index = indexOf(data, group.indexType, group.feedbackScale);
    return index === null || responses < MIN_RESPONSES ? [] : [{ weekday, hour, responses, index }];
  });
}

/** 'Sunday 16:00–17:00' */
export function slotName(
  { weekday, hour }: { readonly weekday: number; readonly hour: number },
  { words, formats }: Localization,
): string {
  return words.slot(formats.weekday(weekday, 'long'), formats.hour(hour), formats.hour(hour + 1));
}

export interface BestAndWorstHours {
  readonly best: readonly HourSlot[];
  readonly worst: readonly HourSlot[];
}

/** Up to three hours each; no hour is in both lists. */
export function bestAndWorstHours(slots: readonly HourSlot[]): BestAndWorstHours {
  const scoreOf = createRankScore(slots);
  const ordered = slots
    .map((slot) => ({ slot, score: scoreOf(slot) ?? 0 }))
    .sort((a, b) =>
      compareInOrder(b.score - a.score, a.slot.weekday - b.slot.weekday, a.slot.hour - b.slot.hour),
    )
    .map(({ slot }) => slot);
  const count = Math.min(MAX_HOURS, Math.floor(ordered.length / 2));
  return {
    best: ordered.slice(0, count),
    worst: ordered.slice(ordered.length - count).reverse(),
  };
}
