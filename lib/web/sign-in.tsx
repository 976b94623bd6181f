// Sign-in form. The token is checked by using it.
import type { JSX, TargetedInputEvent } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { LanguageSelect } from './ui/settings-menu.tsx';
import { useDocumentTitle, useLocalization } from './app-context.tsx';
import { isValidHeaderValue, parseToken } from './preferences.ts';

/** refused: the entered token was rejected; ended: an accepted token is no longer accepted. */
export type SignInReason = 'refused' | 'ended' | null;

interface SignInProps {
  readonly reason: SignInReason;
  readonly onToken: (token: string) => void;
  readonly onLanguage: (language: string) => void;
}

/** Shown while the token is being checked. */
export function TokenCheck(): JSX.Element {
  const { page } = useLocalization();
  useDocumentTitle(page.signIn.heading);
  return (
    <main class="sign-in is-checking" id="main">
      <p class="brand">{page.product}</p>
      <p role="status">{page.signIn.checking}</p>
    </main>
  );
}

export function SignIn({ reason, onToken, onLanguage }: SignInProps): JSX.Element {
  const { page } = useLocalization();
  useDocumentTitle(page.signIn.heading);
  return (
    <main class="sign-in" id="main">
      <p class="brand">{page.product}</p>
      <h1>{page.signIn.heading}</h1>
      <p>{page.signIn.intro}</p>
      <TokenForm reason={reason} onToken={onToken} />
      <LanguageSelect onLanguage={onLanguage} />
    </main>
  );
}

function TokenForm({ reason, onToken }: Pick<SignInProps, 'reason' | 'onToken'>): JSX.Element {
  const { page } = useLocalization();
  const words = page.signIn;
  const [typed, setTyped] = useState('');
  const [isVisible, setVisible] = useState(false);
  const [problem, setProblem] = useState<'missing' | 'unreadable' | SignInReason>(reason);
  const input = useRef<HTMLInputElement>(null);
  const [fieldId, hintId, errorId] = [useId(), useId(), useId()];
  useEffect(() => {
    // Screen readers announce the error with the focused field.
    input.current?.focus();
  }, []);
  const inputProps = {
    id: fieldId,
    ref: input,
    name: 'token',
    value: typed,
    onInput: (event: TargetedInputEvent<HTMLInputElement>) => {
      setTyped(event.currentTarget.value);
      setProblem(null);
    },
    // A password manager may store the token; the page itself does not store it permanently.
    autocomplete: 'current-password',
    autocapitalize: 'off',
    spellcheck: false,
    dir: 'ltr',
    required: true,
    'aria-describedby': problem === null ? hintId : `${errorId} ${hintId}`,
    'aria-invalid': problem !== null,
  } as const;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const token = parseToken(typed);
        if (token !== null && isValidHeaderValue(token)) {
          onToken(token);
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
      <label for={fieldId}>{words.token}</label>
      {isVisible ? (
        <input type="text" {...inputProps} />
      ) : (
        <input type="password" {...inputProps} />
      )}
      <p class="error" id={errorId} role="alert">
        {problem !== null && words[problem]}
      </p>
      <p class="hint" id={hintId}>
        {words.hint}
      </p>
      <label class="check">
        <input
          type="checkbox"
          checked={isVisible}
          onChange={(event) => {
            setVisible(event.currentTarget.checked);
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
