// The fields of company.json as schemas of zod. It hides the words in which a person is told what a field
// must be.
import * as z from 'zod';
import { isWholeNumber, findTextFault } from './json-value.ts';

export function object<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  const names = Object.keys(shape).join(', ');
  return z.strictObject(shape, {
    error: ({ code, input }) =>
      code === 'unrecognized_keys'
        ? `is not known: the fields here are ${names}`
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

/** One that is not among those seen before; it is from then on. */
export function uniqueKey(what: string, seen: Set<number>) {
  return key.refine((own) => addIfNew(seen, own), {
    error: ({ input }) => `is used twice: another ${what} has the key ${String(input)}`,
  });
}

/** Remembers what it is asked about. */
export function addIfNew<Thing>(seen: Set<Thing>, thing: Thing): boolean {
  return seen.size < seen.add(thing).size;
}

export const filledText = z
  .string(expected('a text that is not empty'))
  .superRefine((text, context) => {
    const fault = text.trim() === '' ? 'must be a text that is not empty' : findTextFault(text);
    if (fault !== undefined) context.addIssue(fault);
  });

/** What a schema of zod takes as its `error`. */
export function expected(what: string): { error: (issue: { readonly input?: unknown }) => string } {
  return { error: ({ input }) => messageFor(input, what) };
}

function messageFor(input: unknown, what: string): string {
  return input === undefined ? `is missing: it must be ${what}` : `must be ${what}`;
}

/** Whether it runs without a RangeError, by which Intl refuses a zone or a language. */
export function isAcceptedByIntl(work: () => unknown): boolean {
  try {
    work();
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
