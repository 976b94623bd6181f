// Implements the FeedbackSource port with the API client: the calls that reports need, in the domain's terms.
import { Failure } from '../../shared/failure.ts';
import type { Alert } from '../../domain/facts.ts';
import type { FeedbackSource, Range } from '../../ports/feedback-source.ts';
import type { FeedbackClient } from './api-client.ts';
import { toFolderTree } from './folder-tree.ts';
import { toActivePeriods, toAlert, toFollowUps, toSurveyDetails } from './to-domain.ts';

export function createFeedbackSource(client: FeedbackClient): FeedbackSource {
  return {
    readFolders: async (from, options) =>
      from === null
        ? toFolderTree(await client.rootFolder(options))
        : toFolderTree(checkResponseKey(await client.folder(from, options), from)),
    readSurvey: async (key) => toSurveyDetails(checkResponseKey(await client.survey(key), key)),
    readActivePeriods: async (questions) => {
      const lists = await Promise.all(questions.map((key) => client.questionSurveys(key, {})));
      return new Map(lists.flat().map((survey) => [survey.key, toActivePeriods(survey)]));
    },
    readHourlyCounts: (survey, range) => client.hourlyResults(survey, range),
    readFollowUps: async (survey, range) => toFollowUps(await client.followUps(survey, range)),
    readAlerts: (folder, range, { childFolders }) =>
      childFolders
        ? readSubtreeAlerts(client, folder, range)
        : readFolderAlerts(client, folder, range),
  };
}

/** A response about another survey or folder would be counted as this one's. */
function checkResponseKey<T extends { readonly key: number | null }>(response: T, key: number): T {
  if (response.key !== null && response.key !== key) {
    throw new Failure('KEY_INVALID', { where: '/key', asked: key, reason: 'another key' });
  }
  return response;
}

async function readFolderAlerts(
  client: FeedbackClient,
  folder: number,
  range: Range,
): Promise<readonly Alert[]> {
  return (await client.alerts(folder, range, { childFolders: false })).map(toAlert);
}

/** Where paging stalls on too many alerts, the folder and each of its subfolders are requested on their own. */
async function readSubtreeAlerts(
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
    readFolderAlerts(client, folder, range),
    ...root.folders.map((child) => readSubtreeAlerts(client, child.key, range)),
  ]);
  return [...new Map(parts.flat().map((alert) => [alert.key, alert])).values()];
}
