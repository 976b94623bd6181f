// Brings a database up to what a data set's files say, in one transaction. It hides which files are
// new, and that nothing is visible until all of them are in.
import { buttonsOf, directoryOf, type Directory, type Survey } from '../company.ts';
import type { Row, Session, Statements, Table } from '../database/database.ts';
import { alertReader } from './alert-line.ts';
import type { CompanyFile } from './company-file.ts';
import { computedBy, computeDirty, type Settings } from './derived-tables.ts';
import { refuseContradictions } from './contradictions.ts';
import { eventReader } from './event-line.ts';
import { collectFaults } from './import-faults.ts';
import type { DataFile } from './data-files.ts';
import { alignHourlySums } from './hourly-sums.ts';
import { newFiles, type NewFile } from './imported-files.ts';
import { mergeAlerts, mergeEvents } from './imported-lines.ts';
import { DataSetError } from './data-set-problem.ts';
import { readLines } from './read-lines.ts';
import * as tables from './database-tables.ts';

/** What an import has done so far. */
export type ImportProgress =
  /** Which of the files are new is found by reading them. */
  | { readonly phase: 'comparing'; readonly file: string }
  | {
      readonly phase: 'reading';
      readonly file: string;
      /** Of all files that are new, as they lie on the disk. */
      readonly bytes: number;
      readonly ofBytes: number;
      readonly events: number;
    }
  | { readonly phase: 'computing'; readonly events: number; readonly ofEvents: number };

export interface Imported {
  readonly files: readonly string[];
  readonly events: number;
  readonly alerts: number;
  /** Lines whose id or key an earlier line has; absent when there was none. */
  readonly known?: number;
}

export interface Import {
  readonly files: readonly DataFile[];
  readonly company: CompanyFile;
  readonly now: number;
  readonly onProgress: (progress: ImportProgress) => void;
}

/** Throws a DataSetError, and then nothing of the session's transaction may be kept. */
export async function importFiles(session: Session, given: Import): Promise<Imported> {
  const { company, now, onProgress } = given;
  await tables.makeTables(session);
  const directory = directoryOf(company.structure);
  const fresh = await newFiles(session, given.files, now, (file) => {
    onProgress({ phase: 'comparing', file });
  });
  await refuseContradictions(session, directory);
  const ofBytes = fresh.reduce((total, { file }) => total + file.bytes, 0);
  const used = { surveys: new Set<number>(), followUps: new Set<number>(), ids: 0 };
  let [done, events, alerts] = [0, 0, 0];
  const lastKnown = await lastLine(session);
  let line = lastKnown;

  const faults = collectFaults();

  /** Reads a file's lines into rows of a table; tells how many there were. */
  async function load(
    { file, sha256, contentSha256 }: NewFile,
    table: Table,
    rowOf: (text: string, line: number) => Row,
  ): Promise<number> {
    let bytes = 0;
    let rows = 0;
    let last = 0;
    const lines = readLines(file.path, (read) => {
      bytes = read;
    });
    let next = await lines.next();
    for (; next.done !== true; next = await lines.next()) {
      const batch: Row[] = [];
      for (const { number, text } of next.value) {
        const row = faults.attempt(file.name, number, () => rowOf(text, line + number));
        if (row !== undefined) batch.push(row);
        last = number;
      }
      // After a fault the rest is read for further faults alone.
      if (faults.isEmpty()) await session.insert(table, batch);
      rows += batch.length;
      onProgress({
        phase: 'reading',
        file: file.name,
        bytes: done + bytes,
        ofBytes,
        events: table === tables.events ? events + rows : events,
      });
    }
    if (next.value !== sha256) {
      const reason = 'changed while it was read: try again when nobody writes to it';
      throw new DataSetError([{ file: file.name, reason }]);
    }
    done += file.bytes;
    line += last;
    await session.insert(tables.files, [
      [sha256, contentSha256, file.name, file.kind, file.stampAt(now) ?? null, line, now],
    ]);
    return rows;
  }

  async function loadFile(one: NewFile): Promise<void> {
    if (one.file.kind === 'feedback') {
      const read = eventReader(company.structure);
      events += await load(one, tables.events, (text, at) => {
        const { survey, ts, followUp, isOldWebItem, ...own } = read(text);
        used.surveys.add(survey);
        if (followUp !== null) used.followUps.add(followUp);
        const { r, device, text: words, relevance, spam, data, told, id } = own;
        if (id !== null) used.ids += 1;
        // prettier-ignore
        return [survey, ts, at, r, device, followUp, words, relevance, spam, isOldWebItem, data, told, id];
      });
    } else {
      const read = alertReader(company.structure);
      alerts += await load(one, tables.alerts, (text, at) => {
        const { key, survey, alertType, specification, beginTime, endTime, parameters } =
          read(text);
        used.surveys.add(survey);
        const [ended, isForeseen] =
          endTime === undefined ? [Number.MAX_SAFE_INTEGER, 1] : [endTime, 0];
        const told = JSON.stringify(parameters);
        return [key, survey, alertType, specification, beginTime, ended, isForeseen, told, at];
      });
    }
  }

  for (const one of fresh) await loadFile(one).catch(faults.take);
  faults.throwAny();
  await tables.makeIndexes(session);
  const added = { files: fresh, lastKnown };
  const knownEvents = used.ids > 0 ? await mergeEvents(session, added) : 0;
  const knownAlerts = alerts > 0 ? await mergeAlerts(session, added) : 0;
  await addMissing(session, tables.followUps, used.followUps);
  await compute(session, given, directory, used.surveys);
  await tables.dropOldIndexes(session);
  const known = knownEvents + knownAlerts;
  return {
    files: fresh.map(({ file }) => file.name),
    events: events - knownEvents,
    alerts: alerts - knownAlerts,
    ...(known === 0 ? {} : { known }),
  };
}

async function lastLine(session: Session): Promise<number> {
  const [row] = await session.all('SELECT max(last_line) FROM files');
  return Number(row?.[0] ?? 0);
}

/** By which settings each survey was computed, and by which it would be now. */
async function computedState(
  statements: Pick<Statements, 'all'>,
  tamperDelayMs: number,
): Promise<{
  readonly settings: Settings;
  readonly computedBySurvey: ReadonlyMap<unknown, unknown>;
}> {
  const [given] = await statements.all('SELECT 1 FROM files WHERE kind = $1 LIMIT 1', ['alerts']);
  const rows = await statements.all('SELECT survey, computed_by FROM surveys');
  return {
    settings: { tamperDelayMs, withAlerts: given === undefined },
    computedBySurvey: new Map(rows.map(([key, by]) => [key, by])),
  };
}

/** Whether everything in the database was computed by what this company.json says. */
export async function isComputedBy(
  statements: Pick<Statements, 'all'>,
  { structure, tamperDelayMs }: CompanyFile,
): Promise<boolean> {
  const { surveys } = directoryOf(structure);
  const { settings, computedBySurvey } = await computedState(statements, tamperDelayMs);
  return [...computedBySurvey].every(([key, by]) => {
    const placed = surveys.get(Number(key));
    return placed !== undefined && computedBy(placed.survey, settings) === by;
  });
}

/** Computes what new events, or other settings than before, have made wrong. */
async function compute(
  session: Session,
  { company: { tamperDelayMs }, onProgress }: Import,
  { surveys }: Directory,
  touched: ReadonlySet<number>,
): Promise<void> {
  const { settings, computedBySurvey: known } = await computedState(session, tamperDelayMs);
  // Those that an upgrade of the tables has left.
  const left = new Set((await session.all('SELECT survey FROM dirty')).map(([key]) => Number(key)));
  await session.run('DELETE FROM dirty');
  const stale = [...surveys].flatMap(([key, { survey }]) => {
    const had = known.get(key);
    const by = computedBy(survey, settings);
    const isOther = had !== undefined && had !== by;
    const row: Row = [key, buttonsOf(survey.feedbackScale), by];
    return isOther || touched.has(key) || left.has(key) ? [{ key, survey, isOther, row }] : [];
  });
  if (stale.length === 0) return;
  if (stale.some(({ isOther }) => isOther)) await tables.raiseGeneration(session);
  for (const { key, survey, isOther } of stale) {
    if (isOther || left.has(key)) await alignHourlySums(session, survey);
  }
  await session.insert(
    tables.dirty,
    stale.map(({ key }) => [key]),
  );
  // Without figures of its own an engine guesses how to join what has just come in.
  await session.run('ANALYZE events; ANALYZE dirty');
  await session.run('DELETE FROM surveys WHERE survey IN (SELECT survey FROM dirty)');
  await session.insert(
    tables.surveys,
    stale.map(({ row }) => row),
  );
  const [counted] = await session.all(
    'SELECT count(*) FROM events e JOIN dirty d ON d.survey = e.survey',
  );
  const ofEvents = Number(counted?.[0] ?? 0);
  const surveyOf = (key: number): Survey | undefined => surveys.get(key)?.survey;
  await computeDirty(session, surveyOf, settings, (events) => {
    onProgress({ phase: 'computing', events, ofEvents });
  });
}

async function addMissing(
  session: Session,
  table: Table,
  keys: ReadonlySet<number>,
): Promise<void> {
  const [[column] = ['']] = table.columns;
  const known = new Set(
    (await session.all(`SELECT ${column} FROM ${table.name}`)).map(([key]) => key),
  );
  await session.insert(
    table,
    [...keys].filter((key) => !known.has(key)).map((key) => [key]),
  );
}
