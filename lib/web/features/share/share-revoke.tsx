// Withdrawing a link: one of this tab, or any that somebody has as text.
import type { JSX } from 'preact';
import { useId, useRef, useState } from 'preact/hooks';
import { useLibrary, useSpeech } from '../../app-context.tsx';
import { linkIn } from './link-text.ts';
import type { Trouble } from '../../api/api-errors.ts';
import { troubleOf } from '../../api/api-errors.ts';
import type { LibraryWords } from '../../../i18n/en/page.ts';

interface Withdrawal {
  readonly isBusy: boolean;
  /** Why it was not withdrawn; null where nothing went wrong. */
  readonly error: string | null;
  /** `name`: the id or the token. */
  readonly withdraw: (id: string, name?: string) => Promise<void>;
}

/** `onDone` is called when the link opens nothing any more. */
export function useWithdrawal(onDone: (id: string) => void): Withdrawal {
  const { api, announce } = useLibrary();
  const { page } = useSpeech();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const withdraw = async (id: string, name = id): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    setError(null);
    try {
      await api.revokeLink(name);
      announce(page.share.withdrawn);
      onDone(id);
    } catch (problem) {
      setError(saidOf(troubleOf(problem), page));
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, error, withdraw };
}

function saidOf({ kind }: Trouble, { share, trouble }: LibraryWords): string {
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
      return `${share.withdrawFailed} ${trouble[kind][1] ?? ''}`;
  }
}

interface WithdrawPastedProps {
  readonly onWithdrawn: (id: string) => void;
}

export function WithdrawPasted({ onWithdrawn }: WithdrawPastedProps): JSX.Element {
  const { page } = useSpeech();
  const words = page.share;
  const [pasted, setPasted] = useState('');
  const [isStrange, setStrange] = useState(false);
  const [isDone, setDone] = useState(false);
  const [field, hint] = [useId(), useId()];
  const input = useRef<HTMLInputElement>(null);
  const { isBusy, error, withdraw } = useWithdrawal((id) => {
    setPasted('');
    setDone(true);
    input.current?.focus();
    onWithdrawn(id);
  });
  const said = isStrange ? words.notALink : error;
  return (
    <details class="share-other">
      <summary>{words.otherHeading}</summary>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const link = linkIn(pasted);
          setStrange(link === null);
          setDone(false);
          if (link === null) input.current?.focus();
          else void withdraw(link.id, link.name);
        }}
      >
        <p class="hint">{words.otherIntro}</p>
        <label for={field}>{words.pasted}</label>
        <div class="link-row">
          <input
            id={field}
            ref={input}
            type="text"
            dir="ltr"
            autocomplete="off"
            autocapitalize="off"
            spellcheck={false}
            value={pasted}
            aria-invalid={said !== null}
            aria-describedby={hint}
            onInput={(event) => {
              setPasted(event.currentTarget.value);
              setStrange(false);
            }}
          />
          <button type="submit" aria-disabled={isBusy}>
            {isBusy ? words.withdrawing : words.withdraw}
          </button>
        </div>
        <p id={hint} class="error" role="alert">
          {said}
        </p>
        {isDone && <p>{words.withdrawn}</p>}
      </form>
    </details>
  );
}
