// Records in the store besides the report files: manifests, plans, the fact tables of a week, job records, receipts, and what the
// planner and a server know. Each schema is the type of its record, with the keys in their order in the file. Unknown keys are
// ignored, so that an older version can read the records after a rollback; a key that is added is optional or has a default, so that
// a newer version can read those of an older one.
import * as z from 'zod';
import type { ValueOf } from './common-schemas.ts';
import {
  count,
  folderName,
  key,
  keyText,
  problem,
  revision,
  sha256,
  status,
  utcInstant,
  week,
} from './common-schemas.ts';
import { reportJobSchema } from './job-queue.ts';

const storedFile = z.object({
  /** Relative to the store's root, and used as it is: it must not be able to address anything outside the store. */
  key: z.string().regex(/^[A-Za-z0-9_-][A-Za-z0-9._-]*(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/),
  bytes: count,
  /** Of the bytes. */
  sha256,
});
/** An immutable file; its key contains the hash of its content. */
export type StoredFile = ValueOf<typeof storedFile>;

export const manifestSchema = z.object({
  week,
  folder: z.object(folderName.shape),
  revision,
  status,
  /** When the data were read. */
  asOf: utcInstant,
  files: z.object({ pdf: storedFile, json: storedFile }),
  /** As in the report. */
  problems: z.array(z.object(problem.shape)),
  /** The release that made it; missing in manifests of early ones. */
  madeBy: z.string().exactOptional(),
  /** Digest of the settings that the report depends on; missing without any, and in manifests of earlier releases. */
  settings: z.string().exactOptional(),
  /** The revisions of the folders directly below that the report contains, by key; missing in manifests of earlier releases. */
  contains: z.record(keyText, revision).exactOptional(),
});
/** Makes a report visible: a report without a manifest does not exist. */
export type Manifest = ValueOf<typeof manifestSchema>;

export const planSchema = z.object({
  week,
  folders: z.array(
    z.object({
      key,
      /** Null for the root. */
      parent: key.nullable(),
      /** From when the report is due. */
      dueAt: utcInstant,
    }),
  ),
  /** From when no report was missing or partial; null before. */
  doneAt: utcInstant.nullable(),
  /** Digest of all settings with which it was done; missing without any, and in plans of earlier releases. */
  settings: z.string().exactOptional(),
});
/** The reports that are due for a week. */
export type Plan = ValueOf<typeof planSchema>;

const tableFile = z.object({ bytes: count, sha256, rows: count });
/** A file of a table, with the rows of all reports of a week by folder. */
export type TableFile = ValueOf<typeof tableFile>;

const tabledReport = z.object({
  folder: key,
  revision,
  /** SHA-256 of its JSON, as in its manifest. */
  json: sha256,
  /** Size of its JSON. */
  jsonBytes: count,
  /** False where its JSON could not be read: the tables lack its rows. */
  hasRows: z.boolean(),
});
/** The report of a folder that the rows of a week were made from. */
export type TabledReport = ValueOf<typeof tabledReport>;

export const weekTablesSchema = z.object({
  week,
  factsVersion: z.number(),
  /** SHA-256 of a line `folder revision json` for each report. */
  stamp: sha256,
  /** When they were written. */
  at: utcInstant,
  /** By folder, ascending. */
  reports: z.array(tabledReport),
  tables: z.object({
    hours: tableFile,
    weeks: tableFile,
    folder_weeks: tableFile,
    follow_ups: tableFile,
    alerts: tableFile,
    folders: tableFile,
    problems: tableFile,
  }),
});
/** The tables of a week, at `weeks/{week}/facts.json`. A file with another hash is not read. */
export type WeekTables = ValueOf<typeof weekTablesSchema>;

const fact = z.union([z.string(), z.number(), z.boolean(), z.null()]);

export const jobRecordSchema = z.object({
  week,
  folder: key,
  /** As in ReportJob. */
  since: utcInstant.nullable(),
  /** The current revision when the job was enqueued; null when there was none. */
  supersedes: revision.nullable(),
  state: z.enum(['queued', 'ended', 'failed']),
  /** Of the last change. */
  at: utcInstant,
  /** Why it failed: a code of failures and its facts. */
  failure: z.object({ code: z.string(), facts: z.record(z.string(), fact) }).nullable(),
  /** Present when the record was written before its message was sent; `id` lets the request that sends it recognize its own record. */
  sending: z.object({ id: z.string(), isSent: z.boolean() }).exactOptional(),
});
/** The last job of a report. */
export type JobRecord = ValueOf<typeof jobRecordSchema>;

export const revocationSchema = z.object({ id: z.string(), revokedAt: utcInstant });
/** A revoked link, with its id. */
export type Revocation = ValueOf<typeof revocationSchema>;

const refusedAnnouncement = z.object({
  attempts: count,
  firstAttemptAt: utcInstant,
  nextAttemptAt: utcInstant,
});
/** An announcement that its receiver has refused for a time. */
export type RefusedAnnouncement = ValueOf<typeof refusedAnnouncement>;

export const receiptSchema = z.object({
  week,
  folder: key,
  revision,
  /** "event", or a webhook by a digest of its URL. */
  channel: z.string(),
  /** The verdict of the report. */
  verdict: z.string(),
  at: utcInstant,
  /** Present while another attempt follows; earlier releases take the announcement for one that was sent. */
  refused: refusedAnnouncement.exactOptional(),
});
/** The announcement of a revision to a channel; written before it is sent, so that it is never sent twice. */
export type Receipt = ValueOf<typeof receiptSchema>;

const recordedCompany = {
  /** Key of the root folder. */
  root: key,
  /** Of the reporting API, with the port. */
  apiHost: z.string(),
  /** Digest of the client id. */
  client: z.string(),
};

export const companyRecordSchema = z.object({
  root: recordedCompany.root,
  name: z.string(),
  apiHost: recordedCompany.apiHost,
  client: recordedCompany.client,
  /** What runs the schedule: "serve", or "aws:" and the stage; null for nothing. */
  runner: z.string().nullable(),
  /** What was recorded before, and until when; oldest first. */
  changes: z.array(z.object({ at: utcInstant, ...recordedCompany })),
});
/** Whose reports the store has, at `company.json`. */
export type CompanyRecord = ValueOf<typeof companyRecordSchema>;

export const leaseRecordSchema = z.object({
  host: z.string(),
  /** Identifies the run of the host's operating system; empty where it is unknown. */
  boot: z.string(),
  pid: count,
  since: utcInstant,
  /** Differs in each renewal. */
  renewals: count,
  isReleased: z.boolean(),
  /** Written by another process; the next renewal removes it. */
  isStopRequested: z.boolean().exactOptional(),
});
/** The process that runs the schedule of the store, at `serve.json`. */
export type LeaseRecord = ValueOf<typeof leaseRecordSchema>;

const queuedJob = z.object({
  job: reportJobSchema,
  /** How often it was started. */
  receives: count,
  /** Where no process has the lease, the job may have ended the one that ran it. */
  isRunning: z.boolean(),
});
export type QueuedJob = ValueOf<typeof queuedJob>;

export const queueRecordSchema = z.object({ jobs: z.array(queuedJob) });
/** The jobs of the process that runs the schedule of the store, at `queue.json`, for the next process. */
export type QueueRecord = ValueOf<typeof queueRecordSchema>;

// ── the planner ─────────────────────────────────────────────────────────────────────────────────

const weekCounts = z.object({
  due: count,
  missing: count,
  partial: count,
  /** Percentage of all planned reports, including those that are not due yet. */
  partialPercent: count,
  /** Partial a day after they were due, or later. */
  partialForADay: count,
  /** Reports that contain an older revision of a child than the current one. */
  behind: count,
  /** Missing two hours after they were due, or later. */
  late: count,
});
/** Counts of a week's reports at one tick of the planner. */
export type WeekCounts = ValueOf<typeof weekCounts>;

const sentWork = z.object({
  /** Of the last job. */
  at: utcInstant,
  /** How many jobs were sent. */
  tries: count,
});
export type SentWork = ValueOf<typeof sentWork>;

const look = z.object({
  /** When it was due. Reports whose data were read since are not compared. */
  at: utcInstant,
  /** When it has begun; null in records of earlier releases. */
  begunAt: utcInstant.nullable().default(null),
  /** When the jobs were sent; null when they are to be sent now. */
  sentAt: utcInstant.nullable(),
  /** How many times jobs were sent. */
  tries: count,
  /** Roots of jobs; each covers all below its roots. */
  jobs: z.array(z.array(key)),
  /** Folders that are compared without those below them. */
  only: z.array(key),
  /** Folders above those of the jobs, which are compared when these have ended, so that each gets one revision. */
  above: z.array(key).default([]),
});
/** A comparison of the complete reports of a week with the reporting API. */
export type Look = ValueOf<typeof look>;
/** What is still to be compared with the reporting API; finished when nothing is left. */
export type LookWork = Pick<Look, 'jobs' | 'only'>;

export const plannerRecordSchema = z.object({
  week,
  /** Of the last tick that compared the week with the store, or failed to. */
  at: utcInstant,
  /** What it counted; null when it failed. */
  counts: weekCounts.nullable(),
  /** Of the last tick that did not fail; null before the first one, and in records of earlier releases. */
  comparedAt: utcInstant.nullable().default(null),
  /** Whether surveys without an active period were checked for responses; null in records of earlier releases. */
  responsesChecked: z.boolean().nullable().default(null),
  /** Folders that still needed work at `at` and for which a job was sent, by key. */
  sent: z.record(keyText, sentWork).default({}),
  /** The last look that has begun; null before the first one, and in records of earlier releases. */
  look: look.nullable().default(null),
});
/** What the planner knows about a week, at `requests/{week}/planner.json`. */
export type PlannerRecord = ValueOf<typeof plannerRecordSchema>;

export const reconciliationSchema = z.object({
  week,
  /** Of the last change. */
  at: utcInstant,
  /** How often jobs were sent. */
  tries: count,
  /** Folders that were not compared yet, or whose comparison failed. Empty when it has finished. */
  left: z.array(key),
});
/** Progress of the look at a week, as earlier releases stored it. */
export type ReconciliationProgress = ValueOf<typeof reconciliationSchema>;
