// Links to a report that open it without signing in: made, copied, withdrawn. A dialog over the report, with an address.
import type { JSX, TargetedEvent } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import type { Report } from '../../../domain/report.ts';
import type { MadeLink, ReportPlace } from '../../api/api-client.ts';
import { LibraryProvider, useLibrary, useSpeech } from '../../app-context.tsx';
import { focusView, isKeyboardLost } from '../../ui/panel-focus.ts';
import { ShareForm } from './share-form.tsx';
import { ShareLinks } from './share-links.tsx';
import { WithdrawPasted } from './share-revoke.tsx';

interface SharePanelProps {
  readonly place: ReportPlace;
  /** As shown. */
  readonly report: Report;
}

export function SharePanel({ place, report }: SharePanelProps): JSX.Element {
  const library = useLibrary();
  const { page } = useSpeech();
  const words = page.share;
  const { view, go, memories } = library;
  const titleId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const dialog = useDialog(heading);
  const [said, setSaid] = useState('');
  const [links, setLinks] = useState<readonly MadeLink[]>(() => [...memories.links.values()]);
  /** Just made: it is shown where it was asked for. */
  const [newest, setNewest] = useState<MadeLink | null>(null);
  const isOld = view.name === 'report' && view.revision !== null;
  const remember = (): void => {
    setLinks([...memories.links.values()]);
  };
  const forget = (id: string): void => {
    memories.links.delete(id);
    setNewest((link) => (link?.id === id ? null : link));
    remember();
  };
  const onWithdrawn = (id: string): void => {
    // Where its button was is nothing any more.
    heading.current?.focus();
    forget(id);
  };
  const onClose = ({ currentTarget }: TargetedEvent<HTMLDialogElement>): void => {
    // One that is closed because the address leads elsewhere already has nothing to say of it.
    if (view.name === 'report' && currentTarget.isConnected)
      go({ ...view, section: null }, { replace: true });
  };
  return (
    <dialog ref={dialog} class="share" aria-labelledby={titleId} onClose={onClose}>
      <LibraryProvider value={{ ...library, announce: setSaid }}>
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
          place={place}
          revision={isOld ? null : report.revision}
          made={newest}
          onWithdrawn={onWithdrawn}
          onMade={(link) => {
            if (link !== null) memories.links.set(link.id, link);
            setNewest(link);
            remember();
          }}
        />
        <ShareLinks
          links={links.filter(({ id }) => id !== newest?.id).toReversed()}
          onWithdrawn={onWithdrawn}
        />
        <WithdrawPasted onWithdrawn={forget} />
        {/* What is behind a dialog is silent. */}
        <p class="unseen" role="status">
          {said}
        </p>
      </LibraryProvider>
    </dialog>
  );
}

/** Open as long as it is there. When it closes, the keyboard is back where it was before. */
function useDialog(heading: { readonly current: HTMLElement | null }): {
  current: HTMLDialogElement | null;
} {
  const dialog = useRef<HTMLDialogElement | null>(null);
  useEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    heading.current?.focus();
    return () => {
      // By another way than its own: the address was changed.
      shown?.close();
      if (isKeyboardLost()) focusView();
    };
  }, []);
  return dialog;
}
