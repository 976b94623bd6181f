// Summaries of reports: the figures of a folder and of those directly below. Report files never change, so a summary is
// cached by the hash of its file.
import type { OverviewAttention, OverviewFigures, OverviewGroup } from '../responses.ts';
import { compareGroups } from '../../domain/ranking.ts';
import type { GroupFigures, Report, Summary, TrendWeek } from '../../domain/report.ts';
import type { AttentionEntry } from '../../domain/signals/entry.ts';
import { isDeviation } from '../../domain/signals/signal.ts';
import { findUnreadPlaces } from '../../domain/unread-places.ts';
import type { Manifest } from '../../ports/stored-records.ts';
import type { ObjectCache } from '../../reports/object-cache.ts';
import { createObjectCache } from '../../reports/object-cache.ts';
import type { ReportRepository } from '../../reports/report-repository.ts';
import { keyOfManifest, readReport, nullIfUnreadable } from '../../reports/report-repository.ts';

export interface FolderSummary {
  /** The folder directly above when the report was made; null for the root. */
  readonly parent: number | null;
  readonly figures: OverviewFigures;
  /** Null in a report of version "1". */
  readonly attention: OverviewAttention | null;
  /** The folders directly below, by key, as the report includes them. */
  readonly below: ReadonlyMap<
    number,
    {
      readonly name: string;
      readonly revision: number;
      readonly asOf: string;
      readonly figures: OverviewFigures;
    }
  >;
}

export interface ReportSummaries {
  /** Manifests that were read, validated against the store. */
  readonly manifests: ObjectCache<Manifest>;
  /** The summary of a stored report; null when it is damaged. */
  read(manifest: Manifest): Promise<FolderSummary | null>;
}

/** Folders whose figures are cached, about 1 KB each: four weeks of a large company. */
const MAX_FOLDERS = 8_000;

export function createReportSummaryCache(
  repository: ReportRepository,
  maxFolders = MAX_FOLDERS,
): ReportSummaries {
  const cache = new Map<string, FolderSummary>();
  let folders = 0;
  const read: ReportSummaries['read'] = async (manifest) => {
    const { sha256 } = manifest.files.json;
    const summary = cache.get(sha256) ?? (await readSummary(repository, manifest));
    if (summary === null) return null;
    // Inserted again, so that the least recently used one comes first.
    if (!cache.delete(sha256)) folders += sizeOf(summary);
    cache.set(sha256, summary);
    for (const [oldest, oldestSummary] of cache) {
      if (folders <= maxFolders) break;
      cache.delete(oldest);
      folders -= sizeOf(oldestSummary);
    }
    return summary;
  };
  return {
    manifests: createObjectCache(repository.store, repository.manifests, keyOfManifest),
    read,
  };
}

function sizeOf({ below }: FolderSummary): number {
  return 1 + below.size;
}

async function readSummary(
  repository: ReportRepository,
  manifest: Manifest,
): Promise<FolderSummary | null> {
  const report = await nullIfUnreadable(() => readReport(repository, manifest));
  return report === null ? null : toSummary(report);
}

/** Fewer responses make no point of a trend. */
const MIN_TREND_RESPONSES = 10;

function toSummary(report: Report): FolderSummary {
  const { folder, summary, subfolders } = report;
  const isJudged = report.reportVersion !== '1';
  const { candidates } = summary.signals;
  return {
    parent: folder.path.at(-1)?.key ?? null,
    figures: toOverviewFigures(summary, (group) => ({
      lost: isJudged ? lossOf(candidates, group) : null,
      trend: toTrend(group.trend),
    })),
    attention: isJudged ? toAttention(report) : null,
    below: new Map(
      subfolders.map(({ key, name, revision, asOf, summary: subfolderSummary }) => {
        const entries = candidates.filter((entry) => entry.folder.key === key);
        const figures = toOverviewFigures(subfolderSummary, (group) => ({
          lost: isJudged ? lossOf(entries, group) : null,
          trend: trendOfOnlySurvey(entries, group),
        }));
        return [key, { name, revision, asOf, figures }];
      }),
    ),
  };
}

function toTrend(weeks: readonly TrendWeek[]): readonly (number | null)[] {
  return weeks.map(({ index, responses }) => (responses < MIN_TREND_RESPONSES ? null : index));
}

/** What the surveys of one kind that are worse have lost. */
function lossOf(entries: readonly AttentionEntry[], group: GroupFigures): number {
  return entries
    .filter((entry) => entry.kind === 'worse' && compareGroups(entry, group) === 0)
    .reduce((sum, { impact }) => sum + impact, 0);
}

/** A parent's report only has the trends of surveys that its list may show. */
function trendOfOnlySurvey(
  entries: readonly AttentionEntry[],
  group: GroupFigures,
): readonly (number | null)[] {
  if (group.surveys !== 1) return [];
  return entries.find((entry) => compareGroups(entry, group) === 0)?.trend ?? [];
}

function toAttention(report: Report): OverviewAttention {
  const { folder, status, summary } = report;
  const { attention, signals, surveys } = summary;
  return {
    isComplete: status === 'complete',
    surveys,
    compared: attention.tests.index,
    deviations: signals.candidates.filter(({ kind }) => isDeviation(kind)).length,
    entries: attention.entries.map((entry) => ({
      ...entry,
      path: entry.path.slice(folder.path.length),
    })),
    more: attention.more,
    unread: findUnreadPlaces(report),
  };
}

function toOverviewFigures<G extends GroupFigures>(
  { surveys, responses, previousResponses, alerts, groups }: Summary<G>,
  lossAndTrend: (group: G) => Pick<OverviewGroup, 'lost' | 'trend'>,
): OverviewFigures {
  return {
    surveys,
    responses,
    previousResponses,
    openAlerts: alerts.open,
    groups: groups.map((group) => ({
      indexType: group.indexType,
      feedbackScale: group.feedbackScale,
      surveys: group.surveys,
      responses: group.responses,
      previousResponses: group.previousResponses,
      index: group.index,
      previousIndex: group.previousIndex,
      halfWidth: group.halfWidth,
      change: group.change,
      changeHalfWidth: group.changeHalfWidth,
      changeIsClear: group.changeIsClear,
      signal: group.signal === null ? null : toOverviewSignal(group.signal),
      ...lossAndTrend(group),
    })),
  };
}

function toOverviewSignal({
  verdict,
  usual,
  lower,
  upper,
  since,
}: NonNullable<GroupFigures['signal']>): OverviewGroup['signal'] {
  return { verdict, usual, lower, upper, since };
}
