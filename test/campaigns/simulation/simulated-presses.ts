// What has really happened in a company: who pressed when, when their devices sent it, and which alerts began.
// Reports are held against it.
import { offsetAt, DAY_MS, HOUR_MS, MINUTE_MS, zonedWeek } from '../../../lib/domain/calendar.ts';
import type { Week } from '../../../lib/domain/calendar.ts';
import type { SimFolder, SimSurvey } from './simulated-folders.ts';
import { foldersIn } from './simulated-folders.ts';
import type { ActivePeriod, Alert, HourCounts, Instant } from '../../../lib/domain/facts.ts';
import type { Range } from '../../../lib/ports/feedback-source.ts';

/** Presses of one moment, and when the device sent them. */
interface Presses {
  readonly at: Instant;
  readonly arrives: Instant;
  readonly count: number;
}

interface Past {
  readonly survey: SimSurvey;
  readonly presses: Presses[];
  readonly alerts: readonly Alert[];
}

export interface History {
  /** New surveys come with data. */
  add(folder: SimFolder): void;
  /** Presses in the week that are sent only then. */
  sendLate(
    survey: number,
    week: Week,
    late: { readonly count: number; readonly at: Instant },
  ): void;
  /** What had arrived by then of the week. */
  responses(survey: number, week: Week, by: Instant): number;
  /** Summed as the reporting API does. */
  rows(survey: number, range: Range, by: Instant): readonly HourCounts[];
  alerts(survey: number): readonly Alert[];
  alertsIn(survey: number, week: Week): number;
  /** Whether it is in that week's report: it was active, or pressed all the same. */
  belongs(survey: number, week: Week, by: Instant): boolean;
}

const LONG_AGO = Date.parse('2020-01-01T00:00:00Z');

/** `weeks`: those with data. */
export function historyOf(weeks: readonly Week[]): History {
  const pasts = new Map<number, Past>();

  const arrived = (key: number, { start, end }: Range, by: Instant): readonly Presses[] =>
    (pasts.get(key)?.presses ?? []).filter(
      ({ at, arrives }) => at >= start && at < end && arrives <= by,
    );
  const zoned = (key: number, week: Week): Range =>
    zonedWeek(week, pasts.get(key)?.survey.timeZone ?? 'UTC');

  const it: History = {
    add(folder) {
      for (const survey of foldersIn(folder).flatMap(({ surveys }) => surveys)) {
        if (!pasts.has(survey.key)) pasts.set(survey.key, pastOf(survey, weeks));
      }
    },
    sendLate(key, week, { count, at }) {
      const { start } = zoned(key, week);
      pasts.get(key)?.presses.push({ at: start + 30 * HOUR_MS, arrives: at, count });
    },
    responses: (key, week, by) =>
      arrived(key, zoned(key, week), by).reduce((sum, { count }) => sum + count, 0),
    rows: (key, range, by) =>
      arrived(key, range, by).map(({ at, count }) => {
        const offsetMinutes = offsetAt(pasts.get(key)?.survey.timeZone ?? 'UTC', at);
        const local = at + offsetMinutes * MINUTE_MS;
        return {
          localDay: Math.floor(local / DAY_MS),
          hour: Math.floor((local % DAY_MS) / HOUR_MS),
          offsetMinutes,
          data: [0, 1, 0, count - 1],
        };
      }),
    alerts: (key) => pasts.get(key)?.alerts ?? [],
    alertsIn(key, week) {
      const { start, end } = zoned(key, week);
      return it.alerts(key).filter(({ beginTime: { at } }) => at >= start && at < end).length;
    },
    belongs(key, week, by) {
      const survey = pasts.get(key)?.survey;
      if (survey === undefined) return false;
      // Not asked of the code that is judged by it.
      const isActive = (survey.endedAt ?? Infinity) > zoned(key, week).start;
      return isActive || it.responses(key, week, by) > 0;
    },
  };
  return it;
}

export function periodsOf({
  endedAt = null,
}: {
  readonly endedAt?: Instant | null;
}): readonly ActivePeriod[] {
  return [{ start: LONG_AGO, end: endedAt }];
}

function pastOf(survey: SimSurvey, weeks: readonly Week[]): Past {
  const { key, timeZone, isPressed = () => true } = survey;
  const presses: Presses[] = [];
  const alerts: Alert[] = [];
  for (const week of weeks) {
    const { start, end } = zonedWeek(week, timeZone);
    // The edges of the week, where a wrong range loses or doubles.
    for (const at of [start, start + 60 * HOUR_MS, end - HOUR_MS].filter(isPressed)) {
      presses.push({ at, arrives: at, count: 5 + ((key + week.monday) % 7) });
    }
    for (let i = 0; i < 3; i += 1) {
      const at = start + DAY_MS + (key % 50) * MINUTE_MS + i * HOUR_MS;
      if (!isPressed(at)) continue;
      alerts.push({
        key: key * 1000 + week.monday * 10 + i,
        alertType: 'negative',
        survey: key,
        alertSpecification: 1,
        beginTime: { at, offsetMinutes: 0 },
        endTime: { at: at + HOUR_MS, offsetMinutes: 0 },
        parameters: {},
      });
    }
  }
  return { survey, presses, alerts };
}
