// Hides paths and parameters: one entry for each endpoint of the API. Dates, `truncate` and the switches are
// always sent, since most of their defaults are not documented.
import type { ZodType } from 'zod';
import type { HourCounts } from '../../domain/facts.ts';
import type { Range } from '../../ports/feedback-source.ts';
import type { Caller, Query, Read } from './call.ts';
import { checkShape } from './fields.ts';
import { MAX_FOLDER_DEPTH } from './folder-tree.ts';
import { readHourlyRows } from './hourly-rows.ts';
import { JSON_LIMITS, parseJson } from './parse-json.ts';
import { collectByKey, collectByOffset, feedbackPages, type TimeList } from './paging.ts';
import { formatUtc } from './timestamps.ts';
import { toHourCounts } from './to-domain.ts';
import * as wire from './response-schemas.ts';

export type SurveyState = 'active' | 'ended' | 'starting';
export type Truncate = 'year' | 'month' | 'week' | 'day' | 'hour';

export interface FolderOptions {
  readonly surveys: boolean;
  readonly state?: SurveyState;
}

type Pages<T> = AsyncGenerator<readonly T[], void, undefined>;

/** All endpoints, validated and read to the end of their lists, in the API's own terms. Ranges are [start, end). */
export interface FeedbackClient {
  rootFolder(options: FolderOptions): Promise<wire.WireFolder>;
  folder(key: number, options: FolderOptions): Promise<wire.WireFolder>;
  folderChildren(key: number, options: FolderOptions): Promise<readonly wire.WireFolder[]>;
  alerts(
    folder: number,
    range: Range,
    options: { readonly childFolders: boolean },
  ): Promise<readonly wire.WireAlert[]>;
  survey(key: number): Promise<wire.WireSurvey>;
  results(survey: number, range: Range, truncate: Truncate): Promise<readonly wire.WireResult[]>;
  /** `results` by hour on the short way, for months of rows. */
  hourlyResults(survey: number, range: Range): Promise<Iterable<HourCounts>>;
  openFeedback(survey: number, range: Range): Pages<wire.WireOpenFeedback>;
  followUps(survey: number, range: Range): Promise<wire.WireFollowUps>;
  rawResults(
    survey: number,
    range: Range,
    options: { readonly followUps: boolean; readonly openFeedback: boolean },
  ): Pages<wire.WireRawResult>;
  questions(): Promise<readonly wire.WireQuestion[]>;
  question(key: number): Promise<wire.WireQuestion>;
  questionSurveys(
    key: number,
    options: { readonly state?: SurveyState },
  ): Promise<readonly wire.WireQuestionSurvey[]>;
}

// From how many items on a page without `meta` may have been cut: the documented caps.
const OPEN_FEEDBACK_CAP = 10_000;
const RAW_RESULTS_CAP = 100_000;
const ALERTS_CAP = 10_000;

const FOLDER_LIMITS = {
  /** A level of folders takes two levels of JSON; one level more than allowed must still be readable. */
  depth: 2 * (MAX_FOLDER_DEPTH + 4),
  /** Three times those of the largest tree that is accepted; the planner reads it in 512 MB. */
  values: 1_500_000,
};

const readFolder = body(wire.folder, FOLDER_LIMITS);
const readFolderPage = body(wire.offsetPage(wire.folder), FOLDER_LIMITS);
const readAlertPage = body(wire.alertPage);
const readSurvey = body(wire.survey);
const readResults = body(wire.results);
const readOpenFeedbackPage = body(wire.openFeedbackPage);
const readFollowUps = body(wire.followUps);
const readRawResultPage = body(wire.rawResultPage);
const readQuestionPage = body(wire.offsetPage(wire.question));
const readQuestion = body(wire.question);
const readQuestionSurveyPage = body(wire.offsetPage(wire.questionSurvey));

function body<T>(schema: ZodType<T>, limits = JSON_LIMITS): Read<T> {
  return (bytes) => checkShape(schema, parseJson(bytes, limits));
}

function readHourlyResults(bytes: Buffer): Iterable<HourCounts> {
  return readHourlyRows(bytes) ?? readResults(bytes).map(toHourCounts);
}

function dates({ start, end }: Range): Query {
  return { date_start: formatUtc(start), date_end: formatUtc(end) };
}

function folderQuery({ surveys, state }: FolderOptions): Query {
  return { surveys, ...stateQuery(state) };
}

function stateQuery(state: SurveyState | undefined): Query {
  return state === undefined ? {} : { state };
}

export function feedbackClient({ get }: Pick<Caller, 'get'>): FeedbackClient {
  function timeList<T>(
    path: string,
    query: Query,
    read: Read<wire.TimePage<T>>,
    rest: Pick<TimeList<T>, 'cap' | 'timeOf'>,
  ): TimeList<T> {
    return {
      path,
      ...rest,
      read: (range) => get({ path, query: { ...query, ...dates(range) } }, read),
    };
  }

  function offsetList<T>(
    path: string,
    query: Query,
    read: Read<wire.OffsetPage<T>>,
    keyOf: (item: T) => number | null,
  ): Promise<readonly T[]> {
    return collectByOffset({
      path,
      keyOf,
      read: (offset, limit) => get({ path, query: { ...query, offset, limit } }, read),
    });
  }

  return {
    rootFolder: (options) => get({ path: '/v1/folders', query: folderQuery(options) }, readFolder),

    folder: (key, options) =>
      get({ path: `/v1/folders/${key}`, query: folderQuery(options) }, readFolder),

    folderChildren: (key, options) =>
      offsetList(
        `/v1/folders/${key}/children`,
        folderQuery(options),
        readFolderPage,
        (item) => item.key,
      ),

    alerts: (folder, range, { childFolders }) =>
      collectByKey(
        timeList(`/v1/folders/${folder}/alerts`, { child_folders: childFolders }, readAlertPage, {
          cap: ALERTS_CAP,
          timeOf: (alert) => alert.beginTime,
        }),
        range,
      ),

    survey: (key) => get({ path: `/v1/surveys/${key}`, query: {} }, readSurvey),

    results: (survey, range, truncate) =>
      get(
        { path: `/v1/surveys/${survey}/results`, query: { ...dates(range), truncate } },
        readResults,
      ),

    hourlyResults: (survey, range) =>
      get(
        { path: `/v1/surveys/${survey}/results`, query: { ...dates(range), truncate: 'hour' } },
        readHourlyResults,
      ),

    openFeedback: (survey, range) =>
      feedbackPages(
        timeList(`/v1/surveys/${survey}/openfeedback`, {}, readOpenFeedbackPage, {
          cap: OPEN_FEEDBACK_CAP,
          timeOf: (item) => item.ts,
        }),
        range,
      ),

    followUps: async (survey, range) => {
      const path = `/v1/surveys/${survey}/followup`;
      return (await get({ path, query: dates(range) }, readFollowUps)).data;
    },

    rawResults: (survey, range, { followUps, openFeedback }) =>
      feedbackPages(
        timeList(
          `/v1/surveys/${survey}/rawresults`,
          { followup: followUps, openfeedback: openFeedback },
          readRawResultPage,
          {
            cap: openFeedback ? OPEN_FEEDBACK_CAP : RAW_RESULTS_CAP,
            timeOf: (item) => item.ts,
          },
        ),
        range,
      ),

    questions: () => offsetList('/v1/questions', {}, readQuestionPage, (item) => item.key),

    question: (key) => get({ path: `/v1/questions/${key}`, query: {} }, readQuestion),

    questionSurveys: (key, { state }) =>
      offsetList(
        `/v1/questions/${key}/surveys`,
        stateQuery(state),
        readQuestionSurveyPage,
        (item) => item.key,
      ),
  };
}
