// Links to subscriptions. They keep their place until the server has told whether it sends messages, so that nothing moves.
import type { JSX } from 'preact';
import { useAppContext, useLocalization } from '../../app-context.tsx';
import type { ReportView } from '../../routes.ts';
import { ViewLink } from '../../ui/controls.tsx';
import { Icon } from '../../ui/icons.tsx';

/** The header's link; nothing where the server sends no messages. */
export function SubscriptionsLink(): JSX.Element | null {
  const { view } = useAppContext();
  const { page } = useLocalization();
  const visibility = useLinkVisibility();
  if (visibility === 'none') return null;
  return (
    <ViewLink
      class={`button icon-button subscriptions-link is-${visibility}`}
      view={{ name: 'subscriptions', all: false }}
      isCurrent={view.name === 'subscriptions'}
    >
      <Icon name="mail" />
      <span class="unseen">{page.subscriptions.heading}</span>
    </ViewLink>
  );
}

/** A report's link to the dialog; nothing where the server sends no messages. */
export function SubscribeLink({ view }: { readonly view: ReportView }): JSX.Element | null {
  const { page } = useLocalization();
  const visibility = useLinkVisibility();
  if (visibility === 'none') return null;
  return (
    <ViewLink class={`button is-${visibility}`} view={{ ...view, panel: 'subscribe' }}>
      {page.subscribe.open}
    </ViewLink>
  );
}

function useLinkVisibility(): 'visible' | 'invisible' | 'none' {
  const { data, error } = useAppContext().subscriptions;
  if (data !== null) return 'visible';
  return error === null ? 'invisible' : 'none';
}
