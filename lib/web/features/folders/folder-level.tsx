// One level of the folder tree. Only expanded levels are rendered.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { LibraryFolder, OverviewState } from '../../../http/responses.ts';
import { reportView, surveyView } from '../../routes.ts';
import { Chevron } from '../../ui/icons.tsx';
import { useAppContext, useLocalization } from '../../app-context.tsx';
import { ViewLink } from '../../ui/view-link.tsx';
import { folderName, surveyName } from './folder-names.ts';
import { StateIcon } from '../../ui/badges.tsx';

/** Items of a level that are shown before "more" is pressed. */
const PAGE_SIZE = 100;

export interface TreeState {
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
  readonly tree: TreeState;
}

export function FolderLevel({ folders, surveysOf, tree }: FolderLevelProps): JSX.Element {
  const { page, formats } = useLocalization();
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
            {page.browse.more(formats.count(total - visible), formats.plural(total - visible))}
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
  readonly tree: TreeState;
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
            aria-label={isOpen ? page.browse.close(name) : page.browse.open(name)}
            onClick={() => {
              tree.onToggle(folder.key);
            }}
          >
            <Chevron />
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
  readonly tree: TreeState;
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
