// Which folders get a report for a week, and when each becomes due. What is due at a tick: jobs/plan-week.ts. A survey that
// was not active in the week may belong by its responses, which are requested only for folders that get no report otherwise.
import type { LocalDay, Week } from '../domain/calendar.ts';
import { isKnownZone, weekOf, zonedWeek } from '../domain/calendar.ts';
import type { Plan } from '../ports/stored-records.ts';
import { responsesOf } from '../domain/scale.ts';
import { belongsInWeek, isActive } from '../domain/membership.ts';
import { rangeOfWeeks } from '../domain/requested-range.ts';
import { historyWeeks } from '../domain/weeks-of-survey.ts';
import { endsRun } from '../shared/failure.ts';
import type { ActivePeriod, SurveyInFolder } from '../domain/report-inputs.ts';
import type { FeedbackSource, Folder, FolderTree } from '../ports/feedback-source.ts';
import type { Limit } from '../shared/concurrency-limits.ts';
import type { FolderEntry } from './subtree.ts';
import { folderDueAt, flattenFolders } from './subtree.ts';

export type PlannedFolder = Plan['folders'][number];

export interface PlannedFoldersQuery {
  readonly week: Week;
  readonly settleHours: number;
  /** Limits concurrent requests. */
  readonly limit: Limit;
  /** Whether surveys without an active period in the week are checked for responses. */
  readonly checkResponses: boolean;
}

/**
 * The folders of a tree that get a report, parents first: the root, folders with a survey that belongs in the week, folders
 * that the tree shows incompletely, because the missing part may belong and is reported nowhere else, and all above them.
 */
export async function findPlannedFolders(
  source: FeedbackSource,
  { root, notes }: FolderTree,
  query: PlannedFoldersQuery,
): Promise<readonly PlannedFolder[]> {
  const entries = flattenFolders(root);
  const parents = new Map(entries.map(({ folder, path }) => [folder.key, path.at(-1)?.key]));
  const dueKeys = new Set<number>([root.key]);
  const addWithParents = (folder: Folder): void => {
    for (let key: number | undefined = folder.key; key !== undefined && !dueKeys.has(key);) {
      dueKeys.add(key);
      key = parents.get(key);
    }
  };

  const questions = entries.flatMap(({ folder }) =>
    folder.surveys.map(({ question }) => question.key),
  );
  const periods = await source.readActivePeriods([...new Set(questions)]);
  const incomplete = new Set(notes.flatMap(({ folder, missing }) => (missing ? [folder] : [])));
  for (const { folder } of entries) {
    if (
      incomplete.has(folder.key) ||
      folder.surveys.some((survey) => belongsByPeriod(survey, periods, query.week))
    ) {
      addWithParents(folder);
    }
  }
  if (query.checkResponses) {
    const remaining = entries.filter(({ folder }) => !dueKeys.has(folder.key));
    await Promise.all(
      remaining.map(async ({ folder }) => {
        if (await belongsByResponses(source, folder.surveys, periods, query))
          addWithParents(folder);
      }),
    );
  }
  return toPlannedFolders(entries, dueKeys, query);
}

/** The entries with these keys, in the form that a plan stores. */
export function toPlannedFolders(
  entries: readonly FolderEntry[],
  keys: ReadonlySet<number>,
  { week, settleHours }: Pick<PlannedFoldersQuery, 'week' | 'settleHours'>,
): readonly PlannedFolder[] {
  return entries
    .filter(({ folder }) => keys.has(folder.key))
    .map(({ folder, path }) => ({
      key: folder.key,
      parent: path.at(-1)?.key ?? null,
      dueAt: folderDueAt(week, folder, settleHours),
    }));
}

/** A survey with an unknown zone or without known periods may belong: its report will show the problem. */
function belongsByPeriod(
  survey: SurveyInFolder,
  periods: ReadonlyMap<number, readonly ActivePeriod[]>,
  week: Week,
): boolean {
  const surveyPeriods = periods.get(survey.key);
  if (surveyPeriods === undefined || !isKnownZone(survey.timeZone)) return true;
  return isActive(surveyPeriods, zonedWeek(week, survey.timeZone));
}

/** A survey whose responses can't be read may belong. */
async function belongsByResponses(
  source: FeedbackSource,
  surveys: readonly SurveyInFolder[],
  periods: ReadonlyMap<number, readonly ActivePeriod[]>,
  { week, limit }: PlannedFoldersQuery,
): Promise<boolean> {
  for (const { key, timeZone } of surveys) {
    const activePeriods = periods.get(key) ?? [];
    const [oldest = week] = activePeriods.length === 0 ? historyWeeks(week) : [];
    const belongs = await limit(async () => {
      try {
        const rows = await source.readDailyCounts(key, rangeOfWeeks(oldest, week, timeZone));
        const mondays = new Set<LocalDay>();
        for (const { localDay, data } of rows) {
          if (responsesOf(data) > 0) mondays.add(weekOf(localDay).monday);
        }
        // Whether a place was said to be closed is found out when its report is made.
        const hasResponses = ({ monday }: Week): boolean => mondays.has(monday);
        return belongsInWeek({ activePeriods, timeZone }, week, hasResponses, null);
      } catch (error) {
        if (endsRun(error)) throw error;
        return true;
      }
    });
    if (belongs) return true;
  }
  return false;
}
