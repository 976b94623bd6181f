// Dialog to create, copy and revoke links that open a report without signing in.
import type { JSX, TargetedEvent } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import type { MadeLink } from '../../api/reports-client.ts';
import { AppContextProvider, useAppContext, useLocalization } from '../../app-context.tsx';
import { focusView, isFocusLost } from '../../ui/panel-focus.ts';
import { ShareForm } from './share-form.tsx';
import { ShareLinks } from './share-links.tsx';
import { RevokePastedLink } from './share-revoke.tsx';

export function SharePanel(): JSX.Element {
  const appContext = useAppContext();
  const { page } = useLocalization();
  const words = page.share;
  const { view, navigate, cache } = appContext;
  const titleId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const dialog = useDialog(heading);
  const [announcement, setAnnouncement] = useState('');
  const [links, setLinks] = useState<readonly MadeLink[]>(() => [...cache.links.values()]);
  /** Shown in place of the form until another link is created. */
  const [newLink, setNewLink] = useState<MadeLink | null>(null);
  const refreshLinks = (): void => {
    setLinks([...cache.links.values()]);
  };
  const removeLink = (id: string): void => {
    cache.links.delete(id);
    setNewLink((link) => (link?.id === id ? null : link));
    refreshLinks();
  };
  const onRevoked = (id: string): void => {
    // The button that had the focus is removed.
    heading.current?.focus();
    removeLink(id);
  };
  const onClose = ({ currentTarget }: TargetedEvent<HTMLDialogElement>): void => {
    // When the address has already changed, closing the dialog must not change it again.
    if (view.name === 'report' && currentTarget.isConnected)
      navigate({ ...view, panel: null }, { replace: true });
  };
  return (
    <dialog ref={dialog} class="share" aria-labelledby={titleId} onClose={onClose}>
      <AppContextProvider value={{ ...appContext, announce: setAnnouncement }}>
        <div class="share-head">
          <h2 id={titleId} ref={heading} tabIndex={-1}>
            {words.heading}
          </h2>
          <button
            type="button"
            onClick={() => {
              dialog.current?.close();
            }}
          >
            {words.close}
          </button>
        </div>
        <p>{words.intro}</p>
        <ShareForm
          newLink={newLink}
          onRevoked={onRevoked}
          onNewLink={(link) => {
            if (link !== null) cache.links.set(link.id, link);
            setNewLink(link);
            refreshLinks();
          }}
        />
        <ShareLinks
          links={links.filter(({ id }) => id !== newLink?.id).toReversed()}
          onRevoked={onRevoked}
        />
        <RevokePastedLink onRevoked={removeLink} />
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
