// What a report says at a glance of its folder and of those directly below. Reports never change, so what was read of
// one is remembered, and which of them stands as long as its manifest is the same; it hides how much is.
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
  /** The folders directly below, by key: what the report holds of them. */
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
  /** What stands, as far as it was read. */
  readonly manifests: ObjectCache<Manifest>;
  /** The glance at a standing report; null when it is damaged. */
  read(manifest: Manifest): Promise<ReportSummary | null>;
}

/** Folders of which figures are remembered, some 1 KB each: four weeks of a large company. */
const MOST_FOLDERS = 8_000;

export function createReportSummaryCache(
  repository: ReportRepository,
  most = MOST_FOLDERS,
): ReportSummaries {
  const known = new Map<string, ReportSummary>();
  let folders = 0;
  const at: ReportSummaries['read'] = async (manifest) => {
    const { sha256 } = manifest.files.json;
    const found = known.get(sha256) ?? null;
    const glance = found ?? (await readGlance(repository, manifest));
    if (glance === null) return null;
    // The one that was looked at last comes last.
    if (!known.delete(sha256)) folders += sizeOf(glance);
    known.set(sha256, glance);
    for (const [oldest, one] of known) {
      if (folders <= most) break;
      known.delete(oldest);
      folders -= sizeOf(one);
    }
    return glance;
  };
  return { manifests: createObjectCache(repository.store, repository.manifests), read: at };
}

function sizeOf({ below }: ReportSummary): number {
  return 1 + below.size;
}

async function readGlance(
  repository: ReportRepository,
  manifest: Manifest,
): Promise<ReportSummary | null> {
  const report = await nullIfDamaged(() => readReport(repository, manifest));
  return report === null ? null : glanceOf(report);
}

function glanceOf({ folder, summary, subfolders }: Report): ReportSummary {
  return {
    parent: folder.path.at(-1)?.key ?? null,
    figures: figuresIn(summary),
    below: new Map(
      subfolders.map(({ key, name, revision, asOf, summary: own }) => [
        key,
        { name, revision, asOf, figures: figuresIn(own) },
      ]),
    ),
  };
}

function figuresIn(summary: Summary<GroupFigures>): OverviewFigures {
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
