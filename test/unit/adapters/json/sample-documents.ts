// Reports of every kind, which together contain every part of the published schema.
import { compareRevisions } from '../../../../lib/domain/report-changes.ts';
import type { Report } from '../../../../lib/domain/report.ts';
import {
  createEmptyReport,
  createUnusualNamesReport,
  createAllKindsReport,
  createPartialReport,
  createRegionReport,
  createStoreReport,
} from '../../../support/test-reports.ts';

const before = createPartialReport();
const after: Report = {
  ...createStoreReport(1),
  subfolders: createRegionReport(1).subfolders,
  problems: [
    { code: 'ENUM_UNKNOWN', survey: 4, folder: 3, message: 'unknown', missing: false },
    { code: 'FOLDER_GONE', message: 'gone', missing: true },
  ],
  revision: 2,
};

/** A report that has changes, alerts, options, problems and subfolders. */
export const revisedReport: Report = { ...after, changes: compareRevisions(before, after) };

export const samples: Readonly<Record<string, Report>> = {
  store: createStoreReport(3),
  kinds: createAllKindsReport(),
  region: createRegionReport(3),
  empty: createEmptyReport(),
  partial: before,
  'hard names': createUnusualNamesReport(),
  'second revision': revisedReport,
};
