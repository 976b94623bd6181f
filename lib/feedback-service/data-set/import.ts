// Imports the new files of a data set into its database, in one transaction of the caller.
import { buttonCount, companyIndexOf, type CompanyIndex } from '../company.ts';
import type { DatabaseRow, Session, Table } from '../database/database.ts';
import { createAlertParser } from './alert-line.ts';
import type { CompanyFile } from './company-file.ts';
import { type DataFile, findNewFiles, type NewFile } from './data-files.ts';
import {
  DataSetError,
  defaultMaxFaults,
  type DataProblem,
  createFaultCollector,
  type FaultCollector,
} from './data-set-problem.ts';
import * as tables from './database-tables.ts';
import { createEventParser } from './event-line.ts';
import { eraseForgotten, type Forgotten } from './forgetting.ts';
import { deleteCorrected, mergeAlerts, mergeEvents, type Correction } from './imported-lines.ts';
import { readLines } from './read-lines.ts';
import { recomputeSurveys } from './derived-tables.ts';

export type ImportProgress =
  /** Files are read to find out which of them are new. */
  | { readonly phase: 'comparing'; readonly file: string }
  | {
      readonly phase: 'reading';
      readonly file: string;
      /** Bytes read of all new files; packed files count as they are on disk. */
      readonly bytes: number;
      readonly ofBytes: number;
      readonly events: number;
    }
  | { readonly phase: 'computing'; readonly events: number; readonly ofEvents: number };

export interface ImportResult {
  readonly files: readonly string[];
  readonly events: number;
  readonly alerts: number;
  /** Lines that repeat the id or key of an earlier line; absent when there are none. */
  readonly known?: number;
}

interface Import {
  readonly files: readonly DataFile[];
  readonly company: CompanyFile;
  readonly companyText: string;
  readonly forgotten: Forgotten;
  readonly now: number;
  /** The number of faults that are reported, the first ones; the others are counted. */
  readonly maxFaults?: number;
  readonly onProgress: (progress: ImportProgress) => void;
}

/** Throws a DataSetError when a file is wrong; the caller then rolls the transaction back. */
export async function importFiles(session: Session, options: Import): Promise<ImportResult> {
  const { company, maxFaults = defaultMaxFaults, onProgress } = options;
  const faults = createFaultCollector(maxFaults);
  const { files, directory, lastLineBefore } = await prepareFiles(session, options);
  const loadedFiles = await loadFiles(session, options, files, lastLineBefore, faults, false);
  faults.throwIfAny();
  await tables.createIndexes(session);
  await eraseForgotten(session, options.forgotten);
  await deleteCorrected(session, loadedFiles.corrections);
  const repeatedEvents = loadedFiles.hasIds
    ? await mergeEvents(session, lastLineBefore, maxFaults)
    : 0;
  const repeatedAlerts =
    loadedFiles.alerts > 0 ? await mergeAlerts(session, lastLineBefore, maxFaults) : 0;
  await addFollowUps(session, loadedFiles.followUps);
  // Without statistics on many new rows an engine may choose a slow plan.
  if (loadedFiles.events * 10 > lastLineBefore) await session.run('ANALYZE events');
  await recomputeSurveys(
    session,
    company.tamperDelayMs,
    directory,
    loadedFiles.surveys,
    (events, ofEvents) => {
      onProgress({ phase: 'computing', events, ofEvents });
    },
  );
  await tables.storeCompany(session, options.companyText);
  await tables.dropOldIndexes(session);
  const repeatedLines = repeatedEvents + repeatedAlerts;
  return {
    files: files.map(({ file }) => file.name),
    events: loadedFiles.events - repeatedEvents,
    alerts: loadedFiles.alerts - repeatedAlerts,
    ...(repeatedLines === 0 ? {} : { known: repeatedLines }),
  };
}

/**
 * Returns what is wrong with the lines of the files, and throws a DataSetError when files cannot be imported
 * at all, such as for a change. The caller rolls the transaction back.
 */
export async function checkFiles(
  session: Session,
  options: Import,
): Promise<DataSetError | undefined> {
  const { maxFaults = defaultMaxFaults } = options;
  const faults = createFaultCollector(maxFaults);
  const { files, lastLineBefore } = await prepareFiles(session, options);
  const loaded = await loadFiles(session, options, files, lastLineBefore, faults, true);
  await tables.createIndexes(session);
  await eraseForgotten(session, options.forgotten);
  await deleteCorrected(session, loaded.corrections);
  for (const merge of [mergeEvents, mergeAlerts]) {
    try {
      await merge(session, lastLineBefore, maxFaults);
    } catch (error) {
      faults.addError(error);
    }
  }
  return faults.error();
}

interface PreparedFiles {
  readonly files: readonly NewFile[];
  readonly directory: CompanyIndex;
  readonly lastLineBefore: number;
}

async function prepareFiles(session: Session, options: Import): Promise<PreparedFiles> {
  const { company, now, onProgress } = options;
  await tables.createTables(session);
  const directory = companyIndexOf(company.structure);
  const files = await findNewFiles(session, options.files, now, (file) => {
    onProgress({ phase: 'comparing', file });
  });
  await refuseContradictions(session, directory);
  const [lastRow] = await session.all('SELECT max(last_line) FROM files');
  return { files, directory, lastLineBefore: Number(lastRow?.[0] ?? 0) };
}

interface Loaded {
  events: number;
  alerts: number;
  /** Whether any event has an id, by which it may repeat an earlier one. */
  hasIds: boolean;
  readonly corrections: Correction[];
  /** The surveys that the lines name, with the time of their first event. */
  readonly surveys: Map<number, number>;
  /** Keys of the follow-ups that the lines name. */
  readonly followUps: Set<number>;
}

/** Inserts the lines of the files and collects the faults of all. After a fault lines are inserted only if all valid ones are. */
async function loadFiles(
  session: Session,
  { company, forgotten, now, onProgress }: Import,
  files: readonly NewFile[],
  lastLineBefore: number,
  faults: FaultCollector,
  insertsAllValid: boolean,
): Promise<Loaded> {
  const loadedCounts: Loaded = {
    events: 0,
    alerts: 0,
    hasIds: false,
    corrections: [],
    surveys: new Map(),
    followUps: new Set(),
  };
  const ofBytes = files.reduce((total, { file }) => total + file.bytes, 0);
  let bytesOfEarlierFiles = 0;
  let lastLine = lastLineBefore;

  /** Inserts a file's lines as rows of a table and returns how many there are. */
  async function loadFile(
    { file, sha256, contentSha256 }: NewFile,
    table: Table,
    parseRow: (text: string, line: number) => DatabaseRow | undefined,
  ): Promise<number> {
    let bytes = 0;
    let rowCount = 0;
    let linesOfFile = 0;
    const lines = readLines(file.path, (bytesRead) => {
      bytes = bytesRead;
    });
    let next = await lines.next();
    for (; next.done !== true; next = await lines.next()) {
      const rows: DatabaseRow[] = [];
      for (const { number, text } of next.value) {
        const row = faults.readRow(file.name, number, () => parseRow(text, lastLine + number));
        if (row !== undefined) rows.push(row);
        linesOfFile = number;
      }
      if (insertsAllValid || faults.isEmpty()) await session.insert(table, rows);
      rowCount += rows.length;
      onProgress({
        phase: 'reading',
        file: file.name,
        bytes: bytesOfEarlierFiles + bytes,
        ofBytes,
        events: table === tables.events ? loadedCounts.events + rowCount : loadedCounts.events,
      });
    }
    if (next.value !== sha256) {
      const reason = 'changed while it was being read: import it again when writing has finished';
      throw new DataSetError([{ file: file.name, reason }]);
    }
    bytesOfEarlierFiles += file.bytes;
    lastLine += linesOfFile;
    await session.insert(tables.files, [
      [sha256, contentSha256, file.name, file.kind, file.stampAt(now) ?? null, lastLine, now],
    ]);
    return rowCount;
  }

  const parseEvent = createEventParser(company.structure, now, forgotten.removedSurveys);
  const parseEventRow = eventRowParser(parseEvent, forgotten, loadedCounts);
  const parseAlert = createAlertParser(company.structure, now, forgotten.removedSurveys);
  const parseAlertRow = alertRowParser(parseAlert, loadedCounts);
  for (const newFile of files) {
    try {
      if (newFile.file.kind === 'feedback') {
        loadedCounts.events += await loadFile(newFile, tables.events, parseEventRow);
      } else {
        loadedCounts.alerts += await loadFile(newFile, tables.alerts, parseAlertRow);
      }
    } catch (error) {
      faults.addError(error);
      // The file has no line numbers of its own, which the next one takes.
      if (insertsAllValid) await removeLines(session, lastLine);
    }
  }
  return loadedCounts;
}

async function removeLines(session: Session, after: number): Promise<void> {
  for (const { name } of [tables.events, tables.alerts]) {
    await session.run(`DELETE FROM ${name} WHERE line > $1`, [after]);
  }
}

function eventRowParser(
  parseEvent: ReturnType<typeof createEventParser>,
  { has }: Forgotten,
  loaded: Loaded,
): (text: string, line: number) => DatabaseRow | undefined {
  return (text, line) => {
    const event = parseEvent(text);
    if (event === undefined) return undefined;
    const isForgotten = event.text !== null && has({ ...event, text: event.text });
    loaded.surveys.set(
      event.survey,
      Math.min(loaded.surveys.get(event.survey) ?? Infinity, event.ts),
    );
    if (event.followUp !== null) loaded.followUps.add(event.followUp);
    if (event.id !== null) loaded.hasIds = true;
    if (event.isCorrection && event.id !== null) {
      loaded.corrections.push({ survey: event.survey, ts: event.ts, id: event.id, line });
    }
    return [
      event.survey,
      event.ts,
      line,
      event.r,
      event.device,
      event.followUp,
      isForgotten ? null : event.text,
      isForgotten ? null : event.relevance,
      isForgotten ? null : event.spam,
      event.isOldWebItem,
      event.data,
      event.lineTs,
      event.id,
    ];
  };
}

function alertRowParser(
  parseAlert: ReturnType<typeof createAlertParser>,
  loaded: Loaded,
): (text: string, line: number) => DatabaseRow | undefined {
  return (text, line) => {
    const alert = parseAlert(text);
    if (alert === undefined) return undefined;
    loaded.surveys.set(alert.survey, loaded.surveys.get(alert.survey) ?? Infinity);
    return [
      alert.key,
      alert.survey,
      alert.alertType,
      alert.specification,
      alert.beginTime,
      alert.endTime ?? Number.MAX_SAFE_INTEGER,
      alert.endTime === undefined ? 1 : 0,
      JSON.stringify(alert.parameters),
      line,
    ];
  };
}

async function addFollowUps(session: Session, keys: ReadonlySet<number>): Promise<void> {
  const rows = await session.all('SELECT follow_up FROM follow_ups');
  const storedKeys = new Set(rows.map(([key]) => key));
  await session.insert(
    tables.followUps,
    [...keys].filter((key) => !storedKeys.has(key)).map((key) => [key]),
  );
}

/** Throws a DataSetError when company.json no longer has what imported lines refer to. */
async function refuseContradictions(session: Session, directory: CompanyIndex): Promise<void> {
  const reasons: string[] = [];
  for (const [key, buttons] of await session.all('SELECT survey, buttons FROM surveys')) {
    const survey = directory.surveys.get(Number(key))?.survey;
    if (survey === undefined) {
      reasons.push(`survey ${key} is missing, but its feedback or alerts have been imported`);
    } else if (buttonCount(survey.feedbackScale) !== buttons) {
      reasons.push(
        `survey ${key} had ${buttons} buttons when its feedback was imported: its feedbackScale must not change that number`,
      );
    }
  }
  for (const [key] of await session.all('SELECT follow_up FROM follow_ups')) {
    if (directory.followUps.has(Number(key))) continue;
    reasons.push(`follow-up ${key} is missing, but imported feedback refers to it`);
  }
  const problems = reasons.map((reason): DataProblem => ({ file: 'company.json', reason }));
  if (problems.length > 0) throw new DataSetError(problems);
}
