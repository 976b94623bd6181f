// The view of a report, worded by the server in the page's language.
import type { ReportView } from '../../view/report-view.ts';
import { useLocalization } from '../app-context.tsx';
import { viewQuery } from './queries.ts';
import type { QueryResult } from './query.ts';
import { useQuery, useRefetchWhenVisible } from './query.ts';

/** `folder`: null for no request. `revision`: null for the current one. */
export function useReportView(
  week: string,
  folder: number | null,
  revision: number | null = null,
): QueryResult<ReportView> {
  const { language } = useLocalization();
  const query = useQuery(viewQuery, folder === null ? null : { week, folder, revision, language });
  useRefetchWhenVisible(query.refetch);
  return query;
}
