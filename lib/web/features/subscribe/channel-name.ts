// The displayed names of the channels.
import type { PageTexts } from '../../../i18n/en/page.ts';
import type { SubscriptionBody } from '../../../http/subscription-responses.ts';

export type SubscriptionChannel = SubscriptionBody['channel'];

export const CHANNELS = [
  'mail',
  'slack',
  'teams',
  'webhook',
] as const satisfies readonly SubscriptionChannel[];

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
