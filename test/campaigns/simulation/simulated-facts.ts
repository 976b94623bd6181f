// Fact tables with the real order of writes and repairs. Files have a row as JSON in each line: Parquet would take most of the
// time.
import type { FactContext } from '../../../lib/analytics/week-tables.ts';
import { findWeekTables, readTableBytes } from '../../../lib/analytics/week-tables.ts';
import { rowsOfReport } from '../../../lib/analytics/report-rows.ts';
import type { CellRow, FactFiles } from '../../../lib/ports/fact-tables.ts';
import { FACT_TABLE_NAMES } from '../../../lib/ports/fact-tables.ts';
import { rowsOf } from '../../../lib/analytics/row-columns.ts';
import type { ReportRepository } from '../../../lib/reports/report-repository.ts';
import { nullIfDamaged, readReport } from '../../../lib/reports/report-repository.ts';
import {
  listFolderKeys,
  manifestIn,
  readStoredReports,
} from '../../../lib/reports/week-folders.ts';

const FILES: FactFiles = {
  openTable: () => ({
    write: linesOf,
    writeColumns: (columns) => linesOf(rowsOf(columns)),
    end: () => new Uint8Array(),
  }),
  readTable: () => {
    throw new Error('Only writing is simulated.');
  },
};

function linesOf(rows: readonly CellRow[]): Uint8Array {
  return Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
}

export function factContextOf(repository: ReportRepository): FactContext {
  return { repository, files: FILES };
}

/** What is wrong with the fact tables of a week; null if each has exactly the rows of its current reports. */
export async function findWrongTables(
  repository: ReportRepository,
  week: string,
): Promise<string | null> {
  const record = (await findWeekTables(repository, week))?.value ?? null;
  if (record === null) return 'no fact tables';
  const folders = await listFolderKeys(repository.store, week);
  const manifests = await readStoredReports(repository, week, folders);
  const reports = await Promise.all(
    folders
      .flatMap((folder) => manifestIn(manifests, folder) ?? [])
      .map((manifest) => nullIfDamaged(() => readReport(repository, manifest))),
  );
  for (const table of FACT_TABLE_NAMES) {
    const bytes = await readTableBytes(repository.store, record, table);
    const expected = linesOf(
      reports.flatMap((report): readonly CellRow[] =>
        report === null ? [] : rowsOfReport(report)[table],
      ),
    );
    if (bytes === null || Buffer.compare(bytes, expected) !== 0) return `wrong ${table}`;
  }
  return null;
}
