// From picks to questions: which endpoint, and whose key.
import { speltRange, type Ask, type AskPicks, type Caps } from './query-choices.ts';
import { alertsAsk, feedbackAsk } from './feedback-queries.ts';
import {
  childrenAsk,
  folderAsk,
  questionAsk,
  questionsAsk,
  questionSurveysAsk,
  surveyAsk,
} from './structure-queries.ts';
import { placedSurveys, subtree, type CompanyFile, type State } from './model-company.ts';
import { pick } from './generate-company.ts';

const absent = 999_999;

/** `foreign`: keys of another company, which answer as if they were not there. */
export function askOf(picks: AskPicks, whole: State, caps: Caps, foreign: readonly number[]): Ask {
  const { company } = whole;
  const surveys = placedSurveys(company.root).map(({ survey }) => survey);
  const keyFrom = (own: readonly { readonly key: number }[]): number => {
    const others = [...foreign, absent];
    const keys = own.map(({ key }) => key);
    return pick(picks.elsewhere || keys.length === 0 ? others : keys, picks.key);
  };
  const folder = (): number => keyFrom(subtree(company.root));
  switch (picks.what) {
    case 'folders':
      return folderAsk(picks);
    case 'folder':
      return folderAsk(picks, folder());
    case 'children':
      return childrenAsk(picks, folder());
    case 'survey':
      return surveyAsk(keyFrom(surveys));
    case 'questions':
      return questionsAsk(picks);
    case 'question':
      return questionAsk(keyFrom(company.questions));
    case 'surveys':
      return questionSurveysAsk(picks, keyFrom(company.questions));
    case 'alerts': {
      const zone = pick(['UTC', ...surveys.map(({ timeZone }) => timeZone)], picks.key);
      return alertsAsk(picks, caps, folder(), speltRange(picks, whole), zone);
    }
    case 'results':
    case 'rawresults':
    case 'openfeedback':
    case 'followup':
      return feedbackAsk(picks.what, picks, caps, keyFrom(surveys), speltRange(picks, whole));
  }
}

export function keysIn(company: CompanyFile): readonly number[] {
  return [
    ...subtree(company.root).map(({ key }) => key),
    ...placedSurveys(company.root).map(({ survey }) => survey.key),
    ...company.questions.map(({ key }) => key),
  ];
}
