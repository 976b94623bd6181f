// Schemas that reports, manifests, plans and other stored records share: keys, counts, instants, problems.
// A schema with an `id` is a separate definition in the published schema.
import * as z from 'zod';

export const key = z.int().min(1);
/** A key as the name of a member. */
export const keyText = z.string().regex(/^[1-9]\d{0,15}$/);
export const count = z.int().min(0);
/** In lower-case hex. */
export const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
export const revision = z.int().min(1).meta({
  description: 'Counts from 1; each later one supersedes the one before.',
});

// Checked as a whole: reports have hundreds of these lists, and a schema of each number takes most of the time of a report's.
export const counts = z.custom<readonly number[]>(isCounts).meta({
  id: 'Counts',
  type: 'array',
  items: { type: 'integer', minimum: 0 },
  description:
    'Responses by response index: the first entry counts the unhappiest button, the last the happiest. One entry for each button.',
});

function isCounts(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => Number.isSafeInteger(item) && item >= 0);
}

export const share = z.number().min(0).max(1).nullable();

export const index = z.number().nullable().meta({
  id: 'Index',
  description:
    'The index by indexType, unrounded: HAPPY 0..100, AVERAGE 1..k for k buttons, NPS -100..100. null without responses or for an unknown indexType or feedbackScale.',
});

export const week = z
  .string()
  .regex(/^\d{4}-W\d{2}$/)
  .meta({ id: 'Week', description: 'An ISO 8601 week, Monday to Sunday.', examples: ['2026-W46'] });

export const date = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/)
  .meta({ id: 'Date', description: 'A local calendar date.', examples: ['2026-11-09'] });

export const utcInstant = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{3})?Z$/)
  .meta({
    id: 'UtcInstant',
    description: 'An ISO 8601 instant in UTC.',
    examples: ['2026-11-16T18:00:00.000Z'],
  });

export const offsetInstant = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{3})?[+-]\d{2}:\d{2}$/)
  .meta({
    id: 'OffsetInstant',
    description: 'An ISO 8601 instant on a local clock, with its offset.',
    examples: ['2026-11-09T00:00:00+02:00'],
  });

export const indexType = z.string().meta({
  description: 'HAPPY, AVERAGE or NPS; another is shown as the API gives it, without an index.',
});
export const feedbackScale = z.string().meta({
  description: 'FOUR, FIVE or FIVE_REVERSED; another is shown as the API gives it.',
});
export const folderName = z.object({ key, name: z.string() });

export const status = z.enum(['complete', 'partial', 'empty']).meta({
  id: 'Status',
  description:
    'partial: something due is not in the report, and problems say what. empty: everything was read and there were no responses.',
});

export const problem = z
  .object({
    code: z.string().min(1).meta({ description: 'Stable, for programs.' }),
    survey: key.exactOptional().meta({ description: 'Key of the survey, when it is about one.' }),
    folder: key.exactOptional().meta({ description: 'Key of the folder, when it is about one.' }),
    message: z.string().meta({ description: 'For people; its wording may change.' }),
    missing: z.boolean().meta({
      description:
        'true: something due is not in the report. Any such problem makes a report partial.',
    }),
  })
  .meta({ id: 'Problem', description: 'Why something is missing or odd.' });

// ── types of schemas ────────────────────────────────────────────────────────────────────────────

/** The values of a schema, which nothing changes. */
export type ValueOf<Schema extends z.ZodType> = Frozen<z.output<Schema>>;

type Frozen<T> = T extends readonly (infer Item)[]
  ? readonly Frozen<Item>[]
  : T extends object
    ? { readonly [Name in keyof T]: Frozen<T[Name]> }
    : T;

/** Assignability alone would ignore an optional key that one side lacks. */
type Complete<T> = T extends readonly (infer Item)[]
  ? readonly Complete<Item>[]
  : T extends object
    ? { readonly [Name in keyof T]-?: Complete<T[Name]> }
    : T;

type IsEqual<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;

type ExactSchema<Schema extends z.ZodType, T> = [
  IsEqual<Frozen<z.output<Schema>>, T>,
  IsEqual<Complete<z.output<Schema>>, Complete<T>>,
] extends [true, true]
  ? Schema
  : never;

/** Accepts only a schema whose values have exactly the type: the compiler compares in both directions. */
export function exactSchema<T>() {
  return <Schema extends z.ZodType>(schema: Schema & ExactSchema<Schema, T>): Schema => schema;
}
