// The zod schemas of all answers, from which the types of queries and the description are derived.
import * as z from 'zod';
import { faultCodes, problemCodes } from '../problem-json.ts';
import {
  alert,
  followUp,
  followUpResult,
  followUpResults,
  openFeedback,
  rawResult,
  summedResult,
  folder,
  folderReference,
  period,
  question,
  questionSurvey,
  survey,
  surveyReference,
  count,
  counts,
  nonEmptyArray,
  responseIndex,
  timestamp,
} from './resource-schemas.ts';

const sliceMeta = z
  .strictObject({
    offset: count.describe('As requested.'),
    limit: z.int().min(1).max(100).describe('As requested.'),
    total: count.describe('The number of items on all pages together.'),
  })
  .describe('The position of the page in the list.');

const pageMeta = z
  .strictObject({
    moreResultsAfter: z.exactOptional(
      timestamp.describe(
        'Time of the last item, present when later items were left out. Request them with this time as `date_start`; items of exactly that time, and alerts that were open then, are repeated.',
      ),
    ),
  })
  .describe('Whether the answer ends before the range does; empty when the answer is complete.');

function slice<Item extends z.ZodType>(item: Item) {
  return z.strictObject({ meta: sliceMeta, data: z.array(item).max(100).readonly() });
}

function page<Item extends z.ZodType>(item: Item) {
  return z.strictObject({ meta: pageMeta, data: z.array(item).readonly() });
}

const fault = z
  .strictObject({
    parameter: z.string().describe('Name of the parameter; its value is never repeated.'),
    code: z.enum(faultCodes),
    message: z.string().describe('What a valid value is.'),
  })
  .describe('One invalid parameter.');

const problem = z
  .strictObject({
    type: z.literal('about:blank'),
    title: z.string(),
    status: z.int().min(400).max(599).describe('The HTTP status.'),
    detail: z.string().describe('For people; programs read `code`.'),
    code: z.enum(problemCodes).describe('The reason, as a stable code.'),
    errors: z.exactOptional(
      nonEmptyArray(fault).describe('Every invalid parameter of the request.'),
    ),
  })
  .describe('The reason why a request cannot be answered: an RFC 9457 problem with a code.');

const emptyMeta = z.strictObject({}).describe('Always empty.');

/** The answers of the endpoints, by their names in the description. */
export const answers = {
  Folder: folder,
  FolderList: slice(folder).describe('Sub-folders of a folder, a page of them.'),
  AlertPage: page(alert).describe('Alerts by `beginTime`, then key.'),
  Survey: survey,
  SummedResults: z
    .array(summedResult)
    .readonly()
    .describe('In ascending order; periods without feedback are left out.'),
  OpenFeedbackPage: page(openFeedback).describe('Texts by time, the earliest first.'),
  FollowUpResults: z
    .strictObject({
      meta: emptyMeta,
      data: z.strictObject({ painPoints: followUpResults, highlights: followUpResults }),
    })
    .describe('What people complained about and what they praised.'),
  RawResultPage: page(rawResult).describe('Lines of feedback by time, the earliest first.'),
  QuestionList: slice(question).describe('Questions of the company, a page of them.'),
  Question: question,
  QuestionSurveyList: slice(questionSurvey).describe(
    'Surveys that ask a question, a page of them.',
  ),
};

/** Schemas that are part of answers, and that of a problem. */
export const shapes = {
  FolderReference: folderReference,
  SurveyReference: surveyReference,
  Period: period,
  QuestionSurvey: questionSurvey,
  FollowUp: followUp,
  FollowUpResult: followUpResult,
  SummedResult: summedResult,
  OpenFeedback: openFeedback,
  RawResult: rawResult,
  Alert: alert,
  Counts: counts,
  ResponseIndex: responseIndex,
  Timestamp: timestamp,
  SliceMeta: sliceMeta,
  PageMeta: pageMeta,
  Problem: problem,
};

export type AnswerName = keyof typeof answers;
export type Answer<Name extends AnswerName> = z.infer<(typeof answers)[Name]>;

type Shape<Name extends keyof typeof shapes> = z.infer<(typeof shapes)[Name]>;
export type FolderReference = Shape<'FolderReference'>;
export type SurveyReference = Shape<'SurveyReference'>;
export type QuestionSurvey = Shape<'QuestionSurvey'>;
export type FollowUp = Shape<'FollowUp'>;
export type FollowUpResult = Shape<'FollowUpResult'>;
export type OpenFeedback = Shape<'OpenFeedback'>;
export type RawResult = Shape<'RawResult'>;
export type Alert = Shape<'Alert'>;
export type SliceMeta = Shape<'SliceMeta'>;
export type PageMeta = Shape<'PageMeta'>;
