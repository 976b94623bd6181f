// The displayed names of the channels.
import type { PageTexts } from '../../../i18n/en/page.ts';
import type { SubscriptionChannel } from '../../../ports/subscriptions.ts';

/** Names of products are the same in every language. */
export function channelName(
  channel: SubscriptionChannel,
  { subscribe }: Pick<PageTexts, 'subscribe'>,
): string {
  switch (channel) {
    case 'mail':
      return subscribe.mail;
    case 'slack':
      return 'Slack';
    case 'teams':
      return 'Microsoft Teams';
    case 'webhook':
      return 'Webhook';
  }
}
