// A store that keeps its events in memory. It hides what has been read, generated or computed already.
import { alertsOf } from './alerts.ts';
import { eachCountOf, eachEventOf, eachFollowUpOf, type Columns } from './columns.ts';
import { directoryOf, type Structure, type Survey } from './company.ts';
import { columnsOf, type Line } from './lines.ts';
import type { Alert, Company, Credential, Range, Store } from './store.ts';
import { zoneOf } from './zone.ts';

/** Where a memory store takes a survey's events from. */
export interface EventSource {
  structure(): Structure;
  columns(survey: Survey): Columns;
  /** Later events are not there yet; infinite for a data set, which is there as a whole. */
  visibleUntil(): number;
}

export interface CompanyData {
  readonly credentials: readonly Credential[];
  readonly structure: Structure;
  /** Lines of feedback by survey key, in any order. */
  readonly feedback: ReadonlyMap<number, readonly Line[]>;
  readonly tamperDelaySeconds?: number;
}

/** A company whose data are all at hand. Throws on keys given twice, unknown zones and buttons. */
export function companyInMemory(data: CompanyData, clock: () => number): Company {
  const { surveys } = directoryOf(data.structure);
  for (const { survey } of surveys.values()) zoneOf(survey.timeZone);
  const tamperDelayMs = (data.tamperDelaySeconds ?? 3) * 1000;
  const kept = new Map(
    [...surveys.keys()].map((key) => [key, columnsOf(data.feedback.get(key) ?? [], tamperDelayMs)]),
  );
  const none = columnsOf([], tamperDelayMs);
  const source: EventSource = {
    structure: () => data.structure,
    columns: (survey) => kept.get(survey.key) ?? none,
    visibleUntil: () => Infinity,
  };
  return { credentials: () => data.credentials, store: memoryStore(source, clock) };
}

export function memoryStore(source: EventSource, clock: () => number): Store {
  const alerts = new WeakMap<Columns, readonly Alert[]>();

  function columns(key: number): Columns | undefined {
    const placed = directoryOf(source.structure()).surveys.get(key);
    return placed === undefined ? undefined : source.columns(placed.survey);
  }

  function visible(range: Range): Range {
    // A press at this very millisecond has happened.
    return { start: range.start, end: Math.min(range.end, source.visibleUntil() + 1) };
  }

  function alertsOfSurvey(survey: Survey): readonly Alert[] {
    if (survey.alertSpecifications.length === 0) return [];
    const events = source.columns(survey);
    const known = alerts.get(events) ?? alertsOf(survey, events);
    alerts.set(events, known);
    return asOf(known, source.visibleUntil(), horizonOf(events));
  }

  function horizonOf(events: Columns): number {
    const last = events.ts[events.length - 1] ?? -Infinity;
    return Math.max(clock(), Math.min(last, source.visibleUntil()));
  }

  return {
    structure: () => source.structure(),
    eachCount: (survey, range, visit) => {
      const events = columns(survey);
      if (events !== undefined) eachCountOf(events, visible(range), visit);
      return Promise.resolve();
    },
    eachFollowUp: (survey, range, visit) => {
      const events = columns(survey);
      if (events !== undefined) eachFollowUpOf(events, visible(range), visit);
      return Promise.resolve();
    },
    eachEvent: (survey, range, which, visit) => {
      const events = columns(survey);
      if (events !== undefined) eachEventOf(events, visible(range), which, visit);
      return Promise.resolve();
    },
    alerts: (key, range) => {
      const placed = directoryOf(source.structure()).surveys.get(key);
      const all = placed === undefined ? [] : alertsOfSurvey(placed.survey);
      return Promise.resolve(all.filter((alert) => intersects(alert, range)));
    },
  };
}

/**
 * Alerts as they are known at an instant. The engine looks only back, so what it tells of later
 * presses is cut off: what begins later is not there, what ends later is open.
 */
function asOf(alerts: readonly Alert[], visibleUntil: number, horizon: number): readonly Alert[] {
  return alerts
    .filter(({ beginTime }) => beginTime <= visibleUntil)
    .map((alert) =>
      alert.endTime !== undefined && alert.endTime > horizon
        ? { ...alert, endTime: undefined }
        : alert,
    );
}

function intersects({ beginTime, endTime }: Alert, { start, end }: Range): boolean {
  return beginTime < end && (endTime === undefined || endTime > start);
}
