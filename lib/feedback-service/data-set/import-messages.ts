// The messages between the service and the process that imports.
import * as z from 'zod';

export const importTask = z.object({
  directory: z.string(),
  database: z.string().optional(),
  /** Names of files that are left out, since they had problems and have not changed. */
  knownFaults: z.array(z.string()),
  /** UTC milliseconds. */
  now: z.number(),
});

const fault = z.object({
  problems: z.array(
    z.object({ file: z.string(), line: z.exactOptional(z.number()), reason: z.string() }),
  ),
  more: z.number(),
  files: z.array(z.string()),
});

/** A DataSetError without its prototype. */
export type StoredFault = Readonly<z.infer<typeof fault>>;

const progress = z.discriminatedUnion('phase', [
  z.object({ phase: z.literal('comparing'), file: z.string() }),
  z.object({
    phase: z.literal('reading'),
    file: z.string(),
    bytes: z.number(),
    ofBytes: z.number(),
    events: z.number(),
  }),
  z.object({ phase: z.literal('computing'), events: z.number(), ofEvents: z.number() }),
]);

const importResult = z.object({
  files: z.array(z.string()),
  events: z.number(),
  alerts: z.number(),
  known: z.exactOptional(z.number()),
});

export const importMessage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('progress'), progress }),
  z.object({ kind: z.literal('busy') }),
  z.object({ kind: z.literal('imported'), imported: importResult, faults: z.array(fault) }),
  /** There is no valid company.json. */
  z.object({ kind: z.literal('refused'), fault }),
  z.object({ kind: z.literal('database'), message: z.string() }),
  z.object({ kind: z.literal('failed'), message: z.string() }),
]);

type Deep<Value> = Value extends object
  ? { readonly [Key in keyof Value]: Deep<Value[Key]> }
  : Value;

export type ImportMessage = Deep<z.infer<typeof importMessage>>;
