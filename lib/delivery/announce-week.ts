// Announces the reports of a week whose current revision was not compared with its receipts yet. A record says which were, so
// that a tick reads nothing of the others; receipts, not the record, decide what is sent.
import { isDeepStrictEqual } from 'node:util';
import type { Week } from '../domain/calendar.ts';
import { once } from '../domain/memoize.ts';
import type { Instant } from '../domain/report-inputs.ts';
import type { AnnouncedReports } from '../ports/deliveries.ts';
import type { ListedObject } from '../ports/object-store.ts';
import type { ReportRepository } from '../reports/report-repository.ts';
import { readReport, readValue, writeRecord } from '../reports/report-repository.ts';
import { listManifestVersions, readCachedReports } from '../reports/week-folders.ts';
import { isAhead } from '../shared/clock.ts';
import { endsRun, Failure } from '../shared/failure.ts';
import { mapConcurrent } from '../shared/map-concurrent.ts';
import { lastAnnouncements } from './announcement-receipts.ts';
import type { Announcing, DeliveryPlanning, EarlierAnnouncements } from './delivery-context.ts';
import { deliveryPeriod, isLate, isWithin } from './due-time.ts';
import { listReceiptObjects } from './receipts.ts';

export function keyOfAnnouncedReports({ week }: Pick<AnnouncedReports, 'week'>): string {
  return `requests/${week}/announced.json`;
}

/** The listings of a week, each made at most once. */
export interface WeekListings {
  readonly receipts: () => Promise<readonly ListedObject[]>;
  /** Versions of manifests by folder. */
  readonly reports: () => Promise<ReadonlyMap<number, string>>;
}

export function createWeekListings(
  repository: Pick<ReportRepository, 'store'>,
  week: string,
): WeekListings {
  return {
    receipts: once(() => listReceiptObjects(repository.store, week)),
    reports: once(() => listManifestVersions(repository, week)),
  };
}

interface AnnounceWeekContext extends Pick<DeliveryPlanning, 'repository' | 'codecs'> {
  readonly caches: Pick<DeliveryPlanning['caches'], 'manifests'>;
}

/**
 * Returns the number of reports that could have been announced two hours ago and were not. A report that can't be read is left
 * to a later tick. Fails as the store or `announce` does for any report, after the others are announced and recorded.
 */
export async function announceWeek(
  context: AnnounceWeekContext,
  announcing: Announcing,
  week: Week,
  now: Instant,
  listings: WeekListings,
): Promise<number> {
  const { store } = context.repository;
  const codec = context.codecs.announcedReports;
  const key = keyOfAnnouncedReports({ week: week.name });
  const stored = await readValue(store, codec, key, keyOfAnnouncedReports);
  const record = stored?.value ?? null;
  const versions = await listings.reports();
  const changed = [...versions].flatMap(([folder, version]) =>
    record?.reports[folder] === version ? [] : [folder],
  );
  // Without a record: events and webhooks may have been switched on after the reports of an earlier week were made.
  const isCurrent = record !== null || isWithin(deliveryPeriod(week, 'ready'), now);
  const onlyKnown = new Set(isCurrent ? record?.toKnownChannels : changed);
  const { announced, failures } = await announceChanged(context, announcing, {
    week: week.name,
    folders: failedLast(changed, record),
    versions,
    listReceipts: listings.receipts,
    onlyKnown,
  });
  const waiting = changed.filter((folder) => !announced.has(folder));
  const left = new Set(waiting);
  const next: AnnouncedReports = {
    week: week.name,
    reports: Object.fromEntries(
      [...versions].flatMap(([folder, version]) =>
        left.has(folder) ? [] : [[folder, announced.get(folder) ?? version]],
      ),
    ),
    waiting: Object.fromEntries(waiting.map((folder) => [folder, waitsSince(folder, record, now)])),
    toKnownChannels: waiting.filter((folder) => onlyKnown.has(folder)),
    failed: [
      ...(record?.failed ?? []).filter((folder) => left.has(folder) && !failures.has(folder)),
      ...failures.keys(),
    ],
  };
  if (!isDeepStrictEqual(record, next)) {
    // When another planner was first, the next tick compares again.
    await writeRecord(store, codec, key, next, stored?.version ?? null);
  }
  const errors = [...failures.values()].toSorted((a, b) => Number(endsRun(b)) - Number(endsRun(a)));
  for (const error of errors) throw error;
  return Object.values(next.waiting).filter((since) => isLate(since, now)).length;
}

/** Reports that failed before come last, the latest failure at the end: they delay no other, and each has its turn. */
function failedLast(
  folders: readonly number[],
  record: AnnouncedReports | null,
): readonly number[] {
  const failed = record?.failed ?? [];
  return folders.toSorted((a, b) => failed.indexOf(a) - failed.indexOf(b));
}

/** As a UTC instant. */
function waitsSince(folder: number, record: AnnouncedReports | null, now: Instant): string {
  const earlier = record?.waiting[folder];
  return earlier === undefined || isAhead(earlier, now) ? new Date(now).toISOString() : earlier;
}

interface ChangedReports {
  readonly week: string;
  readonly folders: readonly number[];
  readonly versions: ReadonlyMap<number, string>;
  readonly listReceipts: WeekListings['receipts'];
  /** Folders whose reports are announced only to channels with a receipt. */
  readonly onlyKnown: ReadonlySet<number>;
}

interface AnnouncedChanges {
  /** Versions of the manifests of which nothing is left to be announced, by folder. */
  readonly announced: ReadonlyMap<number, string>;
  readonly failures: ReadonlyMap<number, unknown>;
}

/** After so many failures in a row, or one that concerns all reports, no further report is started. */
const MOST_FAILURES_IN_A_ROW = 5;

async function announceChanged(
  context: AnnounceWeekContext,
  announcing: Announcing,
  { week, folders, versions, listReceipts, onlyKnown }: ChangedReports,
): Promise<AnnouncedChanges> {
  const announced = new Map<number, string>();
  const failures = new Map<number, unknown>();
  if (folders.length === 0) return { announced, failures };
  const receipts = lastAnnouncements((await listReceipts()).map(({ key }) => key));
  let failuresInARow = 0;
  await mapConcurrent(folders, async (folder) => {
    const listedVersion = versions.get(folder) ?? '';
    const announcesToNewChannels = !onlyKnown.has(folder);
    const lastNumbers: EarlierAnnouncements['lastNumbers'] = receipts.get(folder) ?? new Map();
    if (!announcesToNewChannels && lastNumbers.size === 0) {
      announced.set(folder, listedVersion);
      return;
    }
    if (failuresInARow >= MOST_FAILURES_IN_A_ROW || !announcing.mayStart()) return;
    try {
      const earlier = { lastNumbers, announcesToNewChannels };
      const version = await announceFolder(
        context,
        announcing,
        { week, folder, listedVersion },
        earlier,
      );
      failuresInARow = 0;
      if (version !== null) announced.set(folder, version);
    } catch (error) {
      // It waits to be made again.
      if (error instanceof Failure && error.code === 'REPORT_DAMAGED') return;
      failures.set(folder, error);
      const concernsAll = error instanceof Failure && endsRun(error);
      failuresInARow += concernsAll ? MOST_FAILURES_IN_A_ROW : 1;
    }
  });
  return { announced, failures };
}

/** Returns the version of the announced manifest; null when something is left to be announced. */
async function announceFolder(
  { repository, caches }: AnnounceWeekContext,
  { announce }: Announcing,
  {
    week,
    folder,
    listedVersion,
  }: { readonly week: string; readonly folder: number; readonly listedVersion: string },
  earlier: EarlierAnnouncements,
): Promise<string | null> {
  const versions = new Map([[folder, listedVersion]]);
  const stored = (await readCachedReports(caches.manifests, week, [folder], versions)).get(folder);
  // It was removed after the listing.
  if (stored === undefined) return null;
  const { value: manifest, version } = stored;
  if (manifest === null) throw new Failure('REPORT_DAMAGED', { week, folder });
  const report = await readReport(repository, manifest);
  const { left } = await announce({ manifest, report }, earlier);
  return left.length === 0 ? version : null;
}
