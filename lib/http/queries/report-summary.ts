// Summaries of reports: the figures of a folder and of those directly below. Report files never change, so a summary is
// cached by the hash of its file.
import type { OverviewAttention, OverviewFigures, OverviewGroup } from '../responses.ts';
import { compareGroups } from '../../domain/ranking.ts';
import type { GroupFigures, Report, Summary, TrendWeek } from '../../domain/report.ts';
import type { Entry } from '../../domain/signals/model.ts';
import type { ShownLevel } from '../../domain/signals/shown-level.ts';
import { lostOf, shownLevel } from '../../domain/signals/shown-level.ts';
import { findUnreadPlaces } from '../../domain/unread-places.ts';
import { REPORT_VERSION } from '../../domain/report-versions.ts';
import type { Manifest } from '../../ports/stored-records.ts';
import type { ObjectCache } from '../../reports/object-cache.ts';
import { createObjectCache } from '../../reports/object-cache.ts';
import type { ReportRepository } from '../../reports/report-repository.ts';
import { keyOfManifest, readReport, nullIfUnreadable } from '../../reports/report-repository.ts';

export interface FolderSummary {
  /** The folder directly above when the report was made; null for the root. */
  readonly parent: number | null;
  readonly figures: OverviewFigures;
  /** Null in a report of an earlier version. */
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
  const { folder, summary, surveys, subfolders } = report;
  const isJudged = report.reportVersion === REPORT_VERSION;
  const lossOf = (entries: readonly Entry[]): number | null => (isJudged ? lostOf(entries) : null);
  const { entries } = summary.attention;
  return {
    parent: folder.path.at(-1)?.key ?? null,
    figures: toOverviewFigures(summary, (group) => {
      const ofKind = entries.filter((entry) => compareGroups(entry, group) === 0);
      return {
        level: toOverviewLevel(shownLevel(group, surveys, ofKind)),
        lost: lossOf(ofKind),
        trend: toTrend(group.trend),
      };
    }),
    attention: isJudged ? toAttention(report) : null,
    below: new Map(
      subfolders.map(({ key, name, revision, asOf, summary: subfolderSummary }) => {
        const own = entries.filter((entry) => entry.folder.key === key);
        const figures = toOverviewFigures(subfolderSummary, (group) => {
          const ofKind = own.filter((entry) => compareGroups(entry, group) === 0);
          return {
            level: toOverviewLevel(shownLevel(group, [], ofKind)),
            lost: lossOf(ofKind),
            // A parent's report has only the trends of surveys that it lists.
            trend: group.surveys === 1 ? (ofKind[0]?.trend ?? []) : [],
          };
        });
        return [key, { name, revision, asOf, figures }];
      }),
    ),
  };
}

function toTrend(weeks: readonly TrendWeek[]): readonly (number | null)[] {
  return weeks.map(({ index, responses }) => (responses < MIN_TREND_RESPONSES ? null : index));
}

function toAttention(report: Report): OverviewAttention {
  const { folder, status, summary } = report;
  const { attention, surveys } = summary;
  return {
    ...attention,
    isComplete: status === 'complete',
    surveys,
    entries: attention.entries.map(({ p: _, usual: _1, timeZone: _2, ...entry }) => ({
      ...entry,
      path: entry.path.slice(folder.path.length),
    })),
    unread: findUnreadPlaces(report),
  };
}

function toOverviewFigures<G extends GroupFigures>(
  { surveys, responses, previousResponses, alerts, groups }: Summary<G>,
  judgementOf: (group: G) => Pick<OverviewGroup, 'level' | 'lost' | 'trend'>,
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
      common: group.common,
      ...judgementOf(group),
    })),
  };
}

function toOverviewLevel({
  state,
  verdict,
  basis,
  usual,
  lower,
  upper,
  was,
  since,
  weeks,
  lossWeek,
  lossTotal,
}: ShownLevel): OverviewGroup['level'] {
  return { state, verdict, basis, usual, lower, upper, was, since, weeks, lossWeek, lossTotal };
}
