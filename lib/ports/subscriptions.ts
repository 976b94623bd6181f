// Subscriptions: who gets the reports of a folder, where and when. Their records are stored and returned by the HTTP API.
import * as z from 'zod';
import type { ValueOf } from './common-schemas.ts';
import { count, key, utcInstant } from './common-schemas.ts';

export const SUBSCRIPTION_CHANNELS = ['mail', 'slack', 'teams', 'webhook'] as const;
export type SubscriptionChannel = (typeof SUBSCRIPTION_CHANNELS)[number];

const sendTime = z.object({
  /** 1 = Monday to 7 = Sunday. */
  weekday: z.int().min(1).max(7),
  /** "08:00". */
  time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/),
  /** IANA, e.g. "Europe/Helsinki". */
  timeZone: z.string(),
});
export type SendTime = ValueOf<typeof sendTime>;

/** pending: not confirmed by the owner of the address yet. */
export const SUBSCRIPTION_STATES = ['pending', 'active', 'paused', 'ended'] as const;
export type SubscriptionState = (typeof SUBSCRIPTION_STATES)[number];

export const END_REASONS = [
  'unsubscribed',
  'bounced',
  'complained',
  'addressRefused',
  'accessEnded',
] as const;
/** Why a subscription ended. accessEnded: the caller that created it may not see its folder any more. */
export type EndReason = (typeof END_REASONS)[number];

/**
 * Through what a subscription was created. shell: by the operator, who answers for addresses in the operator's own network.
 * token: by a bearer token. signedIn: by a user of the identity provider.
 */
const ORIGINS = ['shell', 'token', 'signedIn'] as const;
export type Origin = (typeof ORIGINS)[number];

/** `createdBy` of the operator; no digest equals it. */
export const CREATED_BY_SHELL = 'shell';

const signingKey = z.object({
  /** `whsec_` and base64 of its bytes, as in Standard Webhooks. */
  key: z.string(),
  /** When it ends; absent of the current one. */
  until: utcInstant.exactOptional(),
});
/** A key that signs messages to a webhook. */
export type SigningKey = ValueOf<typeof signingKey>;

/**
 * `{folder}-{20 letters and digits}`; the same for the same folder, channel and address. Used in a key of the store as it is: it must
 * not be able to address anything else.
 */
export const subscriptionId = z.string().regex(/^[1-9]\d{0,15}-[0-9a-v]{20}$/);

export const subscriptionSchema = z.object({
  id: subscriptionId,
  folder: key,
  channel: z.enum(SUBSCRIPTION_CHANNELS),
  /** A mail address; of another channel the URL, which is a secret. */
  address: z.string(),
  /** One of the languages of the reports, BCP 47. */
  locale: z.string(),
  /** "ready": as soon as the report is stored. */
  when: z.union([sendTime, z.literal('ready')]),
  /** "signals": only in weeks in which something needs attention or got better, or data are missing. */
  only: z.enum(['always', 'signals']),
  attach: z.enum(['pdf', 'none']),
  state: z.enum(SUBSCRIPTION_STATES),
  /** Present when it has ended. */
  reason: z.enum(END_REASONS).exactOptional(),
  createdAt: utcInstant,
  /** Absent in records of earlier versions. */
  origin: z.enum(ORIGINS).exactOptional(),
  /** Who created it: the caller's id. */
  createdBy: z.string(),
  /** Present when a user of the identity provider created it: the folders that were granted then. */
  grantedFolders: z.array(key).exactOptional(),
  /** Of a webhook, the current one first. Absent in records of earlier versions until their next message. */
  signingKeys: z.array(signingKey).exactOptional(),
  /** Absent while no access links were revoked: access links of another generation are not valid. */
  generation: count.exactOptional(),
});
/** Stored at `subscriptions/{folder}/{id}.json`. */
export type Subscription = ValueOf<typeof subscriptionSchema>;

/** Whether the operator created it; records of earlier versions tell by `createdBy` alone. */
export function isFromShell({
  origin,
  createdBy,
}: Pick<Subscription, 'origin' | 'createdBy'>): boolean {
  return origin === undefined ? createdBy === CREATED_BY_SHELL : origin === 'shell';
}

/** Whether the receivers of a subscription drop a message that they got before: programs do, by its id; people read it twice. */
export function dropsRepeated({ channel }: Pick<Subscription, 'channel'>): boolean {
  return channel === 'webhook';
}

export const confirmationRequestSchema = z.object({
  /** requested: it has not gone out yet. sent: an attempt has begun or has succeeded. refused: it can't be delivered. */
  state: z.enum(['requested', 'sent', 'refused']),
  /** Of a refused one: a code without addresses. Absent in records of earlier versions. */
  reason: z.string().exactOptional(),
  requestedAt: utcInstant,
  /** Attempts at this request. */
  attempts: count,
});
/** The last request for a confirmation, at `subscriptions/confirmations/{id}.json`; it keeps a job from sending two. */
export type ConfirmationRequest = ValueOf<typeof confirmationRequestSchema>;

const accessRequest = z.object({
  requestedAt: utcInstant,
  /** Attempts in which messages went out, or may have. */
  attempts: count,
  /** After this the last attempt counts as interrupted; null when no other one follows. */
  attemptEndsAt: utcInstant.nullable(),
});
/** A request for new access links by mail. */
export type AccessRequest = ValueOf<typeof accessRequest>;

export const accessRequestsSchema = z.object({ requests: z.array(accessRequest) });
/** Recent requests of one subscribed mail address, at `subscriptions/access/{recipient}.json`. */
export type AccessRequests = ValueOf<typeof accessRequestsSchema>;

export const requestTimesSchema = z.object({ times: z.array(utcInstant) });
/** Recent requests by a caller, to a receiver or about a folder, at `subscriptions/limits/{digest}.json`. */
export type RequestTimes = ValueOf<typeof requestTimesSchema>;
