// One function for each endpoint of the API: its path, parameters and response. Dates, `truncate` and the flags are
// always sent, since most of their defaults are not documented.
import type { ZodType } from 'zod';
import type { HourCounts } from '../../domain/report-inputs.ts';
import type { Range } from '../../ports/feedback-source.ts';
import type { ApiCaller, QueryParameters, BodyReader } from './call.ts';
import { checkShape } from './fields.ts';
import { MAX_FOLDER_DEPTH } from './folder-tree.ts';
import { readResultRows } from './result-rows.ts';
import { JSON_LIMITS, parseJson } from './parse-json.ts';
import { collectByKey, collectByOffset, feedbackPages, type TimeList } from './paging.ts';
import { formatUtc } from './timestamps.ts';
import { toHourCounts } from './to-domain.ts';
import * as wire from './response-schemas.ts';

export type Truncate = 'year' | 'month' | 'week' | 'day' | 'hour';

export interface FolderOptions {
  readonly surveys: boolean;
}

type FeedbackPages<T> = AsyncGenerator<readonly T[], void, undefined>;

/** All endpoints, with validated responses in the API's own terms; lists are read to their end. Ranges are [start, end). */
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
  /** `results` with a faster parser, for months of rows. */
  resultRows(survey: number, range: Range, truncate: 'hour' | 'day'): Promise<Iterable<HourCounts>>;
  openFeedback(survey: number, range: Range): FeedbackPages<wire.WireOpenFeedback>;
  followUps(survey: number, range: Range): Promise<wire.WireFollowUps>;
  rawResults(
    survey: number,
    range: Range,
    options: { readonly followUps: boolean; readonly openFeedback: boolean },
  ): FeedbackPages<wire.WireRawResult>;
  questions(): Promise<readonly wire.WireQuestion[]>;
  question(key: number): Promise<wire.WireQuestion>;
  questionSurveys(key: number): Promise<readonly wire.WireQuestionSurvey[]>;
}

// The documented page limits: a page without `meta` that has this many items may be incomplete.
const OPEN_FEEDBACK_CAP = 10_000;
const RAW_RESULTS_CAP = 100_000;
const ALERTS_CAP = 10_000;

const FOLDER_LIMITS = {
  /** A level of folders takes two levels of JSON; a tree that is one level too deep must still parse. */
  depth: 2 * (MAX_FOLDER_DEPTH + 4),
  /** Three times as many as in the largest accepted tree, which the planner reads with 512 MB. */
  values: 1_500_000,
};

const readFolder = bodyReader(wire.folder, FOLDER_LIMITS);
const readFolderPage = bodyReader(wire.offsetPage(wire.folder), FOLDER_LIMITS);
const readAlertPage = bodyReader(wire.alertPage);
const readSurvey = bodyReader(wire.survey);
const readResults = bodyReader(wire.results);
const readOpenFeedbackPage = bodyReader(wire.openFeedbackPage);
const readFollowUps = bodyReader(wire.followUps);
const readRawResultPage = bodyReader(wire.rawResultPage);
const readQuestionPage = bodyReader(wire.offsetPage(wire.question));
const readQuestion = bodyReader(wire.question);
const readQuestionSurveyPage = bodyReader(wire.offsetPage(wire.questionSurvey));

function bodyReader<T>(schema: ZodType<T>, limits = JSON_LIMITS): BodyReader<T> {
  return (bytes) => checkShape(schema, parseJson(bytes, limits));
}

function readRows(bytes: Buffer): Iterable<HourCounts> {
  return readResultRows(bytes) ?? readResults(bytes).map(toHourCounts);
}

function rangeQuery({ start, end }: Range): QueryParameters {
  return { date_start: formatUtc(start), date_end: formatUtc(end) };
}

export function createFeedbackClient({ get }: Pick<ApiCaller, 'get'>): FeedbackClient {
  /** A list in order of time. */
  function timeList<T>(
    path: string,
    query: QueryParameters,
    read: BodyReader<wire.TimePage<T>>,
    rest: Pick<TimeList<T>, 'cap' | 'timeOf'>,
  ): TimeList<T> {
    return {
      path,
      ...rest,
      read: (range) => get({ path, query: { ...query, ...rangeQuery(range) } }, read),
    };
  }

  /** A whole list that is paged by offset. */
  function offsetList<T extends { readonly key: number | null }>(
    path: string,
    query: QueryParameters,
    read: BodyReader<wire.OffsetPage<T>>,
  ): Promise<readonly T[]> {
    return collectByOffset({
      path,
      keyOf: (item) => item.key,
      read: (offset, limit) => get({ path, query: { ...query, offset, limit } }, read),
    });
  }

  function results<T>(
    read: BodyReader<T>,
  ): (survey: number, range: Range, truncate: Truncate) => Promise<T> {
    return (survey, range, truncate) =>
      get(
        { path: `/v1/surveys/${survey}/results`, query: { ...rangeQuery(range), truncate } },
        read,
      );
  }

  return {
    rootFolder: ({ surveys }) => get({ path: '/v1/folders', query: { surveys } }, readFolder),

    folder: (key, { surveys }) =>
      get({ path: `/v1/folders/${key}`, query: { surveys } }, readFolder),

    folderChildren: (key, { surveys }) =>
      offsetList(`/v1/folders/${key}/children`, { surveys }, readFolderPage),

    alerts: (folder, range, { childFolders }) =>
      collectByKey(
        timeList(`/v1/folders/${folder}/alerts`, { child_folders: childFolders }, readAlertPage, {
          cap: ALERTS_CAP,
          timeOf: (alert) => alert.beginTime,
        }),
        range,
      ),

    survey: (key) => get({ path: `/v1/surveys/${key}`, query: {} }, readSurvey),

    results: results(readResults),

    resultRows: results(readRows),

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
      return (await get({ path, query: rangeQuery(range) }, readFollowUps)).data;
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

    questions: () => offsetList('/v1/questions', {}, readQuestionPage),

    question: (key) => get({ path: `/v1/questions/${key}`, query: {} }, readQuestion),

    questionSurveys: (key) =>
      offsetList(`/v1/questions/${key}/surveys`, {}, readQuestionSurveyPage),
  };
}
