// Reads the data of a folder's own surveys for its report, or finds that they are as in the stored report.
import type { Superseded } from '../domain/build-report.ts';
import type { SurveyInFolder } from '../domain/report-inputs.ts';
import type { Folder } from '../ports/feedback-source.ts';
import type { Manifest } from '../ports/stored-records.ts';
import type { ConcurrencyLimits } from '../shared/concurrency-limits.ts';
import type { Comparison } from './compare-counts.ts';
import { compareCounts } from './compare-counts.ts';
import type { GatheredFolder, GatherSettings } from './gather-facts.ts';
import { gatherFolder } from './gather-facts.ts';
import type { Goal, GoalContext } from './goal.ts';
import { nullIfUnreadable, readReport } from './report-repository.ts';

/** Of which folder, and how. */
export interface OwnDataOrder extends Pick<GatherSettings, 'path' | 'settings' | 'week' | 'asOf'> {
  readonly folder: Folder;
  /** Whether the surveys of the stored report are read, wherever they are now. */
  readonly keepsSurveys: boolean;
}

/** A folder's own data, and what its new report supersedes. */
export interface OwnData {
  /** With the surveys that were read. */
  readonly folder: Folder;
  readonly superseded: Superseded | null;
  readonly gathered: GatheredFolder;
  readonly gatherMs: number;
}

export async function readOwnData(
  { source, clock, rules }: GoalContext,
  limits: ConcurrencyLimits,
  {
    folder: { surveys: present, ...place },
    keepsSurveys,
    path,
    settings,
    week,
    asOf,
  }: OwnDataOrder,
  superseded: Superseded | null,
): Promise<OwnData> {
  const startedAt = clock();
  const stored = keepsSurveys ? superseded?.report?.surveys : undefined;
  // One that has moved stays where it is counted.
  const surveys =
    stored?.map(
      ({ key, question, timeZone }): SurveyInFolder =>
        present.find((survey) => survey.key === key) ?? { key, question, timeZone },
    ) ?? present;
  const folder = { ...place, surveys };
  const gathered = await gatherFolder(folder, source, {
    path,
    settings,
    week,
    asOf,
    rules,
    limits,
  });
  return { folder, superseded, gathered, gatherMs: clock() - startedAt };
}

export interface ComparedData {
  /** "left": there is no time. Null for a report that need not be compared, without surveys, or that can't be read. */
  readonly comparison: Exclude<Comparison, 'same'> | 'left' | null;
  /** Present when the report is made again. */
  readonly ownData: OwnData | null;
}

export const NOT_COMPARED: ComparedData = { comparison: null, ownData: null };

export interface StoredData extends Pick<Goal, 'comparesBefore' | 'isInTree' | 'mayStart'> {
  readonly current: Manifest;
  /** Whether the report is made again for another reason. */
  readonly isNewer: boolean;
}

/**
 * Compares a report with the reporting API, and reads what a new one needs at once, so that no more reports are in memory than folders
 * are read.
 */
export async function compareOwnData(
  context: GoalContext,
  limits: ConcurrencyLimits,
  order: OwnDataOrder,
  { current, comparesBefore, isInTree, mayStart, isNewer }: StoredData,
): Promise<ComparedData> {
  if (comparesBefore === null || Date.parse(current.asOf) >= comparesBefore) return NOT_COMPARED;
  const { repository, rules, source } = context;
  return limits.folders(async () => {
    if (!mayStart()) return { comparison: 'left', ownData: null };
    const report = await nullIfUnreadable(() => readReport(repository, current));
    if (report === null) return NOT_COMPARED;
    const counts = { source, week: order.week, rules, limit: limits.surveys, isInTree };
    const result = await compareCounts(counts, report.surveys);
    const comparison = result === 'same' ? null : result;
    if (!isNewer && comparison !== 'changed') return { comparison, ownData: null };
    if (!mayStart()) return { comparison: 'left', ownData: null };
    const superseded = { revision: current.revision, report };
    return { comparison, ownData: await readOwnData(context, limits, order, superseded) };
  });
}
