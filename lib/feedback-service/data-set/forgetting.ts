// What has been forgotten: `service.forgotten.log` next to company.json has one line for each order,
// without any text, so that it also is the record of who asked for what. Every import applies it, so that a
// text does not come back with an old file, a new database or a restored backup.
import { hash, randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import type { Session } from '../database/database.ts';
import { DataSetError, errorCode } from './data-set-problem.ts';
import { describeReadError } from './read-lines.ts';

const forgottenFile = 'service.forgotten.log';
const instant = z.iso.datetime();
const common = { at: instant, events: z.number() };

const entrySchema = z.discriminatedUnion('by', [
  z.strictObject({
    ...common,
    by: z.literal('survey'),
    survey: z.number(),
    from: instant,
    to: instant,
  }),
  z.strictObject({
    ...common,
    by: z.literal('text'),
    /** Random, so that equal texts of two orders have different hashes. */
    salt: z.string(),
    texts: z.array(z.strictObject({ survey: z.number(), ts: instant, sha256: z.string() })),
  }),
  z.strictObject({ at: instant, by: z.literal('retention'), before: instant }),
  z.strictObject({ ...common, by: z.literal('removal'), survey: z.number() }),
]);

/** `events` is the number of events that lost their text, or, with a survey, were removed. */
export type ForgottenEntry = Readonly<z.infer<typeof entrySchema>>;

export interface StoredText {
  readonly survey: number;
  readonly ts: number;
  readonly text: string;
}

export interface Forgotten {
  readonly entries: readonly ForgottenEntry[];
  /** Whether the text of an event is forgotten. */
  readonly has: (text: StoredText) => boolean;
  /** Keys of surveys whose lines are skipped when company.json lacks the survey. */
  readonly removedSurveys: ReadonlySet<number>;
}

/** Throws a DataSetError when the file is damaged: it is never treated as empty. */
export async function readForgotten(directory: string): Promise<Forgotten> {
  const lines = (await readForgottenText(directory)).split('\n');
  return indexForgotten(lines.flatMap((line, i) => (line === '' ? [] : [parseEntry(line, i + 1)])));
}

/** The lines of the file; empty when there is none. */
export async function readForgottenText(directory: string): Promise<string> {
  try {
    return await readFile(join(directory, forgottenFile), 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return '';
    throw new DataSetError([{ file: forgottenFile, reason: describeReadError(error) }]);
  }
}

function parseEntry(text: string, line: number): ForgottenEntry {
  try {
    return entrySchema.parse(JSON.parse(text));
  } catch {
    const reason =
      'is damaged: restore the file from a backup; without it, forgotten texts would come back';
    throw new DataSetError([{ file: forgottenFile, line, reason }]);
  }
}

function indexForgotten(entries: readonly ForgottenEntry[]): Forgotten {
  let before = -Infinity;
  const ranges = new Map<number, { readonly from: number; readonly to: number }[]>();
  const hashes = new Map<string, { readonly salt: string; readonly sha256: string }[]>();
  const removedSurveys = new Set<number>();
  for (const entry of entries) {
    switch (entry.by) {
      case 'retention':
        before = Math.max(before, Date.parse(entry.before));
        break;
      case 'survey': {
        const range = { from: Date.parse(entry.from), to: Date.parse(entry.to) };
        ranges.set(entry.survey, [...(ranges.get(entry.survey) ?? []), range]);
        break;
      }
      case 'text':
        for (const { survey, ts, sha256 } of entry.texts) {
          const place = placeOf(survey, Date.parse(ts));
          hashes.set(place, [...(hashes.get(place) ?? []), { salt: entry.salt, sha256 }]);
        }
        break;
      case 'removal':
        removedSurveys.add(entry.survey);
    }
  }
  return {
    entries,
    removedSurveys,
    has: ({ survey, ts, text }) =>
      ts < before ||
      (ranges.get(survey)?.some(({ from, to }) => ts >= from && ts < to) ?? false) ||
      (hashes
        .get(placeOf(survey, ts))
        ?.some(({ salt, sha256 }) => textHash(salt, text) === sha256) ??
        false),
  };
}

const dayMs = 86_400_000;

/** The entry that erases texts older than this number of days, once for each UTC day; undefined when none is due. */
export function dueRetention(
  { entries }: Pick<Forgotten, 'entries'>,
  openFeedbackDays: number | undefined,
  now: number,
): ForgottenEntry | undefined {
  if (openFeedbackDays === undefined) return undefined;
  const today = Math.floor(now / dayMs) * dayMs;
  const before = new Date(today - openFeedbackDays * dayMs).toISOString();
  const isKnown = entries.some((entry) => entry.by === 'retention' && entry.before >= before);
  return isKnown ? undefined : { by: 'retention', at: new Date(now).toISOString(), before };
}

export function withEntry(forgotten: Forgotten, entry: ForgottenEntry | undefined): Forgotten {
  return entry === undefined ? forgotten : indexForgotten([...forgotten.entries, entry]);
}

function placeOf(survey: number, ts: number): string {
  return `${survey} ${ts}`;
}

function textHash(salt: string, text: string): string {
  return hash('sha256', `${salt} ${text}`, 'hex');
}

/** The entry for these texts, which it does not contain. */
export function textEntry(texts: readonly StoredText[], now: number): ForgottenEntry {
  const salt = randomBytes(16).toString('hex');
  return {
    by: 'text',
    at: new Date(now).toISOString(),
    events: texts.length,
    salt,
    texts: texts.map(({ survey, ts, text }) => ({
      survey,
      ts: new Date(ts).toISOString(),
      sha256: textHash(salt, text),
    })),
  };
}

/** Returns when the entry is on disk. To be called by the only writer of the database. */
export function addForgotten(directory: string, entry: ForgottenEntry): void {
  addForgottenLine(directory, JSON.stringify(entry));
}

export function addForgottenLine(directory: string, line: string): void {
  try {
    const file = openSync(join(directory, forgottenFile), 'a', 0o600);
    try {
      writeSync(file, `${line}\n`);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    const reason = `cannot be written (${errorCode(error) ?? 'unknown'}): check the owner and the permissions of the directory`;
    throw new DataSetError([{ file: forgottenFile, reason }]);
  }
}

const eraseText =
  'UPDATE events SET text = NULL, relevance = NULL, spam = NULL WHERE text IS NOT NULL AND survey = $1';

/** Erases the texts of a survey; `from` is inclusive, `to` exclusive. The presses stay. */
export function eraseRange(
  session: Session,
  survey: number,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<void> {
  return session.run(`${eraseText} AND ts >= $2 AND ts < $3`, [survey, from, to]);
}

export function eraseLine(
  session: Session,
  { survey, ts, line }: { readonly survey: number; readonly ts: number; readonly line: number },
): Promise<void> {
  return session.run(`${eraseText} AND ts = $2 AND line = $3`, [survey, ts, line]);
}

/** Erases the texts of all surveys before an instant. */
async function eraseBefore(session: Session, before: number): Promise<void> {
  for (const [survey] of await session.all('SELECT survey FROM surveys')) {
    await eraseRange(session, Number(survey), { from: -Number.MAX_SAFE_INTEGER, to: before });
  }
}

/** Erases every forgotten text that is stored, as after a backup was restored. */
export async function eraseForgotten(
  session: Session,
  { entries, has }: Pick<Forgotten, 'entries' | 'has'>,
): Promise<void> {
  for (const entry of entries) {
    switch (entry.by) {
      case 'retention':
      case 'removal':
        break;
      case 'survey':
        await eraseRange(session, entry.survey, {
          from: Date.parse(entry.from),
          to: Date.parse(entry.to),
        });
        break;
      case 'text':
        for (const { survey, ts } of entry.texts) {
          const rows = await session.all(
            'SELECT line, text FROM events WHERE survey = $1 AND ts = $2 AND text IS NOT NULL',
            [survey, Date.parse(ts)],
          );
          for (const [line, text] of rows) {
            const place = { survey, ts: Date.parse(ts) };
            if (!has({ ...place, text: String(text) })) continue;
            await eraseLine(session, { ...place, line: Number(line) });
          }
        }
    }
  }
  const limits = entries.flatMap((entry) =>
    entry.by === 'retention' ? [Date.parse(entry.before)] : [],
  );
  if (limits.length > 0) await eraseBefore(session, Math.max(...limits));
}

/** Deletes everything of a survey, and follow-up options that no other event refers to. */
export async function deleteSurvey(session: Session, survey: number): Promise<void> {
  for (const table of ['events', 'sums', 'repeats', 'alerts', 'surveys']) {
    await session.run(`DELETE FROM ${table} WHERE survey = $1`, [survey]);
  }
  await session.run(
    'DELETE FROM follow_ups WHERE NOT EXISTS (SELECT 1 FROM events e WHERE e.follow_up = follow_ups.follow_up)',
  );
}
