// Runs one request about a subscription at a time and tells how it ended.
import { useState } from 'preact/hooks';
import { toApiError } from '../../api/api-errors.ts';
import { useAppContext, useLocalization } from '../../app-context.tsx';
import { subscriptionErrorText } from '../../features/subscribe/subscription-error.tsx';

interface SubscriptionAction {
  readonly isBusy: boolean;
  /** The result of the last request; '' before the first and while one is pending. */
  readonly message: string;
  readonly isError: boolean;
  /** `action` resolves to the text that is shown and announced. Ignored while another one is pending. */
  readonly run: (action: () => Promise<string>) => Promise<void>;
}

export function useSubscriptionAction(): SubscriptionAction {
  const { announce } = useAppContext();
  const { page } = useLocalization();
  const [isBusy, setBusy] = useState(false);
  const [result, setResult] = useState({ message: '', isError: false });
  const run = async (action: () => Promise<string>): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    setResult({ message: '', isError: false });
    try {
      const message = await action();
      setResult({ message, isError: false });
      announce(message);
    } catch (error) {
      const message = subscriptionErrorText(toApiError(error), page);
      setResult({ message, isError: true });
      announce(message);
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, ...result, run };
}
