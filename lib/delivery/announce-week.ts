// Announces the reports of a week whose current revision was not compared with its receipts yet. A record says which were, so
// that a tick reads nothing of the others; receipts, not the record, decide what is sent.
import { isDeepStrictEqual } from 'node:util';
import type { Week } from '../domain/calendar.ts';
import type { Instant } from '../domain/report-inputs.ts';
import type { AnnouncedReports } from '../ports/deliveries.ts';
import type { ListedObject } from '../ports/object-store.ts';
import type { ReportRepository } from '../reports/report-repository.ts';
import { readReport, readValue, writeRecord } from '../reports/report-repository.ts';
import { listManifestVersions, readCachedReports } from '../reports/week-folders.ts';
import { isAhead } from '../shared/clock.ts';
import { Failure } from '../shared/failure.ts';
import { mapConcurrent } from '../shared/map-concurrent.ts';
import type { EarlierNotifications } from './announce-report.ts';
import { lastNotifications } from './announce-report.ts';
import type { Announcing, DeliveryPlanning } from './delivery-context.ts';
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

function once<T>(read: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | null = null;
  return () => (result ??= read());
}

interface AnnounceWeekContext extends Pick<DeliveryPlanning, 'repository' | 'codecs'> {
  readonly caches: Pick<DeliveryPlanning['caches'], 'manifests'>;
}

/**
 * Returns the number of reports that could have been announced two hours ago and were not. A report that can't be read is left
 * to a later tick. Fails as the store or `announce` does, after what was announced is recorded.
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
  const startsChannels = record !== null || isWithin(deliveryPeriod(week, 'ready'), now);
  const { announced, failures } = await announceChanged(context, announcing, {
    week,
    folders: changed,
    versions,
    listReceipts: listings.receipts,
    startsChannels,
  });
  // A record would start channels for what is left: then the next tick compares all of the week again.
  if (!startsChannels) for (const failure of failures) throw failure;
  const next = nextRecord(record, { week: week.name, versions, changed, announced, now });
  if (!isDeepStrictEqual(record, next)) {
    // When another planner was first, the next tick compares again.
    await writeRecord(store, codec, key, next, stored?.version ?? null);
  }
  for (const failure of failures) throw failure;
  return Object.values(next.waiting).filter((since) => isLate(since, now)).length;
}

interface ChangedReports {
  readonly week: Week;
  readonly folders: readonly number[];
  readonly versions: ReadonlyMap<number, string>;
  readonly listReceipts: WeekListings['receipts'];
  readonly startsChannels: boolean;
}

interface AnnouncedChanges {
  /** Versions of the manifests of which nothing is left to be announced, by folder. */
  readonly announced: ReadonlyMap<number, string>;
  readonly failures: readonly unknown[];
}

/**
 * After a failure that may concern all reports, no further one is started. The reports of a week without channels to start, which
 * bring little news, are all compared in one tick.
 */
async function announceChanged(
  { repository, caches }: AnnounceWeekContext,
  { announce, mayStart }: Announcing,
  { week, folders, versions, listReceipts, startsChannels }: ChangedReports,
): Promise<AnnouncedChanges> {
  const announced = new Map<number, string>();
  const failures: unknown[] = [];
  if (folders.length === 0) return { announced, failures };
  const receipts = lastNotifications((await listReceipts()).map(({ key }) => key));
  const reports = await readCachedReports(caches.manifests, week.name, folders, versions);
  await mapConcurrent([...reports], async ([folder, { value: manifest, version }]) => {
    if (failures.length > 0 || (startsChannels && !mayStart())) return;
    const lastNumbers: EarlierNotifications['lastNumbers'] = receipts.get(folder) ?? new Map();
    try {
      if (startsChannels || lastNumbers.size > 0) {
        if (manifest === null) throw new Failure('REPORT_DAMAGED', { week: week.name, folder });
        const report = await readReport(repository, manifest);
        await announce({ manifest, report }, { lastNumbers, startsChannels });
      }
      announced.set(folder, version);
    } catch (error) {
      const isDamaged = error instanceof Failure && error.code === 'REPORT_DAMAGED';
      if (!isDamaged) failures.push(error);
      // When it is made again, it has another version.
      else if (!startsChannels) announced.set(folder, version);
    }
  });
  return { announced, failures };
}

function nextRecord(
  record: AnnouncedReports | null,
  {
    week,
    versions,
    changed,
    announced,
    now,
  }: Pick<ChangedReports, 'versions'> &
    Pick<AnnouncedChanges, 'announced'> & {
      readonly week: string;
      readonly changed: readonly number[];
      readonly now: Instant;
    },
): AnnouncedReports {
  const waiting = changed.filter((folder) => !announced.has(folder));
  const left = new Set(waiting);
  const at = new Date(now).toISOString();
  const since = (folder: number): string => {
    const earlier = record?.waiting[folder];
    return earlier === undefined || isAhead(earlier, now) ? at : earlier;
  };
  const reports = [...versions].filter(([folder]) => !left.has(folder));
  return {
    week,
    reports: Object.fromEntries(
      reports.map(([folder, version]) => [folder, announced.get(folder) ?? version]),
    ),
    waiting: Object.fromEntries(waiting.map((folder) => [folder, since(folder)])),
  };
}
