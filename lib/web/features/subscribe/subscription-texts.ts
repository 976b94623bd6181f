// Texts about subscriptions and deliveries: channels, addresses, settings, states and what became of a message.
import type { PageTexts } from '../../../i18n/generated/texts.ts';
import type {
  DeliveryList,
  ReceiptBody,
  SubscriptionBody,
} from '../../../http/subscription-responses.ts';
import { withIsolates } from '../../../i18n/text-direction.ts';
import type { Formats } from '../../../i18n/formats.ts';
import type { PageLocalization } from '../../page-localization.ts';
import type { CreatedSubscription } from '../../api/subscriptions-client.ts';
import { nextSendDate, sendTimeText, weeklyTimeText } from './send-time.ts';

export type Channel = SubscriptionBody['channel'];

export const CHANNELS = ['mail', 'slack', 'teams', 'webhook'] as const satisfies readonly Channel[];

/** Names of products are the same in every language. */
export function channelName(channel: Channel, { subscribe }: Pick<PageTexts, 'subscribe'>): string {
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

/** 'Email · anna@example.com'; the server masks the addresses of other channels. */
export function addressText(
  { channel, address }: Pick<SubscriptionBody, 'channel' | 'address'>,
  { page, direction }: PageLocalization,
): string {
  return `${channelName(channel, page)} · ${withIsolates(address, direction)}`;
}

/** 'Monday 08:00 (Europe/Helsinki) · only when there is news · with the PDF · English'. */
export function settingsText(
  { when, only, attach }: Pick<SubscriptionBody, 'when' | 'only' | 'attach'>,
  languageName: string | null,
  { page, formats, direction }: PageLocalization,
): string {
  const words = page.subscriptions;
  return [
    when === 'ready' ? page.subscribe.whenReady : weeklyTimeText(when, formats),
    ...(only === 'signals' ? [words.onlySignals] : []),
    ...(attach === 'pdf' ? [words.withPdf] : []),
    ...(languageName === null ? [] : [languageName]),
  ]
    .map((text) => withIsolates(text, direction))
    .join(' · ');
}

/** A heading and a sentence about what happens next. */
export function resultText(
  subscription: CreatedSubscription,
  { page, formats, direction }: PageLocalization,
): readonly [title: string, detail: string] {
  const words = page.subscribe.results;
  const { state, when, address, isNew, createdAt } = subscription;
  if (state === 'pending')
    return [words.pending, words.confirm({ address: withIsolates(address, direction) })];
  const title = page.subscriptions.states[state];
  if (!isNew) return [title, words.existing];
  if (when === 'ready') return [title, formats.sentences([words.newestFollows, words.nextReady])];
  const next = sendTimeText(nextSendDate(when, Date.parse(createdAt)), when.time, formats);
  // The server sends what was due in the last seven days to a new subscription.
  const nextText = words.next({ when: next, zone: when.timeZone });
  return [title, formats.sentences([words.newestFollows, nextText])];
}

export type DeliveryBody = DeliveryList['data'][number];

/** The last thing that happened: an update supersedes the first message. */
export function lastReceipt({ receipt, update }: DeliveryBody): ReceiptBody | null {
  return update ?? receipt;
}

/** Those that need a decision first, then those that are not finished. */
const ORDER: readonly DeliveryBody['state'][] = [
  'unknown',
  'refused',
  'missed',
  'sending',
  'due',
  'waiting',
  'sent',
  'skipped',
  'notDue',
];

export function sortDeliveries(deliveries: readonly DeliveryBody[]): readonly DeliveryBody[] {
  const place = (delivery: DeliveryBody): number => ORDER.indexOf(delivery.state);
  return deliveries.toSorted((a, b) => place(a) - place(b));
}

export function countByState(
  deliveries: readonly DeliveryBody[],
): ReadonlyMap<DeliveryBody['state'], number> {
  const groups = Map.groupBy(deliveries, ({ state }) => state);
  return new Map(
    ORDER.flatMap((state) => {
      const count = groups.get(state)?.length ?? 0;
      return count === 0 ? [] : [[state, count] as const];
    }),
  );
}

/** Why it was refused, is unknown, was skipped or is tried again; '' without a reason. */
export function reasonText(
  reason: string | null,
  { page, direction }: Pick<PageLocalization, 'page' | 'direction'>,
): string {
  if (reason === null) return '';
  const words = page.deliveries.reasons;
  const name = REASONS.find(([pattern]) => pattern.test(reason))?.[1];
  return name === undefined
    ? page.browse.failureReason({ why: withIsolates(reason, direction) })
    : words[name];
}

/** The first that matches the code counts. */
const REASONS: readonly (readonly [RegExp, keyof PageTexts['deliveries']['reasons']])[] = [
  [/^NO_SIGNALS$/, 'noSignals'],
  [/^NO_SURVEYS$/, 'noSurveys'],
  [/^SAME_VERDICT$/, 'sameVerdict'],
  [/^REPORT_GONE$/, 'noReport'],
  [/^SUBSCRIPTION_NOT_ACTIVE$/, 'notActive'],
  [/^(ACCESS_ENDED|REPORT_NOT_VISIBLE)$/, 'notVisible'],
  [/^(CHANNEL_DISABLED|NO_PUBLIC_URL)$/, 'disabled'],
  [/^(INTERRUPTED|RECEIPT_DAMAGED)$/, 'interrupted'],
  [/^(ADDRESS_INVALID|ADDRESS_REFUSED|SMTP_55[0134]|SES_MESSAGE_REJECTED)$/, 'addressRefused'],
  [/^(MESSAGE_TOO_LARGE|SMTP_552)$/, 'tooLarge'],
  [/THROTTLED|LIMIT_EXCEEDED|^HTTP_429$|^SMTP_45\d$/, 'tooMany'],
  [/^(HTTP_(403|404|410))$/, 'urlGone'],
  [/^(TIMEOUT|CONNECTION_|HOST_NOT_FOUND|TLS_|HTTP_5|SES_5|SMTP_4)/, 'unreachable'],
  [/^(SMTP_AUTHENTICATION|SES_|SECRET_)/, 'settings'],
];

/** The time of the last change, or when it is due: 'Mon 16 Nov, 06:00 UTC' in the reader's language. */
export function deliveryTime(delivery: DeliveryBody, formats: Formats): string {
  return `${formats.wallClock(lastReceipt(delivery)?.at ?? delivery.dueAt)} UTC`;
}

/**
 * Opens links in a new tab. The style sheet is left out, because the page's policy allows no style elements: it only has the
 * colours of dark mode.
 */
export function previewHtml(html: string): string {
  return html
    .replaceAll(/<style\b[^>]*>.*?<\/style>/gis, '')
    .replace(/<head>/i, '<head><base target="_blank">');
}
