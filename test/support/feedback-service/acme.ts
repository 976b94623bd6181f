// Builders for small companies.
import type {
  ServiceFolder,
  SurveyQuestion,
  Survey,
} from '../../../lib/feedback-service/company.ts';
import type { CompanyData, FeedbackLine } from '../data-set.ts';
import { credential } from './served-company.ts';

export function instant(text: string): number {
  const at = Date.parse(text);
  if (Number.isNaN(at)) throw new Error(`${text} is not an instant`);
  return at;
}

export const question: SurveyQuestion = {
  key: 70,
  name: 'Miten meni?',
  locale: 'fi',
  followUps: [
    { key: 701, name: 'Odotusaika', kind: 'painPoint' },
    { key: 702, name: 'Hinnat', kind: 'painPoint' },
    { key: 703, name: 'Palvelu', kind: 'highlight' },
  ],
};

export const otherQuestion: SurveyQuestion = {
  key: 71,
  name: 'How was it?',
  locale: 'en',
  followUps: [{ key: 711, name: 'Noise', kind: 'painPoint' }],
};

export function survey(key: number, special: Partial<Survey> = {}): Survey {
  return {
    key,
    question: question.key,
    timeZone: 'Europe/Helsinki',
    activePeriods: [],
    surveyType: 'TERMINAL',
    indexType: 'HAPPY',
    feedbackScale: 'FOUR',
    alertSpecifications: [],
    ...special,
  };
}

export function folder(key: number, special: Partial<ServiceFolder> = {}): ServiceFolder {
  return { key, name: `Folder ${key}`, folders: [], surveys: [], ...special };
}

export function period(start: string, end: string): Survey['activePeriods'][number] {
  return { start: instant(start), end: instant(end) };
}

/** A company whose only folder holds these surveys. */
export function companyOf(
  surveys: readonly Survey[],
  feedback: Readonly<Record<number, readonly FeedbackLine[]>> = {},
  special: Partial<CompanyData> = {},
): CompanyData {
  return {
    credentials: [credential],
    structure: { questions: [question, otherQuestion], root: folder(1, { surveys }) },
    feedback: new Map(Object.entries(feedback).map(([key, lines]) => [Number(key), lines])),
    ...special,
  };
}
