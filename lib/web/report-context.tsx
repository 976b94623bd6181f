// The report that a page shows, for all parts of the page.
import { createContext } from 'preact';
import { useContext, useMemo } from 'preact/hooks';
import type { Report } from '../domain/report.ts';
import type { Localization } from '../i18n/localization.ts';
import { createNames } from '../i18n/localization.ts';
import type { ReportView, SurveyView } from './routes.ts';
import type { QueryResult } from './api/query.ts';
import { useQuery, useRefetchWhenVisible } from './api/query.ts';
import { useAppContext, useLocalization } from './app-context.tsx';

/** Identifies a report, or one of its revisions. */
export type ReportSelection = Pick<ReportView | SurveyView, 'week' | 'folder' | 'revision'>;

export interface ShownReport {
  readonly report: Report;
  /** Names the folders and surveys of the report. */
  readonly localization: Localization;
  readonly selection: ReportSelection;
  readonly refetch: () => void;
}

const ReportContext = createContext<ShownReport | null>(null);

export const ReportProvider = ReportContext.Provider;

export function useReport(): ShownReport {
  const shownReport = useContext(ReportContext);
  if (shownReport === null) throw new Error('useReport needs a ReportProvider');
  return shownReport;
}

/** `shown` is null before the first answer. */
export function useReportQuery(
  selection: ReportSelection,
): Pick<QueryResult<Report>, 'error' | 'refetch'> & { readonly shown: ShownReport | null } {
  const { week, folder, revision } = selection;
  const { api, cache, folderIndex } = useAppContext();
  const { words, formats, direction, language } = useLocalization();
  const {
    data: report,
    error,
    refetch,
  } = useQuery(cache.reports, `${week} ${folder} ${revision ?? ''}`, (signal) =>
    api.report({ week, folder }, revision, signal),
  );
  useRefetchWhenVisible(refetch);
  const localization = useMemo(() => {
    if (report === null) return null;
    const currentFolderName = (key: number): string | null => folderIndex.folder(key)?.name ?? null;
    const names = createNames(report, words, direction, currentFolderName);
    return { words, formats, direction, language, names };
  }, [report, folderIndex, words, formats, direction, language]);
  const shownReport =
    report === null || localization === null ? null : { report, localization, selection, refetch };
  return { shown: shownReport, error, refetch };
}
