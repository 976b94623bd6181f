// Erases open feedback and surveys of a data set. Presses of erased texts stay, so that sums and alerts are
// the same as before.
import { type Database, type LockWait, type Session } from '../database/database.ts';
import { createTables, hasCurrentTables } from './database-tables.ts';
import {
  addForgotten,
  deleteSurvey,
  eraseLine,
  eraseRange,
  textEntry,
  type StoredText,
} from './forgetting.ts';
import { openDatabase, type DataSetLocation } from './location.ts';

export interface ForgetOptions extends DataSetLocation, LockWait {
  /** UTC milliseconds. */
  readonly clock: () => number;
}

export type ForgetSelection =
  /** `from` is inclusive, `to` exclusive, UTC milliseconds. */
  | { readonly survey: number; readonly from: number; readonly to: number }
  | { readonly id: string }
  /** Compared without regard to case. */
  | { readonly containing: string };

/**
 * Erases the selected texts with their relevance and spam mark and returns their number; `isDryRun` only
 * counts them. Bytes of them may stay in the files of the database until it is compacted.
 */
export async function forget(
  options: ForgetOptions,
  selection: ForgetSelection,
  isDryRun: boolean,
): Promise<number> {
  return withDatabase(options, (database) =>
    database.transaction(async (session) => {
      if (!('survey' in selection)) {
        const found = await findTexts(session, selection);
        if (isDryRun || found.length === 0) return found.length;
        addForgotten(options.directory, textEntry(found, options.clock()));
        for (const place of found) await eraseLine(session, place);
        return found.length;
      }
      const { survey, from, to } = selection;
      const [row] = await session.all(
        'SELECT count(*) FROM events WHERE text IS NOT NULL AND survey = $1 AND ts >= $2 AND ts < $3',
        [survey, from, to],
      );
      const events = Number(row?.[0]);
      if (isDryRun) return events;
      addForgotten(options.directory, {
        by: 'survey',
        at: new Date(options.clock()).toISOString(),
        events,
        survey,
        from: new Date(from).toISOString(),
        to: new Date(to).toISOString(),
      });
      await eraseRange(session, survey, selection);
      return events;
    }, options),
  );
}

/** Removes the feedback and alerts of a survey and returns the number of its events. */
export async function removeSurvey(options: ForgetOptions, survey: number): Promise<number> {
  return withDatabase(options, (database) =>
    database.transaction(async (session) => {
      const [row] = await session.all('SELECT count(*) FROM events WHERE survey = $1', [survey]);
      const events = Number(row?.[0]);
      addForgotten(options.directory, {
        by: 'removal',
        at: new Date(options.clock()).toISOString(),
        events,
        survey,
      });
      await deleteSurvey(session, survey);
      return events;
    }, options),
  );
}

/** Rewrites the files of the database, so that they have no byte of what was erased. */
export async function compactDataSet(options: ForgetOptions): Promise<void> {
  await withDatabase(options, (database) => database.compact('events'));
}

async function withDatabase<Result>(
  options: ForgetOptions,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = await openDatabase(options);
  try {
    if (!(await hasCurrentTables(database))) await database.transaction(createTables, options);
    return await work(database);
  } finally {
    await database.close();
  }
}

interface FoundText extends StoredText {
  readonly line: number;
}

async function findTexts(
  session: Session,
  selection: { readonly id: string } | { readonly containing: string },
): Promise<readonly FoundText[]> {
  const [condition, parameters] = 'id' in selection ? [' AND id = $1', [selection.id]] : ['', []];
  const searched = 'containing' in selection ? foldCase(selection.containing) : '';
  const found: FoundText[] = [];
  for await (const rows of session.batches(
    `SELECT survey, ts, line, text FROM events WHERE text IS NOT NULL${condition}`,
    parameters,
  )) {
    for (const [survey, ts, line, text] of rows) {
      if (!foldCase(String(text)).includes(searched)) continue;
      found.push({
        survey: Number(survey),
        ts: Number(ts),
        line: Number(line),
        text: String(text),
      });
    }
  }
  return found;
}

function foldCase(text: string): string {
  return text.normalize('NFC').toLowerCase();
}
