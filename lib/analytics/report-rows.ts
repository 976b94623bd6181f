// The rows of the fact tables that one report makes: those of its own surveys, and of its own groups, folder and problems.
// The rows of the folders below are in their own reports, so that no row exists twice.
import type { Report } from '../domain/report.ts';
import type { FactRows } from '../ports/fact-tables.ts';

export function rowsOfReport(report: Report): FactRows {
  throw new Error(`not built: ${report.week}`);
}
