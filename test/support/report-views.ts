// The views of test reports, and the localizations that they are worded in.
import assert from 'node:assert/strict';
import type { Report } from '../../lib/domain/report.ts';
import { messagesFor } from '../../lib/i18n/catalogues.ts';
import type { Localization } from '../../lib/i18n/localization.ts';
import { createLocalization } from '../../lib/i18n/localization.ts';
import { createReportView } from '../../lib/view/create-report-view.ts';
import type { NotesOfFolders } from '../../lib/view/notes-view.ts';
import type { FolderView, PlaceView, ReportView } from '../../lib/view/report-view.ts';

export function localizationOf(report: Report, locale = 'en'): Localization {
  return createLocalization(report, locale, messagesFor(locale));
}

export function viewOf(report: Report, notes?: NotesOfFolders): ReportView {
  return createReportView(report, localizationOf(report), notes);
}

export function folderViewOf(report: Report, notes?: NotesOfFolders): FolderView {
  const view = viewOf(report, notes);
  return view.kind === 'folder' ? view : assert.fail();
}

export function placeViewOf(report: Report, notes?: NotesOfFolders): PlaceView {
  const view = viewOf(report, notes);
  return view.kind === 'place' ? view : assert.fail();
}
