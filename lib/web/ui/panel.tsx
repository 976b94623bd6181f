// Modal dialogs and panels of a view, and where the focus goes when they open and close.
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { AppContextProvider, useAppContext, useLocalization } from '../app-context.tsx';

export interface PanelProps {
  /** Not called when navigation has removed the dialog. */
  readonly onClose: () => void;
}

interface PanelDialogProps extends PanelProps {
  readonly title: string;
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

/** Returns a ref for the panel. When a panel with focus is removed, the focus moves to the view. */
export function usePanelFocus(isShown = true): { current: HTMLElement | null } {
  const panel = useRef<HTMLElement | null>(null);
  useEffect(() => {
    const element = panel.current;
    if (element === null) return undefined;
    let hasFocus = element.contains(document.activeElement);
    const onFocusIn = (): void => {
      hasFocus = true;
    };
    const onFocusOut = ({ relatedTarget }: FocusEvent): void => {
      // An element that is removed from the document loses focus without a related target.
      if (relatedTarget instanceof Node && !element.contains(relatedTarget)) hasFocus = false;
    };
    element.addEventListener('focusin', onFocusIn);
    element.addEventListener('focusout', onFocusOut);
    return () => {
      element.removeEventListener('focusin', onFocusIn);
      element.removeEventListener('focusout', onFocusOut);
      if (!hasFocus || !(isFocusLost() || element.contains(document.activeElement))) return;
      focusView();
      window.scrollTo(0, 0);
    };
  }, [isShown]);
  return panel;
}

/** Whether no element has the focus, e.g. because the focused element was removed. */
function isFocusLost(): boolean {
  const { activeElement } = document;
  return activeElement === null || activeElement === document.body;
}

/** Fields in which keys enter text or choose a value. */
export const FIELDS = 'input:not([type=checkbox], [type=radio]), textarea, select';

/** Whether the focus is in a field, from which an answer must not take it. */
export function isInField(): boolean {
  return document.activeElement?.matches(FIELDS) === true;
}

/** Focuses the view without scrolling. */
export function focusView(): void {
  document.querySelector<HTMLElement>('#main')?.focus({ preventScroll: true });
}

/**
 * Scrolls a box until an element in it is visible. Unlike `scrollIntoView`, it does not move the starting point of
 * the next Tab key.
 */
export function scrollWithin(box: Element | null, target: Element | null | undefined): void {
  if (box === null || target === null || target === undefined) return;
  const [inner, outer] = [target.getBoundingClientRect(), box.getBoundingClientRect()];
  if (inner.top < outer.top) box.scrollTop -= outer.top - inner.top;
  else if (inner.bottom > outer.bottom) box.scrollTop += inner.bottom - outer.bottom;
}
