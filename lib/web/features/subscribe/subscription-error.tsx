// Why a request about a subscription failed.
import type { JSX } from 'preact';
import type { PageTexts } from '../../../i18n/en/page.ts';
import type { ApiError } from '../../api/api-errors.ts';
import { useLocalization } from '../../app-context.tsx';

export function SubscriptionErrorNote({ error }: { readonly error: ApiError }): JSX.Element {
  const { page } = useLocalization();
  return (
    <p class="error" role="alert">
      {subscriptionErrorText(error, page)}
    </p>
  );
}

export function subscriptionErrorText({ kind, code }: ApiError, page: PageTexts): string {
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
      return kind === 'notFound' ? words.notFound : page.errors[kind].join('. ');
  }
}
