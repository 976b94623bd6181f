// The message that a subscription gets about the newest report: as HTML in a frame without scripts, and as plain text.
// It is the only place where the page accepts markup.
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { MessagePreview } from '../../../http/subscription-responses.ts';
import { previewQuery } from '../../api/queries.ts';
import { useQuery } from '../../api/query.ts';
import { useLocalization } from '../../app-context.tsx';
import { SubscriptionErrorNote } from './subscription-action.tsx';
import { previewHtml } from './subscription-texts.ts';

export function MessagePreviewSection({ id }: { readonly id: string }): JSX.Element {
  const words = useLocalization().page.subscribe;
  const { data: message, error } = useQuery(previewQuery, id);
  if (error !== null) return <SubscriptionErrorNote error={error} />;
  if (message === null) return <div class="waiting is-block" aria-label={words.preview} />;
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

declare global {
  interface Window {
    /** Missing in browsers without trusted types. `createHTML` returns an object that the browser accepts as markup. */
    readonly trustedTypes?: {
      createPolicy(
        name: string,
        rules: { createHTML: (text: string) => string },
      ): { createHTML(text: string): string };
    };
  }
}

/** Named in the page's content security policy. */
const POLICY = 'message-preview';

let toMarkup: ((html: string) => string) | null = null;

/** For `srcdoc` of a sandboxed frame; null where the page's policy does not allow it. */
function frameContent(html: string): string | null {
  try {
    toMarkup ??= createConversion();
    return toMarkup(html);
  } catch {
    return null;
  }
}

/** Throws when the content security policy does not name the policy. */
function createConversion(): (html: string) => string {
  const policy = window.trustedTypes?.createPolicy(POLICY, { createHTML: previewHtml });
  return policy === undefined ? previewHtml : (html) => policy.createHTML(html);
}
