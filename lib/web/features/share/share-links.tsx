// The links that were made in this tab, each with a way to withdraw it.
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { MadeLink } from '../../api/api-client.ts';
import { useSpeech } from '../../app-context.tsx';
import { LinkField, useLinkName } from './share-link-field.tsx';
import { useWithdrawal } from './share-revoke.tsx';

interface ShareLinksProps {
  readonly links: readonly MadeLink[];
  readonly onWithdrawn: (id: string) => void;
}

export function ShareLinks({ links, onWithdrawn }: ShareLinksProps): JSX.Element {
  const { page } = useSpeech();
  const words = page.share;
  return (
    <section class={links.length === 0 ? 'share-links is-empty' : 'share-links'}>
      <h3>{words.listHeading}</h3>
      <p class="hint">{words.listHint}</p>
      <ul>
        {links.map((link) => (
          <li key={link.id}>
            <LinkEntry link={link} onWithdrawn={onWithdrawn} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface LinkEntryProps {
  readonly link: MadeLink;
  readonly onWithdrawn: (id: string) => void;
}

/** A link that can be copied and withdrawn. */
export function LinkEntry({ link, onWithdrawn }: LinkEntryProps): JSX.Element {
  const { page } = useSpeech();
  const words = page.share;
  const what = useLinkName(link);
  const [isAsking, setAsking] = useState(false);
  const { isBusy, error, withdraw } = useWithdrawal(onWithdrawn);
  const sure = useRef<HTMLButtonElement>(null);
  const first = useRef<HTMLButtonElement>(null);
  const wasAsking = useRef(false);
  useEffect(() => {
    if (isAsking) sure.current?.focus();
    else if (wasAsking.current) first.current?.focus();
    wasAsking.current = isAsking;
  }, [isAsking]);
  return (
    <div class="link-entry">
      <LinkField link={link} />
      {isAsking ? (
        <div class="sure" role="group" aria-label={words.withdrawOf(what)}>
          <p>{words.sure}</p>
          <p class="note-acts">
            <button
              type="button"
              class="danger"
              ref={sure}
              aria-disabled={isBusy}
              onClick={() => {
                void withdraw(link.id);
              }}
            >
              {isBusy ? words.withdrawing : words.sureYes}
            </button>
            <button
              type="button"
              onClick={() => {
                setAsking(false);
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
            ref={first}
            aria-label={words.withdrawOf(what)}
            onClick={() => {
              setAsking(true);
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
