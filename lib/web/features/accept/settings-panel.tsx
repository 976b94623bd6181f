// Dialog with what is accepted of a folder and its surveys, and with the folder's targets.
import type { JSX } from 'preact';
import { useLocalization } from '../../app-context.tsx';
import type { PanelProps } from '../../ui/panel.tsx';
import { PanelDialog } from '../../ui/panel.tsx';
import { AcceptedList } from './accepted-list.tsx';
import { Targets } from './targets.tsx';

export function SettingsPanel({ onClose }: PanelProps): JSX.Element {
  const { page } = useLocalization();
  return (
    <PanelDialog title={page.accept.heading} onClose={onClose}>
      {(focusHeading) => (
        <>
          <AcceptedList onRemoved={focusHeading} />
          <Targets onRemoved={focusHeading} />
        </>
      )}
    </PanelDialog>
  );
}
