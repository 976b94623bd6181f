// The tree of folders as lists in one another, each behind a button that opens it: simpler than the tree pattern of
// ARIA, and more to people who listen or use the keyboard, since every place is a link as everywhere else.
import type { JSX } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { View } from '../../routes.ts';
import { NEWEST_WEEK } from '../../routes.ts';
import { useLibrary, useSpeech } from '../../app-context.tsx';
import { To } from '../../ui/view-link.tsx';
import { useOverview, weekOf } from '../../api/use-week-overview.tsx';
import type { Branch } from './folder-level.tsx';
import { PlaceLevel } from './folder-level.tsx';
import { scrollWithin } from '../../ui/panel-focus.ts';

export function PlaceTree(): JSX.Element {
  const { places, weeks, view } = useLibrary();
  const { page } = useSpeech();
  const { value } = useOverview();
  const box = useRef<HTMLDivElement>(null);
  const { folder, survey } = placeOf(view);
  const path = useMemo(
    () => new Set(folder === null ? [] : places.path(folder).map(({ key }) => key)),
    [folder, places],
  );
  const [open, setOpen] = useState<ReadonlySet<number>>(
    () => new Set([...places.roots.map(({ key }) => key), ...path]),
  );
  useEffect(() => {
    setOpen((before) => (path.isSubsetOf(before) ? before : before.union(path)));
  }, [path]);
  const isDrawn = path.isSubsetOf(open);
  useEffect(() => {
    if (isDrawn) scrollWithin(box.current, box.current?.querySelector('[aria-current]'));
  }, [folder, survey, isDrawn]);
  const branch: Branch = {
    week: weekOf(view, weeks),
    folder,
    survey,
    path,
    open,
    onToggle: (key) => {
      setOpen((before) => {
        const after = new Set(before);
        if (!after.delete(key)) after.add(key);
        return after;
      });
    },
    states: new Map(value?.folders.map(({ key, state }) => [key, state])),
  };
  return (
    <div class="place-tree" ref={box}>
      <p class={view.name === 'week' ? 'place is-here' : 'place'}>
        <To view={{ ...NEWEST_WEEK, week: branch.week }} current={view.name === 'week'}>
          {page.shell.allReports}
        </To>
      </p>
      <PlaceLevel folders={places.roots} surveysOf={null} branch={branch} />
    </div>
  );
}

function placeOf(view: View): { readonly folder: number | null; readonly survey: number | null } {
  switch (view.name) {
    case 'report':
      return { folder: view.folder, survey: null };
    case 'survey':
      return { folder: view.folder, survey: view.survey };
    case 'week':
    case 'lost':
      return { folder: null, survey: null };
  }
}
