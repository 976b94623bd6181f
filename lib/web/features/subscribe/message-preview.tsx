// The message that a subscription gets about the newest report: as HTML in a frame without scripts, and as plain text.
import type { JSX } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { MessagePreview } from '../../../http/subscription-responses.ts';
import type { ApiError } from '../../api/api-errors.ts';
import { toApiError } from '../../api/api-errors.ts';
import { useAppContext, useLocalization } from '../../app-context.tsx';
import { frameContent } from './preview-frame.ts';
import { SubscriptionErrorNote } from './subscription-action.tsx';

export function MessagePreviewSection({ id }: { readonly id: string }): JSX.Element {
  const { api } = useAppContext();
  const words = useLocalization().page.subscribe;
  const [message, setMessage] = useState<MessagePreview | null>(null);
  const [error, setError] = useState<ApiError | null>(null);
  useEffect(() => {
    const aborter = new AbortController();
    api.previewMessage(id, aborter.signal).then(setMessage, (caught: unknown) => {
      if (!aborter.signal.aborted) setError(toApiError(caught));
    });
    return () => {
      aborter.abort();
    };
  }, [api, id]);
  if (error !== null) return <SubscriptionErrorNote error={error} />;
  if (message === null) return <div class="waiting preview-waiting" aria-label={words.preview} />;
  return <ShownMessage message={message} />;
}

function ShownMessage({ message }: { readonly message: MessagePreview }): JSX.Element {
  const words = useLocalization().page.subscribe;
  const { subject, html, text } = message;
  // A new value would load the frame again.
  const content = useMemo(() => frameContent(html), [html]);
  return (
    <section class="preview" aria-label={words.preview}>
      <p class="preview-subject">
        <span class="muted">{words.subject}</span> <strong dir="auto">{subject}</strong>
      </p>
      {content !== null && (
        <iframe
          title={words.preview}
          // No scripts, no forms and no access to the page; links open in a new tab.
          sandbox="allow-popups allow-popups-to-escape-sandbox"
          srcdoc={content}
        />
      )}
      <details open={content === null}>
        <summary>{words.plainText}</summary>
        <pre dir="auto">{text}</pre>
      </details>
    </section>
  );
}
