// A store with its events in memory; alerts are computed on first use.
import { setImmediate } from 'node:timers/promises';
import { isOpenDuring, createAlertTracker } from '../alert-engine.ts';
import {
  forEachCount,
  forEachFollowUp,
  forEachPress,
  readEvents,
  type Columns,
} from './event-columns.ts';
import { companyIndexOf, type Structure, type Survey } from '../company.ts';
import type { ServiceAlert, TimeRange, CompanyStore } from '../company-store.ts';

/** Provides the events of the surveys. */
export interface EventSource {
  structure(): Structure;
  columns(survey: Survey): Columns;
  /** Later events are not visible. */
  visibleUntil(): number;
}

export function createMemoryStore(source: EventSource, clock: () => number): CompanyStore {
  const alerts = new WeakMap<Columns, readonly ServiceAlert[]>();

  function columns(key: number): Columns | undefined {
    const placed = companyIndexOf(source.structure()).surveys.get(key);
    return placed === undefined ? undefined : source.columns(placed.survey);
  }

  function visible(range: TimeRange): TimeRange {
    // A press at exactly this millisecond is visible.
    return { start: range.start, end: Math.min(range.end, source.visibleUntil() + 1) };
  }

  function alertsOfSurvey(survey: Survey): readonly ServiceAlert[] {
    if (survey.alertSpecifications.length === 0) return [];
    const events = source.columns(survey);
    const surveyAlerts = alerts.get(events) ?? computeAlerts(survey, events);
    alerts.set(events, surveyAlerts);
    return alertsKnownAt(surveyAlerts, source.visibleUntil(), horizonOf(events));
  }

  function horizonOf(events: Columns): number {
    const last = events.ts[events.length - 1] ?? -Infinity;
    return Math.max(clock(), Math.min(last, source.visibleUntil()));
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
      const { surveys: placed } = companyIndexOf(source.structure());
      const found = [...surveys].flatMap((key) => {
        const own = placed.get(key);
        return own === undefined ? [] : alertsOfSurvey(own.survey);
      });
      yield* yieldBetween([
        found
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

function computeAlerts(survey: Survey, columns: Columns): readonly ServiceAlert[] {
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
function alertsKnownAt(
  alerts: readonly ServiceAlert[],
  visibleUntil: number,
  horizon: number,
): readonly ServiceAlert[] {
  return alerts
    .filter(({ beginTime }) => beginTime <= visibleUntil)
    .map((alert) =>
      alert.endTime !== undefined && alert.endTime > horizon
        ? { ...alert, endTime: undefined }
        : alert,
    );
}
