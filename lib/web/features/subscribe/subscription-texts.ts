// Sentences about a subscription: where, when and what it sends, and its state.
import type { PageLocalization } from '../../page-localization.ts';
import { withIsolates } from '../../../i18n/text-direction.ts';
import type { SubscriptionBody } from '../../../http/subscription-responses.ts';
import type { CreatedSubscription } from '../../api/subscriptions-client.ts';
import { channelName } from './channel-name.ts';
import { nextSendDate, sendTimeText, weeklyTimeText } from './send-time.ts';

/** 'Email · anna@example.com'; the server masks the addresses of other channels. */
export function addressText(
  { channel, address }: Pick<SubscriptionBody, 'channel' | 'address'>,
  { page, direction }: PageLocalization,
): string {
  return `${channelName(channel, page)} · ${withIsolates(address, direction)}`;
}

/** 'Monday 08:00 (Europe/Helsinki) · only when there is news · with the PDF'. */
export function settingsText(
  { when, only, attach }: Pick<SubscriptionBody, 'when' | 'only' | 'attach'>,
  { page, formats }: PageLocalization,
): string {
  const words = page.subscriptions;
  return [
    when === 'ready' ? page.subscribe.whenReady : weeklyTimeText(when, formats),
    ...(only === 'signals' ? [words.onlySignals] : []),
    ...(attach === 'pdf' ? [words.withPdf] : []),
  ].join(' · ');
}

/** A heading and a sentence about what happens next. */
export function resultText(
  subscription: CreatedSubscription,
  { page, formats, direction }: PageLocalization,
): readonly [title: string, detail: string] {
  const words = page.subscribe.results;
  const { state, when, address, isNew, createdAt } = subscription;
  if (state === 'pending') return [words.pending, words.confirm(withIsolates(address, direction))];
  if (!isNew) return [page.subscriptions.states[state], words.existing];
  if (when === 'ready') return [words.active, `${words.newestFollows} ${words.nextReady}`];
  const next = sendTimeText(nextSendDate(when, Date.parse(createdAt)), when.time, formats);
  // The server sends what was due in the last seven days to a new subscription.
  return [words.active, `${words.newestFollows} ${words.next(next, when.timeZone)}`];
}
