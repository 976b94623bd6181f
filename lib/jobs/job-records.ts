// What is known of jobs beside the queue: one small object for each report that was ever asked for, so that a job
// that waits or runs is not asked for again. It hides the keys, and when a job that nobody hears of is given up.
import type { JobRecord } from '../ports/stored-records.ts';
import { HOUR_MS } from '../domain/calendar.ts';
import type { JobSender, ReportJob } from '../ports/job-queue.ts';
import type { Codec, ObjectStore } from '../ports/object-store.ts';
import type { Clock } from '../shared/clock.ts';
import type { Failure } from '../shared/failure.ts';
import { mapConcurrent, SMALL_OBJECT_CONCURRENCY } from '../shared/map-concurrent.ts';
import { parseFolderKeys } from '../reports/stored-weeks.ts';
import type { ObjectCache, ListedVersions } from '../reports/object-cache.ts';
import { readByFolder } from '../reports/object-cache.ts';
import type { ReportId } from '../reports/report-repository.ts';
import { JSON_TYPE, readValue } from '../reports/report-repository.ts';

/** A job is taken for lost after this long: a queue's backlog is worked off sooner, and asking again does no harm. */
const LOST_AFTER_MS = 6 * HOUR_MS;
/** A record of a message that is not sent yet: its sender takes seconds, or has ended and will never send it. */
const SENT_WITHIN_MS = 5 * 60_000;
const SOON_MS = 2 * HOUR_MS;
/** The planner asks every hour. */
const OF_LATE_MS = 3 * HOUR_MS;

export interface JobRecords {
  readonly store: ObjectStore;
  readonly records: Codec<JobRecord>;
  readonly clock: Clock;
}

/** The last job of a report, with the version to replace it by; null when there was none. */
export interface StoredJob {
  /** Null when it can't be read: as good as none. */
  readonly record: JobRecord | null;
  readonly version: string;
}

export async function findJob(
  { store, records }: Pick<JobRecords, 'store' | 'records'>,
  id: ReportId,
): Promise<StoredJob | null> {
  const found = await readValue(store, records, keyOf(id));
  return found === null ? null : { record: found.value, version: found.version };
}

/** The folders of a week for which a report was ever asked, by key. */
export async function foldersWithJobs(
  store: ObjectStore,
  week: string,
): Promise<readonly number[]> {
  return foldersOf(await store.children(`requests/${week}/`));
}

/** By the names of records; other objects lie beside them. */
function foldersOf(names: readonly string[]): readonly number[] {
  return parseFolderKeys(names.flatMap((name) => /^(.*)\.json$/.exec(name)?.slice(1) ?? []));
}

/** The folders of a week for which a report was ever asked, by key, and the versions of all records. */
export async function listJobs(
  store: ObjectStore,
  week: string,
): Promise<{ readonly folders: readonly number[]; readonly versions: ListedVersions }> {
  const prefix = `requests/${week}/`;
  const listed = await store.entries(prefix);
  return {
    folders: foldersOf(listed.map(({ key }) => key.slice(prefix.length))),
    versions: new Map(listed.map(({ key, version }) => [key, version])),
  };
}

/** The last jobs of folders, by folder, as far as they aren't remembered in the version that is told. */
export function readJobs(
  known: ObjectCache<JobRecord>,
  week: string,
  folders: readonly number[],
  versions: ListedVersions,
): Promise<ReadonlyMap<number, StoredJob>> {
  const wanted = { folders, keyOf: (folder: number) => keyOf({ week, folder }), versions };
  return readByFolder(known, wanted, ({ value: record, version }) => ({ record, version }));
}

/** Whether a job waits or runs, given the revision that stands now. */
export function isPending(
  job: StoredJob | null,
  revision: number | null,
  { clock }: JobRecords,
): boolean {
  const record = job?.record ?? null;
  // One that has made its revision is over, though nobody wrote that down.
  return (
    record !== null &&
    record.state === 'queued' &&
    record.supersedes === revision &&
    clock() < Date.parse(record.at) + LOST_AFTER_MS
  );
}

/** Whether a job waits whose message is in the queue or about to be: asking for it needs no further message. */
export function isInQueue(
  job: StoredJob | null,
  revision: number | null,
  records: JobRecords,
): boolean {
  const record = job?.record ?? null;
  if (record === null || !isPending(job, revision, records)) return false;
  const isSent = record.sending?.isSent ?? true;
  return isSent || records.clock() < Date.parse(record.at) + SENT_WITHIN_MS;
}

/**
 * Whether a report that isn't there may come by itself soon: its first job has been in work for a short time, or it is
 * about to be asked for, since nobody has tried of late.
 */
export function isExpectedSoon(job: StoredJob | null, records: JobRecords): boolean {
  const record = job?.record ?? null;
  if (record === null) return true;
  const age = records.clock() - Date.parse(record.at);
  return isPending(job, record.supersedes, records)
    ? age < SOON_MS && record.failure === null
    : age > OF_LATE_MS;
}

/** A job that takes no older data than the one before it was to take: whoever asked for that may still wait. */
export function mergeWithQueued(job: ReportJob, known: StoredJob | null): ReportJob {
  // One that ended has got what could be had.
  const before = known?.record?.state === 'queued' ? known.record.since : null;
  if (before === null) return job;
  const isLater = job.since !== null && Date.parse(job.since) >= Date.parse(before);
  return isLater ? job : { ...job, since: before };
}

/** Whether a report was asked for with data of that moment or later; null for any data. */
export function wasRequested(job: StoredJob | null, since: string | null): boolean {
  const record = job?.record ?? null;
  if (record === null) return false;
  if (since === null) return true;
  return record.since !== null && Date.parse(record.since) >= Date.parse(since);
}

/**
 * Notes that a job is queued, in place of what was known. False when another writer has noted something meanwhile.
 * `sendingId`: of a request that sends the message after this; left out, the message was sent.
 */
export async function recordQueued(
  records: JobRecords,
  known: StoredJob | null,
  job: ReportJob,
  supersedes: number | null,
  sendingId?: string,
): Promise<boolean> {
  const { week, folder, since } = job;
  return write(records, known, {
    week,
    folder,
    since,
    supersedes,
    state: 'queued',
    at: utcNow(records),
    // That it was tried in vain before is remembered until there is a new revision.
    failure: known?.record?.supersedes === supersedes ? known.record.failure : null,
    ...(sendingId === undefined ? {} : { sending: { id: sendingId, isSent: false } }),
  });
}

/** Notes that the message of a job noted under that id was sent, unless another record has replaced it. */
export async function recordSent(
  records: JobRecords,
  id: ReportId,
  sendingId: string,
): Promise<void> {
  const known = await findJob(records, id);
  if (known === null || known.record?.sending?.id !== sendingId) return;
  await write(records, known, { ...known.record, sending: { id: sendingId, isSent: true } });
}

/** Notes that a queued job is over without a new revision. What others have asked for meanwhile stays. */
export async function recordEnded(
  records: JobRecords,
  job: ReportJob,
  failure: Failure | null,
): Promise<void> {
  const known = await findJob(records, job);
  if (known === null || known.record === null || known.record.state !== 'queued') return;
  if (known.record.since !== job.since) return;
  await write(records, known, {
    ...known.record,
    state: failure === null ? 'ended' : 'failed',
    at: utcNow(records),
    failure: failure === null ? null : { code: failure.code, facts: failure.facts },
  });
}

function write(
  { store, records }: JobRecords,
  known: StoredJob | null,
  record: JobRecord,
): Promise<boolean> {
  const key = keyOf(record);
  const bytes = records.encode(record);
  return known === null
    ? store.create(key, bytes, JSON_TYPE)
    : store.replace(key, bytes, known.version, JSON_TYPE);
}

function keyOf({ week, folder }: ReportId): string {
  return `requests/${week}/${folder}.json`;
}

function utcNow({ clock }: JobRecords): string {
  return new Date(clock()).toISOString();
}

export interface JobRequest {
  readonly job: ReportJob;
  /** What was known of the report's last job. */
  readonly known: StoredJob | null;
  /** The revision that stands; null when there is none. */
  readonly revision: number | null;
}

/** Few enough that a process which is ended between sending and noting leaves few to be sent twice. */
const SENT_AT_ONCE = 100;

export async function enqueueJobs(
  { sender, records }: { readonly sender: JobSender; readonly records: JobRecords },
  wishes: readonly JobRequest[],
): Promise<void> {
  const wanted = wishes.map((wish) => ({ ...wish, job: mergeWithQueued(wish.job, wish.known) }));
  for (let i = 0; i < wanted.length; i += SENT_AT_ONCE) {
    const some = wanted.slice(i, i + SENT_AT_ONCE);
    await sender.send(some.map(({ job }) => job));
    await mapConcurrent(
      some,
      ({ job, known, revision }) => recordQueued(records, known, job, revision),
      SMALL_OBJECT_CONCURRENCY,
    );
  }
}
