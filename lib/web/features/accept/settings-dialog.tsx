// Button and dialog with what is accepted of a folder and its surveys, and with the folder's targets.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useAppContext, useLocalization } from '../../app-context.tsx';
import { useReport } from '../../report-context.tsx';
import { PanelDialog } from '../../ui/panel.tsx';
import { AcceptedList } from './accepted-list.tsx';
import { Targets } from './targets.tsx';

/** Only for a folder that the token covers now: what is set counts from now on. */
export function SettingsButton(): JSX.Element | null {
  const { folderIndex } = useAppContext();
  const { page } = useLocalization();
  const { selection } = useReport();
  const [isOpen, setOpen] = useState(false);
  const words = page.accept;
  const { folder, revision } = selection;
  if (revision !== null || folderIndex.folder(folder) === null) return null;
  return (
    <>
      <button
        type="button"
        onClick={() => {
          setOpen(true);
        }}
      >
        {words.heading}
      </button>
      {isOpen && (
        <PanelDialog
          title={words.heading}
          onClose={() => {
            setOpen(false);
          }}
        >
          {(focusHeading) => (
            <>
              <AcceptedList onRemoved={focusHeading} />
              <Targets onRemoved={focusHeading} />
            </>
          )}
        </PanelDialog>
      )}
    </>
  );
}
