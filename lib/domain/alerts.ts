// Selects the alerts of a survey's week, and computes whether each began in the week and how long it was open in it.
import type { ZonedWeek } from './calendar.ts';
import { isoOf } from './calendar.ts';
import type { Alert, Instant } from './report-inputs.ts';
import { compareInOrder } from './order.ts';
import type { SurveyAlert } from './report.ts';

const KNOWN_TYPES: readonly string[] = ['negative', 'indexThreshold', 'feedbackCount'];
const KNOWN_THRESHOLD_TYPES: readonly string[] = ['under', 'over'];

/** Maximum length of a value quoted in a problem; an alert's parameters may contain texts of any length. */
const MAX_QUOTED_LENGTH = 100;

/** The alerts whose open period intersects the week, sorted by beginning, then by key. */
export function alertsInWeek(
  alerts: readonly Alert[],
  week: ZonedWeek,
  asOf: Instant,
): readonly SurveyAlert[] {
  return alerts
    .filter((alert) => isInWeek(alert, week))
    .sort((a, b) => compareInOrder(a.beginTime.at - b.beginTime.at, a.key - b.key))
    .map((alert) => ({
      key: alert.key,
      alertType: alert.alertType,
      alertSpecification: alert.alertSpecification,
      beginTime: isoOf(alert.beginTime.at, alert.beginTime.offsetMinutes),
      endTime: alert.endTime === null ? null : isoOf(alert.endTime.at, alert.endTime.offsetMinutes),
      state: alert.endTime === null ? 'open' : 'closed',
      started: alert.beginTime.at >= week.start,
      minutesInWeek: minutesInWeek(alert, week, asOf),
      parameters: alert.parameters,
    }));
}

/** Descriptions of enum values that this version does not know. */
export function unknownKinds(alerts: readonly SurveyAlert[]): readonly string[] {
  return alerts.flatMap(({ alertType, parameters }) => {
    const thresholdType = parameters['thresholdType'];
    return [
      ...(KNOWN_TYPES.includes(alertType) ? [] : [`alertType ${alertType}`]),
      ...(typeof thresholdType !== 'string' || KNOWN_THRESHOLD_TYPES.includes(thresholdType)
        ? []
        : [`thresholdType ${thresholdType.slice(0, MAX_QUOTED_LENGTH).toWellFormed()}`]),
    ];
  });
}

function isInWeek({ beginTime, endTime }: Alert, week: ZonedWeek): boolean {
  if (beginTime.at >= week.end) return false;
  if (endTime === null || endTime.at > week.start) return true;
  // An alert that ends when it begins belongs to the week of that instant.
  return endTime.at <= beginTime.at && beginTime.at >= week.start;
}

function minutesInWeek({ beginTime, endTime }: Alert, week: ZonedWeek, asOf: Instant): number {
  const from = Math.max(beginTime.at, week.start);
  const to = Math.min(endTime?.at ?? asOf, week.end);
  return Math.max(0, to - from) / 60_000;
}
