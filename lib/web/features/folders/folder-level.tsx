// One level of the tree of places: folders and surveys of one folder, of which only what is open is in the document.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { LibraryFolder, OverviewState } from '../../../http/responses.ts';
import { reportAt, surveyAt } from '../../routes.ts';
import { Chevron } from '../../ui/icons.tsx';
import { useLibrary, useSpeech } from '../../app-context.tsx';
import { To } from '../../ui/view-link.tsx';
import { folderName, surveyName } from './folder-names.ts';
import { StateMark } from '../../ui/badges.tsx';

/** Places of a folder that are shown at once. */
const ROOM = 100;

export interface Branch {
  readonly week: string;
  /** Where one is: a folder, perhaps one of its surveys. */
  readonly folder: number | null;
  readonly survey: number | null;
  /** The folders that one is in. */
  readonly path: ReadonlySet<number>;
  readonly open: ReadonlySet<number>;
  readonly onToggle: (key: number) => void;
  readonly states: ReadonlyMap<number, OverviewState>;
}

interface LevelProps {
  readonly folders: readonly LibraryFolder[];
  /** The folder whose surveys stand here, too. */
  readonly surveysOf: LibraryFolder | null;
  readonly branch: Branch;
}

export function PlaceLevel({ folders, surveysOf, branch }: LevelProps): JSX.Element {
  const { page, formats } = useSpeech();
  const [room, setRoom] = useState(ROOM);
  const surveys = surveysOf?.surveys ?? [];
  const all = folders.length + surveys.length;
  // Where one is, is always shown.
  const here = Math.max(
    folders.findIndex(({ key }) => branch.path.has(key)),
    branch.folder === surveysOf?.key
      ? folders.length + surveys.findIndex(({ key }) => key === branch.survey)
      : -1,
  );
  const shown = Math.max(room, here + 1);
  return (
    <ul>
      {folders.slice(0, shown).map((folder) => (
        <FolderItem key={folder.key} folder={folder} branch={branch} />
      ))}
      {surveysOf !== null &&
        surveys
          .slice(0, Math.max(0, shown - folders.length))
          .map((survey) => (
            <SurveyItem
              key={`survey ${survey.key}`}
              folder={surveysOf}
              survey={survey}
              branch={branch}
            />
          ))}
      {all > shown && (
        <li>
          <button
            type="button"
            class="place-more"
            onClick={() => {
              setRoom(shown + ROOM);
            }}
          >
            {page.find.more(formats.count(all - shown), formats.plural(all - shown))}
          </button>
        </li>
      )}
    </ul>
  );
}

function FolderItem({
  folder,
  branch,
}: {
  readonly folder: LibraryFolder;
  readonly branch: Branch;
}): JSX.Element {
  const { places } = useLibrary();
  const speech = useSpeech();
  const { page } = speech;
  const children = places.children(folder.key);
  const name = folderName(folder, speech);
  const isOpen = branch.open.has(folder.key);
  const state = branch.states.get(folder.key);
  const hasMore = children.length + folder.surveys.length > 0;
  const isHere = branch.folder === folder.key && branch.survey === null;
  return (
    <li>
      <div class={isHere ? 'place is-here' : 'place'}>
        {hasMore ? (
          <button
            type="button"
            class="bare place-toggle"
            aria-expanded={isOpen}
            aria-label={isOpen ? page.find.close(name) : page.find.open(name)}
            onClick={() => {
              branch.onToggle(folder.key);
            }}
          >
            <Chevron />
          </button>
        ) : (
          <span class="place-toggle" />
        )}
        <To view={reportAt({ week: branch.week, folder: folder.key })} current={isHere}>
          <bdi>{name}</bdi>
        </To>
        {state !== undefined && (
          <>
            <StateMark state={state} />
            <span class="unseen">{page.states[state]}</span>
          </>
        )}
      </div>
      {isOpen && hasMore && <PlaceLevel folders={children} surveysOf={folder} branch={branch} />}
    </li>
  );
}

interface SurveyItemProps {
  readonly folder: LibraryFolder;
  readonly survey: LibraryFolder['surveys'][number];
  readonly branch: Branch;
}

function SurveyItem({ folder, survey, branch }: SurveyItemProps): JSX.Element {
  const speech = useSpeech();
  const isHere = branch.folder === folder.key && branch.survey === survey.key;
  return (
    <li>
      <div class={isHere ? 'place is-survey is-here' : 'place is-survey'}>
        <span class="place-toggle" />
        <To view={surveyAt({ week: branch.week, folder: folder.key }, survey.key)} current={isHere}>
          <bdi>{surveyName(survey, speech)}</bdi>
        </To>
      </div>
    </li>
  );
}
