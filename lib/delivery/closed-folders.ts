// Which places were closed in a week: nothing is sent about them.
import { nullIfUnreadable, readReport } from '../reports/report-repository.ts';
import { readCachedReports } from '../reports/week-folders.ts';
import { mapConcurrent } from '../shared/map-concurrent.ts';
import type { DeliveryPlanning } from './delivery-context.ts';
import { hasNoSurveys } from './outgoing-report.ts';

/** Those of the folders whose report says that the place was closed. Manifests that are cached in these versions are not read. */
export async function findClosedFolders(
  { repository, caches }: Pick<DeliveryPlanning, 'repository' | 'caches'>,
  week: string,
  folders: ReadonlySet<number>,
  versions: ReadonlyMap<number, string>,
): Promise<ReadonlySet<number>> {
  const reports = await readCachedReports(caches.manifests, week, [...folders], versions);
  const emptyReports = [...reports.values()]
    .flatMap(({ value }) => value ?? [])
    .filter(({ status }) => status === 'empty');
  const closedKeys = await mapConcurrent(emptyReports, async (manifest) => {
    const report = await nullIfUnreadable(() => readReport(repository, manifest));
    return report !== null && hasNoSurveys(report) ? [manifest.folder.key] : [];
  });
  return new Set(closedKeys.flat());
}
