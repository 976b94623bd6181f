// The bodies about subscriptions and deliveries that the HTTP API answers with; the page imports their types.
import { z } from '@hono/zod-openapi';
import { DELIVERY_STATES, LISTED_STATES } from '../ports/deliveries.ts';
import { END_REASONS, SUBSCRIPTION_CHANNELS, SUBSCRIPTION_STATES } from '../ports/subscriptions.ts';
import type { Body } from './responses.ts';
import {
  folderKeySchema,
  instant,
  list,
  orNull,
  reportStatus,
  revisionSchema,
  text,
} from './responses.ts';

const sendTime = z
  .strictObject({
    weekday: z.int().min(1).max(7).openapi({ description: '1 = Monday to 7 = Sunday.' }),
    time: text.regex(/^([01]\d|2[0-3]):[0-5]\d$/).openapi({ examples: ['08:00'] }),
    timeZone: text.openapi({ description: 'IANA.', examples: ['Europe/Helsinki'] }),
  })
  .openapi('SendTime', { description: 'A time of each week.' });

const subscription = {
  id: text,
  folder: folderKeySchema,
  channel: z.enum(SUBSCRIPTION_CHANNELS),
  address: text.openapi({
    description:
      'A mail address. Of another channel, whose URL is a secret: its host and the last four characters.',
  }),
  locale: text.openapi({ description: 'The language of the messages, BCP 47.' }),
  when: z.union([sendTime, z.literal('ready')]).openapi({
    description: 'The time of each week, or as soon as the report is stored.',
  }),
  only: z.enum(['always', 'signals']).openapi({
    description:
      'Signals: only in weeks in which something needs attention or got better, or data are missing.',
  }),
  attach: z.enum(['pdf', 'none']).openapi({ description: 'Only mail has an attachment.' }),
  state: z.enum(SUBSCRIPTION_STATES).openapi({
    description: 'Pending: not confirmed by the owner of the address yet.',
  }),
  reason: z.enum(END_REASONS).nullable().openapi({ description: 'Why it has ended.' }),
  confirmationProblem: text.nullable().openapi({
    description:
      'Of a pending subscription: why the message to confirm it did not go out, a code. Null in the list of deliveries.',
  }),
  createdAt: instant,
  isMine: z.boolean().openapi({ description: 'Whether the caller has created it.' }),
};

export const subscriptionSchema = z
  .strictObject(subscription)
  .openapi('Subscription', { description: 'Who gets the reports of a folder, where and when.' });
export type SubscriptionBody = Body<typeof subscriptionSchema>;

export const createdSubscriptionSchema = z
  .strictObject({
    ...subscription,
    signingKey: orNull(
      text,
      'Of a new webhook: the key of its signatures (Standard Webhooks). It is shown only now.',
    ),
  })
  .openapi('CreatedSubscription', { description: 'A subscription as it was created or found.' });
export type CreatedSubscriptionBody = Body<typeof createdSubscriptionSchema>;

export const signingKeySchema = z
  .strictObject({ signingKey: text })
  .openapi('SigningKey', { description: 'A new key of a webhook. It is shown only now.' });

export const subscriptionListSchema = z
  .strictObject({
    data: list(subscriptionSchema, 'By folder and id.'),
    channels: list(z.enum(SUBSCRIPTION_CHANNELS), 'Those to which messages are sent here.'),
  })
  .openapi('SubscriptionList', { description: 'The subscriptions that the caller sees.' });
export type SubscriptionList = Body<typeof subscriptionListSchema>;

export const testOutcomeSchema = z
  .strictObject({
    state: z.enum(['sent', 'refused', 'notSent', 'unknown']).openapi({
      description:
        'Sent: the receiver accepted the message. NotSent: it did not go out. Unknown: it may have gone out.',
    }),
    reason: text.nullable().openapi({ description: 'A code, of a message that was not sent.' }),
  })
  .openapi('TestOutcome', { description: 'What became of a test message.' });
export type TestOutcomeBody = Body<typeof testOutcomeSchema>;

export const messagePreviewSchema = z
  .strictObject({ subject: text, html: text, text })
  .openapi('MessagePreview', {
    description:
      'A message as its channel shows it: a mail, the blocks of Slack, the card of Teams, or the JSON for a webhook. Text: the same without markup.',
  });
export type MessagePreview = Body<typeof messagePreviewSchema>;

export const receiptSchema = z
  .strictObject({
    kind: z.enum(['report', 'update']).openapi({
      description: 'Update: of a report that was partial when it was sent and became complete.',
    }),
    state: z.enum(DELIVERY_STATES).openapi({
      description:
        'Sending: an attempt is in progress, or another one follows. Refused: it did not go out and is not tried again. Unknown: it may have gone out; it is not sent again by itself. Skipped: there was nothing to send.',
    }),
    revision: revisionSchema,
    status: reportStatus,
    verdict: text,
    attempts: z.int().min(0),
    firstAttemptAt: instant,
    at: instant.openapi({ description: 'UTC instant of the last change.' }),
    nextAttemptAt: orNull(instant, 'While another attempt follows: not before this UTC instant.'),
    reason: text.nullable().openapi({
      description: 'Why it was refused, is unknown, was skipped or is tried again: a code.',
    }),
  })
  .openapi('Receipt', { description: 'What became of a delivery.' });
export type ReceiptBody = Body<typeof receiptSchema>;

export const deliveryListSchema = z
  .strictObject({
    data: list(
      z
        .strictObject({
          subscription: subscriptionSchema,
          state: z.enum(LISTED_STATES).openapi({
            description:
              'Of the last message, as in its receipt. Without one: waiting for the report, due, missed, when its time was over before it was sent, or notDue, when the place had no survey in the week.',
          }),
          reason: text.nullable().openapi({
            description: 'Of the state: a code. RECEIPT_DAMAGED: what became of it is not known.',
          }),
          receipt: orNull(
            receiptSchema,
            'Null when nothing was attempted, and when it can’t be read.',
          ),
          update: orNull(receiptSchema),
          dueAt: instant.openapi({ description: 'UTC instant at which the message is due.' }),
          hasReport: z.boolean().openapi({ description: 'Whether the report is stored.' }),
          canSendAgain: z.boolean().openapi({
            description:
              'Whether it can be sent again: its subscription is active, and it was refused or missed, may not have arrived, or is unfinished and no longer planned.',
          }),
        })
        .openapi('Delivery', { description: 'A report of the week for a subscription.' }),
      'By folder and subscription.',
    ),
  })
  .openapi('DeliveryList', { description: 'The deliveries of a week that the caller sees.' });
export type DeliveryList = Body<typeof deliveryListSchema>;
