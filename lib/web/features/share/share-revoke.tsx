// Revokes links: those created in this tab, or a pasted one.
import type { JSX } from 'preact';
import { useId, useRef, useState } from 'preact/hooks';
import { useAppContext, useLocalization } from '../../app-context.tsx';
import { parseLink } from './link-text.ts';
import type { ApiError } from '../../api/api-errors.ts';
import { toApiError } from '../../api/api-errors.ts';
import type { PageTexts } from '../../../i18n/en/page.ts';

interface LinkRevocation {
  readonly isBusy: boolean;
  /** Error text of the last attempt; null when there was none. */
  readonly error: string | null;
  /** `idOrToken` defaults to the id. */
  readonly revoke: (id: string, idOrToken?: string) => Promise<void>;
}

/** `onRevoked` is called when the link no longer works. */
export function useLinkRevocation(onRevoked: (id: string) => void): LinkRevocation {
  const { api, announce } = useAppContext();
  const { page } = useLocalization();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const revoke = async (id: string, idOrToken = id): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    setError(null);
    try {
      await api.revokeLink(idOrToken);
      announce(page.share.revoked);
      onRevoked(id);
    } catch (caught) {
      setError(revocationErrorText(toApiError(caught), page));
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, error, revoke };
}

function revocationErrorText({ kind }: ApiError, { share, errors: trouble }: PageTexts): string {
  switch (kind) {
    case 'notFound':
    case 'refused':
      return share.noSuchLink;
    case 'offline':
    case 'slow':
    case 'foreign':
    case 'busy':
    case 'broken':
    case 'signedOut':
      return `${share.revokeFailed} ${trouble[kind][1] ?? ''}`;
  }
}

interface RevokePastedLinkProps {
  readonly onRevoked: (id: string) => void;
}

export function RevokePastedLink({ onRevoked }: RevokePastedLinkProps): JSX.Element {
  const { page } = useLocalization();
  const words = page.share;
  const [pasted, setPasted] = useState('');
  const [isInvalid, setInvalid] = useState(false);
  const [isDone, setDone] = useState(false);
  const [fieldId, messageId] = [useId(), useId()];
  const input = useRef<HTMLInputElement>(null);
  const { isBusy, error, revoke } = useLinkRevocation((id) => {
    setPasted('');
    setDone(true);
    input.current?.focus();
    onRevoked(id);
  });
  const message = isInvalid ? words.notALink : error;
  return (
    <details class="share-other">
      <summary>{words.otherHeading}</summary>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const link = parseLink(pasted);
          setInvalid(link === null);
          setDone(false);
          if (link === null) input.current?.focus();
          else void revoke(link.id, link.idOrToken);
        }}
      >
        <p class="hint">{words.otherIntro}</p>
        <label for={fieldId}>{words.linkOrId}</label>
        <div class="link-row">
          <input
            id={fieldId}
            ref={input}
            type="text"
            dir="ltr"
            autocomplete="off"
            autocapitalize="off"
            spellcheck={false}
            value={pasted}
            aria-invalid={message !== null}
            aria-describedby={messageId}
            onInput={(event) => {
              setPasted(event.currentTarget.value);
              setInvalid(false);
            }}
          />
          <button type="submit" aria-disabled={isBusy}>
            {isBusy ? words.revoking : words.revoke}
          </button>
        </div>
        <p id={messageId} class="error" role="alert">
          {message}
        </p>
        {isDone && <p>{words.revoked}</p>}
      </form>
    </details>
  );
}
