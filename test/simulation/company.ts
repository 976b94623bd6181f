// A company whose reporting API is simulated: folders that move, devices that send late, and answers that fail.
// It also knows the truth that reports are held against.
import type { Timestamp } from '../../lib/adapters/feedback-api/timestamps.ts';
import { collectByKey } from '../../lib/adapters/feedback-api/pages.ts';
import { Failure } from '../../lib/app/failures.ts';
import type { Alert, FeedbackSource, Folder, Instant, Range } from '../../lib/app/ports.ts';
import type { Week } from '../../lib/domain/calendar.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, offsetAt, zonedWeek } from '../../lib/domain/calendar.ts';
import { LATE_MS, RIVAL_MS } from './bucket.ts';
import { firstDifference } from '../../lib/domain/order.ts';
import type { Chaos } from './chaos.ts';
import type { Process, Timeline } from './timeline.ts';

export interface SimFolder {
  readonly key: number;
  readonly surveys: readonly { readonly key: number; readonly timeZone: string }[];
  readonly folders: readonly SimFolder[];
}

/** Presses of one moment, and when the device sent them. */
interface Presses {
  readonly at: Instant;
  readonly arrives: Instant;
  readonly count: number;
}

export interface Company {
  readonly root: SimFolder;
  /** The company has other folders now; new surveys come with data. */
  rearrange(root: SimFolder): void;
  isDown: boolean;
  /** Surveys that can't be had. */
  readonly broken: Set<number>;
  /** Presses in the week that are sent when it is long over. */
  sendLate(survey: number, week: Week, count: number): void;
  /** What had arrived by then of the week. */
  responses(survey: number, week: Week, by: Instant): number;
  alerts(survey: number, week: Week): number;
  sourceOf(process: Process, paging?: Paging): FeedbackSource & { close(): void };
}

/** How pages of alerts are read to their end. */
export type Paging = typeof collectByKey;

const QUESTION = { key: 9, name: 'How was it?', locale: 'en' };
const PAGE = 2;

export function company(
  first: SimFolder,
  {
    weeks,
    timeline,
    chaos,
    trace,
    rival,
  }: {
    /** With data, oldest first. */
    readonly weeks: readonly Week[];
    readonly timeline: Timeline;
    readonly chaos: Chaos;
    readonly trace: (line: () => string) => void;
    readonly rival: (process: Process) => void;
  },
): Company {
  // By survey: a year of a large company is asked for survey by survey.
  const presses = new Map<number, Presses[]>();
  const alarms = new Map<number, Alert[]>();
  const zoneOf = new Map<number, string>();

  const add = (folder: SimFolder): void => {
    for (const { key, timeZone } of folder.surveys) {
      if (zoneOf.has(key)) continue;
      zoneOf.set(key, timeZone);
      const own: Presses[] = [];
      const ownAlarms: Alert[] = [];
      presses.set(key, own);
      alarms.set(key, ownAlarms);
      for (const week of weeks) {
        const { start, end } = zonedWeek(week, timeZone);
        // The edges of the week, where a wrong range loses or doubles.
        for (const at of [start, start + 60 * HOUR_MS, end - HOUR_MS]) {
          own.push({ at, arrives: at, count: 5 + ((key + week.monday) % 7) });
        }
        for (let i = 0; i < 3; i += 1) {
          const at = start + DAY_MS + (key % 50) * MINUTE_MS + i * HOUR_MS;
          ownAlarms.push({
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
    }
    for (const below of folder.folders) add(below);
  };
  let root = first;
  add(first);

  const all = (folder: SimFolder): readonly SimFolder[] => [folder, ...folder.folders.flatMap(all)];
  const notFound = (path: string): Failure => new Failure('UPSTREAM_NOT_FOUND', { path });

  const it: Company = {
    get root() {
      return root;
    },
    rearrange(to) {
      root = to;
      add(to);
    },
    isDown: false,
    broken: new Set(),
    sendLate(survey, week, count) {
      const { start } = zonedWeek(week, zoneOf.get(survey) ?? 'UTC');
      presses.get(survey)?.push({ at: start + 30 * HOUR_MS, arrives: timeline.now(), count });
    },
    responses(survey, week, by) {
      const { start, end } = zonedWeek(week, zoneOf.get(survey) ?? 'UTC');
      return (presses.get(survey) ?? [])
        .filter(({ at, arrives }) => at >= start && at < end && arrives <= by)
        .reduce((sum, { count }) => sum + count, 0);
    },
    alerts(survey, week) {
      const { start, end } = zonedWeek(week, zoneOf.get(survey) ?? 'UTC');
      return (alarms.get(survey) ?? []).filter(
        ({ beginTime }) => beginTime.at >= start && beginTime.at < end,
      ).length;
    },
    sourceOf(process, paging = collectByKey) {
      const pending = new Set<(reason: unknown) => void>();
      let isClosed = false;
      const closed = (): Failure => new Failure('UPSTREAM_CLOSED');

      async function call<T>(name: string, survey: number | null, happen: () => T): Promise<T> {
        if (isClosed) throw closed();
        const fault = chaos.callFault('upstream');
        if (fault === 'rival') rival(process);
        if (fault !== null) trace(() => `${process.name} GET ${name} !! ${fault}`);
        const usual = 20 + 2_000 * chaos.random() ** 4;
        const ms = fault === 'late' ? LATE_MS : fault === 'rival' ? RIVAL_MS : usual;
        const answer = timeline.effect(process, ms, () => {
          const broken = survey !== null && it.broken.has(survey);
          if (it.isDown || broken || fault === 'error') {
            throw new Failure('UPSTREAM_UNAVAILABLE', { path: `/${name}` });
          }
          if (fault === 'unauthorized') throw new Failure('UPSTREAM_UNAUTHORIZED');
          if (fault === 'denied') throw notFound(`/${name}`);
          if (fault === 'crash before' || fault === 'crash after') {
            timeline.kill(process, () => chaos.random() < 0.5);
          }
          trace(() => `${process.name} GET ${name}`);
          return happen();
        });
        const { promise, resolve, reject } = Promise.withResolvers<T>();
        pending.add(reject);
        answer.finally(() => pending.delete(reject)).then(resolve, reject);
        return promise;
      }

      const surveyOf = (key: number) => {
        const folder = all(it.root).find(({ surveys }) => surveys.some((one) => one.key === key));
        const survey = folder?.surveys.find((one) => one.key === key);
        if (folder === undefined || survey === undefined) throw notFound(`/surveys/${key}`);
        return { folder, survey };
      };
      const rows = (survey: number, { start, end }: Range) => {
        const offsetMinutes = (at: Instant): number => offsetAt(zoneOf.get(survey) ?? 'UTC', at);
        return (presses.get(survey) ?? [])
          .filter(({ at, arrives }) => at >= start && at < end && arrives <= timeline.now())
          .map(({ at, count }) => {
            const local = at + offsetMinutes(at) * MINUTE_MS;
            return {
              localDay: Math.floor(local / DAY_MS),
              hour: Math.floor((local % DAY_MS) / HOUR_MS),
              offsetMinutes: offsetMinutes(at),
              data: [0, 1, 0, count - 1],
            };
          });
      };

      return {
        close() {
          isClosed = true;
          for (const reject of pending) reject(closed());
        },
        readFolders: (from) =>
          call('folders', null, () => {
            const folder = all(it.root).find(({ key }) => from === null || key === from);
            if (folder === undefined) throw notFound(`/folders/${from ?? ''}`);
            return { root: toFolder(folder), notes: [] };
          }),
        readActivePeriods: () =>
          call('periods', null, () => {
            const surveys = all(it.root).flatMap((folder) => folder.surveys);
            return new Map(surveys.map(({ key }) => [key, PERIODS] as const));
          }),
        readSurvey: (key) =>
          call(`survey ${key}`, key, () => {
            const { folder, survey } = surveyOf(key);
            return {
              ...toSurvey(survey),
              folder: { key: folder.key, name: nameOf(folder) },
              activePeriods: PERIODS,
              surveyType: 'TERMINAL',
              indexType: 'HAPPY',
              feedbackScale: 'FOUR',
            };
          }),
        readHourlyCounts: (key, range) =>
          call(`results ${key}`, key, () => {
            surveyOf(key);
            return rows(key, range);
          }),
        readFollowUps: (key) =>
          call(`follow-ups ${key}`, key, () => {
            surveyOf(key);
            return { painPoints: [], highlights: [] };
          }),
        readAlerts: (key, range) =>
          paging<Alert>(
            {
              path: `/folders/${key}/alerts`,
              cap: PAGE,
              timeOf: ({ beginTime }) => stamp(beginTime.at),
              read: ({ start, end }) =>
                call(`alerts ${key}`, null, () => {
                  const folder = all(it.root).find((one) => one.key === key);
                  if (folder === undefined) throw notFound(`/folders/${key}/alerts`);
                  const found = folder.surveys
                    .flatMap((one) => alarms.get(one.key) ?? [])
                    .filter(
                      ({ beginTime, endTime }) =>
                        (endTime?.at ?? Infinity) > start && beginTime.at < end,
                    )
                    .toSorted((a, b) =>
                      firstDifference(a.beginTime.at - b.beginTime.at, a.key - b.key),
                    );
                  // The time of the next one: one of the readings that the document leaves open.
                  const next = found[PAGE];
                  const after = next === undefined ? null : stamp(next.beginTime.at);
                  return { meta: { moreResultsAfter: after }, data: found.slice(0, PAGE) };
                }),
            },
            range,
          ),
      };
    },
  };
  return it;
}

const PERIODS = [{ start: Date.parse('2020-01-01T00:00:00Z'), end: null }];

function toFolder(folder: SimFolder): Folder {
  return {
    key: folder.key,
    name: nameOf(folder),
    folders: folder.folders.map(toFolder),
    surveys: folder.surveys.map(toSurvey),
  };
}

function toSurvey({ key, timeZone }: { key: number; timeZone: string }) {
  return { key, question: QUESTION, timeZone };
}

function nameOf({ key }: SimFolder): string {
  return `Folder ${key}`;
}

function stamp(at: Instant): Timestamp {
  const localDay = Math.floor(at / DAY_MS);
  return { at, offsetMinutes: 0, localDay, hour: Math.floor((at % DAY_MS) / HOUR_MS) };
}
