// The company's folders as nested lists with disclosure buttons. Unlike the ARIA tree pattern, every item stays an ordinary
// link. Only expanded levels are rendered.
import type { JSX } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { LibraryFolder } from '../../../http/responses.ts';
import { useAppContext, useLocalization } from '../../app-context.tsx';
import { reportRoute } from '../../routes.ts';
import { ViewLink } from '../../ui/controls.tsx';
import { Icon } from '../../ui/icons.tsx';
import { scrollWithin } from '../../ui/panel.tsx';
import { shownWeek } from '../choose-week/week-picker.tsx';
import { folderName } from './folder-index.ts';

interface FolderTreeProps {
  /** The selected one. */
  readonly folder: number | null;
  /** Called when a link is followed. */
  readonly onFollow: () => void;
}

export function FolderTree({ folder, onFollow }: FolderTreeProps): JSX.Element {
  const { folderIndex, weeks, view } = useAppContext();
  const box = useRef<HTMLDivElement>(null);
  const path = useMemo(
    () => new Set(folder === null ? [] : folderIndex.path(folder).map(({ key }) => key)),
    [folder, folderIndex],
  );
  const [open, setOpen] = useState<ReadonlySet<number>>(
    () => new Set([...folderIndex.roots.map(({ key }) => key), ...path]),
  );
  useEffect(() => {
    scrollWithin(box.current, box.current?.querySelector('[aria-current]'));
  }, []);
  const tree: FolderTreeContext = {
    week: shownWeek(view, weeks),
    folder,
    path,
    open,
    onFollow,
    onToggle: (key) => {
      setOpen((before) => {
        const after = new Set(before);
        if (!after.delete(key)) after.add(key);
        return after;
      });
    },
  };
  return (
    <div class="place-tree" ref={box}>
      <FolderLevel folders={folderIndex.roots} tree={tree} />
    </div>
  );
}

/** Items of a level that are shown before "more" is pressed. */
const PAGE_SIZE = 100;

interface FolderTreeContext {
  readonly week: string;
  readonly folder: number | null;
  /** Ancestors of the selected folder, and the folder itself. */
  readonly path: ReadonlySet<number>;
  readonly open: ReadonlySet<number>;
  readonly onFollow: () => void;
  readonly onToggle: (key: number) => void;
}

interface FolderLevelProps {
  readonly folders: readonly LibraryFolder[];
  readonly tree: FolderTreeContext;
}

function FolderLevel({ folders, tree }: FolderLevelProps): JSX.Element {
  const { page } = useLocalization();
  const [limit, setLimit] = useState(PAGE_SIZE);
  // The selected item is always visible.
  const visible = Math.max(limit, folders.findIndex(({ key }) => tree.path.has(key)) + 1);
  return (
    <ul>
      {folders.slice(0, visible).map((folder) => (
        <FolderItem key={folder.key} folder={folder} tree={tree} />
      ))}
      {folders.length > visible && (
        <li>
          <button
            type="button"
            class="place-more"
            onClick={() => {
              setLimit(visible + PAGE_SIZE);
            }}
          >
            {page.browse.more({ n: folders.length - visible })}
          </button>
        </li>
      )}
    </ul>
  );
}

interface FolderItemProps {
  readonly folder: LibraryFolder;
  readonly tree: FolderTreeContext;
}

function FolderItem({ folder, tree }: FolderItemProps): JSX.Element {
  const { folderIndex } = useAppContext();
  const localization = useLocalization();
  const { page } = localization;
  const children = folderIndex.children(folder.key);
  const name = folderName(folder, localization);
  const isOpen = tree.open.has(folder.key);
  const isCurrent = tree.folder === folder.key;
  return (
    <li>
      <div class={isCurrent ? 'place is-here' : 'place'}>
        {children.length > 0 ? (
          <button
            type="button"
            class="bare place-toggle"
            aria-expanded={isOpen}
            aria-label={isOpen ? page.browse.close({ name }) : page.browse.open({ name })}
            onClick={() => {
              tree.onToggle(folder.key);
            }}
          >
            <Icon name="chevron" />
          </button>
        ) : (
          <span class="place-toggle" />
        )}
        <span onClick={tree.onFollow}>
          <ViewLink
            view={reportRoute({ week: tree.week, folder: folder.key })}
            isCurrent={isCurrent}
          >
            <bdi>{name}</bdi>
          </ViewLink>
        </span>
      </div>
      {isOpen && children.length > 0 && <FolderLevel folders={children} tree={tree} />}
    </li>
  );
}
