// The dialog about a report that is in the address.
import type { JSX } from 'preact';
import { useAppContext, useLocalization } from '../../app-context.tsx';
import { useReport } from '../../report-context.tsx';
import type { ReportRoute } from '../../routes.ts';
import { PanelDialog } from '../../ui/panel.tsx';
import { SettingsPanel } from '../accept/settings-panel.tsx';
import { MakePanel } from '../make/make-panel.tsx';
import { NotesPanel } from '../notes/notes-panel.tsx';
import { OwnerPanel } from '../notes/owner-panel.tsx';
import { RevisionsPanel } from '../revisions/revisions-panel.tsx';
import { SharePanel } from '../share/share-panel.tsx';
import { SubscribePanel } from '../subscribe/subscribe-panel.tsx';
import { TablePanel } from '../table/table-download.tsx';

interface ReportDialogsProps {
  readonly route: ReportRoute;
}

export function ReportDialogs({ route }: ReportDialogsProps): JSX.Element | null {
  const { navigate, subscriptions } = useAppContext();
  const { page } = useLocalization();
  const { view, refetch } = useReport();
  const close = (): void => {
    navigate({ ...route, panel: null }, { replace: true });
  };
  switch (route.panel) {
    case null:
      return null;
    case 'share':
      return <SharePanel onClose={close} />;
    case 'subscribe':
      return subscriptions.data === null ? null : <SubscribePanel onClose={close} />;
    case 'revisions':
      return <RevisionsPanel onClose={close} />;
    case 'settings':
      return <SettingsPanel onClose={close} />;
    case 'table':
      return <TablePanel view={view} onClose={close} />;
    case 'owner':
      return <OwnerPanel onClose={close} />;
    case 'notes':
      return <NotesPanel onClose={close} />;
    case 'make':
      return (
        <PanelDialog title={page.make.again} onClose={close}>
          {() => <MakePanel place={view} revision={view.revision} onMade={refetch} />}
        </PanelDialog>
      );
  }
}
