// The simulated reporting API of a company whose folders change and whose devices send late.
import type { Timestamp } from '../../../lib/adapters/feedback-api/timestamps.ts';
import { collectByKey } from '../../../lib/adapters/feedback-api/paging.ts';
import { Failure } from '../../../lib/shared/failure.ts';
import type { Alert, Instant } from '../../../lib/domain/report-inputs.ts';
import type { FeedbackSource, Folder, Range } from '../../../lib/ports/feedback-source.ts';
import type { Week } from '../../../lib/domain/calendar.ts';
import { DAY_MS, HOUR_MS } from '../../../lib/domain/calendar.ts';
import { compareInOrder } from '../../../lib/domain/order.ts';
import type { CallFault, FaultPlan } from './fault-plan.ts';
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

interface CompanyParts {
  /** The weeks that have data, oldest first. */
  readonly weeks: readonly Week[];
  readonly timeline: Timeline;
  readonly faultPlan: FaultPlan;
  readonly trace: (line: () => string) => void;
  readonly runConcurrentWorker: (process: SimulatedProcess) => void;
}

export function createSimulatedCompany(
  initialRoot: SimulatedFolder,
  parts: CompanyParts,
): SimulatedCompany {
  const { weeks, timeline } = parts;
  const history = createResponseHistory(weeks);
  history.add(initialRoot);
  let root = initialRoot;

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
      const connection = connect(parts, simulatedCompany, process);
      const data = { company: simulatedCompany, history, timeline };
      return { ...createSource(connection.call, data, paging), close: connection.close };
    },
  };
  return simulatedCompany;
}

/** Answers a request in simulated time; the fault plan decides how it fails. */
type Call = <T>(name: string, survey: number | null, answerCall: () => T) => Promise<T>;

/** The connection of one process to the reporting API. */
function connect(
  parts: CompanyParts,
  company: SimulatedCompany,
  process: SimulatedProcess,
): { readonly call: Call; readonly close: () => void } {
  const { timeline, faultPlan, trace, runConcurrentWorker } = parts;
  const pendingCalls = new Set<(reason: unknown) => void>();
  let isClosed = false;
  const closedFailure = (): Failure => new Failure('UPSTREAM_CLOSED');

  async function call<T>(name: string, survey: number | null, answerCall: () => T): Promise<T> {
    if (isClosed) throw closedFailure();
    const fault = faultPlan.callFault('upstream');
    if (fault === 'concurrent worker') runConcurrentWorker(process);
    if (fault !== null) trace(() => `${process.name} GET ${name} !! ${fault}`);
    const ms = latencyMs(fault, 20 + 2_000 * faultPlan.random() ** 4);
    const answer = timeline.effect(process, ms, () => {
      const isBroken = survey !== null && company.brokenSurveys.has(survey);
      if (company.isUnavailable || isBroken || fault === 'error') {
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
    pendingCalls.add(reject);
    answer.finally(() => pendingCalls.delete(reject)).then(resolve, reject);
    return promise;
  }

  return {
    call,
    close: () => {
      isClosed = true;
      for (const reject of pendingCalls) reject(closedFailure());
    },
  };
}

function latencyMs(fault: CallFault | null, usualMs: number): number {
  if (fault === 'late') return LATE_ANSWER_MS;
  return fault === 'concurrent worker' ? CONCURRENT_WORKER_MS : usualMs;
}

interface CompanyData {
  readonly company: Pick<SimulatedCompany, 'root'>;
  readonly history: ResponseHistory;
  readonly timeline: Timeline;
}

function createSource(call: Call, data: CompanyData, paging: Paging): FeedbackSource {
  const { company, history, timeline } = data;
  return {
    readFolders: (from) =>
      call('folders', null, () => {
        const folder = listFolders(company.root).find(({ key }) => from === null || key === from);
        if (folder === undefined) throw notFound(`/folders/${from ?? ''}`);
        return { root: toFolder(folder), notes: [] };
      }),
    readActivePeriods: () =>
      call('periods', null, () => {
        const surveys = listFolders(company.root).flatMap((folder) => folder.surveys);
        return new Map(surveys.map((survey) => [survey.key, activePeriodsOf(survey)] as const));
      }),
    readSurvey: (key) =>
      call(`survey ${key}`, key, () => {
        const { folder, survey } = findSurvey(company.root, key);
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
        findSurvey(company.root, key);
        return history.rows(key, range, timeline.now());
      }),
    readDailyCounts: (key, range) =>
      call(`history ${key}`, key, () => {
        findSurvey(company.root, key);
        return history.days(key, range, timeline.now());
      }),
    readFollowUps: (key) =>
      call(`follow-ups ${key}`, key, () => {
        findSurvey(company.root, key);
        return { painPoints: [], highlights: [] };
      }),
    readAlerts: (key, range) =>
      paging<Alert>(
        {
          path: `/folders/${key}/alerts`,
          cap: PAGE_SIZE,
          timeOf: ({ beginTime }) => toTimestamp(beginTime.at),
          read: (pageRange) => call(`alerts ${key}`, null, () => alertPage(data, key, pageRange)),
        },
        range,
      ),
  };
}

function alertPage({ company, history }: CompanyData, key: number, { start, end }: Range) {
  const folder = listFolders(company.root).find((candidate) => candidate.key === key);
  if (folder === undefined) throw notFound(`/folders/${key}/alerts`);
  const alerts = folder.surveys
    .flatMap((survey) => history.alerts(survey.key))
    .filter(({ beginTime, endTime }) => (endTime?.at ?? Infinity) > start && beginTime.at < end)
    .toSorted((a, b) => compareInOrder(a.beginTime.at - b.beginTime.at, a.key - b.key));
  // The time of the next one of the readings that the document leaves open.
  const nextAlert = alerts[PAGE_SIZE];
  const moreResultsAfter = nextAlert === undefined ? null : toTimestamp(nextAlert.beginTime.at);
  return { meta: { moreResultsAfter }, data: alerts.slice(0, PAGE_SIZE) };
}

function findSurvey(root: SimulatedFolder, key: number) {
  const folder = listFolders(root).find(({ surveys }) =>
    surveys.some((candidate) => candidate.key === key),
  );
  const survey = folder?.surveys.find((candidate) => candidate.key === key);
  if (folder === undefined || survey === undefined) throw notFound(`/surveys/${key}`);
  return { folder, survey };
}

function notFound(path: string): Failure {
  return new Failure('UPSTREAM_NOT_FOUND', { path });
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
