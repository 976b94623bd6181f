// What people have set for reports, as it is stored: accepted levels, numbers of responses and closures, targets, and the
// owners and notes of places.
import * as z from 'zod';
import type { PlaceNotes } from '../domain/place-notes.ts';
import type { Accepted } from '../domain/signals/accepted.ts';
import { ACCEPTED_KINDS } from '../domain/signals/accepted.ts';
import type { Target } from '../domain/signals/targets.ts';
import { exactSchema, key, utcInstant, week } from './common-schemas.ts';
import type { Codec } from './object-store.ts';

/** A target, with who set it and when. */
export interface StoredTarget extends Target {
  /** The id of a caller, or "shell". */
  readonly by: string;
  /** UTC instant. */
  readonly at: string;
}

/** The owner and the notes of a folder. */
export interface FolderNotes extends PlaceNotes {
  readonly folder: number;
}

/** Stored at `settings/accepted.json`, `settings/targets.json` and `settings/notes/{digit}.json`. */
export interface SettingsRecord<T> {
  readonly entries: readonly T[];
}

/** The most entries of a record: each job reads it. */
export const MAX_SETTINGS = 10_000;

const settingTrace = { by: z.string(), at: utcInstant };

export const acceptedRecordSchema = exactSchema<SettingsRecord<Accepted>>()(
  z.object({
    entries: z
      .array(
        z.object({
          folder: key,
          survey: key.nullable(),
          kind: z.enum(ACCEPTED_KINDS),
          week,
          ...settingTrace,
        }),
      )
      .max(MAX_SETTINGS),
  }),
);

export const targetsRecordSchema = exactSchema<SettingsRecord<StoredTarget>>()(
  z.object({
    entries: z
      .array(
        z.object({
          folder: key,
          indexType: z.string(),
          feedbackScale: z.string(),
          value: z.number(),
          ...settingTrace,
        }),
      )
      .max(MAX_SETTINGS),
  }),
);

const written = { by: z.string(), name: z.string(), week };

export const notesRecordSchema = exactSchema<SettingsRecord<FolderNotes>>()(
  z.object({
    entries: z.array(
      z.object({
        folder: key,
        owner: z.object({ ...written, since: utcInstant }).nullable(),
        notes: z.array(z.object({ id: z.string(), ...written, text: z.string(), at: utcInstant })),
      }),
    ),
  }),
);

export interface SettingsCodecs {
  readonly accepted: Codec<SettingsRecord<Accepted>>;
  readonly targets: Codec<SettingsRecord<StoredTarget>>;
  /** Null where notes are switched off. */
  readonly notes: Codec<SettingsRecord<FolderNotes>> | null;
}
