// The form with which readers of mails request a new access link, where the page asks for a token.
import type { JSX } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import type { BrowserEnvironment } from '../../app-context.tsx';
import { useLocalization } from '../../app-context.tsx';
import { requestAccessLink } from '../../api/access-client.ts';
import { Form } from '../../ui/form.tsx';

interface RequestLinkProps {
  readonly environment: Pick<BrowserEnvironment, 'base' | 'fetch'>;
  /** Whether the reader's link has just been refused. */
  readonly hasEnded: boolean;
}

type Result = 'ended' | 'invalid' | 'sent' | 'failed' | null;

export function RequestLink({ environment, hasEnded }: RequestLinkProps): JSX.Element {
  const words = useLocalization().page.access;
  const [address, setAddress] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [result, setResult] = useState<Result>(hasEnded ? 'ended' : null);
  const input = useRef<HTMLInputElement>(null);
  const [headingId, fieldId, hintId, resultId] = [useId(), useId(), useId(), useId()];
  useEffect(() => {
    // Screen readers announce the result with the focused field.
    if (hasEnded) input.current?.focus();
  }, [hasEnded]);
  const submit = async (): Promise<void> => {
    setBusy(true);
    const answer = await requestAccessLink(environment, address.trim());
    setBusy(false);
    setResult(answer);
    if (answer === 'invalid') input.current?.focus();
  };
  return (
    <section class="request-link" aria-labelledby={headingId}>
      <h2 id={headingId}>{words.heading}</h2>
      <p class="hint" id={hintId}>
        {words.hint}
      </p>
      <Form
        onSubmit={() => {
          if (!isBusy) void submit();
        }}
      >
        <label for={fieldId}>{words.address}</label>
        <input
          id={fieldId}
          ref={input}
          type="email"
          name="email"
          autocomplete="email"
          dir="ltr"
          required
          value={address}
          aria-describedby={`${resultId} ${hintId}`}
          aria-invalid={result === 'invalid'}
          onInput={(event) => {
            setAddress(event.currentTarget.value);
            setResult(null);
          }}
        />
        <p class={result === 'sent' ? 'hint' : 'error'} id={resultId} role="status">
          {result !== null && words[result]}
        </p>
        <button type="submit" disabled={isBusy}>
          {words.submit}
        </button>
      </Form>
    </section>
  );
}
