// Copies the address of the view, for a reader who has access too.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useAppContext, useLocalization } from '../../app-context.tsx';
import { copyText } from '../../ui/form-field.tsx';

export function CopyAddress(): JSX.Element {
  const { announce } = useAppContext();
  const { compare, share } = useLocalization().page;
  const [isCopied, setCopied] = useState(false);
  return (
    <button
      type="button"
      onClick={() => {
        void copyText(location.href).then((copied) => {
          setCopied(copied);
          announce(copied ? share.copied : share.copyByHand);
        });
      }}
    >
      {isCopied ? share.copied : compare.copy}
    </button>
  );
}
