// Hides the client behind the port: the calls a report needs, in the domain's terms.
import { Failure } from '../../shared/failure.ts';
import type { Alert } from '../../domain/facts.ts';
import type { FeedbackSource, Range } from '../../ports/feedback-source.ts';
import type { FeedbackClient } from './api-client.ts';
import { toFolderTree } from './folder-tree.ts';
import { toActivePeriods, toAlert, toFollowUps, toSurveyDetails } from './to-domain.ts';

export function feedbackSource(client: FeedbackClient): FeedbackSource {
  return {
    readFolders: async (from, options) =>
      from === null
        ? toFolderTree(await client.rootFolder(options))
        : toFolderTree(aboutWhatWasAsked(await client.folder(from, options), from)),
    readSurvey: async (key) => toSurveyDetails(aboutWhatWasAsked(await client.survey(key), key)),
    readActivePeriods: async (questions) => {
      const lists = await Promise.all(questions.map((key) => client.questionSurveys(key, {})));
      return new Map(lists.flat().map((survey) => [survey.key, toActivePeriods(survey)]));
    },
    readHourlyCounts: (survey, range) => client.hourlyResults(survey, range),
    readFollowUps: async (survey, range) => toFollowUps(await client.followUps(survey, range)),
    readAlerts: (folder, range, { childFolders }) =>
      childFolders ? alertsBelow(client, folder, range) : alertsOf(client, folder, range),
  };
}

/** An answer about another one would be counted in this one's place. */
function aboutWhatWasAsked<T extends { readonly key: number | null }>(answer: T, key: number): T {
  if (answer.key !== null && answer.key !== key) {
    throw new Failure('KEY_INVALID', { where: '/key', asked: key, reason: 'another key' });
  }
  return answer;
}

async function alertsOf(
  client: FeedbackClient,
  folder: number,
  range: Range,
): Promise<readonly Alert[]> {
  return (await client.alerts(folder, range, { childFolders: false })).map(toAlert);
}

/** More alerts than one walk can get past are asked for again in parts: the folder alone, and each child. */
async function alertsBelow(
  client: FeedbackClient,
  folder: number,
  range: Range,
): Promise<readonly Alert[]> {
  try {
    return (await client.alerts(folder, range, { childFolders: true })).map(toAlert);
  } catch (error) {
    if (!(error instanceof Failure && error.code === 'PAGING_STALLED')) throw error;
  }
  const { root } = toFolderTree(await client.folder(folder, { surveys: false }));
  const parts = await Promise.all([
    alertsOf(client, folder, range),
    ...root.folders.map((child) => alertsBelow(client, child.key, range)),
  ]);
  return [...new Map(parts.flat().map((alert) => [alert.key, alert])).values()];
}
