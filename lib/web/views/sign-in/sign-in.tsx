// Signing in: a token, checked by using it.
import type { JSX, TargetedInputEvent } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { LanguageChoice } from '../../ui/language-choice.tsx';
import { useSpeech } from '../../app-context.tsx';
import { isSendable, tokenIn } from './token-entry.ts';

/** refused: what was entered is no token; ended: what was one is none any more. */
export type SignInReason = 'refused' | 'ended' | null;

interface SignInProps {
  readonly reason: SignInReason;
  /** While a token is being tried. */
  readonly isChecking?: boolean;
  readonly onToken?: (token: string) => void;
  readonly onLanguage?: (language: string) => void;
}

export function SignIn({
  reason,
  isChecking = false,
  onToken,
  onLanguage,
}: SignInProps): JSX.Element {
  const { page } = useSpeech();
  useEffect(() => {
    document.title = `${page.signIn.heading} · ${page.product}`;
  }, [page]);
  if (isChecking) {
    return (
      <main class="sign-in is-checking" id="main">
        <p class="brand">{page.product}</p>
        <p role="status">{page.signIn.checking}</p>
      </main>
    );
  }
  return (
    <main class="sign-in" id="main">
      <p class="brand">{page.product}</p>
      <h1>{page.signIn.heading}</h1>
      <p>{page.signIn.intro}</p>
      <TokenForm reason={reason} {...(onToken === undefined ? {} : { onToken })} />
      {onLanguage !== undefined && <LanguageChoice onLanguage={onLanguage} />}
    </main>
  );
}

function TokenForm({ reason, onToken }: Pick<SignInProps, 'reason' | 'onToken'>): JSX.Element {
  const { page } = useSpeech();
  const words = page.signIn;
  const [typed, setTyped] = useState('');
  const [isShown, setShown] = useState(false);
  const [problem, setProblem] = useState<'missing' | 'unreadable' | SignInReason>(reason);
  const input = useRef<HTMLInputElement>(null);
  const [field, hint, error] = [useId(), useId(), useId()];
  useEffect(() => {
    // What is wrong is heard with the field that it is about.
    input.current?.focus();
  }, []);
  const entry = {
    id: field,
    ref: input,
    name: 'token',
    value: typed,
    onInput: (event: TargetedInputEvent<HTMLInputElement>) => {
      setTyped(event.currentTarget.value);
      setProblem(null);
    },
    // Whoever has a password manager may keep the token there; the page doesn't.
    autocomplete: 'current-password',
    autocapitalize: 'off',
    spellcheck: false,
    dir: 'ltr',
    required: true,
    'aria-describedby': problem === null ? hint : `${error} ${hint}`,
    'aria-invalid': problem !== null,
  } as const;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const token = tokenIn(typed);
        if (token !== null && isSendable(token)) {
          onToken?.(token);
          return;
        }
        setProblem(token === null ? 'missing' : 'unreadable');
        input.current?.focus();
      }}
    >
      <input
        type="text"
        name="username"
        autocomplete="username"
        value={words.account}
        readOnly
        hidden
      />
      <label for={field}>{words.token}</label>
      {isShown ? <input type="text" {...entry} /> : <input type="password" {...entry} />}
      <p class="error" id={error} role="alert">
        {problem !== null && words[problem]}
      </p>
      <p class="hint" id={hint}>
        {words.hint}
      </p>
      <label class="check">
        <input
          type="checkbox"
          checked={isShown}
          onChange={(event) => {
            setShown(event.currentTarget.checked);
          }}
        />
        {words.show}
      </label>
      <button type="submit" class="primary">
        {words.submit}
      </button>
    </form>
  );
}
