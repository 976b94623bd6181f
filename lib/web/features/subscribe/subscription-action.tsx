// Runs one request about a subscription at a time, and tells why one failed.
import { useState } from 'preact/hooks';
import type { JSX } from 'preact';
import type { PageTexts } from '../../../i18n/generated/texts.ts';
import type { ApiError } from '../../api/api-errors.ts';
import { toApiError } from '../../api/api-errors.ts';
import { useRequest } from '../../api/query.ts';
import { useAppContext, useLocalization } from '../../app-context.tsx';

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
  const { isBusy, error, run: runRequest } = useRequest();
  const [done, setDone] = useState('');
  const run = (action: () => Promise<string>): Promise<void> =>
    runRequest(async () => {
      setDone('');
      try {
        const text = await action();
        setDone(text);
        announce(text);
      } catch (caught) {
        announce(subscriptionErrorText(toApiError(caught), page));
        throw caught;
      }
    });
  const message = error === null ? done : subscriptionErrorText(error, page);
  return { isBusy, message, isError: error !== null, run };
}

export function SubscriptionErrorNote({ error }: { readonly error: ApiError }): JSX.Element {
  const { page } = useLocalization();
  return (
    <p class="error" role="alert">
      {subscriptionErrorText(error, page)}
    </p>
  );
}

function subscriptionErrorText({ kind, code }: ApiError, page: PageTexts): string {
  const words = page.subscribe.errors;
  switch (code) {
    case 'TOO_MANY_CONFIRMATIONS':
      return words.tooMany;
    case 'SUBSCRIPTION_STATE':
    case 'DELIVERY_STATE':
      return words.state;
    case 'SUBSCRIPTION_INVALID':
      return words.invalid;
    case 'REPORT_NOT_FOUND':
      return words.noReport;
    case 'SUBSCRIPTION_NOT_FOUND':
    case 'FOLDER_NOT_FOUND':
      return words.notFound;
    default:
      return kind === 'notFound'
        ? words.notFound
        : `${page.errors[kind].title}. ${page.errors[kind].text}`;
  }
}
