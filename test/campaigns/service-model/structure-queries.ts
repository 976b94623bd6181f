// Questions about folders, surveys and questions.
import { missing, pathOf, type Ask, type AskPicks } from './query-choices.ts';
import type { Folder, State } from './model-company.ts';
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
export function folderAsk(picks: AskPicks, key?: number): Ask {
  return {
    path: pathOf(key === undefined ? '/v1/folders' : `/v1/folders/${key}`, wantedOf(picks)),
    expected: (state) => {
      const folder = folderOf(state.company, key ?? state.company.root.key);
      if (folder === undefined) return missing;
      return { kind: 'body', body: treeOf(picks, state, folder) };
    },
  };
}

export function childrenAsk(picks: AskPicks, key: number): Ask {
  return {
    path: pathOf(`/v1/folders/${key}/children`, { ...wantedOf(picks), ...sliceOf(picks) }),
    expected: (state) => {
      const folder = folderOf(state.company, key);
      if (folder === undefined) return missing;
      return listed(
        picks,
        (folder.folders ?? []).map((one) => treeOf(picks, state, one)),
      );
    },
  };
}

export function surveyAsk(key: number): Ask {
  return {
    path: `/v1/surveys/${key}`,
    expected: ({ company }) => {
      const place = placeOf(company, key);
      return place === undefined ? missing : { kind: 'body', body: surveyObject(company, place) };
    },
  };
}

export function questionsAsk(picks: AskPicks): Ask {
  return {
    path: pathOf('/v1/questions', sliceOf(picks)),
    expected: ({ company }) => listed(picks, questions(company)),
  };
}

export function questionAsk(key: number): Ask {
  return {
    path: `/v1/questions/${key}`,
    expected: ({ company }) => {
      const found = company.questions.find((question) => question.key === key);
      if (found === undefined) return missing;
      return { kind: 'body', body: { key, name: found.name, locale: found.locale } };
    },
  };
}

export function questionSurveysAsk(picks: AskPicks, key: number): Ask {
  return {
    path: pathOf(`/v1/questions/${key}/surveys`, { state: picks.state, ...sliceOf(picks) }),
    expected: ({ company, now }) => {
      if (!company.questions.some((question) => question.key === key)) return missing;
      return listed(picks, surveysOfQuestion(company, now, key, picks.state));
    },
  };
}

function treeOf({ first, state }: AskPicks, { company, now }: State, folder: Folder): object {
  return folderTree(company, now, folder, { surveys: first === true, state });
}

function listed({ offset, limit }: AskPicks, all: readonly object[]): Expected {
  return { kind: 'listed', all, offset: offset ?? 0, limit: limit ?? 50 };
}

function wantedOf({ first, state }: AskPicks): Pick<AskPicks, 'state'> & { surveys: typeof first } {
  return { surveys: first, state };
}

function sliceOf({ offset, limit }: AskPicks): Pick<AskPicks, 'offset' | 'limit'> {
  return { offset, limit };
}
