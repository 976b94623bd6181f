// What the service answers, in the API document's words: one zod schema for each shape, from which come
// the types that queries return and the schemas of the description.
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
} from './feedback-schemas.ts';
import {
  folder,
  folderReference,
  period,
  question,
  questionSurvey,
  survey,
  surveyReference,
} from './structure-schemas.ts';
import { count, counts, nonEmptyArray, responseIndex, timestamp } from './value-schemas.ts';

const sliceMeta = z
  .strictObject({
    offset: count.describe('As asked for.'),
    limit: z.int().min(1).max(100).describe('As asked for.'),
    total: count.describe('How many there are on all pages together.'),
  })
  .describe('Which page of a list this is.');

const pageMeta = z
  .strictObject({
    moreResultsAfter: z.exactOptional(
      timestamp.describe(
        'Time of the last item, present when later ones were left out. They follow when this is asked for as `date_start`; items of that very time, and alerts that were open then, come again.',
      ),
    ),
  })
  .describe('Whether the answer ends before the range does; empty when everything is there.');

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
    message: z.string().describe('What would be right.'),
  })
  .describe('One wrong parameter.');

const problem = z
  .strictObject({
    type: z.literal('about:blank'),
    title: z.string(),
    status: z.int().min(400).max(599).describe('The HTTP status.'),
    detail: z.string().describe('For people; programs read `code`.'),
    code: z.enum(problemCodes).describe('Why, in a word that stays.'),
    errors: z.exactOptional(nonEmptyArray(fault).describe('Every wrong parameter of the request.')),
  })
  .describe('Why a request is not answered: a problem of RFC 9457 with a code.');

const emptyMeta = z.strictObject({}).describe('Always empty.');

/** What the endpoints answer with, by the name it has in the description. */
export const answers = {
  Folder: folder,
  FolderList: slice(folder).describe('Sub-folders of a folder, a page of them.'),
  AlertPage: page(alert).describe('Alerts by `beginTime`, then key.'),
  Survey: survey,
  SummedResults: z
    .array(summedResult)
    .readonly()
    .describe('Ascending; a period without feedback is left out.'),
  OpenFeedbackPage: page(openFeedback).describe('Texts by time, the earliest first.'),
  FollowUpResults: z
    .strictObject({
      meta: emptyMeta,
      data: z.strictObject({ painPoints: followUpResults, highlights: followUpResults }),
    })
    .describe('What people complained of and what they praised.'),
  RawResultPage: page(rawResult).describe('Lines of feedback by time, the earliest first.'),
  QuestionList: slice(question).describe('Questions of the company, a page of them.'),
  Question: question,
  QuestionSurveyList: slice(questionSurvey).describe(
    'Surveys that ask a question, a page of them.',
  ),
};

/** Shapes inside of answers, and that of a problem. */
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
