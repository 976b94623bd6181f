// Hooks for one report and for the localization that names its folders and surveys.
import { useMemo } from 'preact/hooks';
import type { Report } from '../../domain/report.ts';
import type { Localization } from '../../i18n/localization.ts';
import { createNames } from '../../i18n/localization.ts';
import type { ReportView, SurveyView } from '../routes.ts';
import type { QueryResult } from './query.ts';
import { useQuery } from './query.ts';
import { useAppContext, useLocalization } from '../app-context.tsx';

/** Identifies a report, or one of its revisions. */
export type ReportSelection = Pick<ReportView | SurveyView, 'week' | 'folder' | 'revision'>;

export function useReport({ week, folder, revision }: ReportSelection): QueryResult<Report> {
  const { api, cache } = useAppContext();
  return useQuery(cache.reports, `${week} ${folder} ${revision ?? ''}`, (signal) =>
    api.report({ week, folder }, revision, signal),
  );
}

/** Null while there is no report to take names from. */
export function useReportLocalization(report: Report | null): Localization | null {
  const { folderIndex } = useAppContext();
  const { words, formats, direction, language } = useLocalization();
  return useMemo(() => {
    if (report === null) return null;
    const currentFolderName = (folder: number): string | null =>
      folderIndex.folder(folder)?.name ?? null;
    const names = createNames(report, words, direction, currentFolderName);
    return { words, formats, direction, language, names };
  }, [report, folderIndex, words, formats, direction, language]);
}
