// Links to the dialogs about the owner and the notes of the place that is shown.
import type { JSX } from 'preact';
import { useAppContext, useLocalization } from '../../app-context.tsx';
import { useReport } from '../../report-context.tsx';
import type { ReportPanel, ReportRoute } from '../../routes.ts';
import { LATEST_WEEK } from '../../routes.ts';
import { ViewLink } from '../../ui/controls.tsx';
import { useCanWriteHere } from './place-notes.ts';

/** "I'm on it", or who is. */
export function OwnerLink(): JSX.Element | null {
  const words = useLocalization().page.notes;
  const route = usePanelRoute('owner');
  const owner = useReport().view.notes?.owner ?? null;
  if (!useCanWriteHere()) return null;
  return (
    <ViewLink class="button owner-link" view={route}>
      <span>{owner?.text ?? words.take}</span>
    </ViewLink>
  );
}

export function AddNoteLink(): JSX.Element | null {
  const { page } = useLocalization();
  const route = usePanelRoute('notes');
  if (!useCanWriteHere()) return null;
  return (
    <ViewLink class="button" view={route}>
      {page.notes.add}
    </ViewLink>
  );
}

/** Keeps the list beside the place. */
function usePanelRoute(panel: ReportPanel): ReportRoute {
  const { view: route } = useAppContext();
  const { week, folder } = useReport().view;
  return { ...(route.name === 'report' ? route : LATEST_WEEK), week, folder, panel };
}
