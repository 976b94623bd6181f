// Which folders owe a report for a week, and from when on. It hides how a survey that has no active period in the
// week is found to belong in it all the same: by its responses, which are asked for only where they decide.
import type { Week } from '../domain/calendar.ts';
import { isKnownZone, zonedWeek } from '../domain/calendar.ts';
import type { Plan } from '../ports/stored-records.ts';
import { responsesOf } from '../domain/scale.ts';
import { isActive } from '../domain/survey-week.ts';
import { endsRun } from '../shared/failure.ts';
import type { ActivePeriod, SurveyInFolder } from '../domain/facts.ts';
import type { FeedbackSource, Folder, FolderTree } from '../ports/feedback-source.ts';
import type { Limit } from '../shared/concurrency-limits.ts';
import { folderDueAt, flattenFolders } from './subtree.ts';

export type PlannedFolder = Plan['folders'][number];

export interface DueFoldersQuery {
  readonly week: Week;
  readonly settleHours: number;
  /** For requests that are made at the same time. */
  readonly room: Limit;
  /** Whether surveys without an active period in the week are asked for responses. */
  readonly askEnded: boolean;
}

/**
 * The folders of a tree that owe a report, parents first: the root, those with a survey that belongs, and those of which
 * the tree lacks something, since it may belong and has nowhere else to be told.
 */
export async function findDueFolders(
  source: FeedbackSource,
  { root, notes }: FolderTree,
  question: DueFoldersQuery,
): Promise<readonly PlannedFolder[]> {
  const entries = flattenFolders(root);
  const parents = new Map(entries.map(({ folder, path }) => [folder.key, path.at(-1)?.key]));
  const owed = new Set<number>([root.key]);
  const owe = (folder: Folder): void => {
    for (let key: number | undefined = folder.key; key !== undefined && !owed.has(key);) {
      owed.add(key);
      key = parents.get(key);
    }
  };

  const periods = await periodsOf(
    source,
    entries.flatMap(({ folder }) => folder.surveys),
  );
  const lacking = new Set(notes.flatMap(({ folder, missing }) => (missing ? [folder] : [])));
  for (const { folder } of entries) {
    if (
      lacking.has(folder.key) ||
      folder.surveys.some((survey) => belongsByPeriod(survey, periods, question.week))
    ) {
      owe(folder);
    }
  }
  if (question.askEnded) {
    const silent = entries.filter(({ folder }) => !owed.has(folder.key));
    await Promise.all(
      silent.map(async ({ folder }) => {
        if (await hasResponses(source, folder.surveys, question)) owe(folder);
      }),
    );
  }
  return entries.flatMap(({ folder }) =>
    owed.has(folder.key)
      ? [
          {
            key: folder.key,
            parent: parents.get(folder.key) ?? null,
            dueAt: folderDueAt(question.week, folder, question.settleHours),
          },
        ]
      : [],
  );
}

function periodsOf(
  source: FeedbackSource,
  surveys: readonly SurveyInFolder[],
): Promise<ReadonlyMap<number, readonly ActivePeriod[]>> {
  return source.readActivePeriods([...new Set(surveys.map(({ question }) => question.key))]);
}

/** A survey whose zone or periods can't be had may belong: its report will say what is wrong. */
function belongsByPeriod(
  survey: SurveyInFolder,
  periods: ReadonlyMap<number, readonly ActivePeriod[]>,
  week: Week,
): boolean {
  const own = periods.get(survey.key);
  if (own === undefined || !isKnownZone(survey.timeZone)) return true;
  return isActive(own, zonedWeek(week, survey.timeZone));
}

async function hasResponses(
  source: FeedbackSource,
  surveys: readonly SurveyInFolder[],
  { week, room }: DueFoldersQuery,
): Promise<boolean> {
  for (const { key, timeZone } of surveys) {
    const rows = await room(async () => {
      try {
        return await source.readHourlyCounts(key, zonedWeek(week, timeZone));
      } catch (error) {
        if (endsRun(error)) throw error;
        return null;
      }
    });
    if (rows === null || [...rows].some(({ data }) => responsesOf(data) > 0)) return true;
  }
  return false;
}
