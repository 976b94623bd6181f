// The record of a report that was requested over HTTP, or that could not be made. It keeps a report from being requested again while
// its job waits or runs.
import type { JobRecord } from '../ports/stored-records.ts';
import { HOUR_MS } from '../domain/calendar.ts';
import type { Instant } from '../domain/report-inputs.ts';
import type { ReportJob } from '../ports/job-queue.ts';
import type { Codec, ObjectStore } from '../ports/object-store.ts';
import type { Clock } from '../shared/clock.ts';
import { isAhead } from '../shared/clock.ts';
import type { Failure } from '../shared/failure.ts';
import { UPSTREAM_CODES } from '../shared/failure.ts';
import { mapConcurrent, SMALL_OBJECT_CONCURRENCY } from '../shared/map-concurrent.ts';
import type { ObjectCache } from '../reports/object-cache.ts';
import { createObjectCache, readByFolder, versionsByFolder } from '../reports/object-cache.ts';
import type { ReportId, ReportRepository, StoredValue } from '../reports/report-repository.ts';
import {
  findIntactManifest,
  readValue,
  updateRecord,
  writeRecord,
} from '../reports/report-repository.ts';

/** A job counts as lost after this time: a backlog is processed sooner, and a repeated job does no harm. */
const LOST_AFTER_MS = 6 * HOUR_MS;
/** For a record that is written before its message is sent: sending takes seconds, or the sender has crashed. */
const SEND_TIMEOUT_MS = 5 * 60_000;

export interface JobRecordStore {
  readonly store: ObjectStore;
  readonly records: Codec<JobRecord>;
  readonly clock: Clock;
  /** Of a process that does many jobs. */
  readonly jobCache?: ObjectCache<JobRecord>;
  /** Present where a process has its jobs in memory: those that were recorded before were lost. */
  readonly startedAt?: Instant;
}

/** The record of a report's last job. */
export type StoredJob = StoredValue<JobRecord>;

// ── reading ─────────────────────────────────────────────────────────────────────────────────────

export function findJob(
  { store, records }: Pick<JobRecordStore, 'store' | 'records'>,
  id: ReportId,
): Promise<StoredJob | null> {
  return readValue(store, records, jobKey(id), jobKey);
}

/** The versions of a week's job records by folder, from one listing. */
export async function listJobVersions(
  store: ObjectStore,
  week: string,
): Promise<ReadonlyMap<number, string>> {
  const listedObjects = await store.entries(`requests/${week}/`);
  return versionsByFolder(listedObjects, (folder) => jobKey({ week, folder }));
}

export function createJobCache({
  store,
  records,
}: Pick<JobRecordStore, 'store' | 'records'>): ObjectCache<JobRecord> {
  return createObjectCache(store, records, jobKey);
}

/** The last jobs of folders, by folder; records that are cached in the listed version are not read. */
export function readJobs(
  cache: ObjectCache<JobRecord>,
  week: string,
  folders: readonly number[],
  versions: ReadonlyMap<number, string>,
): Promise<ReadonlyMap<number, StoredJob>> {
  return readByFolder(cache, folders, (folder) => jobKey({ week, folder }), versions);
}

/** The last jobs of a week, by folder. Fails as the store does. */
export async function readJobsOfWeek(
  records: Pick<JobRecordStore, 'store' | 'records' | 'jobCache'>,
  week: string,
): Promise<ReadonlyMap<number, StoredJob>> {
  const versions = await listJobVersions(records.store, week);
  const cache = records.jobCache ?? createJobCache(records);
  return readByFolder(cache, [...versions.keys()], (folder) => jobKey({ week, folder }), versions);
}

// ── state of a job ──────────────────────────────────────────────────────────────────────────────

/** Whether a job waits or runs; `revision` is the report's current one. */
export function isPending(
  job: StoredJob | null,
  revision: number | null,
  { clock, startedAt = -Infinity }: Pick<JobRecordStore, 'clock' | 'startedAt'>,
): boolean {
  const record = job?.value ?? null;
  // A job that made its revision has ended, although no record says so.
  return (
    record !== null &&
    record.state === 'queued' &&
    record.supersedes === revision &&
    !isAhead(record.at, clock()) &&
    Date.parse(record.at) >= startedAt &&
    clock() < Date.parse(record.at) + LOST_AFTER_MS
  );
}

/** Whether a job is pending whose message is in the queue or is being sent, so that no other message is needed. */
export function isInQueue(
  job: StoredJob | null,
  revision: number | null,
  records: JobRecordStore,
): boolean {
  const record = job?.value ?? null;
  if (record === null || !isPending(job, revision, records)) return false;
  const isSent = record.sending?.isSent ?? true;
  return isSent || records.clock() < Date.parse(record.at) + SEND_TIMEOUT_MS;
}

/** Whether a job may wait for ever: its message was not sent in time. Whether it made its revision is not known. */
export function isUnsent(job: StoredJob | null, records: JobRecordStore): boolean {
  const supersedes = job?.value?.supersedes ?? null;
  return isPending(job, supersedes, records) && !isInQueue(job, supersedes, records);
}

/** Whether the last attempt to make a report again has failed; `revision` is the current one. */
export function hasFailed(job: StoredJob | null, revision: number | null): boolean {
  const record = job?.value ?? null;
  return record !== null && record.supersedes === revision && record.failure !== null;
}

/** The record of a report that was requested over HTTP and whose job still waits or runs; otherwise null. */
export async function findRequest(
  repository: ReportRepository,
  records: JobRecordStore,
  id: ReportId,
): Promise<JobRecord | null> {
  const job = await findJob(records, id);
  if (job?.value?.state !== 'queued') return null;
  const manifest = await findIntactManifest(repository, id);
  return isPending(job, manifest?.revision ?? null, records) ? job.value : null;
}

/**
 * Whether a folder's report could not be made for a reason of its own: not because of the reporting API, which fails for a time, and not
 * because none is due.
 */
export function isGivenUp(job: StoredJob | null): boolean {
  const record = job?.value ?? null;
  return record?.state === 'failed' && !NOT_GIVEN_UP.has(record.failure?.code ?? 'JOB_FAILED');
}

const NOT_GIVEN_UP: ReadonlySet<string> = new Set([
  ...UPSTREAM_CODES,
  'FOLDER_NOT_FOUND',
  'NOTHING_OWED',
]);

/** The folders of a week that are given up, and have no later revision. */
export async function readGivenUp(
  repository: ReportRepository,
  records: JobRecordStore,
  week: string,
): Promise<ReadonlySet<number>> {
  const jobs = await readJobsOfWeek(records, week);
  const givenUp = await mapConcurrent(
    [...jobs].filter(([, job]) => isGivenUp(job)),
    async ([folder, job]) => {
      const manifest = await findIntactManifest(repository, { week, folder });
      return hasFailed(job, manifest?.revision ?? null) ? [folder] : [];
    },
    SMALL_OBJECT_CONCURRENCY,
  );
  return new Set(givenUp.flat());
}

/** Whether a report was requested with data of that UTC instant or later; null for any data. */
function wasRequested(job: StoredJob | null, since: string | null): boolean {
  const record = job?.value ?? null;
  if (record === null) return false;
  if (since === null) return true;
  return record.since !== null && Date.parse(record.since) >= Date.parse(since);
}

/** Whether an earlier delivery of a request's message has ended without a new revision. */
export async function hasEnded(records: JobRecordStore, job: ReportJob): Promise<boolean> {
  if (job.since === null) return false;
  const stored = await findJob(records, job);
  return wasRequested(stored, job.since) && stored?.value?.state === 'ended';
}

// ── recording ────────────────────────────────────────────────────────────────────

/** Raises `since` to that of a queued job, whose requester may still wait for data that recent. */
export function mergeWithQueued(job: ReportJob, previousJob: StoredJob | null): ReportJob {
  const record = previousJob?.value ?? null;
  const queuedSince = record?.state === 'queued' ? record.since : null;
  if (queuedSince === null) return job;
  const isLater = job.since !== null && Date.parse(job.since) >= Date.parse(queuedSince);
  return isLater ? job : { ...job, since: queuedSince };
}

/**
 * Records that a job is queued, in place of the previous record; false when another writer has changed it since.
 * `sendingId` identifies a request that sends the message afterwards; omitted: the message was sent.
 */
export async function recordQueued(
  records: JobRecordStore,
  previousJob: StoredJob | null,
  job: ReportJob,
  supersedes: number | null,
  sendingId?: string,
): Promise<boolean> {
  const { week, folder, since } = job;
  const previousRecord = previousJob?.value ?? null;
  const record: JobRecord = {
    week,
    folder,
    since,
    supersedes,
    state: 'queued',
    at: utcNow(records),
    // A failed attempt is remembered until there is a new revision.
    failure: previousRecord?.supersedes === supersedes ? previousRecord.failure : null,
    ...(sendingId === undefined ? {} : { sending: { id: sendingId, isSent: false } }),
  };
  const version = previousJob?.version ?? null;
  return writeRecord(records.store, records.records, jobKey(record), record, version);
}

/** Records that the message with this id was sent, unless another record has replaced the job's. */
export async function recordSent(
  records: JobRecordStore,
  id: ReportId,
  sendingId: string,
): Promise<void> {
  await updateJob(records, id, (record) =>
    record?.sending?.id === sendingId
      ? { ...record, sending: { id: sendingId, isSent: true } }
      : null,
  );
}

/** Records that a queued job has ended without a new revision. A record of a later request is not changed. */
export async function recordEnded(
  records: JobRecordStore,
  { week, folder, since }: ReportJob,
  failure: Failure | null,
): Promise<void> {
  await updateJob(records, { week, folder }, (record) => {
    if (record?.state !== 'queued' || record.since !== since) return null;
    return {
      ...record,
      state: failure === null ? 'ended' : 'failed',
      at: utcNow(records),
      failure: failure === null ? null : { code: failure.code, facts: failure.facts },
    };
  });
}

/** Requests for these reports end with the failure of a folder below that they wait for. */
export async function failRequests(
  { repository, records }: { repository: ReportRepository; records: JobRecordStore },
  week: string,
  folders: readonly number[],
  failure: Failure,
): Promise<void> {
  for (const folder of folders) {
    const request = await findRequest(repository, records, { week, folder });
    if (request !== null) await recordEnded(records, request, failure);
  }
}

/** Records that a folder's report could not be made. A record of a later request is not changed. */
export async function recordFailed(
  records: JobRecordStore,
  { week, folder, since }: ReportJob,
  supersedes: number | null,
  { code, facts }: Failure,
): Promise<void> {
  await updateJob(records, { week, folder }, (record) => {
    if (record?.state === 'queued' && record.since !== since) return null;
    const at = utcNow(records);
    return { week, folder, since, supersedes, state: 'failed', at, failure: { code, facts } };
  });
}

/** Records that a folder whose failure was recorded has not failed after all. */
export async function forgetFailure(records: JobRecordStore, id: ReportId): Promise<void> {
  await updateJob(records, id, (record) =>
    record?.state === 'failed'
      ? { ...record, state: 'ended', at: utcNow(records), failure: null }
      : null,
  );
}

/** Decides again when another writer was first: a job may end while its message is recorded as sent. */
async function updateJob(
  { store, records }: JobRecordStore,
  id: ReportId,
  change: (record: JobRecord | null) => JobRecord | null,
): Promise<void> {
  await updateRecord(store, records, jobKey(id), change, () => findJob({ store, records }, id));
}

export function jobKey({ week, folder }: ReportId): string {
  return `requests/${week}/${folder}.json`;
}

function utcNow({ clock }: JobRecordStore): string {
  return new Date(clock()).toISOString();
}
