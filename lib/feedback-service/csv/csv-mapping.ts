// Reads mapping.json, which says what the columns of a vendor's CSV file are.
import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import * as z from 'zod';
import { DataSetError } from '../data-set/data-set-problem.ts';
import { describeReadError } from '../data-set/read-lines.ts';
import { encodings, separators } from './csv-file.ts';
import { isTimeZone } from '../time-zone.ts';
import { createTimeParser } from './time-format.ts';

const column = z.string().min(1);
/** Several columns are one text: the folders of a path, or a date and a time. */
const columnOrColumns = z
  .union([column, z.array(column).min(1)])
  .transform((columns) => (typeof columns === 'string' ? [columns] : columns));
const key = z.number().int().min(0);
const buttonProblem = 'must be a whole number from 0, the worst, to 4';
const button = z
  .number(buttonProblem)
  .int(buttonProblem)
  .min(0, buttonProblem)
  .max(4, buttonProblem);
const timeZone = z.string().refine(isTimeZone, 'must be an IANA time zone or UTC');

const mappingSchema = z.strictObject({
  columns: z
    .strictObject({
      survey: z.exactOptional(columnOrColumns),
      time: columnOrColumns,
      button: z.exactOptional(column),
      counts: z.exactOptional(z.array(column).min(4).max(5)),
      device: z.exactOptional(column),
      id: z.exactOptional(column),
      followUp: z.exactOptional(column),
      text: z.exactOptional(column),
      relevance: z.exactOptional(column),
      spam: z.exactOptional(column),
    })
    .refine(
      ({ button, counts }) => (button === undefined) !== (counts === undefined),
      'must have either button (presses) or counts (hourly sums)',
    )
    .refine(
      ({ counts, id, followUp, text, relevance, spam }) =>
        counts === undefined ||
        [id, followUp, text, relevance, spam].every((name) => name === undefined),
      'with counts has only survey, time, counts and device',
    ),
  timeFormat: z.exactOptional(
    z
      .string()
      .refine(
        (format) => createTimeParser(format) !== undefined,
        'must be made of yyyy, yy, MM, M, dd, d, HH, H, hh, h, mm, ss, SSS, a, Z and literal characters, such as dd.MM.yyyy HH:mm',
      ),
  ),
  timeZone: z.exactOptional(timeZone),
  survey: z.exactOptional(key),
  surveys: z.record(z.string(), key).default({}),
  buttons: z.exactOptional(z.record(z.string(), button)),
  followUps: z.record(z.string(), key).default({}),
  separator: z.exactOptional(z.enum(separators)),
  encoding: z.exactOptional(z.enum(encodings)),
});

export type CsvMapping = Readonly<z.infer<typeof mappingSchema>>;

/** Throws a DataSetError with all problems, whose `file` is the path as seen from the directory of the data set. */
export async function readMapping(path: string, directory: string): Promise<CsvMapping> {
  const file = relative(directory, path);
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new DataSetError([{ file, reason: describeReadError(error) }]);
  });
  let json: unknown;
  try {
    json = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    throw new DataSetError([{ file, reason: 'is not valid JSON' }]);
  }
  const result = mappingSchema.safeParse(json);
  if (result.success) return result.data;
  throw new DataSetError(
    result.error.issues.map(({ path: place, message }) => ({
      file,
      reason: `${place.length === 0 ? 'the file' : place.join('.')}: ${message}`,
    })),
  );
}

/** Names are compared without regard to case, Unicode form and the number of spaces. */
export function normalizeName(name: string): string {
  return name.normalize('NFC').trim().replaceAll(/\s+/g, ' ').toLowerCase();
}
