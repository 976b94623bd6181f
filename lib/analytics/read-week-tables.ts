// The rows of reports from the tables of their week, for figures.
import type { FactRow, FactRows, FactTableName } from '../ports/fact-tables.ts';
import { FACTS_VERSION } from '../ports/fact-tables.ts';
import type { Manifest, TabledReport, WeekTables } from '../ports/stored-records.ts';
import { settleAll } from '../shared/map-concurrent.ts';
import type { FactContext } from './week-tables.ts';
import { findWeekTables, readTableBytes } from './week-tables.ts';

/** The tables that figures are made of, without rows where they need none. */
export type PlaceFacts = Pick<FactRows, 'folders' | 'weeks' | 'hours' | 'folder_weeks'>;

type PlaceTable = keyof PlaceFacts;

export interface WeekReader {
  /** Whether the tables have the rows of this report, rather than of another one of its folder. */
  has(manifest: Manifest): boolean;
  /** The rows of a folder; of each later call the folder must be higher. Fails with REPORT_DAMAGED. */
  rowsOf(folder: number): Promise<PlaceFacts>;
}

/** Many times the largest table of a company with thousands of places. */
const MAX_TABLE_BYTES = 256 * 1024 ** 2;

/**
 * Opens these tables of a week for some of its folders, ascending; null where the tables are missing, damaged, or larger than
 * the reports of these folders.
 */
export async function openWeekTables(
  context: FactContext,
  week: string,
  folders: readonly number[],
  names: readonly PlaceTable[],
): Promise<WeekReader | null> {
  const record = (await findWeekTables(context.repository, week))?.value ?? null;
  if (record?.factsVersion !== FACTS_VERSION) return null;
  const reports = new Map(record.reports.map((report) => [report.folder, report]));
  if (
    !isWorthReading(
      record,
      names,
      folders.flatMap((folder) => reports.get(folder) ?? []),
    )
  ) {
    return null;
  }
  const open = async <T extends PlaceTable>(table: T): Promise<ReadFolder<T> | null> => {
    if (!names.includes(table)) return () => Promise.resolve([]);
    const bytes = await readTableBytes(context.repository.store, record, table);
    if (bytes === null) return null;
    return createFolderReader(
      context.files.readTable(table, bytes, (first, last) =>
        folders.some((folder) => folder >= first && folder <= last),
      ),
    );
  };
  const [readFolders, readWeeks, readHours, readFolderWeeks] = await settleAll([
    open('folders'),
    open('weeks'),
    open('hours'),
    open('folder_weeks'),
  ]);
  if (readFolders === null || readWeeks === null || readHours === null) return null;
  if (readFolderWeeks === null) return null;
  return {
    has({ folder, files }) {
      const report = reports.get(folder.key);
      return report?.hasRows === true && report.json === files.json.sha256;
    },
    async rowsOf(folder) {
      const [ofFolders, weeks, hours, ofFolderWeeks] = await settleAll([
        readFolders(folder),
        readWeeks(folder),
        readHours(folder),
        readFolderWeeks(folder),
      ]);
      return { folders: ofFolders, weeks, hours, folder_weeks: ofFolderWeeks };
    },
  };
}

/** For few folders of a large week, their reports are less to read. */
function isWorthReading(
  { tables }: WeekTables,
  names: readonly FactTableName[],
  reports: readonly TabledReport[],
): boolean {
  const sizes = names.map((name) => tables[name].bytes);
  const tableBytes = sizes.reduce((sum, bytes) => sum + bytes, 0);
  const reportBytes = reports.reduce((sum, { jsonBytes }) => sum + jsonBytes, 0);
  return Math.max(...sizes) <= MAX_TABLE_BYTES && tableBytes <= reportBytes;
}

type ReadFolder<T extends PlaceTable> = (folder: number) => Promise<readonly FactRow<T>[]>;

/** Reads the rows of ascending folders from a table that has them in this order. */
function createFolderReader<T extends PlaceTable>(
  groups: AsyncIterable<readonly FactRow<T>[]>,
): ReadFolder<T> {
  const iterator = groups[Symbol.asyncIterator]();
  let rows: readonly FactRow<T>[] = [];
  let position = 0;
  return async (folder) => {
    const found: FactRow<T>[] = [];
    for (;;) {
      for (; position < rows.length; position += 1) {
        const row = rows[position];
        const ofFolder = Number(row?.folder);
        if (row === undefined || ofFolder > folder) return found;
        if (ofFolder === folder) found.push(row);
      }
      const next = await iterator.next();
      if (next.done === true) return found;
      rows = next.value;
      position = 0;
    }
  };
}
