// Rows of reports that this process has just made, so that their tables need not read them again. Of a run with more rows than the
// bound none are kept, since they would add to the memory that the rest of it needs: its reports are read.
import type { Report } from '../domain/report.ts';
import type { CompactRows } from '../ports/fact-tables.ts';
import type { Manifest } from '../ports/stored-records.ts';
import { compactRowsOf } from './report-rows.ts';

export interface KeptRows {
  /** Keeps the rows of a report that was committed. */
  keep(report: Report, manifest: Manifest): void;
  /** The rows of exactly this report, which are not kept any longer; null where they were not. */
  take(manifest: Manifest): CompactRows | null;
  clear(): void;
}

/** Those of about 1,500 surveys. */
const MAX_BYTES = 8 * 1024 ** 2;
/** A cell of a row in memory. */
const CELL_BYTES = 10;

export function createKeptRows(maxBytes = MAX_BYTES): KeptRows {
  /** By the hash of the report's JSON. */
  const kept = new Map<string, CompactRows>();
  let bytes = 0;
  return {
    keep(report, { files: { json } }) {
      if (bytes > maxBytes) return;
      const rows = compactRowsOf(report);
      bytes += sizeOf(rows);
      if (bytes > maxBytes) kept.clear();
      else kept.set(json.sha256, rows);
    },
    take({ files: { json } }) {
      const rows = kept.get(json.sha256) ?? null;
      if (rows === null) return null;
      kept.delete(json.sha256);
      bytes -= sizeOf(rows);
      return rows;
    },
    clear() {
      kept.clear();
      bytes = 0;
    },
  };
}

function sizeOf({ hours, ...others }: CompactRows): number {
  let bytes = 0;
  for (const { indexes } of Object.values(hours.columns)) bytes += indexes.byteLength;
  for (const rows of Object.values(others)) {
    bytes += rows.length * Object.keys(rows[0] ?? {}).length * CELL_BYTES;
  }
  return bytes;
}
