// Placeholder while a report loads, and the page for a missing report.
import type { JSX } from 'preact';
import { withIsolates, withoutIsolates } from '../../../i18n/text-direction.ts';
import { weekNumber } from '../../../i18n/formats.ts';
import type { ReportView } from '../../routes.ts';
import { useAppContext, useLocalization, useDocumentTitle } from '../../app-context.tsx';
import { MakePanel } from '../../features/make/make-panel.tsx';
import { folderName } from '../../features/folders/folder-names.ts';
import type { ApiError } from '../../api/api-errors.ts';
import { ErrorNote } from '../../ui/error-note.tsx';

/** Has the size of the content; hidden for the first moment by CSS. */
export function ReportSkeleton(): JSX.Element {
  const { page } = useLocalization();
  return (
    <div class="report skeleton" aria-busy="true">
      <p class="unseen">{page.read.loading}</p>
      <div class="waiting skeleton-head" />
      <div class="waiting skeleton-card" />
      <div class="waiting skeleton-card" />
      <div class="waiting skeleton-card" />
    </div>
  );
}

interface ReportMissingProps {
  readonly view: ReportView;
  readonly error: ApiError;
  readonly refetch: () => void;
}

/** Offers to make the report when the folder is visible and the current revision is missing. */
export function ReportMissing({ view, error, refetch }: ReportMissingProps): JSX.Element {
  const { folderIndex } = useAppContext();
  const pageLocalization = useLocalization();
  const { words, formats } = pageLocalization;
  const { week, folder, revision } = view;
  const listedFolder = folderIndex.folder(folder);
  const name = withIsolates(
    folderName(listedFolder ?? { key: folder, name: null }, pageLocalization),
    pageLocalization.direction,
  );
  const title = words.title(
    name,
    formats.numeral(weekNumber(week)),
    formats.numeral(Number(week.slice(0, 4))),
  );
  useDocumentTitle(withoutIsolates(title));
  const canBeMade = error.kind === 'notFound' && listedFolder !== null && revision === null;
  return (
    <>
      <h1>{title}</h1>
      {canBeMade ? (
        <MakePanel place={{ week, folder }} report={null} onMade={refetch} />
      ) : (
        <ErrorNote error={error} onRetry={refetch} />
      )}
    </>
  );
}
