// The report of a place as a page of its own: on narrow screens, and where the reader sees no other place.
import type { JSX } from 'preact';
import type { PlaceView } from '../../../view/report-view.ts';
import { useLocalization } from '../../app-context.tsx';
import { OwnerLink } from '../../features/notes/note-links.tsx';
import { PdfButton } from '../../features/report-menu/pdf-button.tsx';
import { ReportMenu } from '../../features/report-menu/report-menu.tsx';
import { FolderPath } from '../../ui/folder-path.tsx';
import { PlaceContent } from './place-content.tsx';

export function PlacePage({ view }: { readonly view: PlaceView }): JSX.Element {
  const { page } = useLocalization();
  return (
    <article class="place-page">
      <FolderPath view={view} />
      <h1>
        <bdi>{view.name}</bdi>
      </h1>
      <p class="place-period">{view.period}</p>
      <PlaceContent view={view} />
      <div class="place-actions" role="group" aria-label={page.read.actions}>
        <OwnerLink />
        <PdfButton view={view} />
        <ReportMenu view={view} />
      </div>
    </article>
  );
}
