// One report as views have it: asked for once by all of them, and read in the reader's words.
import { useMemo } from 'preact/hooks';
import type { Report } from '../../domain/report.ts';
import type { Localization } from '../../i18n/localization.ts';
import { namesOf } from '../../i18n/localization.ts';
import type { ReportView, SurveyView } from '../routes.ts';
import type { Asked } from './query.ts';
import { useAsked } from './query.ts';
import { useLibrary, useSpeech } from '../app-context.tsx';

/** Which report, and whether as it stands or one of its revisions. */
export type WhichReport = Pick<ReportView | SurveyView, 'week' | 'folder' | 'revision'>;

export function useReport({ week, folder, revision }: WhichReport): Asked<Report> {
  const { api, memories } = useLibrary();
  return useAsked(memories.report, `${week} ${folder} ${revision ?? ''}`, (signal) =>
    api.report({ week, folder }, revision, signal),
  );
}

/** Null while there is no report whose names it could have. */
export function useReading(report: Report | null): Localization | null {
  const { places } = useLibrary();
  const { words, formats, direction, language } = useSpeech();
  return useMemo(() => {
    if (report === null) return null;
    const nameNow = (folder: number): string | null => places.folder(folder)?.name ?? null;
    const names = namesOf(report, words, direction, nameNow);
    return { words, formats, direction, language, names };
  }, [report, places, words, formats, direction, language]);
}
