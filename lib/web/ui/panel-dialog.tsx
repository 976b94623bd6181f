// A modal dialog with a heading and a button to close it, which announces messages itself.
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { AppContextProvider, useAppContext, useLocalization } from '../app-context.tsx';
import { focusView, isFocusLost } from './panel-focus.ts';

interface PanelDialogProps {
  readonly title: string;
  /** Not called when navigation has removed the dialog. */
  readonly onClose: () => void;
  /** Receives a function that moves the focus to the heading, for content that removes the focused element. */
  readonly children: (focusHeading: () => void) => ComponentChildren;
}

/** Open while it is mounted. */
export function PanelDialog({ title, onClose, children }: PanelDialogProps): JSX.Element {
  const appContext = useAppContext();
  const { page } = useLocalization();
  const titleId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const dialog = useDialog(heading);
  const [announcement, setAnnouncement] = useState('');
  return (
    <dialog
      ref={dialog}
      class="panel-dialog"
      aria-labelledby={titleId}
      onClose={({ currentTarget }) => {
        if (currentTarget.isConnected) onClose();
      }}
    >
      <AppContextProvider value={{ ...appContext, announce: setAnnouncement }}>
        <div class="dialog-head">
          <h2 id={titleId} ref={heading} tabIndex={-1}>
            {title}
          </h2>
          <button
            type="button"
            onClick={() => {
              dialog.current?.close();
            }}
          >
            {page.share.close}
          </button>
        </div>
        {children(() => {
          heading.current?.focus();
        })}
        {/* Status regions behind a modal dialog are not announced. */}
        <p class="unseen" role="status">
          {announcement}
        </p>
      </AppContextProvider>
    </dialog>
  );
}

/** Opens the dialog while it is mounted, and restores the focus when it closes. */
function useDialog(heading: { readonly current: HTMLElement | null }): {
  current: HTMLDialogElement | null;
} {
  const dialog = useRef<HTMLDialogElement | null>(null);
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    heading.current?.focus();
    return () => {
      // The dialog was closed by navigation.
      element?.close();
      if (isFocusLost()) focusView();
    };
  }, []);
  return dialog;
}
