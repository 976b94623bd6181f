// The bodies that the HTTP API answers with about accepted levels, numbers of responses and closures, and about targets. The
// page imports the types alone.
import { z } from '@hono/zod-openapi';
import { ACCEPTED_KINDS } from '../domain/signals/accepted.ts';
import type { Body } from './responses.ts';
import { caller, folderKeySchema, instant, list, orNull, text, weekSchema } from './responses.ts';

export const acceptedSchema = z
  .strictObject({
    id: text,
    folder: folderKeySchema,
    survey: orNull(z.int().min(1), 'Null for the folder’s own level.'),
    kind: z.enum(ACCEPTED_KINDS),
    week: weekSchema,
    by: caller,
    at: instant,
  })
  .openapi('Accepted', { description: 'An accepted level, number of responses or closure.' });
export type AcceptedBody = Body<typeof acceptedSchema>;

export const targetSchema = z
  .strictObject({
    id: text,
    folder: folderKeySchema,
    indexType: text,
    feedbackScale: text,
    value: z.number(),
    by: caller,
    at: instant,
  })
  .openapi('Target', {
    description: 'A target for a folder and those below it that have no nearer one.',
  });
export type TargetBody = Body<typeof targetSchema>;

export const acceptedListSchema = z
  .strictObject({ data: list(acceptedSchema, 'By folder, survey, kind and week.') })
  .openapi('AcceptedList');
export const targetListSchema = z
  .strictObject({ data: list(targetSchema, 'By folder and kind of index.') })
  .openapi('TargetList');
