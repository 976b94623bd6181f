// Encodes and decodes reports, manifests, plans and other records as JSON with a fixed order of keys.
import type * as z from 'zod';
import { Failure } from '../../shared/failure.ts';
import type { StoredToken, TokenCodecs, TokenUse } from '../../ports/api-tokens.ts';
import type { DeliveryCodecs, DeliveryJob } from '../../ports/deliveries.ts';
import type { WeekTables } from '../../ports/fact-tables.ts';
import type { ReportJob } from '../../ports/job-queue.ts';
import type { Codec } from '../../ports/object-store.ts';
import type { ReportReader, ReportRenderer } from '../../ports/rendering.ts';
import type { SettingsCodecs } from '../../ports/settings.ts';
import type { Report } from '../../domain/report.ts';
import { completeReport, unreadVersion } from '../../domain/report-versions.ts';
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
import {
  acceptedRecordSchema,
  accessRequestsSchema,
  confirmationRequestSchema,
  deliveryJobSchema,
  deliveryReceiptSchema,
  announcedReportsSchema,
  companyRecordSchema,
  leaseRecordSchema,
  queuedMessagesSchema,
  requestTimesSchema,
  subscriptionSchema,
  tokenSchema,
  tokenUseSchema,
  targetsRecordSchema,
  jobRecordSchema,
  jobSchema,
  notesRecordSchema,
  manifestSchema,
  planSchema,
  plannerRecordSchema,
  queueRecordSchema,
  receiptSchema,
  revocationSchema,
  reconciliationSchema,
  weekTablesSchema,
} from './stored-schema.ts';
import { decodeJson, encodeJson, firstIssuePath, LazyList } from './plain-json.ts';
import { reportSchema } from './report-schema.ts';
import { surveyWeek } from './survey-schema.ts';

/** Renders a report as in its published schema: numbers unrounded except in columns for lists, keys in the schema's order. */
export function jsonRenderer(): ReportRenderer {
  return {
    render: (report) =>
      Promise.resolve(report).then((value) => ({
        bytes: encodeJson(reportInOrder(value)),
        contentType: 'application/json',
        extension: 'json',
      })),
  };
}

/** A copy of each survey only while it is written: those of a report with thousands would fill the memory. */
function reportInOrder({ surveys, ...report }: Report): object {
  return {
    ...copyInOrder(reportSchema, { ...report, surveys: [] }, 'report'),
    surveys: new LazyList(surveys, (survey) => copyInOrder(surveyWeek, survey, 'survey')),
  };
}

/** Decodes reports of this and of other releases. */
export function jsonReader(): ReportReader {
  return {
    read(bytes) {
      const report = decodeJson(bytes, 'report');
      const unread = unreadVersion(report);
      if (unread !== null) throw new Failure(unread === 'newer' ? 'REPORT_NEWER' : 'REPORT_OLDER');
      return parse(reportSchema, completeReport(report), 'report');
    },
  };
}

const settingsCodecs = {
  accepted: createCodec(acceptedRecordSchema, 'list of what is accepted'),
  targets: createCodec(targetsRecordSchema, 'list of targets'),
  notes: createCodec(notesRecordSchema, 'list of notes'),
} satisfies SettingsCodecs;

/** What the manifests, plans, reports and settings of a repository are read and written with. */
export const repositoryCodecs = {
  manifests: createCodec<Manifest>(manifestSchema, 'manifest'),
  plans: createCodec<Plan>(planSchema, 'plan'),
  weekTables: createCodec<WeekTables>(weekTablesSchema, 'record of the fact tables of a week'),
  settings: settingsCodecs,
  reader: jsonReader(),
};

export const jobRecordCodec: Codec<JobRecord> = createCodec(jobRecordSchema, 'job record');
export const reconciliationCodec: Codec<ReconciliationProgress> = createCodec(
  reconciliationSchema,
  'reconciliation record',
);
export const plannerRecordCodec: Codec<PlannerRecord> = createCodec(
  plannerRecordSchema,
  'planner record',
);
export const companyCodec: Codec<CompanyRecord> = createCodec(
  companyRecordSchema,
  'company record',
);
export const leaseCodec: Codec<LeaseRecord> = createCodec(leaseRecordSchema, 'lease');
export const queueRecordCodec: Codec<QueueRecord> = createCodec(queueRecordSchema, 'queue');
export const revocationCodec: Codec<Revocation> = createCodec(revocationSchema, 'revocation');
export const receiptCodec: Codec<Receipt> = createCodec(receiptSchema, 'receipt');
export const tokenCodecs: TokenCodecs = {
  tokens: createCodec<StoredToken>(tokenSchema, 'token'),
  uses: createCodec<TokenUse>(tokenUseSchema, 'record of the use of a token'),
};

export const deliveryCodecs: DeliveryCodecs = {
  subscriptions: createCodec(subscriptionSchema, 'subscription'),
  receipts: createCodec(deliveryReceiptSchema, 'delivery receipt'),
  confirmations: createCodec(confirmationRequestSchema, 'confirmation request'),
  accessRequests: createCodec(accessRequestsSchema, 'list of access requests'),
  limits: createCodec(requestTimesSchema, 'list of requests'),
  queuedMessages: createCodec(queuedMessagesSchema, 'list of queued messages'),
  announcedReports: createCodec(announcedReportsSchema, 'list of announced reports'),
};

/** For jobs as messages of a queue. */
export const jobCodec: Codec<ReportJob> = createCodec(jobSchema, 'job');
/** For delivery jobs as messages of a queue. */
export const deliveryJobCodec: Codec<DeliveryJob> = createCodec(deliveryJobSchema, 'delivery job');

/** Parsing copies the value with its keys in the order of the schema, and without others. */
function copyInOrder<T>(schema: z.ZodType<T>, value: unknown, what: string): T {
  const { success, data, error } = schema.safeParse(value);
  if (!success) throw new TypeError(`not a ${what}, at ${firstIssuePath(error)}`);
  return data;
}

function createCodec<T>(schema: z.ZodType<T>, what: string): Codec<T> {
  return {
    encode: (value) => encodeJson(copyInOrder(schema, value, what)),
    decode: (bytes) => parse(schema, decodeJson(bytes, what), what),
  };
}

function parse<T>(schema: z.ZodType<T>, value: unknown, what: string): T {
  const { success, data, error } = schema.safeParse(value);
  if (success) return data;
  throw new Failure('REPORT_DAMAGED', { what, reason: 'another shape', at: firstIssuePath(error) });
}
