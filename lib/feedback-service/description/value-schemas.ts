// The schemas of values in answers: keys, counts, times and response indexes.
import * as z from 'zod';

export const key = z.int().min(0);
export const count = z.int().min(0);

export const timestamp = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}(Z|[+-]\d{4})$/)
  .describe(
    'ISO 8601 date-time in the zone of the survey. The offset has no colon, unlike in RFC 3339; it is Z where it is 0.',
  );

export const responseIndex = z
  .int()
  .min(0)
  .max(4)
  .describe(
    'Response index: which button was pressed. 0 to 3 on a scale of four, from very unhappy to very happy; 0 to 4 on one of five.',
  );

export const counts = z
  .array(count)
  .min(4)
  .max(5)
  .readonly()
  .describe('The number of responses of each button, by response index: four or five numbers.');

export const timeZone = z.string().min(1).describe('IANA name of the time zone of the survey.');

/** An array of at least one item, for fields that are omitted instead of being empty. */
export function nonEmptyArray<Item extends z.ZodType>(item: Item): z.ZodReadonly<z.ZodArray<Item>> {
  return z.array(item).min(1).readonly();
}
