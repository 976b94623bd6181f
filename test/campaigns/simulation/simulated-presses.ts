// The responses and alerts of the simulated company, with the time when each arrived. The checks compare reports with
// this data.
import {
  firstInstantOf,
  offsetAt,
  DAY_MS,
  HOUR_MS,
  MINUTE_MS,
  zonedWeek,
} from '../../../lib/domain/calendar.ts';
import type { Week } from '../../../lib/domain/calendar.ts';
import { sumCounts } from '../../../lib/domain/scale.ts';
import type { SimulatedFolder, SimulatedSurvey } from './simulated-folders.ts';
import { listFolders } from './simulated-folders.ts';
import type {
  ActivePeriod,
  Alert,
  DayCounts,
  HourCounts,
  Instant,
} from '../../../lib/domain/report-inputs.ts';
import type { Range } from '../../../lib/ports/feedback-source.ts';

/** Responses of one instant, and when the device sent them. */
interface SimulatedResponses {
  readonly at: Instant;
  readonly receivedAt: Instant;
  readonly count: number;
}

interface SurveyHistory {
  readonly survey: SimulatedSurvey;
  readonly responses: SimulatedResponses[];
  readonly alerts: readonly Alert[];
}

export interface ResponseHistory {
  /** Generates data for surveys that are new. */
  add(folder: SimulatedFolder): void;
  /** Adds responses of the week that arrive at `at`. */
  sendLate(
    survey: number,
    week: Week,
    lateResponses: { readonly count: number; readonly at: Instant },
  ): void;
  /** The number of responses of the week that had arrived. */
  responses(survey: number, week: Week, until: Instant): number;
  /** Sums per hour, like the reporting API. */
  rows(survey: number, range: Range, until: Instant): readonly HourCounts[];
  /** The same per local day. */
  days(survey: number, range: Range, until: Instant): readonly DayCounts[];
  alerts(survey: number): readonly Alert[];
  alertsIn(survey: number, week: Week): number;
  /** Whether that week's report contains the survey: it was active or has responses. */
  isReported(survey: number, week: Week, until: Instant): boolean;
}

const ACTIVE_SINCE = Date.parse('2020-01-01T00:00:00Z');

/** Generates data for these weeks. */
export function createResponseHistory(weeks: readonly Week[]): ResponseHistory {
  const surveys = new Map<number, SurveyHistory>();

  const receivedResponses = (
    key: number,
    { start, end }: Range,
    until: Instant,
  ): readonly SimulatedResponses[] =>
    (surveys.get(key)?.responses ?? []).filter(
      ({ at, receivedAt: arrives }) => at >= start && at < end && arrives <= until,
    );
  const weekRange = (key: number, week: Week): Range =>
    zonedWeek(week, surveys.get(key)?.survey.timeZone ?? 'UTC');

  const history: ResponseHistory = {
    add(folder) {
      for (const survey of listFolders(folder).flatMap(({ surveys }) => surveys)) {
        if (!surveys.has(survey.key)) surveys.set(survey.key, createSurveyHistory(survey, weeks));
      }
    },
    sendLate(key, week, { count, at }) {
      const { start } = weekRange(key, week);
      surveys.get(key)?.responses.push({ at: start + 30 * HOUR_MS, receivedAt: at, count });
    },
    responses: (key, week, until) =>
      receivedResponses(key, weekRange(key, week), until).reduce(
        (sum, { count }) => sum + count,
        0,
      ),
    rows: (key, range, until) =>
      receivedResponses(key, range, until).map(({ at, count }) => {
        const offsetMinutes = offsetAt(surveys.get(key)?.survey.timeZone ?? 'UTC', at);
        const localTime = at + offsetMinutes * MINUTE_MS;
        return {
          localDay: Math.floor(localTime / DAY_MS),
          hour: Math.floor((localTime % DAY_MS) / HOUR_MS),
          offsetMinutes,
          data: [0, 1, 0, count - 1],
        };
      }),
    days(key, range, until) {
      const timeZone = surveys.get(key)?.survey.timeZone ?? 'UTC';
      const byDay = Map.groupBy(history.rows(key, range, until), ({ localDay }) => localDay);
      return [...byDay].map(([localDay, rows]) => {
        const offsetMinutes = offsetAt(timeZone, firstInstantOf(localDay, timeZone));
        return { localDay, hour: 0, offsetMinutes, data: sumCounts(rows.map(({ data }) => data)) };
      });
    },
    alerts: (key) => surveys.get(key)?.alerts ?? [],
    alertsIn(key, week) {
      const { start, end } = weekRange(key, week);
      return history.alerts(key).filter(({ beginTime: { at } }) => at >= start && at < end).length;
    },
    isReported(key, week, until) {
      const survey = surveys.get(key)?.survey;
      if (survey === undefined) return false;
      // Computed independently of the code under test.
      const isActive = (survey.endedAt ?? Infinity) > weekRange(key, week).start;
      return isActive || history.responses(key, week, until) > 0;
    },
  };
  return history;
}

export function activePeriodsOf({
  endedAt = null,
}: {
  readonly endedAt?: Instant | null;
}): readonly ActivePeriod[] {
  return [{ start: ACTIVE_SINCE, end: endedAt }];
}

function createSurveyHistory(survey: SimulatedSurvey, weeks: readonly Week[]): SurveyHistory {
  const { key, timeZone, hasResponsesAt = () => true } = survey;
  const responses: SimulatedResponses[] = [];
  const alerts: Alert[] = [];
  for (const week of weeks) {
    const { start, end } = zonedWeek(week, timeZone);
    // Responses at the edges of the week reveal a wrong range.
    for (const at of [start, start + 60 * HOUR_MS, end - HOUR_MS].filter(hasResponsesAt)) {
      responses.push({ at, receivedAt: at, count: 5 + ((key + week.monday) % 7) });
    }
    for (let i = 0; i < 3; i += 1) {
      const at = start + DAY_MS + (key % 50) * MINUTE_MS + i * HOUR_MS;
      if (!hasResponsesAt(at)) continue;
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
  return { survey, responses, alerts };
}
