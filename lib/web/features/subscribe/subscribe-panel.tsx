// Dialog to get a folder's report every week, and what happens next.
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { CreatedSubscription } from '../../api/subscriptions-client.ts';
import { useAppContext, useLocalization } from '../../app-context.tsx';
import { useReport } from '../../report-context.tsx';
import { CopyField } from '../../ui/copy-field.tsx';
import { ViewLink } from '../../ui/controls.tsx';
import { PanelDialog } from '../../ui/panel-dialog.tsx';
import { MessagePreviewSection } from './message-preview.tsx';
import { SubscribeForm } from './subscribe-form.tsx';
import { resultText } from './subscription-texts.ts';

interface SubscribePanelProps {
  readonly onClose: () => void;
}

export function SubscribePanel({ onClose }: SubscribePanelProps): JSX.Element {
  const { page } = useLocalization();
  const { report, localization } = useReport();
  const words = page.subscribe;
  const [created, setCreated] = useState<CreatedSubscription | null>(null);
  return (
    <PanelDialog title={words.heading} onClose={onClose}>
      {() => (
        <>
          <p>{words.intro(localization.names.folder(report.folder.key))}</p>
          {created === null ? (
            <SubscribeForm onCreated={setCreated} />
          ) : (
            <SubscriptionResult
              subscription={created}
              onAnother={() => {
                setCreated(null);
              }}
            />
          )}
        </>
      )}
    </PanelDialog>
  );
}

interface SubscriptionResultProps {
  readonly subscription: CreatedSubscription;
  readonly onAnother: () => void;
}

function SubscriptionResult({ subscription, onAnother }: SubscriptionResultProps): JSX.Element {
  const { announce } = useAppContext();
  const pageLocalization = useLocalization();
  const words = pageLocalization.page.subscribe;
  const [isPreviewShown, setPreviewShown] = useState(false);
  const result = useRef<HTMLElement>(null);
  const { id, signingKey } = subscription;
  const [title, detail] = resultText(subscription, pageLocalization);
  useEffect(() => {
    result.current?.focus();
    announce(`${title}. ${detail}`);
  }, [id]);
  return (
    <>
      <section class="share-made" ref={result} tabIndex={-1} aria-label={title}>
        <h3>{title}</h3>
        <p>{detail}</p>
        {signingKey !== null && (
          <div class="link-field">
            <CopyField label={words.signingKey} value={signingKey} copyLabel={words.copyKey} />
            <p class="hint">{words.signingKeyHint}</p>
          </div>
        )}
        <p class="note-acts">
          <button
            type="button"
            aria-expanded={isPreviewShown}
            onClick={() => {
              setPreviewShown((isShown) => !isShown);
            }}
          >
            {words.preview}
          </button>
          <button type="button" onClick={onAnother}>
            {words.another}
          </button>
          <ViewLink class="button" view={{ name: 'subscriptions', all: false }}>
            {words.manage}
          </ViewLink>
        </p>
      </section>
      {isPreviewShown && <MessagePreviewSection id={id} />}
    </>
  );
}
