// The expected answers of the endpoints for folders, surveys and questions.
import {
  placedSurveys,
  questionOf,
  subtree,
  type CompanyFile,
  type Folder,
  type Placed,
  type Survey,
} from './model-company.ts';
import { parse, timestamp } from './model-zones.ts';

export const surveyStates = ['active', 'ended', 'starting'] as const;
export type SurveyState = (typeof surveyStates)[number];

export interface Wanted {
  readonly surveys: boolean;
  readonly state: SurveyState | undefined;
}

export function folderTree(
  company: CompanyFile,
  now: number,
  folder: Folder,
  wanted: Wanted,
): object {
  const folders = (folder.folders ?? []).map((one) => folderTree(company, now, one, wanted));
  const surveys = (wanted.surveys ? (folder.surveys ?? []) : [])
    .filter((survey) => wanted.state === undefined || stateOf(survey, now) === wanted.state)
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

export function surveyObject(company: CompanyFile, { survey, folder }: Placed): object {
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

export function questions(company: CompanyFile): readonly object[] {
  return company.questions.map(({ key, name, locale }) => ({ key, name, locale }));
}

export function surveysOfQuestion(
  company: CompanyFile,
  now: number,
  question: number,
  state: SurveyState | undefined,
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

export function folderOf(company: CompanyFile, key: number): Folder | undefined {
  return subtree(company.root).find((folder) => folder.key === key);
}

export function placeOf(company: CompanyFile, key: number): Placed | undefined {
  return placedSurveys(company.root).find(({ survey }) => survey.key === key);
}

export function stateOf({ activePeriods = [] }: Survey, now: number): SurveyState | undefined {
  if (activePeriods.length === 0) return undefined;
  if (activePeriods.some(({ start, end }) => parse(start) <= now && now < parse(end))) {
    return 'active';
  }
  return activePeriods.some(({ start }) => parse(start) > now) ? 'starting' : 'ended';
}

function questionObject(company: CompanyFile, survey: Survey): object {
  const { key, name, locale } = questionOf(company, survey);
  return { key, name, locale };
}

function periodsOf({ activePeriods = [], timeZone }: Survey): object {
  if (activePeriods.length === 0) return {};
  return {
    activePeriods: activePeriods.map(({ start, end }) => ({
      start: timestamp(timeZone, parse(start)),
      end: timestamp(timeZone, parse(end)),
    })),
  };
}
