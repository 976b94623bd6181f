// The responses of a week by weekday and six hours, with what the rules find of its weekdays and parts of the day.
import type { SurveyGroup, SurveyWeek, WeekdayHour } from '../domain/report.ts';
import { responsesOf } from '../domain/scale.ts';
import type { WeekPart } from '../domain/signals/model.ts';
import { CELLS, cellOf, HOURS_OF_PART, judgeParts, PARTS } from '../domain/signals/week-parts.ts';
import { weekdayHours } from '../domain/weekday-hours.ts';

export interface WeekHours {
  /** Responses of 28 cells: by weekday from Monday, then by six hours from local midnight; empty without responses. */
  readonly cells: readonly number[];
  readonly parts: readonly WeekPart[];
}

export function hoursOfSurvey({ hours, parts }: Pick<SurveyWeek, 'hours' | 'parts'>): WeekHours {
  return { cells: cellsOf(weekdayHours(hours)), parts };
}

export function hoursOfGroup(
  group: Pick<SurveyGroup, 'hours' | 'parts' | 'indexType' | 'feedbackScale'>,
): WeekHours {
  return { cells: cellsOf(group.hours), parts: judgeParts(group.parts, group) };
}

/** 1–7, and hours 0–24. */
export function hoursOfCell(cell: number): {
  readonly weekday: number;
  readonly from: number;
  readonly to: number;
} {
  const from = (cell % PARTS) * HOURS_OF_PART;
  return { weekday: Math.floor(cell / PARTS) + 1, from, to: from + HOURS_OF_PART };
}

function cellsOf(hours: readonly WeekdayHour[]): readonly number[] {
  if (hours.length === 0) return [];
  const cells = Array.from({ length: CELLS }, () => 0);
  for (const { weekday, hour, data } of hours) {
    const cell = cellOf(weekday, hour);
    cells[cell] = (cells[cell] ?? 0) + responsesOf(data);
  }
  return cells;
}
