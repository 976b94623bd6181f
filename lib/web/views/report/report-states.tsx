// What stands in a report's place while it is on its way, and where there is none.
import type { JSX } from 'preact';
import { isolated, withoutIsolates } from '../../../i18n/text-direction.ts';
import { weekNumber } from '../../../i18n/formats.ts';
import type { ReportView } from '../../routes.ts';
import { useLibrary, useSpeech, useTitle } from '../../app-context.tsx';
import { MakePanel } from '../../features/make/make-panel.tsx';
import { folderName } from '../../features/folders/folder-names.ts';
import type { Trouble } from '../../api/api-errors.ts';
import { TroubleNote } from '../../ui/error-note.tsx';

/** As large as what comes; seen only by those who wait longer than a moment. */
export function ReportSkeleton(): JSX.Element {
  const { page } = useSpeech();
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
  readonly trouble: Trouble;
  readonly again: () => void;
}

/** A place that the reader sees can be given a report; any other has none for them. */
export function ReportMissing({ view, trouble, again }: ReportMissingProps): JSX.Element {
  const { places } = useLibrary();
  const speech = useSpeech();
  const { words, formats } = speech;
  const { week, folder, revision } = view;
  const place = places.folder(folder);
  const name = isolated(folderName(place ?? { key: folder, name: null }, speech), speech.direction);
  const title = words.title(
    name,
    formats.numeral(weekNumber(week)),
    formats.numeral(Number(week.slice(0, 4))),
  );
  useTitle(withoutIsolates(title));
  const isMakeable = trouble.kind === 'notFound' && place !== null && revision === null;
  return (
    <>
      <h1>{title}</h1>
      {isMakeable ? (
        <MakePanel place={{ week, folder }} report={null} onMade={again} />
      ) : (
        <TroubleNote trouble={trouble} onRetry={again} />
      )}
    </>
  );
}
