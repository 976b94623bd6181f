// Shown in place of a report that can't be read: offers to make it when the folder is visible and the report is missing.
import type { JSX } from 'preact';
import type { ApiError } from '../../api/api-errors.ts';
import { useWeekOverview } from '../../api/use-week-overview.ts';
import { findPendingReport } from '../../api/week-progress.ts';
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
import { PendingReportNote } from './pending-report.tsx';
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
  const isMissing = error.kind === 'notFound' && listed !== null && revision === null;
  return (
    <div class="missing">
      <h1>{title}</h1>
      {isMissing ? <Pending {...props} /> : <ErrorNote error={error} onRetry={refetch} />}
      {isMissing && week !== weeks.latest && (
        <p class="note-acts">
          <ViewLink view={LATEST_WEEK} class="button">
            {localization.page.browse.toLatestWeek}
          </ViewLink>
        </p>
      )}
    </div>
  );
}

/** A report that is made without a request, or that can be requested. */
function Pending({ week, folder, error, refetch }: MissingReportProps): JSX.Element {
  const { weeks } = useAppContext();
  const canWrite = useCanWrite();
  const { data: overview } = useWeekOverview(week);
  const pending = overview === null ? null : findPendingReport(overview, folder, weeks.latest);
  const canBeMade = canWrite && pending?.kind !== 'making';
  return (
    <>
      <WeekNotice
        view={{ week, folder, revision: NONE }}
        onNewer={refetch}
        hidesProgress={pending !== null}
      />
      {overview !== null && pending !== null && (
        <PendingReportNote overview={overview} pending={pending} />
      )}
      {canBeMade && (
        <MakePanel
          place={{ week, folder }}
          revision={null}
          onMade={refetch}
          hasIntro={pending === null}
        />
      )}
      {!canWrite && pending === null && <ErrorNote error={error} onRetry={refetch} />}
    </>
  );
}
