// The field types that the shapes in wire.ts are made of, and the check of a whole body against its shape.
// A check ends with the first thing that is wrong: a body can hold a million bad rows.
import * as z from 'zod';
import { Failure, type FailureFacts, type FailureCode } from '../../shared/failure.ts';
import { parseTimestamp, type Timestamp } from './timestamps.ts';

/** Anything, and nothing as well: zod wants even an unknown field to be there. */
export const anything = z.unknown().optional();

/** A field that fails with a code of its own when `read` can't make anything of it. */
export function field<T>(code: FailureCode, read: (value: unknown) => T | null): z.ZodType<T> {
  return anything.transform((value, context) => {
    const result = read(value);
    if (result !== null) return result;
    context.addIssue({ code: 'custom', params: { failure: code } });
    return z.NEVER;
  });
}

/** A key as a positive safe integer; null when it isn't one. */
function readKey(value: unknown): number | null {
  const number = typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number > 0 ? number : null;
}

/** Of one button in one period: as many as the largest body can hold add up to a safe integer. */
const MAX_COUNT = 999_999_999;

function readCount(value: unknown): number | null {
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) return null;
  if (value < 0 || value > MAX_COUNT) return null;
  // JSON knows −0, which is equal to 0 and prints otherwise.
  return value === 0 ? 0 : value;
}

function readTimestamp(value: unknown): Timestamp | null {
  return typeof value === 'string' ? parseTimestamp(value) : null;
}

export const key = field('KEY_INVALID', readKey);
export const keyOrNull = anything.transform(readKey);
/** Also an index of a response. */
export const count = field('COUNT_INVALID', readCount);
export const timestamp = field('TS_INVALID', readTimestamp);
/** '' when it is missing or not text: names and zones have their fallbacks further in. */
export const text = anything.transform((value) => (typeof value === 'string' ? value : ''));

/** Longer than any name of a zone or a type. */
export const MAX_LABEL = 100;
/** The name of a type, which problems repeat. */
export const label = z
  .string()
  .max(MAX_LABEL)
  .transform((value) => value.toWellFormed());

/** Null when absent or null. */
export function optional<T>(schema: z.ZodType<T>): z.ZodType<T | null> {
  return schema.nullish().transform((value) => value ?? null);
}

/** A list of at most so many items. */
export function listOf<T>(item: z.ZodType<T>, most: number): z.ZodType<readonly T[]> {
  const rules = { item, most, isKept: isKept<T> };
  return anything.transform((value, context) => readList(value, context, rules));
}

/** As `listOf`, and empty when absent or null. */
export function optionalListOf<T>(item: z.ZodType<T>, most: number): z.ZodType<readonly T[]> {
  const rules = { item, most, isKept: isKept<T> };
  return anything.transform((value, context) => readList(value ?? [], context, rules));
}

function isKept<T>(_item: T): _item is T {
  return true;
}

/** As `listOf` of counts, at a fraction of the time: rows come by the thousand. */
export function countsOf(most: number): z.ZodType<readonly number[]> {
  return anything.transform((value, context) => {
    const counts: number[] = [];
    for (const [index, entry] of entriesOf(value, context, most).entries()) {
      const read = readCount(entry);
      if (read === null) {
        refuse(context, { failure: 'COUNT_INVALID' }, [index]);
        break;
      }
      counts.push(read);
    }
    return counts;
  });
}

interface ListRules<T, Kept extends T> {
  readonly item: z.ZodType<T>;
  readonly most: number;
  /** Whether an item is in the result. */
  readonly isKept: (item: T) => item is Kept;
}

/**
 * The items of a list, until the first bad one. `z.array` would go through all of them and keep every issue of each,
 * which a million bad items make more than the process may hold.
 */
export function readList<T, Kept extends T>(
  value: unknown,
  context: z.core.$RefinementCtx,
  { item, most, isKept: isWanted }: ListRules<T, Kept>,
): readonly Kept[] {
  const items: Kept[] = [];
  for (const [index, entry] of entriesOf(value, context, most).entries()) {
    const result = item.safeParse(entry);
    if (!result.success) {
      const [issue] = result.error.issues;
      refuse(context, refusalOf(issue), [index, ...(issue?.path ?? [])]);
      break;
    }
    if (isWanted(result.data)) items.push(result.data);
  }
  return items;
}

/** None, and an issue in the context, when it is no list or too long. */
function entriesOf(
  value: unknown,
  context: z.core.$RefinementCtx,
  most: number,
): readonly unknown[] {
  if (Array.isArray(value) && value.length <= most) return value;
  refuse(
    context,
    Array.isArray(value)
      ? { failure: 'RESPONSE_TOO_LARGE', items: most }
      : { failure: 'SHAPE_MISMATCH' },
  );
  return [];
}

function refuse(context: z.core.$RefinementCtx, params: Refusal, path: PropertyKey[] = []): void {
  context.addIssue({ code: 'custom', params, path });
}

/** Fails with SHAPE_MISMATCH or the field's own code and says where, but never with the value. */
export function checkShape<T>(schema: z.ZodType<T>, value: unknown): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const where = `/${(issue?.path ?? []).map(String).join('/')}`;
  const { failure, ...facts } = refusalOf(issue);
  throw new Failure(failure, { where: where.slice(0, 100), ...facts });
}

/** What a custom issue carries: the failure's code, and the limit that was passed. */
interface Refusal extends FailureFacts {
  readonly failure: FailureCode;
}

function refusalOf(issue: z.core.$ZodIssue | undefined): Refusal {
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
