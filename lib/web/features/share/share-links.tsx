// The links that were created in this tab.
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { MadeLink } from '../../api/reports-client.ts';
import { useLocalization } from '../../app-context.tsx';
import { LinkField, useLinkDescription } from './share-link-field.tsx';
import { useLinkRevocation } from './share-revoke.tsx';

interface ShareLinksProps {
  readonly links: readonly MadeLink[];
  readonly onRevoked: (id: string) => void;
}

export function ShareLinks({ links, onRevoked }: ShareLinksProps): JSX.Element {
  const { page } = useLocalization();
  const words = page.share;
  return (
    <section class={links.length === 0 ? 'share-links is-empty' : 'share-links'}>
      <h3>{words.listHeading}</h3>
      <p class="hint">{words.listHint}</p>
      <ul>
        {links.map((link) => (
          <li key={link.id}>
            <ShareLink link={link} onRevoked={onRevoked} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface ShareLinkProps {
  readonly link: MadeLink;
  readonly onRevoked: (id: string) => void;
}

/** A link with buttons to copy and to revoke it. */
export function ShareLink({ link, onRevoked }: ShareLinkProps): JSX.Element {
  const { page } = useLocalization();
  const words = page.share;
  const description = useLinkDescription(link);
  const [isConfirming, setConfirming] = useState(false);
  const { isBusy, error, revoke } = useLinkRevocation(onRevoked);
  const confirmButton = useRef<HTMLButtonElement>(null);
  const revokeButton = useRef<HTMLButtonElement>(null);
  const wasConfirming = useRef(false);
  useEffect(() => {
    if (isConfirming) confirmButton.current?.focus();
    else if (wasConfirming.current) revokeButton.current?.focus();
    wasConfirming.current = isConfirming;
  }, [isConfirming]);
  return (
    <div class="link-entry">
      <LinkField link={link} />
      {isConfirming ? (
        <div class="sure" role="group" aria-label={words.withdrawOf(description)}>
          <p>{words.sure}</p>
          <p class="note-acts">
            <button
              type="button"
              class="danger"
              ref={confirmButton}
              aria-disabled={isBusy}
              onClick={() => {
                void revoke(link.id);
              }}
            >
              {isBusy ? words.withdrawing : words.sureYes}
            </button>
            <button
              type="button"
              onClick={() => {
                setConfirming(false);
              }}
            >
              {words.sureNo}
            </button>
          </p>
        </div>
      ) : (
        <p class="note-acts">
          <button
            type="button"
            ref={revokeButton}
            aria-label={words.withdrawOf(description)}
            onClick={() => {
              setConfirming(true);
            }}
          >
            {words.withdraw}
          </button>
        </p>
      )}
      <p class="error" role="alert">
        {error}
      </p>
    </div>
  );
}
