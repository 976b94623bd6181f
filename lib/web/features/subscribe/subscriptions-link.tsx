// The header's link to the subscriptions; nothing where the server delivers no messages.
import type { JSX } from 'preact';
import { useAppContext, useLocalization } from '../../app-context.tsx';
import { ViewLink } from '../../ui/controls.tsx';
import { Icon } from '../../ui/icons.tsx';

export function SubscriptionsLink(): JSX.Element | null {
  const { subscriptions, view } = useAppContext();
  const { page } = useLocalization();
  if (subscriptions.data === null) return null;
  return (
    <ViewLink
      class="button icon-button subscriptions-link"
      view={{ name: 'subscriptions', all: false }}
      isCurrent={view.name === 'subscriptions'}
    >
      <Icon name="mail" />
      <span class="unseen">{page.subscriptions.heading}</span>
    </ViewLink>
  );
}
