// Manifests and plans as JSON, key by key in their published order.
// Keys that this version doesn't know are passed over: after a roll-back a week's reports must still be found.
import { z } from 'zod';
import type { Manifest, Plan } from '../../domain/stored.ts';
import {
  count,
  folderName,
  key,
  problem,
  revision,
  schemaOf,
  status,
  utcInstant,
  week,
} from './parts.ts';

const file = z.object({
  // It is read from the store as it stands here: nothing that could leave the store is a key.
  key: z.string().regex(/^[A-Za-z0-9_-][A-Za-z0-9._-]*(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/),
  bytes: count,
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

export const manifestSchema = schemaOf<Manifest>()(
  z.object({
    week,
    folder: z.object(folderName.shape),
    revision,
    status,
    asOf: utcInstant,
    files: z.object({ pdf: file, json: file }),
    problems: z.array(z.object(problem.shape)),
  }),
);

export const planSchema = schemaOf<Plan>()(
  z.object({
    week,
    folders: z.array(z.object({ key, parent: key.nullable(), dueAt: utcInstant })),
    doneAt: utcInstant.nullable(),
  }),
);
