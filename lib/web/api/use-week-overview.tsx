// Provides the overview of the shown week to all views. Week views fetch it and poll while reports are pending; other
// views use the cached answer.
import type { ComponentChildren, JSX } from 'preact';
import { createContext } from 'preact';
import { useContext, useEffect, useMemo, useRef } from 'preact/hooks';
import type { WeekOverview } from '../../http/responses.ts';
import type { View } from '../routes.ts';
import type { QueryResult } from './query.ts';
import { useQuery } from './query.ts';
import type { AppContext } from '../app-context.tsx';
import { useAppContext } from '../app-context.tsx';
import { shouldPoll, pollDelayMs } from './week-progress.ts';

const WeekOverviewContext = createContext<QueryResult<WeekOverview> | null>(null);

/** The week of a view; the latest closed week when the address names none. */
export function shownWeek(view: View, weeks: AppContext['weeks']): string {
  return ('week' in view ? view.week : null) ?? weeks.latest;
}

export function WeekOverviewProvider({
  children,
}: {
  readonly children: ComponentChildren;
}): JSX.Element {
  const { api, cache, weeks, view, folderIndex } = useAppContext();
  const week = shownWeek(view, weeks);
  const query = useQuery(cache.overviews, view.name === 'week' ? week : null, (signal) =>
    api.week(week, signal),
  );
  usePolling(query, weeks.latest);
  const fetched = view.name === 'week' ? query.data : (cache.overviews.get(week) ?? null);
  // The overview has no name for folders without a report.
  const overview = useMemo(
    () =>
      fetched === null
        ? null
        : {
            ...fetched,
            folders: fetched.folders.map((folder) => ({
              ...folder,
              name: folder.name ?? folderIndex.folder(folder.key)?.name ?? null,
            })),
          },
    [fetched, folderIndex],
  );
  return (
    <WeekOverviewContext.Provider value={{ ...query, data: overview }}>
      {children}
    </WeekOverviewContext.Provider>
  );
}

/** The overview of the week that the current view belongs to. */
export function useWeekOverview(): QueryResult<WeekOverview> {
  const overview = useContext(WeekOverviewContext);
  if (overview === null) throw new Error('useWeekOverview needs a WeekOverviewProvider');
  return overview;
}

/** Refetches the overview while reports are pending. A hidden tab waits until it is visible. */
function usePolling({ data, isLoading, refetch }: QueryResult<WeekOverview>, latest: string): void {
  const isPolling = data !== null && shouldPoll(data, latest);
  const previousSnapshot = useRef<{ readonly snapshot: string; readonly unchanged: number } | null>(
    null,
  );
  useEffect(() => {
    if (!isPolling || isLoading) return undefined;
    const snapshot = JSON.stringify([data.week, data.totals]);
    const unchanged =
      previousSnapshot.current?.snapshot === snapshot ? previousSnapshot.current.unchanged + 1 : 0;
    previousSnapshot.current = { snapshot, unchanged };
    let isDue = false;
    const refetchWhenVisible = (): void => {
      if (isDue && document.visibilityState === 'visible') refetch();
    };
    const timer = setTimeout(() => {
      isDue = true;
      refetchWhenVisible();
    }, pollDelayMs(unchanged));
    document.addEventListener('visibilitychange', refetchWhenVisible);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', refetchWhenVisible);
    };
    // `isLoading` changes with every answer, even when the data is the same.
  }, [isPolling, isLoading, refetch]);
}
