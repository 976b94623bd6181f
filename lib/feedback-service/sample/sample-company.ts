// The sample company, which is generated from a seed. What happens at its places relates to the week that can
// be reported when the company is created; after that its past stays the same. The feedback of a survey is
// generated when it is first requested.
import { hash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import {
  type EventColumns,
  createColumnsBuilder,
  forEachCount,
  forEachFollowUp,
  forEachPress,
  readEvents,
} from './event-columns.ts';
import { type Survey, companyIndexOf, type Structure } from '../company.ts';
import type {
  Company,
  Credential,
  ServiceAlert,
  TimeRange,
  CompanyStore,
} from '../company-store.ts';
import type { Days } from './sample-feedback.ts';
import { addFeedback } from './sample-feedback.ts';
import type { Quarter } from './sample-calendar.ts';
import { dayNumber, firstDayOf, mondayOf, quarterOf, weekNumber } from './sample-calendar.ts';
import type { SampleStructure } from './sample-structure.ts';
import { createSampleStructure } from './sample-structure.ts';
import { isOpenDuring, createAlertTracker } from '../alert-engine.ts';

/** A report reads the responses of 61 weeks. */
const weeksOfReport = 61;
/** The weeks with single responses, the reported one included; devices report hourly sums before. */
const weeksOfSingleResponses = 13;
/** Each of the weeks with single responses can be reported. */
const weeksOfFeedback = weeksOfReport + weeksOfSingleResponses - 1;
const tamperDelayMs = 3000;

export interface SampleCompany {
  readonly company: Company;
  /** Derived from the seed: the token protects generated data only. */
  readonly clientId: string;
  readonly token: string;
}

export interface SampleOptions {
  /** A whole number. */
  readonly seed: number;
  /** UTC ms; there is no later feedback. */
  readonly clock: () => number;
  /** Replaces the token that is derived from the seed. */
  readonly token?: string;
}

interface GeneratedQuarter extends SampleStructure {
  readonly quarter: Quarter;
  readonly columns: Map<number, EventColumns>;
}

export function sampleCompany({ seed, clock, token: givenToken }: SampleOptions): SampleCompany {
  const reportedWeek = reportedWeekAt(clock());
  let generated: GeneratedQuarter | undefined;

  function current(): GeneratedQuarter {
    const quarter = quarterOf(clock());
    if (generated?.quarter !== quarter) {
      generated = {
        quarter,
        columns: new Map(),
        ...createSampleStructure(seed, quarter, reportedWeek),
      };
    }
    return generated;
  }

  function columns(survey: Survey): EventColumns {
    const { quarter, columns, profiles } = current();
    const existingColumns = columns.get(survey.key);
    if (existingColumns !== undefined) return existingColumns;
    const profile = profiles.get(survey.key);
    const builder = createColumnsBuilder(tamperDelayMs);
    if (profile !== undefined) addFeedback(builder, profile, seed, daysOf(quarter, reportedWeek));
    const newColumns = builder.finish();
    columns.set(survey.key, newColumns);
    return newColumns;
  }

  const clientId = `sample-${seed}`;
  const token = givenToken ?? hash('sha256', `sample company ${seed}`, 'base64url').slice(0, 32);
  const credentials: readonly Credential[] = [
    { clientId, tokenSha256: hash('sha256', token, 'hex') },
  ];
  const source = { structure: () => current().structure, columns };
  return {
    company: {
      credentials: () => Promise.resolve(credentials),
      store: createMemoryStore(source, clock),
    },
    clientId,
    token,
  };
}

/** The latest week that has ended in every time zone. */
function reportedWeekAt(instant: number): number {
  const lastZoneDelayMs = 43_200_000;
  return weekNumber(dayNumber(instant - lastZoneDelayMs)) - 1;
}

function daysOf(quarter: Quarter, reportedWeek: number): Days {
  return {
    from: mondayOf(reportedWeek - weeksOfFeedback + 1),
    singleFrom: mondayOf(reportedWeek - weeksOfSingleResponses + 1),
    // In time zones west of UTC the quarter ends later.
    to: dayNumber(firstDayOf(quarter + 1)) + 1,
  };
}

/** Provides the events of the surveys. */
export interface EventSource {
  structure(): Structure;
  columns(survey: Survey): EventColumns;
}

/** Events later than the clock are not visible. */
export function createMemoryStore(source: EventSource, clock: () => number): CompanyStore {
  const alerts = new WeakMap<EventColumns, readonly ServiceAlert[]>();

  function columns(key: number): EventColumns | undefined {
    const placedSurvey = companyIndexOf(source.structure()).surveys.get(key);
    return placedSurvey === undefined ? undefined : source.columns(placedSurvey.survey);
  }

  function visible(range: TimeRange): TimeRange {
    // A press at exactly this millisecond is visible.
    return { start: range.start, end: Math.min(range.end, clock() + 1) };
  }

  function alertsOfSurvey(survey: Survey): readonly ServiceAlert[] {
    if (survey.alertSpecifications.length === 0) return [];
    const events = source.columns(survey);
    const surveyAlerts = alerts.get(events) ?? computeAlerts(survey, events);
    alerts.set(events, surveyAlerts);
    return alertsKnownAt(surveyAlerts, clock());
  }

  return {
    structure: () => source.structure(),
    forEachCount: (survey, range, visit) => {
      const events = columns(survey);
      if (events !== undefined) forEachCount(events, visible(range), visit);
      return Promise.resolve();
    },
    forEachFollowUp: (survey, range, visit) => {
      const events = columns(survey);
      if (events !== undefined) forEachFollowUp(events, visible(range), visit);
      return Promise.resolve();
    },
    events: async function* (survey, range, which) {
      const events = columns(survey);
      if (events !== undefined) yield* yieldBetween(readEvents(events, visible(range), which));
    },
    alerts: async function* (surveys, range) {
      const { surveys: placedSurveys } = companyIndexOf(source.structure());
      const alerts = [...surveys].flatMap((key) => {
        const placedSurvey = placedSurveys.get(key);
        return placedSurvey === undefined ? [] : alertsOfSurvey(placedSurvey.survey);
      });
      yield* yieldBetween([
        alerts
          .filter((alert) => isOpenDuring(alert, range))
          .sort((a, b) =>
            a.beginTime === b.beginTime ? a.key - b.key : a.beginTime - b.beginTime,
          ),
      ]);
    },
  };
}

/** Lets other requests run between two batches. */
async function* yieldBetween<Batch>(batches: Iterable<Batch>): AsyncGenerator<Batch> {
  for (const batch of batches) {
    yield batch;
    await setImmediate();
  }
}

function computeAlerts(survey: Survey, columns: EventColumns): readonly ServiceAlert[] {
  const alerts: ServiceAlert[] = [];
  const watch = createAlertTracker(survey, (alert) => alerts.push(alert));
  forEachPress(columns, (ts, r) => {
    watch.addPress(ts, r);
  });
  watch.finish();
  return alerts;
}

/**
 * The alerts as they are known at an instant. The engine never looks ahead, so alerts that begin later
 * are left out and alerts that end later are open.
 */
function alertsKnownAt(alerts: readonly ServiceAlert[], now: number): readonly ServiceAlert[] {
  return alerts
    .filter(({ beginTime }) => beginTime <= now)
    .map((alert) =>
      alert.endTime !== undefined && alert.endTime > now ? { ...alert, endTime: undefined } : alert,
    );
}
