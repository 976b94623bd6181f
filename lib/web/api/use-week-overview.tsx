// The overview of a week as the page knows it: requested where it is shown, and again while reports are missing;
// elsewhere, the last answer.
import type { ComponentChildren, JSX } from 'preact';
import { createContext } from 'preact';
import { useContext, useEffect, useMemo, useRef } from 'preact/hooks';
import type { WeekOverview } from '../../http/responses.ts';
import type { View } from '../routes.ts';
import type { Asked } from './query.ts';
import { useAsked } from './query.ts';
import type { Library } from '../app-context.tsx';
import { useLibrary } from '../app-context.tsx';
import { isAwaited, pollDelayMs } from './week-progress.ts';

const OverviewContext = createContext<Asked<WeekOverview> | null>(null);

/** The week that a view is of; the newest one that is over where the address doesn't say. */
export function weekOf(view: View, weeks: Library['weeks']): string {
  return view.name === 'lost' ? weeks.latest : (view.week ?? weeks.latest);
}

export function OverviewProvider({
  children,
}: {
  readonly children: ComponentChildren;
}): JSX.Element {
  const { api, memories, weeks, view, places } = useLibrary();
  const week = weekOf(view, weeks);
  const asked = useAsked(memories.week, view.name === 'week' ? week : null, (signal) =>
    api.week(week, signal),
  );
  usePolling(asked, weeks.latest);
  const answer = view.name === 'week' ? asked.value : (memories.week.get(week) ?? null);
  // A folder without a report has no name of its own in the overview.
  const overview = useMemo(
    () =>
      answer === null
        ? null
        : {
            ...answer,
            folders: answer.folders.map((folder) => ({
              ...folder,
              name: folder.name ?? places.folder(folder.key)?.name ?? null,
            })),
          },
    [answer, places],
  );
  return (
    <OverviewContext.Provider value={{ ...asked, value: overview }}>
      {children}
    </OverviewContext.Provider>
  );
}

/** Of the week that the view is of. */
export function useOverview(): Asked<WeekOverview> {
  const overview = useContext(OverviewContext);
  if (overview === null) throw new Error('a view outside of its week');
  return overview;
}

/** Requests the overview again while it is awaited; a hidden tab waits until it is visible. */
function usePolling({ value, isLoading, again }: Asked<WeekOverview>, latest: string): void {
  const isWanted = value !== null && isAwaited(value, latest);
  const last = useRef<{ readonly seen: string; readonly unchanged: number } | null>(null);
  useEffect(() => {
    if (!isWanted || isLoading) return undefined;
    const seen = JSON.stringify([value.week, value.totals]);
    const unchanged = last.current?.seen === seen ? last.current.unchanged + 1 : 0;
    last.current = { seen, unchanged };
    let isDue = false;
    const look = (): void => {
      if (isDue && document.visibilityState === 'visible') again();
    };
    const timer = setTimeout(() => {
      isDue = true;
      look();
    }, pollDelayMs(unchanged));
    document.addEventListener('visibilitychange', look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
    };
    // An answer ends loading, whether it differs from the one before or not.
  }, [isWanted, isLoading, again]);
}
