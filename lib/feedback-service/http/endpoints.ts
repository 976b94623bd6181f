// The twelve endpoints of the API.
import { listFolderAlerts } from '../queries/alert-queries.ts';
import {
  getFollowUpResults,
  listOpenFeedback as openFeedbackOf,
  listRawResults,
  getResults,
} from '../queries/feedback-queries.ts';
import {
  listChildFolders,
  getFolder,
  getQuestion,
  listQuestions,
  listQuestionSurveys,
  getSurvey,
} from '../queries/structure-queries.ts';
import {
  alertRange,
  anyRange,
  childFolders,
  followUp,
  key,
  openFeedback,
  range,
  slice,
  state,
  surveys,
  truncate,
} from './endpoint-parameters.ts';
import { defineRoute, keyPlaceholder, type Query, type Route } from './endpoint.ts';

export const routes: readonly Route[] = [
  defineRoute(
    {
      path: '/v1/folders',
      operationId: 'getRootFolder',
      tag: 'Folders',
      summary: 'The root folder of the company',
      description: 'The whole hierarchy: every folder comes with its sub-folders, nested in full.',
      parameters: { surveys, state },
      answer: 'Folder',
    },
    (options, { store, now }) => getFolder(store, undefined, options, now),
  ),
  defineRoute(
    {
      path: '/v1/folders/{key}',
      operationId: 'getFolder',
      tag: 'Folders',
      summary: 'A folder',
      description: 'The folder with its sub-folders, nested in full.',
      parameters: { key, surveys, state },
      answer: 'Folder',
      missing: 'FOLDER_NOT_FOUND',
    },
    ({ key, ...options }, { store, now }) => getFolder(store, key, options, now),
  ),
  defineRoute(
    {
      path: '/v1/folders/{key}/children',
      operationId: 'listChildFolders',
      tag: 'Folders',
      summary: 'The sub-folders of a folder',
      description: 'A page of the folders right below, each nested in full.',
      parameters: { key, surveys, state, slice },
      answer: 'FolderList',
      missing: 'FOLDER_NOT_FOUND',
    },
    ({ key, slice, ...options }, { store, now }) =>
      listChildFolders(store, key, options, slice, now),
  ),
  defineRoute(
    {
      path: '/v1/folders/{key}/alerts',
      operationId: 'listFolderAlerts',
      tag: 'Folders',
      summary: 'The alert history of a folder',
      description:
        'Alerts that were open at some time of the range, even if they opened before it or closed after it; one that closed right at its start is not among them. At most 10,000, the earliest: `moreResultsAfter` is present when there are more.',
      parameters: { key, childFolders, range: alertRange },
      answer: 'AlertPage',
      missing: 'FOLDER_NOT_FOUND',
    },
    ({ key, childFolders, range }, { store, caps }) =>
      listFolderAlerts(store, key, childFolders, range, caps.alerts),
  ),
  defineRoute(
    {
      path: '/v1/surveys/{key}',
      operationId: 'getSurvey',
      tag: 'Surveys',
      summary: 'A survey',
      description: 'The survey with its question and the folder that it is in.',
      parameters: { key },
      answer: 'Survey',
      missing: 'SURVEY_NOT_FOUND',
    },
    ({ key }, { store }) => getSurvey(store, key),
  ),
  defineRoute(
    {
      path: '/v1/surveys/{key}/results',
      operationId: 'getResults',
      tag: 'Surveys',
      summary: 'Summed feedback of a survey',
      description:
        'Counts by local year, month, week, day or hour. Presses that the misuse filter takes for abuse are left out; an hour that autumn repeats is two items.',
      parameters: { key, range, truncate },
      answer: 'SummedResults',
      missing: 'SURVEY_NOT_FOUND',
    },
    ({ key, range, truncate }, { store }) => getResults(store, key, range, truncate),
  ),
  defineRoute(
    {
      path: '/v1/surveys/{key}/openfeedback',
      operationId: 'listOpenFeedback',
      tag: 'Surveys',
      summary: 'Open feedback of a survey',
      description:
        'The texts that people wrote. At most 10,000, the earliest: `moreResultsAfter` is present when there are more.',
      parameters: { key, range },
      answer: 'OpenFeedbackPage',
      missing: 'SURVEY_NOT_FOUND',
    },
    ({ key, range }, { store, caps }) => openFeedbackOf(store, key, range, caps),
  ),
  defineRoute(
    {
      path: '/v1/surveys/{key}/followup',
      operationId: 'getFollowUpResults',
      tag: 'Surveys',
      summary: 'Follow-up results of a survey',
      description: 'How often each follow-up was chosen; both lists are empty when none was.',
      parameters: { key, range },
      answer: 'FollowUpResults',
      missing: 'SURVEY_NOT_FOUND',
    },
    ({ key, range }, { store }) => getFollowUpResults(store, key, range),
  ),
  defineRoute(
    {
      path: '/v1/surveys/{key}/rawresults',
      operationId: 'listRawResults',
      tag: 'Surveys',
      summary: 'Raw results of a survey',
      description:
        'Every line of feedback, not passed through the misuse filter, so that counts may exceed those of the summed results. At most 150,000, or 10,000 with open feedback, the earliest: `moreResultsAfter` is present when there are more.',
      parameters: { key, range: anyRange, followUp, openFeedback },
      answer: 'RawResultPage',
      missing: 'SURVEY_NOT_FOUND',
    },
    ({ key, range, ...options }, { store, caps }) =>
      listRawResults(store, key, range, options, caps),
  ),
  defineRoute(
    {
      path: '/v1/questions',
      operationId: 'listQuestions',
      tag: 'Questions',
      summary: 'The questions of the company',
      description: 'A page of them; empty when the company has none.',
      parameters: { slice },
      answer: 'QuestionList',
    },
    ({ slice }, { store }) => listQuestions(store, slice),
  ),
  defineRoute(
    {
      path: '/v1/questions/{key}',
      operationId: 'getQuestion',
      tag: 'Questions',
      summary: 'A question',
      description: 'The question in its default language.',
      parameters: { key },
      answer: 'Question',
      missing: 'QUESTION_NOT_FOUND',
    },
    ({ key }, { store }) => getQuestion(store, key),
  ),
  defineRoute(
    {
      path: '/v1/questions/{key}/surveys',
      operationId: 'listQuestionSurveys',
      tag: 'Questions',
      summary: 'The surveys that ask a question',
      description: 'A page of them, in the order of the folders.',
      parameters: { key, state, slice },
      answer: 'QuestionSurveyList',
      missing: 'QUESTION_NOT_FOUND',
    },
    ({ key, state, slice }, { store, now }) => listQuestionSurveys(store, key, state, slice, now),
  ),
];

/** Matches a path with the routes; undefined when there is no such route. */
export function matchRoute(path: string, query: string): Query | undefined {
  const segments = path.split('/');
  for (const route of routes) {
    const match = route.match(segments, query);
    if (match !== undefined) return match;
  }
  return undefined;
}

/** The template of a path and the text that it has in place of `{key}`; undefined when there is no such route. */
export function findRoute(
  path: string,
): { readonly route: string; readonly key: string | undefined } | undefined {
  const segments = path.split('/');
  const route = routes.find(({ match }) => match(segments, '') !== undefined);
  if (route === undefined) return undefined;
  return { route: route.path, key: segments[route.path.split('/').indexOf(keyPlaceholder)] };
}
