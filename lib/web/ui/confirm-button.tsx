// Button whose action must be confirmed.
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

interface ConfirmButtonProps {
  readonly children: string;
  /** Accessible name of the button and of the question; names what the action concerns. */
  readonly label: string;
  readonly question: string;
  readonly yes: string;
  readonly no: string;
  /** Colours `yes` as an action that takes something away. */
  readonly isDangerous?: boolean;
  readonly isBusy: boolean;
  /** Below the answers. */
  readonly error?: ComponentChildren;
  readonly onConfirm: () => void;
}

/** The focus moves to the answer when the question appears, and back when it goes. */
export function ConfirmButton(props: ConfirmButtonProps): JSX.Element {
  const {
    children,
    label,
    question,
    yes,
    no,
    isDangerous = true,
    isBusy,
    error,
    onConfirm,
  } = props;
  const [isConfirming, setConfirming] = useState(false);
  const confirmButton = useRef<HTMLButtonElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const wasConfirming = useRef(false);
  useEffect(() => {
    if (isConfirming) confirmButton.current?.focus();
    else if (wasConfirming.current) button.current?.focus();
    wasConfirming.current = isConfirming;
  }, [isConfirming]);
  if (!isConfirming) {
    return (
      <button
        type="button"
        ref={button}
        aria-label={label}
        onClick={() => {
          setConfirming(true);
        }}
      >
        {children}
      </button>
    );
  }
  return (
    <div class="sure" role="group" aria-label={label}>
      <p>{question}</p>
      <p class="note-acts">
        <button
          type="button"
          class={isDangerous ? 'danger' : 'primary'}
          ref={confirmButton}
          aria-disabled={isBusy}
          onClick={onConfirm}
        >
          {yes}
        </button>
        <button
          type="button"
          onClick={() => {
            setConfirming(false);
          }}
        >
          {no}
        </button>
      </p>
      {error}
    </div>
  );
}
