// A store that keeps its events in memory. It hides what has been generated or computed already.
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
import type { Alert, Range, Store } from '../company-store.ts';

/** Where a memory store takes a survey's events from. */
export interface EventSource {
  structure(): Structure;
  columns(survey: Survey): Columns;
  /** Later events are not there yet. */
  visibleUntil(): number;
}

export function createMemoryStore(source: EventSource, clock: () => number): Store {
  const alerts = new WeakMap<Columns, readonly Alert[]>();

  function columns(key: number): Columns | undefined {
    const placed = companyIndexOf(source.structure()).surveys.get(key);
    return placed === undefined ? undefined : source.columns(placed.survey);
  }

  function visible(range: Range): Range {
    // A press at this very millisecond has happened.
    return { start: range.start, end: Math.min(range.end, source.visibleUntil() + 1) };
  }

  function alertsOfSurvey(survey: Survey): readonly Alert[] {
    if (survey.alertSpecifications.length === 0) return [];
    const events = source.columns(survey);
    const known = alerts.get(events) ?? computeAlerts(survey, events);
    alerts.set(events, known);
    return alertsKnownAt(known, source.visibleUntil(), horizonOf(events));
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

/** Between two batches whoever else is served gets a turn. */
async function* yieldBetween<Batch>(batches: Iterable<Batch>): AsyncGenerator<Batch> {
  for (const batch of batches) {
    yield batch;
    await setImmediate();
  }
}

function computeAlerts(survey: Survey, columns: Columns): readonly Alert[] {
  const alerts: Alert[] = [];
  const watch = createAlertTracker(survey, (alert) => alerts.push(alert));
  forEachPress(columns, (ts, r) => {
    watch.addPress(ts, r);
  });
  watch.finish();
  return alerts;
}

/**
 * Alerts as they are known at an instant. The engine looks only back, so what it tells of later
 * presses is cut off: what begins later is not there, what ends later is open.
 */
function alertsKnownAt(
  alerts: readonly Alert[],
  visibleUntil: number,
  horizon: number,
): readonly Alert[] {
  return alerts
    .filter(({ beginTime }) => beginTime <= visibleUntil)
    .map((alert) =>
      alert.endTime !== undefined && alert.endTime > horizon
        ? { ...alert, endTime: undefined }
        : alert,
    );
}
