// Fact tables with the real order of writes and repairs. Files have a line with the stamp and a line of JSON: Parquet would
// take most of the time.
import type { FactContext } from '../../../lib/analytics/fact-files.ts';
import { factKey, TABLES } from '../../../lib/analytics/fact-files.ts';
import { rowsOfReport } from '../../../lib/analytics/report-rows.ts';
import type { FactFiles } from '../../../lib/ports/fact-tables.ts';
import type { Manifest } from '../../../lib/ports/stored-records.ts';
import type { ReportRepository } from '../../../lib/reports/report-repository.ts';
import { readReport } from '../../../lib/reports/report-repository.ts';
import { areFactsCurrent } from '../../support/archive.ts';

function notSimulated(): never {
  throw new Error('Only encoded and stamps are simulated.');
}

const FILES: FactFiles = {
  encode: (_table, rows, { revision, json, tables = [] }) =>
    Buffer.from(`${revision} ${json} ${tables.join(',')}\n${JSON.stringify(rows)}\n`),
  readStamp: (bytes) => {
    const [line = ''] = Buffer.from(bytes).toString().split('\n', 1);
    const [revision = '', json = '', names = ''] = line.split(' ');
    const tables = TABLES.filter((table) => names.split(',').includes(table));
    return { revision: Number(revision), json, ...(names === '' ? {} : { tables }) };
  },
  decode: notSimulated,
  openTable: notSimulated,
};

export function factContextOf(repository: ReportRepository): FactContext {
  return { repository, files: FILES };
}

/** What is wrong with the fact tables of a stored report; null if each has exactly the rows of the report. */
export async function findWrongFacts(
  repository: ReportRepository,
  manifest: Manifest,
): Promise<string | null> {
  const context = factContextOf(repository);
  if (!(await areFactsCurrent(context, manifest))) return 'no current fact tables';
  const rows = rowsOfReport(await readReport(repository, manifest));
  const tables = TABLES.filter((table) => rows[table].length > 0);
  for (const table of TABLES) {
    const id = { week: manifest.week, folder: manifest.folder.key };
    const storedFile = await repository.store.read(factKey(table, id));
    if (storedFile === null && rows[table].length === 0) continue;
    const expected = FILES.encode(table, rows[table], {
      revision: manifest.revision,
      json: manifest.files.json.sha256,
      ...(table === 'folders' ? { tables } : {}),
    });
    if (storedFile === null || Buffer.compare(storedFile.bytes, expected) !== 0)
      return `wrong ${table}`;
  }
  return null;
}
