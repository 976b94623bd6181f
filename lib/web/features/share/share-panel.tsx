// Dialog to create, copy and revoke links that open a report without signing in.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { MadeLink } from '../../api/reports-client.ts';
import { useAppContext, useLocalization } from '../../app-context.tsx';
import { PanelDialog } from '../../ui/panel-dialog.tsx';
import { ShareForm } from './share-form.tsx';
import { ShareLinks } from './share-links.tsx';
import { RevokePastedLink } from './share-revoke.tsx';

interface SharePanelProps {
  readonly onClose: () => void;
}

export function SharePanel({ onClose }: SharePanelProps): JSX.Element {
  const { cache } = useAppContext();
  const { page } = useLocalization();
  const words = page.share;
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
  return (
    <PanelDialog title={words.heading} onClose={onClose}>
      {(focusHeading) => {
        const onRevoked = (id: string): void => {
          // The button that had the focus is removed.
          focusHeading();
          removeLink(id);
        };
        return (
          <>
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
          </>
        );
      }}
    </PanelDialog>
  );
}
