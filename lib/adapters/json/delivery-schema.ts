// The schemas of subscriptions, delivery receipts and delivery jobs, with their keys in the published order.
// Unknown keys are ignored, so that an older version can read the records after a rollback.
import * as z from 'zod';
import type { DeliveryJob, DeliveryReceipt } from '../../ports/deliveries.ts';
import { DELIVERY_STATES } from '../../ports/deliveries.ts';
import type { ConfirmationRequest, RequestTimes, Subscription } from '../../ports/subscriptions.ts';
import {
  END_REASONS,
  SUBSCRIPTION_CHANNELS,
  SUBSCRIPTION_STATES,
} from '../../ports/subscriptions.ts';
import { count, exactSchema, key, revision, status, utcInstant, week } from './common-schemas.ts';

// Used in a key of the store as it is: it must not be able to address anything else.
const subscriptionId = z.string().regex(/^[1-9]\d{0,15}-[0-9a-v]{20}$/);

const sendTime = z.object({
  weekday: z.int().min(1).max(7),
  time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/),
  timeZone: z.string(),
});

export const subscriptionSchema = exactSchema<Subscription>()(
  z.object({
    id: subscriptionId,
    folder: key,
    channel: z.enum(SUBSCRIPTION_CHANNELS),
    address: z.string(),
    locale: z.string(),
    when: z.union([sendTime, z.literal('ready')]),
    only: z.enum(['always', 'signals']),
    attach: z.enum(['pdf', 'none']),
    state: z.enum(SUBSCRIPTION_STATES),
    reason: z.enum(END_REASONS).exactOptional(),
    createdAt: utcInstant,
    createdBy: z.string(),
  }),
);

export const confirmationRequestSchema = exactSchema<ConfirmationRequest>()(
  z.object({
    state: z.enum(['requested', 'sent', 'refused']),
    requestedAt: utcInstant,
    attempts: count,
  }),
);

export const requestTimesSchema = exactSchema<RequestTimes>()(
  z.object({ times: z.array(utcInstant) }),
);

export const deliveryReceiptSchema = exactSchema<DeliveryReceipt>()(
  z.object({
    week,
    folder: key,
    subscription: subscriptionId,
    kind: z.enum(['report', 'update']),
    state: z.enum(DELIVERY_STATES),
    revision,
    status,
    verdict: z.string(),
    attempts: count,
    firstAttemptAt: utcInstant,
    at: utcInstant,
    attemptEndsAt: utcInstant.nullable(),
    nextAttemptAt: utcInstant.nullable(),
    messageId: z.string(),
    transportId: z.string().nullable(),
    reason: z.string().nullable(),
  }),
);

export const deliveryJobSchema = exactSchema<DeliveryJob>()(
  z.union([
    z.object({
      kind: z.literal('report'),
      week,
      folder: key,
      subscription: subscriptionId,
    }),
    z.object({ kind: z.literal('confirmation'), subscription: subscriptionId }),
  ]),
);
