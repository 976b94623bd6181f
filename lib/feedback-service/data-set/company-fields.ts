// Zod schemas for the fields of company.json, with messages for the person who writes the file.
import * as z from 'zod';
import { isWholeNumber, findTextFault } from './json-fields.ts';

export function object<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  const names = Object.keys(shape).join(', ');
  return z.strictObject(shape, {
    error: ({ code, input }) =>
      code === 'unrecognized_keys'
        ? `is not a known field: the fields here are ${names}`
        : messageFor(input, `an object with ${names}`),
  });
}

export function list<Item extends z.ZodType>(item: Item) {
  return z.array(item, expected('a list'));
}

export function oneOf<const Names extends readonly string[]>(...names: Names) {
  return z.enum(names, expected(`one of ${names.join(', ')}`));
}

export function number(what: string, isRight: (number: number) => boolean) {
  return z.number(expected(what)).refine(isRight, { ...expected(what), abort: true });
}

export function wholeNumber(from: number) {
  return number(
    `a whole number from ${from} to ${Number.MAX_SAFE_INTEGER}`,
    (number) => isWholeNumber(number) && number >= from,
  );
}

export const key = wholeNumber(0);

/** Refuses a key that is in `seen` and adds every other key to it. */
export function uniqueKey(what: string, existingKeys: Set<number>) {
  return key.refine((newKey) => addIfNew(existingKeys, newKey), {
    error: ({ input }) => `is used twice: another ${what} has the key ${String(input)}`,
  });
}

/** Adds the item and returns whether it was new. */
export function addIfNew<Item>(items: Set<Item>, item: Item): boolean {
  return items.size < items.add(item).size;
}

export const filledText = z.string(expected('a non-empty string')).superRefine((text, context) => {
  const fault = text.trim() === '' ? 'must be a non-empty string' : findTextFault(text);
  if (fault !== undefined) context.addIssue(fault);
});

/** The `error` option of a zod schema. */
export function expected(what: string): { error: (issue: { readonly input?: unknown }) => string } {
  return { error: ({ input }) => messageFor(input, what) };
}

function messageFor(input: unknown, what: string): string {
  return input === undefined ? `is missing: it must be ${what}` : `must be ${what}`;
}

/** Whether `work` runs without the RangeError with which Intl refuses a zone or a language. */
export function isAcceptedByIntl(work: () => unknown): boolean {
  try {
    work();
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
