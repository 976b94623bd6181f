// The expected answers of the endpoints for folders, surveys and questions.
import {
  placedSurveys,
  questionOf,
  subtree,
  type ModelCompanyFile,
  type ModelFolder,
  type Placed,
  type ModelSurvey,
} from './model-company.ts';
import { parse, timestamp } from './model-zones.ts';

export const surveyStates = ['active', 'ended', 'starting'] as const;
export type ModelSurveyState = (typeof surveyStates)[number];

export interface Wanted {
  readonly surveys: boolean;
  readonly state: ModelSurveyState | undefined;
}

export function folderTree(
  company: ModelCompanyFile,
  now: number,
  folder: ModelFolder,
  filter: Wanted,
): object {
  const folders = (folder.folders ?? []).map((subfolder) =>
    folderTree(company, now, subfolder, filter),
  );
  const surveys = (filter.surveys ? (folder.surveys ?? []) : [])
    .filter((survey) => filter.state === undefined || stateOf(survey, now) === filter.state)
    .map((survey) => ({
      key: survey.key,
      question: questionObject(company, survey),
      timeZone: survey.timeZone,
    }));
  return {
    key: folder.key,
    name: folder.name,
    ...(folders.length === 0 ? {} : { folders }),
    ...(surveys.length === 0 ? {} : { surveys }),
  };
}

export function surveyObject(company: ModelCompanyFile, { survey, folder }: Placed): object {
  const { key, timeZone, surveyType, indexType, feedbackScale } = survey;
  return {
    key,
    question: questionObject(company, survey),
    folder: { key: folder.key, name: folder.name },
    timeZone,
    ...periodsOf(survey),
    surveyType,
    indexType,
    feedbackScale,
  };
}

export function questions(company: ModelCompanyFile): readonly object[] {
  return company.questions.map(({ key, name, locale }) => ({ key, name, locale }));
}

export function surveysOfQuestion(
  company: ModelCompanyFile,
  now: number,
  question: number,
  state: ModelSurveyState | undefined,
): readonly object[] {
  return placedSurveys(company.root)
    .filter(({ survey }) => survey.question === question)
    .filter(({ survey }) => state === undefined || stateOf(survey, now) === state)
    .map(({ survey, folder }) => ({
      key: survey.key,
      folder: { key: folder.key, name: folder.name },
      timeZone: survey.timeZone,
      ...periodsOf(survey),
    }));
}

export function folderOf(company: ModelCompanyFile, key: number): ModelFolder | undefined {
  return subtree(company.root).find((folder) => folder.key === key);
}

export function placeOf(company: ModelCompanyFile, key: number): Placed | undefined {
  return placedSurveys(company.root).find(({ survey }) => survey.key === key);
}

export function stateOf(
  { activePeriods = [] }: ModelSurvey,
  now: number,
): ModelSurveyState | undefined {
  if (activePeriods.length === 0) return undefined;
  if (activePeriods.some(({ start, end }) => parse(start) <= now && now < parse(end))) {
    return 'active';
  }
  return activePeriods.some(({ start }) => parse(start) > now) ? 'starting' : 'ended';
}

function questionObject(company: ModelCompanyFile, survey: ModelSurvey): object {
  const { key, name, locale } = questionOf(company, survey);
  return { key, name, locale };
}

function periodsOf({ activePeriods = [], timeZone }: ModelSurvey): object {
  if (activePeriods.length === 0) return {};
  return {
    activePeriods: activePeriods.map(({ start, end }) => ({
      start: timestamp(timeZone, parse(start)),
      end: timestamp(timeZone, parse(end)),
    })),
  };
}
