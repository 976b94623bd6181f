// The field types of response-schemas.ts, and the validation of a body against its schema.
// Validation ends at the first error: a body can have a million invalid rows.
import * as z from 'zod';
import { Failure, type FailureFacts, type FailureCode } from '../../shared/failure.ts';
import { parseTimestamp, type Timestamp } from './timestamps.ts';

/** Any value, or none: zod requires even an unknown field to be present. */
export const anyValue = z.unknown().optional();

/** A field that fails with its own code when `read` returns null. */
export function field<T>(code: FailureCode, read: (value: unknown) => T | null): z.ZodType<T> {
  return anyValue.transform((value, context) => {
    const result = read(value);
    if (result !== null) return result;
    context.addIssue({ code: 'custom', params: { failure: code } });
    return z.NEVER;
  });
}

/** A key as a positive safe integer; null when it is not one. */
function readKey(value: unknown): number | null {
  const number = typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number > 0 ? number : null;
}

/** Maximum count of one button in one period; the sum over the largest possible body is a safe integer. */
const MAX_COUNT = 999_999_999;

function readCount(value: unknown): number | null {
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) return null;
  if (value < 0 || value > MAX_COUNT) return null;
  // JSON allows −0, which equals 0 but is formatted differently.
  return value === 0 ? 0 : value;
}

function readTimestamp(value: unknown): Timestamp | null {
  return typeof value === 'string' ? parseTimestamp(value) : null;
}

export const key = field('KEY_INVALID', readKey);
export const keyOrNull = anyValue.transform(readKey);
/** Also an index of a response. */
export const count = field('COUNT_INVALID', readCount);
export const timestamp = field('TS_INVALID', readTimestamp);
/** '' when it is missing or not a string: names and zones have fallbacks later. */
export const text = anyValue.transform((value) => (typeof value === 'string' ? value : ''));

/** Longer than any name of a time zone or a type. */
export const MAX_LABEL = 100;
/** The name of a type, which problems in reports contain. */
export const label = z
  .string()
  .max(MAX_LABEL)
  .transform((value) => value.toWellFormed());

/** Null when absent or null. */
export function optional<T>(schema: z.ZodType<T>): z.ZodType<T | null> {
  return schema.nullish().transform((value) => value ?? null);
}

/** A list of at most `maxItems` items. */
export function listOf<T>(item: z.ZodType<T>, maxItems: number): z.ZodType<readonly T[]> {
  const rules = { item, maxItems, isIncluded: isIncluded<T> };
  return anyValue.transform((value, context) => readList(value, context, rules));
}

/** As `listOf`, and empty when absent or null. */
export function optionalListOf<T>(item: z.ZodType<T>, maxItems: number): z.ZodType<readonly T[]> {
  const rules = { item, maxItems, isIncluded: isIncluded<T> };
  return anyValue.transform((value, context) => readList(value ?? [], context, rules));
}

function isIncluded<T>(_item: T): _item is T {
  return true;
}

/** As `listOf` of counts in a fraction of the time: there are thousands of rows. */
export function countsOf(maxItems: number): z.ZodType<readonly number[]> {
  return anyValue.transform((value, context) => {
    const counts: number[] = [];
    for (const [index, entry] of listEntries(value, context, maxItems).entries()) {
      const entryCount = readCount(entry);
      if (entryCount === null) {
        addFieldIssue(context, { failure: 'COUNT_INVALID' }, [index]);
        break;
      }
      counts.push(entryCount);
    }
    return counts;
  });
}

interface ListRules<T, Included extends T> {
  readonly item: z.ZodType<T>;
  readonly maxItems: number;
  /** Whether an item is in the result. */
  readonly isIncluded: (item: T) => item is Included;
}

/**
 * The items of a list, until the first invalid one. `z.array` would check all items and collect every issue, which a
 * million invalid items make more than fits into memory.
 */
export function readList<T, Included extends T>(
  value: unknown,
  context: z.core.$RefinementCtx,
  { item, maxItems, isIncluded: includes }: ListRules<T, Included>,
): readonly Included[] {
  const items: Included[] = [];
  for (const [index, entry] of listEntries(value, context, maxItems).entries()) {
    const result = item.safeParse(entry);
    if (!result.success) {
      const [issue] = result.error.issues;
      addFieldIssue(context, toFieldIssue(issue), [index, ...(issue?.path ?? [])]);
      break;
    }
    if (includes(result.data)) items.push(result.data);
  }
  return items;
}

/** Empty, with an issue in the context, when it is not a list or too long. */
function listEntries(
  value: unknown,
  context: z.core.$RefinementCtx,
  maxItems: number,
): readonly unknown[] {
  if (Array.isArray(value) && value.length <= maxItems) return value;
  addFieldIssue(
    context,
    Array.isArray(value)
      ? { failure: 'RESPONSE_TOO_LARGE', items: maxItems }
      : { failure: 'SHAPE_MISMATCH' },
  );
  return [];
}

function addFieldIssue(
  context: z.core.$RefinementCtx,
  params: FieldIssue,
  path: PropertyKey[] = [],
): void {
  context.addIssue({ code: 'custom', params, path });
}

/** Fails with SHAPE_MISMATCH or the field's own code and the place of the error, never with the value. */
export function checkShape<T>(schema: z.ZodType<T>, value: unknown): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const where = `/${(issue?.path ?? []).map(String).join('/')}`;
  const { failure, ...facts } = toFieldIssue(issue);
  throw new Failure(failure, { where: where.slice(0, 100), ...facts });
}

/** The parameters of a custom issue: the failure's code, and the limit that was exceeded. */
interface FieldIssue extends FailureFacts {
  readonly failure: FailureCode;
}

function toFieldIssue(issue: z.core.$ZodIssue | undefined): FieldIssue {
  const params = issue?.code === 'custom' ? issue.params : undefined;
  const code: unknown = params?.['failure'];
  const items: unknown = params?.['items'];
  switch (code) {
    case 'KEY_INVALID':
    case 'COUNT_INVALID':
    case 'TS_INVALID':
      return { failure: code };
    case 'RESPONSE_TOO_LARGE':
      return { failure: code, ...(typeof items === 'number' ? { items } : {}) };
    default:
      return { failure: 'SHAPE_MISMATCH' };
  }
}
