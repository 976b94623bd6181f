// Queries for folders, surveys and questions.
import { missing, pathOf, type ModelQuery, type QueryPicks } from './query-choices.ts';
import type { ModelFolder, State } from './model-company.ts';
import type { Expected } from './compare-answers.ts';
import {
  folderOf,
  folderTree,
  placeOf,
  questions,
  surveyObject,
  surveysOfQuestion,
} from './model-structure.ts';

/** Without a key: the root. */
export function createFolderQuery(picks: QueryPicks, key?: number): ModelQuery {
  return {
    path: pathOf(key === undefined ? '/v1/folders' : `/v1/folders/${key}`, surveyParameters(picks)),
    expected: (state) => {
      const folder = folderOf(state.company, key ?? state.company.root.key);
      if (folder === undefined) return missing;
      return { kind: 'body', body: treeOf(picks, state, folder) };
    },
  };
}

export function createChildrenQuery(picks: QueryPicks, key: number): ModelQuery {
  return {
    path: pathOf(`/v1/folders/${key}/children`, { ...surveyParameters(picks), ...sliceOf(picks) }),
    expected: (state) => {
      const folder = folderOf(state.company, key);
      if (folder === undefined) return missing;
      return listed(
        picks,
        (folder.folders ?? []).map((subfolder) => treeOf(picks, state, subfolder)),
      );
    },
  };
}

export function createSurveyQuery(key: number): ModelQuery {
  return {
    path: `/v1/surveys/${key}`,
    expected: ({ company }) => {
      const place = placeOf(company, key);
      return place === undefined ? missing : { kind: 'body', body: surveyObject(company, place) };
    },
  };
}

export function createQuestionsQuery(picks: QueryPicks): ModelQuery {
  return {
    path: pathOf('/v1/questions', sliceOf(picks)),
    expected: ({ company }) => listed(picks, questions(company)),
  };
}

export function createQuestionQuery(key: number): ModelQuery {
  return {
    path: `/v1/questions/${key}`,
    expected: ({ company }) => {
      const modelQuestion = company.questions.find((question) => question.key === key);
      if (modelQuestion === undefined) return missing;
      return {
        kind: 'body',
        body: { key, name: modelQuestion.name, locale: modelQuestion.locale },
      };
    },
  };
}

export function createQuestionSurveysQuery(picks: QueryPicks, key: number): ModelQuery {
  return {
    path: pathOf(`/v1/questions/${key}/surveys`, { state: picks.state, ...sliceOf(picks) }),
    expected: ({ company, now }) => {
      if (!company.questions.some((question) => question.key === key)) return missing;
      return listed(picks, surveysOfQuestion(company, now, key, picks.state));
    },
  };
}

function treeOf(
  { first, state }: QueryPicks,
  { company, now }: State,
  folder: ModelFolder,
): object {
  return folderTree(company, now, folder, { surveys: first === true, state });
}

function listed({ offset, limit }: QueryPicks, items: readonly object[]): Expected {
  return { kind: 'listed', all: items, offset: offset ?? 0, limit: limit ?? 50 };
}

function surveyParameters({
  first,
  state,
}: QueryPicks): Pick<QueryPicks, 'state'> & { surveys: typeof first } {
  return { surveys: first, state };
}

function sliceOf({ offset, limit }: QueryPicks): Pick<QueryPicks, 'offset' | 'limit'> {
  return { offset, limit };
}
