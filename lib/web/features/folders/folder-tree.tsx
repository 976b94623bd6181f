// Folder tree as nested lists with disclosure buttons. Unlike the ARIA tree pattern, every item stays an ordinary link.
// Only expanded levels are rendered.
import type { JSX } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { LATEST_WEEK, reportView, surveyView } from '../../routes.ts';
import { useAppContext, useLocalization } from '../../app-context.tsx';
import { ViewLink } from '../../ui/controls.tsx';
import { useWeekOverview, shownWeek } from '../../api/use-week-overview.tsx';
import { scrollWithin } from '../../ui/panel.tsx';
import type { LibraryFolder, OverviewState } from '../../../http/responses.ts';
import { Icon, StateIcon } from '../../ui/icons.tsx';
import { folderName, surveyName } from './folder-index.ts';

export function FolderTree(): JSX.Element {
  const { folderIndex, weeks, view } = useAppContext();
  const { page } = useLocalization();
  const { data: overview } = useWeekOverview();
  const box = useRef<HTMLDivElement>(null);
  const folder = view.name === 'report' || view.name === 'survey' ? view.folder : null;
  const survey = view.name === 'survey' ? view.survey : null;
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
  const tree: FolderTreeContext = {
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

/** Items of a level that are shown before "more" is pressed. */
const PAGE_SIZE = 100;

interface FolderTreeContext {
  readonly week: string;
  /** The selected folder and, for a survey view, the survey. */
  readonly folder: number | null;
  readonly survey: number | null;
  /** Ancestors of the selected folder, and the folder itself. */
  readonly path: ReadonlySet<number>;
  readonly open: ReadonlySet<number>;
  readonly onToggle: (key: number) => void;
  readonly states: ReadonlyMap<number, OverviewState>;
}

interface FolderLevelProps {
  readonly folders: readonly LibraryFolder[];
  /** The folder whose surveys are listed below the subfolders. */
  readonly surveysOf: LibraryFolder | null;
  readonly tree: FolderTreeContext;
}

function FolderLevel({ folders, surveysOf, tree }: FolderLevelProps): JSX.Element {
  const { page } = useLocalization();
  const [limit, setLimit] = useState(PAGE_SIZE);
  const surveys = surveysOf?.surveys ?? [];
  const total = folders.length + surveys.length;
  // The selected item is always visible.
  const currentPosition = Math.max(
    folders.findIndex(({ key }) => tree.path.has(key)),
    tree.folder === surveysOf?.key
      ? folders.length + surveys.findIndex(({ key }) => key === tree.survey)
      : -1,
  );
  const visible = Math.max(limit, currentPosition + 1);
  return (
    <ul>
      {folders.slice(0, visible).map((folder) => (
        <FolderItem key={folder.key} folder={folder} tree={tree} />
      ))}
      {surveysOf !== null &&
        surveys
          .slice(0, Math.max(0, visible - folders.length))
          .map((survey) => (
            <SurveyItem
              key={`survey ${survey.key}`}
              folder={surveysOf}
              survey={survey}
              tree={tree}
            />
          ))}
      {total > visible && (
        <li>
          <button
            type="button"
            class="place-more"
            onClick={() => {
              setLimit(visible + PAGE_SIZE);
            }}
          >
            {page.browse.more({ n: total - visible })}
          </button>
        </li>
      )}
    </ul>
  );
}

function FolderItem({
  folder,
  tree,
}: {
  readonly folder: LibraryFolder;
  readonly tree: FolderTreeContext;
}): JSX.Element {
  const { folderIndex } = useAppContext();
  const pageLocalization = useLocalization();
  const { page } = pageLocalization;
  const children = folderIndex.children(folder.key);
  const name = folderName(folder, pageLocalization);
  const isOpen = tree.open.has(folder.key);
  const state = tree.states.get(folder.key);
  const isExpandable = children.length + folder.surveys.length > 0;
  const isCurrent = tree.folder === folder.key && tree.survey === null;
  return (
    <li>
      <div class={isCurrent ? 'place is-here' : 'place'}>
        {isExpandable ? (
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
        <ViewLink view={reportView({ week: tree.week, folder: folder.key })} isCurrent={isCurrent}>
          <bdi>{name}</bdi>
        </ViewLink>
        {state !== undefined && (
          <>
            <StateIcon state={state} />
            <span class="unseen">{page.states[state]}</span>
          </>
        )}
      </div>
      {isOpen && isExpandable && <FolderLevel folders={children} surveysOf={folder} tree={tree} />}
    </li>
  );
}

interface SurveyItemProps {
  readonly folder: LibraryFolder;
  readonly survey: LibraryFolder['surveys'][number];
  readonly tree: FolderTreeContext;
}

function SurveyItem({ folder, survey, tree }: SurveyItemProps): JSX.Element {
  const pageLocalization = useLocalization();
  const isCurrent = tree.folder === folder.key && tree.survey === survey.key;
  return (
    <li>
      <div class={isCurrent ? 'place is-survey is-here' : 'place is-survey'}>
        <span class="place-toggle" />
        <ViewLink
          view={surveyView({ week: tree.week, folder: folder.key }, survey.key)}
          isCurrent={isCurrent}
        >
          <bdi>{surveyName(survey, pageLocalization)}</bdi>
        </ViewLink>
      </div>
    </li>
  );
}
