// The overview of a week, fetched again while its reports are pending. A hidden tab waits until it is visible.
import { useEffect, useRef } from 'preact/hooks';
import type { WeekOverview } from '../../http/responses.ts';
import { useAppContext } from '../app-context.tsx';
import { overviewQuery } from './queries.ts';
import type { QueryResult } from './query.ts';
import { useQuery } from './query.ts';
import { pollDelayMs, shouldPoll } from './week-progress.ts';

export function useWeekOverview(week: string): QueryResult<WeekOverview> {
  const { weeks } = useAppContext();
  const query = useQuery(overviewQuery, week);
  usePolling(query, weeks.latest);
  return query;
}

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
