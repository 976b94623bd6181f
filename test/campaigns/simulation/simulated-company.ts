// The simulated reporting API of a company whose folders change and whose devices send late.
import type { Timestamp } from '../../../lib/adapters/feedback-api/timestamps.ts';
import { collectByKey } from '../../../lib/adapters/feedback-api/paging.ts';
import { Failure } from '../../../lib/shared/failure.ts';
import type { Alert, Instant } from '../../../lib/domain/report-inputs.ts';
import type { FeedbackSource, Folder } from '../../../lib/ports/feedback-source.ts';
import type { Week } from '../../../lib/domain/calendar.ts';
import { DAY_MS, HOUR_MS } from '../../../lib/domain/calendar.ts';
import { compareInOrder } from '../../../lib/domain/order.ts';
import type { FaultPlan } from './fault-plan.ts';
import { LATE_ANSWER_MS, CONCURRENT_WORKER_MS } from './fault-plan.ts';
import type { SimulatedFolder } from './simulated-folders.ts';
import { listFolders } from './simulated-folders.ts';
import type { ResponseHistory } from './simulated-presses.ts';
import { createResponseHistory, activePeriodsOf } from './simulated-presses.ts';
import type { SimulatedProcess, Timeline } from './timeline.ts';

export type { SimulatedFolder } from './simulated-folders.ts';

export interface SimulatedCompany {
  readonly root: SimulatedFolder;
  /** Replaces the folders; surveys that are new get data. */
  replaceFolders(root: SimulatedFolder): void;
  isUnavailable: boolean;
  /** Surveys whose requests fail. */
  readonly brokenSurveys: Set<number>;
  /** Adds responses of an earlier week that arrive now. */
  sendLate(survey: number, week: Week, count: number): void;
  /** The expected data, independent of the faults of the reporting API. */
  readonly history: Pick<ResponseHistory, 'responses' | 'alertsIn' | 'isReported'>;
  sourceOf(process: SimulatedProcess, paging?: Paging): FeedbackSource & { close(): void };
}

/** Reads all pages of a list of alerts. */
export type Paging = typeof collectByKey;

const QUESTION = { key: 9, name: 'How was it?', locale: 'en' };
const PAGE_SIZE = 2;

export function createSimulatedCompany(
  initialRoot: SimulatedFolder,
  {
    weeks,
    timeline,
    faultPlan,
    trace,
    runConcurrentWorker,
  }: {
    /** The weeks that have data, oldest first. */
    readonly weeks: readonly Week[];
    readonly timeline: Timeline;
    readonly faultPlan: FaultPlan;
    readonly trace: (line: () => string) => void;
    readonly runConcurrentWorker: (process: SimulatedProcess) => void;
  },
): SimulatedCompany {
  const history = createResponseHistory(weeks);
  history.add(initialRoot);
  let root = initialRoot;

  const notFound = (path: string): Failure => new Failure('UPSTREAM_NOT_FOUND', { path });

  const simulatedCompany: SimulatedCompany = {
    get root() {
      return root;
    },
    replaceFolders(newRoot) {
      root = newRoot;
      history.add(newRoot);
    },
    isUnavailable: false,
    brokenSurveys: new Set(),
    history,
    sendLate(survey, week, count) {
      history.sendLate(survey, week, { count, at: timeline.now() });
    },
    sourceOf(process, paging = collectByKey) {
      const pending = new Set<(reason: unknown) => void>();
      let isClosed = false;
      const closed = (): Failure => new Failure('UPSTREAM_CLOSED');

      async function call<T>(name: string, survey: number | null, answerCall: () => T): Promise<T> {
        if (isClosed) throw closed();
        const fault = faultPlan.callFault('upstream');
        if (fault === 'concurrent worker') runConcurrentWorker(process);
        if (fault !== null) trace(() => `${process.name} GET ${name} !! ${fault}`);
        const usualMs = 20 + 2_000 * faultPlan.random() ** 4;
        const ms =
          fault === 'late'
            ? LATE_ANSWER_MS
            : fault === 'concurrent worker'
              ? CONCURRENT_WORKER_MS
              : usualMs;
        const answer = timeline.effect(process, ms, () => {
          const isBroken = survey !== null && simulatedCompany.brokenSurveys.has(survey);
          if (simulatedCompany.isUnavailable || isBroken || fault === 'error') {
            throw new Failure('UPSTREAM_UNAVAILABLE', { path: `/${name}` });
          }
          if (fault === 'unauthorized') throw new Failure('UPSTREAM_UNAUTHORIZED');
          if (fault === 'denied') throw notFound(`/${name}`);
          if (fault === 'crash before' || fault === 'crash after') {
            timeline.kill(process, () => faultPlan.random() < 0.5);
          }
          trace(() => `${process.name} GET ${name}`);
          return answerCall();
        });
        const { promise, resolve, reject } = Promise.withResolvers<T>();
        pending.add(reject);
        answer.finally(() => pending.delete(reject)).then(resolve, reject);
        return promise;
      }

      const findSurvey = (key: number) => {
        const folder = listFolders(simulatedCompany.root).find(({ surveys }) =>
          surveys.some((candidate) => candidate.key === key),
        );
        const survey = folder?.surveys.find((candidate) => candidate.key === key);
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
            const folder = listFolders(simulatedCompany.root).find(
              ({ key }) => from === null || key === from,
            );
            if (folder === undefined) throw notFound(`/folders/${from ?? ''}`);
            return { root: toFolder(folder), notes: [] };
          }),
        readActivePeriods: () =>
          call('periods', null, () => {
            const surveys = listFolders(simulatedCompany.root).flatMap((folder) => folder.surveys);
            return new Map(surveys.map((survey) => [survey.key, activePeriodsOf(survey)] as const));
          }),
        readSurvey: (key) =>
          call(`survey ${key}`, key, () => {
            const { folder, survey } = findSurvey(key);
            return {
              ...toSurvey(survey),
              folder: { key: folder.key, name: folderName(folder) },
              activePeriods: activePeriodsOf(survey),
              surveyType: 'TERMINAL',
              indexType: 'HAPPY',
              feedbackScale: 'FOUR',
            };
          }),
        readHourlyCounts: (key, range) =>
          call(`results ${key}`, key, () => {
            findSurvey(key);
            return history.rows(key, range, timeline.now());
          }),
        readFollowUps: (key) =>
          call(`follow-ups ${key}`, key, () => {
            findSurvey(key);
            return { painPoints: [], highlights: [] };
          }),
        readAlerts: (key, range) =>
          paging<Alert>(
            {
              path: `/folders/${key}/alerts`,
              cap: PAGE_SIZE,
              timeOf: ({ beginTime }) => toTimestamp(beginTime.at),
              read: ({ start, end }) =>
                call(`alerts ${key}`, null, () => {
                  const folder = listFolders(simulatedCompany.root).find(
                    (candidate) => candidate.key === key,
                  );
                  if (folder === undefined) throw notFound(`/folders/${key}/alerts`);
                  const alerts = folder.surveys
                    .flatMap((survey) => history.alerts(survey.key))
                    .filter(
                      ({ beginTime, endTime }) =>
                        (endTime?.at ?? Infinity) > start && beginTime.at < end,
                    )
                    .toSorted((a, b) =>
                      compareInOrder(a.beginTime.at - b.beginTime.at, a.key - b.key),
                    );
                  // The time of the next one of the readings that the document leaves open.
                  const nextAlert = alerts[PAGE_SIZE];
                  const moreResultsAfter =
                    nextAlert === undefined ? null : toTimestamp(nextAlert.beginTime.at);
                  return { meta: { moreResultsAfter }, data: alerts.slice(0, PAGE_SIZE) };
                }),
            },
            range,
          ),
      };
    },
  };
  return simulatedCompany;
}

function toFolder(folder: SimulatedFolder): Folder {
  return {
    key: folder.key,
    name: folderName(folder),
    folders: folder.folders.map(toFolder),
    surveys: folder.surveys.map(toSurvey),
  };
}

function toSurvey({ key, timeZone }: { key: number; timeZone: string }) {
  return { key, question: QUESTION, timeZone };
}

function folderName({ key }: SimulatedFolder): string {
  return `Folder ${key}`;
}

function toTimestamp(at: Instant): Timestamp {
  const localDay = Math.floor(at / DAY_MS);
  return { at, offsetMinutes: 0, localDay, hour: Math.floor((at % DAY_MS) / HOUR_MS) };
}
