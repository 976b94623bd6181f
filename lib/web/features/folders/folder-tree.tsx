// Folder tree as nested lists with disclosure buttons. Unlike the ARIA tree pattern, every item stays an ordinary
// link.
import type { JSX } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { View } from '../../routes.ts';
import { LATEST_WEEK } from '../../routes.ts';
import { useAppContext, useLocalization } from '../../app-context.tsx';
import { ViewLink } from '../../ui/view-link.tsx';
import { useWeekOverview, shownWeek } from '../../api/use-week-overview.tsx';
import type { TreeState } from './folder-level.tsx';
import { FolderLevel } from './folder-level.tsx';
import { scrollWithin } from '../../ui/panel-focus.ts';

export function FolderTree(): JSX.Element {
  const { folderIndex, weeks, view } = useAppContext();
  const { page } = useLocalization();
  const { data: overview } = useWeekOverview();
  const box = useRef<HTMLDivElement>(null);
  const { folder, survey } = shownPlace(view);
  const path = useMemo(
    () => new Set(folder === null ? [] : folderIndex.path(folder).map(({ key }) => key)),
    [folder, folderIndex],
  );
  const [open, setOpen] = useState<ReadonlySet<number>>(
    () => new Set([...folderIndex.roots.map(({ key }) => key), ...path]),
  );
  useEffect(() => {
    setOpen((before) => (path.isSubsetOf(before) ? before : before.union(path)));
  }, [path]);
  const isPathOpen = path.isSubsetOf(open);
  useEffect(() => {
    if (isPathOpen) scrollWithin(box.current, box.current?.querySelector('[aria-current]'));
  }, [folder, survey, isPathOpen]);
  const tree: TreeState = {
    week: shownWeek(view, weeks),
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
    states: new Map(overview?.folders.map(({ key, state }) => [key, state])),
  };
  return (
    <div class="place-tree" ref={box}>
      <p class={view.name === 'week' ? 'place is-here' : 'place'}>
        <ViewLink view={{ ...LATEST_WEEK, week: tree.week }} isCurrent={view.name === 'week'}>
          {page.shell.allReports}
        </ViewLink>
      </p>
      <FolderLevel folders={folderIndex.roots} surveysOf={null} tree={tree} />
    </div>
  );
}

function shownPlace(view: View): {
  readonly folder: number | null;
  readonly survey: number | null;
} {
  switch (view.name) {
    case 'report':
      return { folder: view.folder, survey: null };
    case 'survey':
      return { folder: view.folder, survey: view.survey };
    case 'week':
    case 'notFound':
      return { folder: null, survey: null };
  }
}
