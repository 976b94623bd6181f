// Button to remove a subscription, which asks for confirmation.
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useAppContext, useLocalization } from '../../app-context.tsx';
import { useSubscriptionAction } from './use-subscription-action.ts';

interface RemoveSubscriptionProps {
  readonly id: string;
  /** Names the subscription. */
  readonly label: string;
  readonly onRemoved: () => void;
}

export function RemoveSubscription({ id, label, onRemoved }: RemoveSubscriptionProps): JSX.Element {
  const { api } = useAppContext();
  const words = useLocalization().page.subscriptions;
  const [isConfirming, setConfirming] = useState(false);
  const { isBusy, message, isError, run } = useSubscriptionAction();
  const confirmButton = useRef<HTMLButtonElement>(null);
  const removeButton = useRef<HTMLButtonElement>(null);
  const wasConfirming = useRef(false);
  useEffect(() => {
    if (isConfirming) confirmButton.current?.focus();
    else if (wasConfirming.current) removeButton.current?.focus();
    wasConfirming.current = isConfirming;
  }, [isConfirming]);
  if (!isConfirming) {
    return (
      <button
        type="button"
        ref={removeButton}
        aria-label={label}
        onClick={() => {
          setConfirming(true);
        }}
      >
        {words.remove}
      </button>
    );
  }
  return (
    <div class="sure" role="group" aria-label={label}>
      <p>{words.confirmRemove}</p>
      <p class="note-acts">
        <button
          type="button"
          class="danger"
          ref={confirmButton}
          aria-disabled={isBusy}
          onClick={() => {
            void run(async () => {
              await api.removeSubscription(id);
              onRemoved();
              return words.removed;
            });
          }}
        >
          {words.confirmYes}
        </button>
        <button
          type="button"
          onClick={() => {
            setConfirming(false);
          }}
        >
          {words.confirmNo}
        </button>
      </p>
      {isError && <p class="error">{message}</p>}
    </div>
  );
}
