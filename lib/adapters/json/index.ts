// Encodes and decodes reports, manifests, plans and other records as JSON with a fixed order of keys.
import type * as z from 'zod';
import { Failure } from '../../shared/failure.ts';
import { tokenSchema, tokenUseSchema } from '../../ports/api-tokens.ts';
import type { ValueOf } from '../../ports/common-schemas.ts';
import type { DeliveryCodecs } from '../../ports/deliveries.ts';
import {
  announcedReportsSchema,
  deliveryJobSchema,
  deliveryReceiptSchema,
  queuedMessagesSchema,
} from '../../ports/deliveries.ts';
import { reportJobSchema } from '../../ports/job-queue.ts';
import type { Codec } from '../../ports/object-store.ts';
import type { ReportReader, ReportRenderer } from '../../ports/rendering.ts';
import type { SettingsCodecs } from '../../ports/settings.ts';
import {
  acceptedRecordSchema,
  notesRecordSchema,
  targetsRecordSchema,
} from '../../ports/settings.ts';
import type { Report } from '../../domain/report.ts';
import { completeReport, unreadVersion } from '../../domain/report-versions.ts';
import {
  companyRecordSchema,
  jobRecordSchema,
  leaseRecordSchema,
  manifestSchema,
  plannerRecordSchema,
  planSchema,
  queueRecordSchema,
  receiptSchema,
  reconciliationSchema,
  revocationSchema,
  weekTablesSchema,
} from '../../ports/stored-records.ts';
import {
  accessRequestsSchema,
  confirmationRequestSchema,
  requestTimesSchema,
  subscriptionSchema,
} from '../../ports/subscriptions.ts';
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
    read(bytes, isOwn = false) {
      if (isOwn) return parseOwn(new TextDecoder().decode(bytes));
      const report = decodeJson(bytes, 'report');
      const unread = unreadVersion(report);
      if (unread !== null) throw new Failure(unread === 'newer' ? 'REPORT_NEWER' : 'REPORT_OLDER');
      return parse(reportSchema, completeReport(report), 'report');
    },
  };
}

const parseOwn: (text: string) => Report = JSON.parse;

const settingsCodecs = {
  accepted: createCodec(acceptedRecordSchema, 'list of what is accepted'),
  targets: createCodec(targetsRecordSchema, 'list of targets'),
  notes: createCodec(notesRecordSchema, 'list of notes'),
} satisfies SettingsCodecs;

/** What the manifests, plans, reports and settings of a repository are read and written with. */
export const repositoryCodecs = {
  manifests: createCodec(manifestSchema, 'manifest'),
  plans: createCodec(planSchema, 'plan'),
  weekTables: createCodec(weekTablesSchema, 'record of the fact tables of a week'),
  settings: settingsCodecs,
  reader: jsonReader(),
};

export const jobRecordCodec = createCodec(jobRecordSchema, 'job record');
export const reconciliationCodec = createCodec(reconciliationSchema, 'reconciliation record');
export const plannerRecordCodec = createCodec(plannerRecordSchema, 'planner record');
export const companyCodec = createCodec(companyRecordSchema, 'company record');
export const leaseCodec = createCodec(leaseRecordSchema, 'lease');
export const queueRecordCodec = createCodec(queueRecordSchema, 'queue');
export const revocationCodec = createCodec(revocationSchema, 'revocation');
export const receiptCodec = createCodec(receiptSchema, 'receipt');
export const tokenCodecs = {
  tokens: createCodec(tokenSchema, 'token'),
  uses: createCodec(tokenUseSchema, 'record of the use of a token'),
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
export const jobCodec = createCodec(reportJobSchema, 'job');
/** For delivery jobs as messages of a queue. */
export const deliveryJobCodec = createCodec(deliveryJobSchema, 'delivery job');

/** Parsing copies the value with its keys in the order of the schema, and without others. */
function copyInOrder<T>(schema: z.ZodType<T>, value: unknown, what: string): T {
  const { success, data, error } = schema.safeParse(value);
  if (!success) throw new TypeError(`not a ${what}, at ${firstIssuePath(error)}`);
  return data;
}

function createCodec<Schema extends z.ZodType>(
  schema: Schema & z.ZodType<ValueOf<Schema>>,
  what: string,
): Codec<ValueOf<Schema>> {
  return {
    encode: (value) => encodeJson(copyInOrder<ValueOf<Schema>>(schema, value, what)),
    decode: (bytes) => parse<ValueOf<Schema>>(schema, decodeJson(bytes, what), what),
  };
}

function parse<T>(schema: z.ZodType<T>, value: unknown, what: string): T {
  const { success, data, error } = schema.safeParse(value);
  if (success) return data;
  throw new Failure('REPORT_DAMAGED', { what, reason: 'another shape', at: firstIssuePath(error) });
}
