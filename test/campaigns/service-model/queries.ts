// Creates queries from picks: the endpoint and the key.
import { formatRange, type ModelQuery, type QueryPicks, type Caps } from './query-choices.ts';
import { createAlertsQuery, createFeedbackQuery } from './model-feedback-queries.ts';
import {
  createChildrenQuery,
  createFolderQuery,
  createQuestionQuery,
  createQuestionsQuery,
  createQuestionSurveysQuery,
  createSurveyQuery,
} from './model-structure-queries.ts';
import { placedSurveys, subtree, type ModelCompanyFile, type State } from './model-company.ts';
import { pick } from './generate-company.ts';

const absent = 999_999;

/** `foreign`: keys of another company, which answer as if they were not there. */
export function createQuery(
  picks: QueryPicks,
  whole: State,
  caps: Caps,
  foreign: readonly number[],
): ModelQuery {
  const { company } = whole;
  const surveys = placedSurveys(company.root).map(({ survey }) => survey);
  const keyFrom = (entities: readonly { readonly key: number }[]): number => {
    const foreignKeys = [...foreign, absent];
    const keys = entities.map(({ key }) => key);
    return pick(picks.elsewhere || keys.length === 0 ? foreignKeys : keys, picks.key);
  };
  const folder = (): number => keyFrom(subtree(company.root));
  switch (picks.what) {
    case 'folders':
      return createFolderQuery(picks);
    case 'folder':
      return createFolderQuery(picks, folder());
    case 'children':
      return createChildrenQuery(picks, folder());
    case 'survey':
      return createSurveyQuery(keyFrom(surveys));
    case 'questions':
      return createQuestionsQuery(picks);
    case 'question':
      return createQuestionQuery(keyFrom(company.questions));
    case 'surveys':
      return createQuestionSurveysQuery(picks, keyFrom(company.questions));
    case 'alerts': {
      const zone = pick(['UTC', ...surveys.map(({ timeZone }) => timeZone)], picks.key);
      return createAlertsQuery(picks, caps, folder(), formatRange(picks, whole), zone);
    }
    case 'results':
    case 'rawresults':
    case 'openfeedback':
    case 'followup':
      return createFeedbackQuery(
        picks.what,
        picks,
        caps,
        keyFrom(surveys),
        formatRange(picks, whole),
      );
  }
}

export function keysIn(company: ModelCompanyFile): readonly number[] {
  return [
    ...subtree(company.root).map(({ key }) => key),
    ...placedSurveys(company.root).map(({ survey }) => survey.key),
    ...company.questions.map(({ key }) => key),
  ];
}
