// The view of a report, worded by the server in the page's language.
import type { ViewPart } from '../../view/first-part.ts';
import { isWhole } from '../../view/first-part.ts';
import type { ReportView } from '../../view/report-view.ts';
import { useLocalization } from '../app-context.tsx';
import type { ReportRoute } from '../routes.ts';
import { viewQuery } from './queries.ts';
import type { QueryResult } from './query.ts';
import { useQuery, useRefetchWhenVisible } from './query.ts';

/** The current revision as a whole. `folder`: null for no request. */
export function useReportView(week: string, folder: number | null): QueryResult<ReportView> {
  return useViewPart(week, folder, { revision: null, part: 'all' });
}

/**
 * What an address shows. Of a long list first all but the rows that it folds, and then all: an address that shows those too
 * waits for them. `folder`: null for no request.
 */
export function useRouteView(
  route: ListRoute | null,
  week: string,
  folder: number | null,
): QueryResult<ReportView> {
  const revision = route?.revision ?? null;
  const first = useViewPart(week, folder, { revision, part: 'first' });
  const needsAll = first.data !== null && !isWhole(first.data);
  const all = useViewPart(week, needsAll ? folder : null, { revision, part: 'all' });
  if (!needsAll) return first;
  return all.data === null && route !== null && foldsUsual(route)
    ? { ...all, data: first.data }
    : all;
}

type ListRoute = Pick<ReportRoute, 'revision' | 'state' | 'group' | 'display'>;

function foldsUsual({ state, group, display }: ListRoute): boolean {
  return display === 'list' && group === 'state' && state !== 'usual';
}

function useViewPart(
  week: string,
  folder: number | null,
  { revision, part }: { readonly revision: number | null; readonly part: ViewPart },
): QueryResult<ReportView> {
  const { language } = useLocalization();
  // In the order of the request that a session begins with.
  const query = useQuery(
    viewQuery,
    folder === null ? null : { week, folder, revision, language, part },
  );
  useRefetchWhenVisible(query.refetch);
  return query;
}
