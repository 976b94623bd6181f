// Applies an alert specification that does not exist to the last 13 weeks of a survey, and finds the nearest
// stricter threshold that opens few enough alerts.
import { createAlertTracker, longestWindowMs } from './alert-engine.ts';
import {
  buttonCount,
  companyIndexOf,
  type AlertSpecification,
  type SpecificationContent,
  type Survey,
} from './company.ts';
import type { CompanyStore, TimeRange } from './company-store.ts';
import { timeZoneOf, type TimeZone } from './time-zone.ts';

const weekMs = 7 * 86_400_000;
const rehearsedWeeks = 13;

export interface RehearsalRequest {
  /** Key of the survey. */
  readonly survey: number;
  readonly specification: SpecificationContent;
  /** Alerts that are acceptable per week, on average. */
  readonly maxPerWeek: number;
  /** The end of the 13 weeks, UTC milliseconds. */
  readonly now: number;
}

export interface Rehearsal {
  readonly survey: Survey;
  readonly range: TimeRange;
  /** Weeks of the range since its first press, at least 1. */
  readonly weeks: number;
  readonly presses: number;
  /** Those that begin in the range, in the order of time; the end is at most that of the range. */
  readonly alerts: readonly TimeRange[];
  /** How many of them begin in each local hour of the day. */
  readonly beginsByHour: readonly number[];
  /**
   * The nearest threshold, from the requested one to stricter ones in whole numbers (tenths of an average),
   * with the number of its alerts; undefined when no threshold is strict enough.
   */
  readonly nearest: { readonly threshold: number; readonly alerts: number } | undefined;
}

type Press = readonly [ts: number, r: number];

/** Undefined when the survey does not exist. */
export async function rehearseAlerts(
  store: CompanyStore,
  { survey: key, specification, maxPerWeek, now }: RehearsalRequest,
): Promise<Rehearsal | undefined> {
  const survey = companyIndexOf(store.structure()).surveys.get(key)?.survey;
  if (survey === undefined) return undefined;
  const range = { start: now - rehearsedWeeks * weekMs, end: now };
  const presses = await readPresses(store, withSpecification(survey, specification), range);
  const find = (content: SpecificationContent): readonly TimeRange[] =>
    findAlerts(withSpecification(survey, content), presses, range);
  const inRange = presses.filter(([ts]) => ts >= range.start);
  const weeks = Math.max(1, (now - (inRange[0]?.[0] ?? now)) / weekMs);
  const alerts = find(specification);
  const nearest = findNearest(survey, specification, maxPerWeek * weeks, (content) =>
    content === specification ? alerts.length : find(content).length,
  );
  return {
    survey,
    range,
    weeks,
    presses: inRange.length,
    alerts,
    beginsByHour: countByHour(alerts, timeZoneOf(survey.timeZone)),
    nearest,
  };
}

function countByHour(alerts: readonly TimeRange[], zone: TimeZone): readonly number[] {
  const counts = Array.from({ length: 24 }, () => 0);
  for (const { start } of alerts) {
    const wallClock = new Date(start + zone.offsetAt(start));
    const hour = wallClock.getUTCHours();
    counts[hour] = (counts[hour] ?? 0) + 1;
  }
  return counts;
}

/** The key of a specification has no effect on what it finds. */
const anyKey = 0;

function withSpecification(survey: Survey, content: SpecificationContent): Survey {
  const specification: AlertSpecification = { ...content, key: anyKey };
  return { ...survey, alertSpecifications: [specification] };
}

/** The presses of the range and, so that its first evaluations are exact, of two windows before it. */
async function readPresses(
  store: CompanyStore,
  survey: Survey,
  { start, end }: TimeRange,
): Promise<readonly Press[]> {
  const presses: Press[] = [];
  const from = start - 2 * longestWindowMs(survey);
  for await (const events of store.events(survey.key, { start: from, end }, 'all')) {
    for (const event of events) if (!('data' in event)) presses.push([event.ts, event.r]);
  }
  return presses;
}

function findAlerts(
  survey: Survey,
  presses: readonly Press[],
  { start, end }: TimeRange,
): readonly TimeRange[] {
  const alerts: TimeRange[] = [];
  const tracker = createAlertTracker(survey, ({ beginTime, endTime }) => {
    if (beginTime >= start) alerts.push({ start: beginTime, end: Math.min(endTime, end) });
  });
  for (const [ts, r] of presses) tracker.addPress(ts, r);
  if (presses.length > 0) tracker.finish();
  return alerts;
}

function findNearest(
  survey: Survey,
  specification: SpecificationContent,
  maxAlerts: number,
  count: (content: SpecificationContent) => number,
): Rehearsal['nearest'] {
  for (const content of stricterSpecifications(survey, specification)) {
    const alerts = count(content);
    if (alerts <= maxAlerts) return { threshold: thresholdOf(content), alerts };
  }
  return undefined;
}

/** What `--threshold` stands for: percent, an index, or a number of responses. */
function thresholdOf({ alertType, parameters }: SpecificationContent): number {
  return alertType === 'feedbackCount' ? parameters.countThreshold : parameters.threshold;
}

/** The specification itself, then with ever stricter thresholds. */
function* stricterSpecifications(
  survey: Survey,
  specification: SpecificationContent,
): Generator<SpecificationContent> {
  yield specification;
  switch (specification.alertType) {
    case 'negative': {
      const { parameters } = specification;
      for (const threshold of steps(parameters.threshold, { from: 0, to: 100 })) {
        yield { ...specification, parameters: { ...parameters, threshold } };
      }
      return;
    }
    case 'indexThreshold': {
      const { parameters } = specification;
      const { low, high, perUnit } = indexScaleOf(survey);
      const isUnder = parameters.thresholdType === 'under';
      const scale = isUnder ? { from: high, to: low, perUnit } : { from: low, to: high, perUnit };
      for (const threshold of steps(parameters.threshold, scale)) {
        yield { ...specification, parameters: { ...parameters, threshold } };
      }
      return;
    }
    case 'feedbackCount': {
      const { parameters } = specification;
      const scale = { from: 1, to: Number.MAX_SAFE_INTEGER };
      for (const countThreshold of steps(parameters.countThreshold, scale)) {
        yield { ...specification, parameters: { ...parameters, countThreshold } };
      }
    }
  }
}

/** The limits of the survey's index, and the steps per unit. */
function indexScaleOf({ indexType, feedbackScale }: Survey): {
  readonly low: number;
  readonly high: number;
  readonly perUnit: number;
} {
  switch (indexType) {
    case 'HAPPY':
      return { low: 0, high: 100, perUnit: 1 };
    case 'NPS':
      return { low: -100, high: 100, perUnit: 1 };
    case 'AVERAGE':
      return { low: 1, high: buttonCount(feedbackScale), perUnit: 10 };
  }
}

/** The steps after `threshold` in the direction from `from` to `to`, and `to` itself. */
function* steps(
  threshold: number,
  { from, to, perUnit = 1 }: { readonly from: number; readonly to: number; perUnit?: number },
): Generator<number> {
  const direction = to > from ? 1 : -1;
  const distance = (value: number): number => direction * value * perUnit;
  const first = Math.max(Math.floor(distance(threshold)) + 1, Math.ceil(distance(from)));
  for (let step = first; step <= distance(to); step += 1) yield (direction * step) / perUnit + 0;
}
