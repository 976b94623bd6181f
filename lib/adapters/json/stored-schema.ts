// The schemas of manifests, plans and other stored records, with their keys in the published order.
// Unknown keys are ignored, so that an older version can read the records after a rollback.
import * as z from 'zod';
import type { ReportJob } from '../../ports/job-queue.ts';
import type {
  JobRecord,
  Manifest,
  Plan,
  Receipt,
  Revocation,
  ReconciliationProgress,
} from '../../ports/stored-records.ts';
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

const file = z.object({
  // Used as a key of the store as it is: it must not be able to address anything outside the store.
  key: z.string().regex(/^[A-Za-z0-9_-][A-Za-z0-9._-]*(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/),
  bytes: count,
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
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
  }),
);

export const planSchema = exactSchema<Plan>()(
  z.object({
    week,
    folders: z.array(z.object({ key, parent: key.nullable(), dueAt: utcInstant })),
    doneAt: utcInstant.nullable(),
  }),
);

const folderKey = folderName.shape.key;
const fact = z.union([z.string(), z.number(), z.boolean(), z.null()]);

export const jobSchema = exactSchema<ReportJob>()(
  z.object({
    week,
    folder: folderKey,
    since: utcInstant.nullable(),
    look: utcInstant.exactOptional(),
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

export const revocationSchema = exactSchema<Revocation>()(
  z.object({ id: z.string(), revokedAt: utcInstant }),
);

export const receiptSchema = exactSchema<Receipt>()(
  z.object({
    week,
    folder: folderKey,
    revision,
    channel: z.string(),
    verdict: z.string(),
    at: utcInstant,
  }),
);
