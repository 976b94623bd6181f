// Summaries of reports: the figures of a folder and of those directly below. Report files never change, so a summary is
// cached by the hash of its file.
import type { OverviewFigures } from '../responses.ts';
import type { GroupFigures, Report, Summary } from '../../domain/report.ts';
import type { Manifest } from '../../ports/stored-records.ts';
import type { ObjectCache } from '../../reports/object-cache.ts';
import { createObjectCache } from '../../reports/object-cache.ts';
import type { ReportRepository } from '../../reports/report-repository.ts';
import { readReport, nullIfDamaged } from '../../reports/report-repository.ts';

export interface ReportSummary {
  /** The folder directly above when the report was made; null for the root. */
  readonly parent: number | null;
  readonly figures: OverviewFigures;
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
  read(manifest: Manifest): Promise<ReportSummary | null>;
}

/** Folders whose figures are cached, about 1 KB each: four weeks of a large company. */
const MAX_FOLDERS = 8_000;

export function createReportSummaryCache(
  repository: ReportRepository,
  maxFolders = MAX_FOLDERS,
): ReportSummaries {
  const cache = new Map<string, ReportSummary>();
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
  return { manifests: createObjectCache(repository.store, repository.manifests), read };
}

function sizeOf({ below }: ReportSummary): number {
  return 1 + below.size;
}

async function readSummary(
  repository: ReportRepository,
  manifest: Manifest,
): Promise<ReportSummary | null> {
  const report = await nullIfDamaged(() => readReport(repository, manifest));
  return report === null ? null : toSummary(report);
}

function toSummary({ folder, summary, subfolders }: Report): ReportSummary {
  return {
    parent: folder.path.at(-1)?.key ?? null,
    figures: toOverviewFigures(summary),
    below: new Map(
      subfolders.map(({ key, name, revision, asOf, summary: subfolderSummary }) => [
        key,
        { name, revision, asOf, figures: toOverviewFigures(subfolderSummary) },
      ]),
    ),
  };
}

function toOverviewFigures(summary: Summary<GroupFigures>): OverviewFigures {
  const { surveys, responses, previousResponses, alerts, groups } = summary;
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
    })),
  };
}
