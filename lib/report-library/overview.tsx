// The week at a glance as the page knows it: asked for where it is looked at, and asked again while something is in
// the making; elsewhere, what was known when it was looked at.
import type { ComponentChildren, JSX } from 'preact';
import { createContext } from 'preact';
import { useContext, useEffect } from 'preact/hooks';
import type { WeekOverview } from '../domain/library.ts';
import type { View } from './address.ts';
import type { Asked } from './asked.ts';
import { useAsked } from './asked.ts';
import type { Library } from './library.tsx';
import { useLibrary } from './library.tsx';

const AGAIN_MS = 15_000;

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
  const { api, memories, weeks, view } = useLibrary();
  const week = weekOf(view, weeks);
  const asked = useAsked(memories.week, view.name === 'week' ? week : null, (signal) =>
    api.week(week, signal),
  );
  const value = view.name === 'week' ? asked : { ...asked, value: memories.week.get(week) ?? null };
  useAgain(asked);
  return <OverviewContext.Provider value={value}>{children}</OverviewContext.Provider>;
}

/** Of the week that the view is of. */
export function useOverview(): Asked<WeekOverview> {
  const overview = useContext(OverviewContext);
  if (overview === null) throw new Error('a view outside of its week');
  return overview;
}

/** Nobody looks at a hidden tab: it is asked as soon as somebody does. */
function useAgain({ value, isLoading, again }: Asked<WeekOverview>): void {
  const isWaitedFor =
    value?.folders.some(
      ({ state, job }) =>
        state === 'queued' || state === 'owed' || state === 'waiting' || job?.state === 'queued',
    ) ?? false;
  useEffect(() => {
    if (!isWaitedFor || isLoading) return undefined;
    let isDue = false;
    const look = (): void => {
      if (isDue && document.visibilityState === 'visible') again();
    };
    const timer = setTimeout(() => {
      isDue = true;
      look();
    }, AGAIN_MS);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [isWaitedFor, isLoading, again]);
}
