// Reports of every kind, which together contain every part of the published schema.
import { changesSince } from '../../../../lib/domain/report-changes.ts';
import type { Report } from '../../../../lib/domain/report.ts';
import {
  emptyReport,
  hardNamesReport,
  kindsReport,
  partialReport,
  regionReport,
  storeReport,
} from '../../../support/test-reports.ts';

const before = partialReport();
const after: Report = {
  ...storeReport(1),
  subfolders: regionReport(1).subfolders,
  problems: [
    { code: 'ENUM_UNKNOWN', survey: 4, folder: 3, message: 'unknown', missing: false },
    { code: 'FOLDER_GONE', message: 'gone', missing: true },
  ],
  revision: 2,
};

/** A report that has changes, alerts, options, problems and subfolders. */
export const revised: Report = { ...after, changes: changesSince(before, after) };

export const samples: Readonly<Record<string, Report>> = {
  store: storeReport(3),
  kinds: kindsReport(),
  region: regionReport(3),
  empty: emptyReport(),
  partial: before,
  'hard names': hardNamesReport(),
  'second revision': revised,
};
