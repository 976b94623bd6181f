// Queries for folders, surveys and questions.
import {
  companyIndexOf,
  type CompanyIndex,
  type ServiceFolder,
  type IndexedSurvey,
  type SurveyQuestion,
  type Survey,
} from '../company.ts';
import { Problem } from '../problem-json.ts';
import type {
  Answer,
  FolderReference,
  QuestionSurvey,
  SliceMeta,
  SurveyReference,
} from '../description/answer-schemas.ts';
import type { CompanyStore } from '../company-store.ts';
import { formatTimestamp } from '../timestamp.ts';
import { timeZoneOf } from '../time-zone.ts';

export const surveyStates = ['active', 'ended', 'starting'] as const;
export type SurveyActivity = (typeof surveyStates)[number];

export interface Slice {
  readonly offset: number;
  readonly limit: number;
}

export interface SurveySelection {
  readonly surveys: boolean;
  readonly state: SurveyActivity | undefined;
}

/** Without a key: the root folder of the company. */
export function getFolder(
  store: CompanyStore,
  key: number | undefined,
  selection: SurveySelection,
  now: number,
): Answer<'Folder'> {
  const directory = companyIndexOf(store.structure());
  return folderBody(directory, findFolder(directory, key), selection, now);
}

export function listChildFolders(
  store: CompanyStore,
  key: number,
  selection: SurveySelection,
  slice: Slice,
  now: number,
): Answer<'FolderList'> {
  const directory = companyIndexOf(store.structure());
  const { folders } = findFolder(directory, key);
  return slicePage(folders, slice, (child) => folderBody(directory, child, selection, now));
}

export function getSurvey(store: CompanyStore, key: number): Answer<'Survey'> {
  const placedSurvey = findSurvey(store, key);
  const { surveyType, indexType, feedbackScale, timeZone } = placedSurvey.survey;
  return {
    key,
    question: questionBody(placedSurvey.question),
    folder: folderReference(placedSurvey.folder),
    timeZone,
    ...periodsBody(placedSurvey.survey),
    surveyType,
    indexType,
    feedbackScale,
  };
}

export function listQuestions(store: CompanyStore, slice: Slice): Answer<'QuestionList'> {
  return slicePage(store.structure().questions, slice, questionBody);
}

export function getQuestion(store: CompanyStore, key: number): Answer<'Question'> {
  return questionBody(findQuestion(store, key));
}

export function listQuestionSurveys(
  store: CompanyStore,
  key: number,
  state: SurveyActivity | undefined,
  slice: Slice,
  now: number,
): Answer<'QuestionSurveyList'> {
  findQuestion(store, key);
  const placedSurveys = [...companyIndexOf(store.structure()).surveys.values()].filter(
    ({ survey, question }) => question.key === key && isInState(survey, state, now),
  );
  return slicePage(placedSurveys, slice, ({ survey, folder }) => ({
    key: survey.key,
    folder: folderReference(folder),
    timeZone: survey.timeZone,
    ...periodsBody(survey),
  }));
}

export function findFolder(directory: CompanyIndex, key: number | undefined): ServiceFolder {
  const folder = key === undefined ? directory.root : directory.folders.get(key);
  if (folder === undefined) throw new Problem('FOLDER_NOT_FOUND');
  return folder;
}

export function findSurvey(store: CompanyStore, key: number): IndexedSurvey {
  const survey = companyIndexOf(store.structure()).surveys.get(key);
  if (survey === undefined) throw new Problem('SURVEY_NOT_FOUND');
  return survey;
}

function findQuestion(store: CompanyStore, key: number): SurveyQuestion {
  const question = companyIndexOf(store.structure()).questionsByKey.get(key);
  if (question === undefined) throw new Problem('QUESTION_NOT_FOUND');
  return question;
}

export function questionBody({ key, name, locale }: SurveyQuestion): Answer<'Question'> {
  return { key, name, locale };
}

export function folderReference({ key, name }: ServiceFolder): FolderReference {
  return { key, name };
}

function folderBody(
  directory: CompanyIndex,
  folder: ServiceFolder,
  selection: SurveySelection,
  now: number,
): Answer<'Folder'> {
  const surveys = (selection.surveys ? folder.surveys : [])
    .filter((survey) => isInState(survey, selection.state, now))
    .map(({ key }) => directory.surveys.get(key))
    .filter((placed) => placed !== undefined)
    .map(surveyReference);
  return {
    key: folder.key,
    name: folder.name,
    ...(folder.folders.length === 0
      ? {}
      : { folders: folder.folders.map((child) => folderBody(directory, child, selection, now)) }),
    ...(surveys.length === 0 ? {} : { surveys }),
  };
}

function surveyReference({ survey, question }: IndexedSurvey): SurveyReference {
  return { key: survey.key, question: questionBody(question), timeZone: survey.timeZone };
}

function periodsBody({ activePeriods, timeZone }: Survey): Pick<QuestionSurvey, 'activePeriods'> {
  if (activePeriods.length === 0) return {};
  const zone = timeZoneOf(timeZone);
  return {
    activePeriods: activePeriods.map(({ start, end }) => ({
      start: formatTimestamp(start, zone),
      end: formatTimestamp(end, zone),
    })),
  };
}

function isInState(survey: Survey, state: SurveyActivity | undefined, now: number): boolean {
  return state === undefined || stateOf(survey, now) === state;
}

/** Between two periods a survey is starting; without periods it has no state. */
function stateOf({ activePeriods }: Survey, now: number): SurveyActivity | undefined {
  if (activePeriods.length === 0) return undefined;
  if (activePeriods.some(({ start, end }) => start <= now && now < end)) return 'active';
  return activePeriods.some(({ start }) => start > now) ? 'starting' : 'ended';
}

function slicePage<Item, Body>(
  items: readonly Item[],
  { offset, limit }: Slice,
  body: (item: Item) => Body,
): { readonly meta: SliceMeta; readonly data: readonly Body[] } {
  const data = items.slice(offset, offset + limit).map(body);
  return { meta: { offset, limit, total: items.length }, data };
}
