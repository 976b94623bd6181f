// Links to the dialogs about the owner and the notes of the place that is shown.
import type { JSX } from 'preact';
import { displayText } from '../../../i18n/localization.ts';
import { useAppContext, useLocalization } from '../../app-context.tsx';
import { useReport } from '../../report-context.tsx';
import type { ReportPanel, ReportRoute } from '../../routes.ts';
import { LATEST_WEEK } from '../../routes.ts';
import { ViewLink } from '../../ui/controls.tsx';
import { useEditableNotes, useNotesState } from './place-notes.ts';

/** "I'm on it", or who is. */
export function OwnerLink(): JSX.Element | null {
  const localization = useLocalization();
  const words = localization.page.notes;
  const route = usePanelRoute('owner');
  const state = useNotesState();
  const owner = useEditableNotes()?.owner ?? null;
  if (state === 'off') return null;
  return (
    <ViewLink class={`button owner-link is-${state}`} view={route}>
      <span>
        {owner === null ? words.take : words.onIt({ name: displayText(owner.name, localization) })}
      </span>
    </ViewLink>
  );
}

export function AddNoteLink(): JSX.Element | null {
  const { page } = useLocalization();
  const route = usePanelRoute('notes');
  const state = useNotesState();
  if (state === 'off') return null;
  return (
    <ViewLink class={`button is-${state}`} view={route}>
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
