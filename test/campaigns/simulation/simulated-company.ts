// A company whose reporting API is simulated: folders that move, devices that send late, and answers that fail.
import type { Timestamp } from '../../../lib/adapters/feedback-api/timestamps.ts';
import { collectByKey } from '../../../lib/adapters/feedback-api/paging.ts';
import { Failure } from '../../../lib/shared/failure.ts';
import type { Alert, Instant } from '../../../lib/domain/facts.ts';
import type { FeedbackSource, Folder } from '../../../lib/ports/feedback-source.ts';
import type { Week } from '../../../lib/domain/calendar.ts';
import { DAY_MS, HOUR_MS } from '../../../lib/domain/calendar.ts';
import { firstDifference } from '../../../lib/domain/order.ts';
import type { Chaos } from './fault-plan.ts';
import { LATE_MS, RIVAL_MS } from './fault-plan.ts';
import type { SimFolder } from './simulated-folders.ts';
import { foldersIn } from './simulated-folders.ts';
import type { History } from './simulated-presses.ts';
import { historyOf, periodsOf } from './simulated-presses.ts';
import type { Process, Timeline } from './timeline.ts';

export type { SimFolder } from './simulated-folders.ts';

export interface Company {
  readonly root: SimFolder;
  /** The company has other folders now; new surveys come with data. */
  rearrange(root: SimFolder): void;
  isDown: boolean;
  /** Surveys that can't be had. */
  readonly broken: Set<number>;
  /** Presses in the week that are sent when it is long over: now. */
  sendLate(survey: number, week: Week, count: number): void;
  /** The truth, whatever the reporting API says. */
  readonly history: Pick<History, 'responses' | 'alertsIn' | 'belongs'>;
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
  const history = historyOf(weeks);
  history.add(first);
  let root = first;

  const notFound = (path: string): Failure => new Failure('UPSTREAM_NOT_FOUND', { path });

  const it: Company = {
    get root() {
      return root;
    },
    rearrange(to) {
      root = to;
      history.add(to);
    },
    isDown: false,
    broken: new Set(),
    history,
    sendLate(survey, week, count) {
      history.sendLate(survey, week, { count, at: timeline.now() });
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
        const folder = foldersIn(it.root).find(({ surveys }) =>
          surveys.some((one) => one.key === key),
        );
        const survey = folder?.surveys.find((one) => one.key === key);
        if (folder === undefined || survey === undefined) throw notFound(`/surveys/${key}`);
        return { folder, survey };
      };

      return {
        close() {
          isClosed = true;
          for (const reject of pending) reject(closed());
        },
        readFolders: (from) =>
          call('folders', null, () => {
            const folder = foldersIn(it.root).find(({ key }) => from === null || key === from);
            if (folder === undefined) throw notFound(`/folders/${from ?? ''}`);
            return { root: toFolder(folder), notes: [] };
          }),
        readActivePeriods: () =>
          call('periods', null, () => {
            const surveys = foldersIn(it.root).flatMap((folder) => folder.surveys);
            return new Map(surveys.map((survey) => [survey.key, periodsOf(survey)] as const));
          }),
        readSurvey: (key) =>
          call(`survey ${key}`, key, () => {
            const { folder, survey } = surveyOf(key);
            return {
              ...toSurvey(survey),
              folder: { key: folder.key, name: nameOf(folder) },
              activePeriods: periodsOf(survey),
              surveyType: 'TERMINAL',
              indexType: 'HAPPY',
              feedbackScale: 'FOUR',
            };
          }),
        readHourlyCounts: (key, range) =>
          call(`results ${key}`, key, () => {
            surveyOf(key);
            return history.rows(key, range, timeline.now());
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
                  const folder = foldersIn(it.root).find((one) => one.key === key);
                  if (folder === undefined) throw notFound(`/folders/${key}/alerts`);
                  const found = folder.surveys
                    .flatMap((one) => history.alerts(one.key))
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
