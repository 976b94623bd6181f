// Shown in place of a report that can't be read: offers to make it when the folder is visible and the report is missing.
import type { JSX } from 'preact';
import type { ApiError } from '../../api/api-errors.ts';
import {
  useAppContext,
  useCanWrite,
  useDocumentTitle,
  useLocalization,
} from '../../app-context.tsx';
import { weekTitle } from '../../features/choose-week/week-title.ts';
import { folderName } from '../../features/folders/folder-index.ts';
import { MakePanel } from '../../features/make/make-panel.tsx';
import { LATEST_WEEK } from '../../routes.ts';
import { ViewLink } from '../../ui/controls.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { WeekNotice } from './week-notice.tsx';

/** The first revision is newer. */
const NONE = 0;

interface MissingReportProps {
  readonly week: string;
  readonly folder: number;
  readonly revision: number | null;
  readonly error: ApiError;
  readonly refetch: () => void;
}

export function MissingReport(props: MissingReportProps): JSX.Element {
  const { week, folder, revision, error, refetch } = props;
  const { folderIndex, weeks } = useAppContext();
  const localization = useLocalization();
  const listed = folderIndex.folder(folder);
  const name = folderName(listed ?? { key: folder, name: null }, localization);
  const title = `${name} · ${weekTitle(week, localization)}`;
  useDocumentTitle(title);
  const canWrite = useCanWrite();
  const canBeMade = canWrite && error.kind === 'notFound' && listed !== null && revision === null;
  return (
    <div class="missing">
      <h1>{title}</h1>
      {canBeMade && <WeekNotice view={{ week, folder, revision: NONE }} onNewer={refetch} />}
      {canBeMade ? (
        <MakePanel place={{ week, folder }} revision={null} onMade={refetch} />
      ) : (
        <ErrorNote error={error} onRetry={refetch} />
      )}
      {canBeMade && week !== weeks.latest && (
        <p class="note-acts">
          <ViewLink view={LATEST_WEEK} class="button">
            {localization.page.browse.toLatestWeek}
          </ViewLink>
        </p>
      )}
    </div>
  );
}
