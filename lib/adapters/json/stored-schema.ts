// The schemas of manifests, plans, subscriptions, receipts and other stored records, with their keys in the published order.
// Unknown keys are ignored, so that an older version can read the records after a rollback; a key that is added is optional or has
// a default, so that a newer version can read those of an older one.
import * as z from 'zod';
import type { Accepted } from '../../domain/signals/accepted.ts';
import { ACCEPTED_KINDS } from '../../domain/signals/accepted.ts';
import type { StoredToken, TokenUse } from '../../ports/api-tokens.ts';
import type { ReportJob } from '../../ports/job-queue.ts';
import type { FolderNotes, SettingsRecord, StoredTarget } from '../../ports/settings.ts';
import { MAX_SETTINGS } from '../../ports/settings.ts';
import type {
  CompanyRecord,
  LeaseRecord,
  JobRecord,
  Manifest,
  Plan,
  PlannerRecord,
  QueueRecord,
  Receipt,
  Revocation,
  ReconciliationProgress,
} from '../../ports/stored-records.ts';
import type { TableFile, WeekTables } from '../../ports/fact-tables.ts';
import type {
  AnnouncedReports,
  DeliveryJob,
  DeliveryReceipt,
  QueuedMessages,
} from '../../ports/deliveries.ts';
import { DELIVERY_STATES } from '../../ports/deliveries.ts';
import type {
  AccessRequests,
  ConfirmationRequest,
  RequestTimes,
  Subscription,
} from '../../ports/subscriptions.ts';
import {
  END_REASONS,
  ORIGINS,
  SUBSCRIPTION_CHANNELS,
  SUBSCRIPTION_STATES,
} from '../../ports/subscriptions.ts';
import {
  count,
  folderName,
  key,
  problem,
  revision,
  exactSchema,
  status,
  utcInstant,
  week,
} from './common-schemas.ts';

/** A key as the name of a member. */
const keyText = z.string().regex(/^[1-9]\d{0,15}$/);
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const file = z.object({
  // Used as a key of the store as it is: it must not be able to address anything outside the store.
  key: z.string().regex(/^[A-Za-z0-9_-][A-Za-z0-9._-]*(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/),
  bytes: count,
  sha256,
});

export const manifestSchema = exactSchema<Manifest>()(
  z.object({
    week,
    folder: z.object(folderName.shape),
    revision,
    status,
    asOf: utcInstant,
    files: z.object({ pdf: file, json: file }),
    problems: z.array(z.object(problem.shape)),
    madeBy: z.string().exactOptional(),
    settings: z.string().exactOptional(),
    contains: z.record(keyText, revision).exactOptional(),
  }),
);

export const planSchema = exactSchema<Plan>()(
  z.object({
    week,
    folders: z.array(z.object({ key, parent: key.nullable(), dueAt: utcInstant })),
    doneAt: utcInstant.nullable(),
    settings: z.string().exactOptional(),
  }),
);

const recordedCompany = { root: key, apiHost: z.string(), client: z.string() };

export const companyRecordSchema = exactSchema<CompanyRecord>()(
  z.object({
    root: key,
    name: z.string(),
    apiHost: z.string(),
    client: z.string(),
    runner: z.string().nullable(),
    changes: z.array(z.object({ at: utcInstant, ...recordedCompany })),
  }),
);

export const leaseRecordSchema = exactSchema<LeaseRecord>()(
  z.object({
    host: z.string(),
    boot: z.string(),
    pid: count,
    since: utcInstant,
    renewals: count,
    isReleased: z.boolean(),
    isStopRequested: z.boolean().exactOptional(),
  }),
);

const tableFile = exactSchema<TableFile>()(z.object({ bytes: count, sha256, rows: count }));

export const weekTablesSchema = exactSchema<WeekTables>()(
  z.object({
    week,
    factsVersion: z.number(),
    stamp: sha256,
    at: utcInstant,
    reports: z.array(
      z.object({ folder: key, revision, json: sha256, jsonBytes: count, hasRows: z.boolean() }),
    ),
    tables: z.object({
      hours: tableFile,
      weeks: tableFile,
      folder_weeks: tableFile,
      follow_ups: tableFile,
      alerts: tableFile,
      folders: tableFile,
      problems: tableFile,
    }),
  }),
);

const settingTrace = { by: z.string(), at: utcInstant };

export const acceptedRecordSchema = exactSchema<SettingsRecord<Accepted>>()(
  z.object({
    entries: z
      .array(
        z.object({
          folder: key,
          survey: key.nullable(),
          kind: z.enum(ACCEPTED_KINDS),
          week,
          ...settingTrace,
        }),
      )
      .max(MAX_SETTINGS),
  }),
);

export const targetsRecordSchema = exactSchema<SettingsRecord<StoredTarget>>()(
  z.object({
    entries: z
      .array(
        z.object({
          folder: key,
          indexType: z.string(),
          feedbackScale: z.string(),
          value: z.number(),
          ...settingTrace,
        }),
      )
      .max(MAX_SETTINGS),
  }),
);

const written = { by: z.string(), name: z.string(), week };

export const notesRecordSchema = exactSchema<SettingsRecord<FolderNotes>>()(
  z.object({
    entries: z.array(
      z.object({
        folder: key,
        owner: z.object({ ...written, since: utcInstant }).nullable(),
        notes: z.array(z.object({ id: z.string(), ...written, text: z.string(), at: utcInstant })),
      }),
    ),
  }),
);

const folderKey = folderName.shape.key;
const fact = z.union([z.string(), z.number(), z.boolean(), z.null()]);

export const jobSchema = exactSchema<ReportJob>()(
  z.object({
    week,
    folder: folderKey,
    others: z.array(folderKey).readonly().exactOptional(),
    only: z.literal(true).exactOptional(),
    since: utcInstant.nullable(),
    look: utcInstant.exactOptional(),
  }),
);

export const queueRecordSchema = exactSchema<QueueRecord>()(
  z.object({
    jobs: z.array(z.object({ job: jobSchema, receives: count, isRunning: z.boolean() })).readonly(),
  }),
);

export const jobRecordSchema = exactSchema<JobRecord>()(
  z.object({
    week,
    folder: folderKey,
    since: utcInstant.nullable(),
    supersedes: revision.nullable(),
    state: z.enum(['queued', 'ended', 'failed']),
    at: utcInstant,
    failure: z.object({ code: z.string(), facts: z.record(z.string(), fact) }).nullable(),
    sending: z.object({ id: z.string(), isSent: z.boolean() }).exactOptional(),
  }),
);

export const reconciliationSchema = exactSchema<ReconciliationProgress>()(
  z.object({ week, at: utcInstant, tries: count, left: z.array(folderKey) }),
);

export const plannerRecordSchema = exactSchema<PlannerRecord>()(
  z.object({
    week,
    at: utcInstant,
    counts: z
      .object({
        due: count,
        missing: count,
        partial: count,
        partialPercent: count,
        partialForADay: count,
        behind: count,
        late: count,
      })
      .nullable(),
    comparedAt: utcInstant.nullable().default(null),
    responsesChecked: z.boolean().nullable().default(null),
    sent: z.record(keyText, z.object({ at: utcInstant, tries: count })).default({}),
    look: z
      .object({
        at: utcInstant,
        sentAt: utcInstant.nullable(),
        tries: count,
        jobs: z.array(z.array(folderKey)),
        only: z.array(folderKey),
      })
      .nullable()
      .default(null),
  }),
);

export const revocationSchema = exactSchema<Revocation>()(
  z.object({ id: z.string(), revokedAt: utcInstant }),
);

export const tokenSchema = exactSchema<StoredToken>()(
  z.object({
    // Used in a key of the store as it is.
    id: z.string().regex(/^[0-9a-f]{8}$/),
    name: z.string(),
    sha256,
    folders: z.array(key).nullable(),
    createdAt: utcInstant,
    expiresAt: utcInstant.nullable(),
  }),
);

export const tokenUseSchema = exactSchema<TokenUse>()(
  z.object({ id: z.string().regex(/^[0-9a-f]{8}$/), usedAt: utcInstant }),
);

export const receiptSchema = exactSchema<Receipt>()(
  z.object({
    week,
    folder: folderKey,
    revision,
    channel: z.string(),
    verdict: z.string(),
    at: utcInstant,
    refused: z
      .object({ attempts: count, firstAttemptAt: utcInstant, nextAttemptAt: utcInstant })
      .exactOptional(),
  }),
);

// Used in a key of the store as it is: it must not be able to address anything else.
const recipient = z.string().regex(/^[0-9a-v]{20}$/);
const subscriptionId = z.string().regex(/^[1-9]\d{0,15}-[0-9a-v]{20}$/);

const sendTime = z.object({
  weekday: z.int().min(1).max(7),
  time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/),
  timeZone: z.string(),
});

export const subscriptionSchema = exactSchema<Subscription>()(
  z.object({
    id: subscriptionId,
    folder: key,
    channel: z.enum(SUBSCRIPTION_CHANNELS),
    address: z.string(),
    locale: z.string(),
    when: z.union([sendTime, z.literal('ready')]),
    only: z.enum(['always', 'signals']),
    attach: z.enum(['pdf', 'none']),
    state: z.enum(SUBSCRIPTION_STATES),
    reason: z.enum(END_REASONS).exactOptional(),
    createdAt: utcInstant,
    origin: z.enum(ORIGINS).exactOptional(),
    createdBy: z.string(),
    grantedFolders: z.array(key).exactOptional(),
    signingKeys: z
      .array(z.object({ key: z.string(), until: utcInstant.exactOptional() }))
      .exactOptional(),
    generation: count.exactOptional(),
  }),
);

export const confirmationRequestSchema = exactSchema<ConfirmationRequest>()(
  z.object({
    state: z.enum(['requested', 'sent', 'refused']),
    reason: z.string().exactOptional(),
    requestedAt: utcInstant,
    attempts: count,
  }),
);

export const accessRequestsSchema = exactSchema<AccessRequests>()(
  z.object({
    requests: z.array(
      z.object({
        requestedAt: utcInstant,
        attempts: count,
        attemptEndsAt: utcInstant.nullable(),
      }),
    ),
  }),
);

export const requestTimesSchema = exactSchema<RequestTimes>()(
  z.object({ times: z.array(utcInstant) }),
);

export const deliveryReceiptSchema = exactSchema<DeliveryReceipt>()(
  z.object({
    week,
    folder: key,
    subscription: subscriptionId,
    kind: z.enum(['report', 'update']),
    state: z.enum(DELIVERY_STATES),
    revision,
    status,
    verdict: z.string(),
    attempts: count,
    firstAttemptAt: utcInstant,
    at: utcInstant,
    attemptEndsAt: utcInstant.nullable(),
    nextAttemptAt: utcInstant.nullable(),
    messageId: z.string(),
    transportId: z.string().nullable(),
    reason: z.string().nullable(),
    mayHaveArrived: z.literal(true).exactOptional(),
  }),
);

export const queuedMessagesSchema = exactSchema<QueuedMessages>()(
  z.object({
    week,
    messages: z.array(
      z.object({
        subscription: subscriptionId,
        dueAt: utcInstant,
        queuedAt: utcInstant,
        receiptAt: utcInstant.nullable(),
      }),
    ),
  }),
);

export const announcedReportsSchema = exactSchema<AnnouncedReports>()(
  z.object({
    week,
    reports: z.record(z.string(), z.string()),
    waiting: z.record(z.string(), utcInstant),
    toKnownChannels: z.array(key).default([]),
    failed: z.array(key).default([]),
  }),
);

export const deliveryJobSchema = exactSchema<DeliveryJob>()(
  z.union([
    z.object({
      kind: z.literal('report'),
      week,
      folder: key,
      subscription: subscriptionId,
    }),
    z.object({ kind: z.literal('confirmation'), subscription: subscriptionId }),
    z.object({ kind: z.literal('access'), recipient, requestedAt: utcInstant }),
  ]),
);
