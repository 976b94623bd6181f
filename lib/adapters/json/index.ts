// Encodes and decodes reports, manifests, plans and other records as JSON with a fixed order of keys.
import type * as z from 'zod';
import { Failure } from '../../shared/failure.ts';
import type { ReportJob } from '../../ports/job-queue.ts';
import type { Codec } from '../../ports/object-store.ts';
import type { ReportReader, ReportRenderer } from '../../ports/rendering.ts';
import type { Report } from '../../domain/report.ts';
import type {
  JobRecord,
  Manifest,
  Plan,
  Receipt,
  Revocation,
  ReconciliationProgress,
} from '../../ports/stored-records.ts';
import { encodeJson, decodeJson } from './plain-json.ts';
import { reportSchema } from './report-schema.ts';
import {
  jobRecordSchema,
  jobSchema,
  manifestSchema,
  planSchema,
  receiptSchema,
  revocationSchema,
  reconciliationSchema,
} from './stored-schema.ts';

/** Renders a report as in its published schema: unrounded numbers, keys in the schema's order. */
export function jsonRenderer(): ReportRenderer {
  const codec = createCodec<Report>(reportSchema, 'report');
  return {
    render: (report) =>
      Promise.resolve(report).then((value) => ({
        bytes: codec.encode(value),
        contentType: 'application/json',
        extension: 'json',
      })),
  };
}

/** Decodes the output of `jsonRenderer`; fails with REPORT_DAMAGED for anything else. */
export function jsonReader(): ReportReader {
  const codec = createCodec<Report>(reportSchema, 'report');
  return { read: (bytes) => codec.decode(bytes) };
}

export function manifestCodec(): Codec<Manifest> {
  return createCodec(manifestSchema, 'manifest');
}

export function planCodec(): Codec<Plan> {
  return createCodec(planSchema, 'plan');
}

export function jobRecordCodec(): Codec<JobRecord> {
  return createCodec(jobRecordSchema, 'job record');
}

export function createReconciliationCodec(): Codec<ReconciliationProgress> {
  return createCodec(reconciliationSchema, 'reconciliation record');
}

export function revocationCodec(): Codec<Revocation> {
  return createCodec(revocationSchema, 'revocation');
}

export function receiptCodec(): Codec<Receipt> {
  return createCodec(receiptSchema, 'receipt');
}

/** For jobs as messages of a queue. */
export function jobCodec(): Codec<ReportJob> {
  return createCodec(jobSchema, 'job');
}

function createCodec<T>(schema: z.ZodType<T>, what: string): Codec<T> {
  return {
    encode(value) {
      // Parsing copies the value with its keys in the schema's order.
      const { success, data, error } = schema.safeParse(value);
      if (!success) throw new TypeError(`not a ${what}, at ${firstIssuePath(error)}`);
      return encodeJson(data);
    },
    decode(bytes) {
      const { success, data, error } = schema.safeParse(decodeJson(bytes, what));
      if (success) return data;
      throw new Failure('REPORT_DAMAGED', {
        what,
        reason: 'another shape',
        at: firstIssuePath(error),
      });
    },
  };
}

/** The path of the first invalid value, e.g. "surveys.0.days.3.date", without the value. */
function firstIssuePath(error: z.ZodError): string {
  const path = error.issues[0]?.path ?? [];
  return path.length === 0 ? 'the top' : path.map(String).join('.');
}
