// Subscriptions: who gets the reports of a folder, where and when. Their records are stored and returned by the HTTP API.

export const SUBSCRIPTION_CHANNELS = ['mail', 'slack', 'teams', 'webhook'] as const;
export type SubscriptionChannel = (typeof SUBSCRIPTION_CHANNELS)[number];

export interface SendTime {
  /** 1 = Monday to 7 = Sunday. */
  readonly weekday: number;
  /** "08:00". */
  readonly time: string;
  /** IANA, e.g. "Europe/Helsinki". */
  readonly timeZone: string;
}

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
export const ORIGINS = ['shell', 'token', 'signedIn'] as const;
export type Origin = (typeof ORIGINS)[number];

/** `createdBy` of the operator; no digest equals it. */
export const CREATED_BY_SHELL = 'shell';

/** A key that signs messages to a webhook. */
export interface SigningKey {
  /** `whsec_` and base64 of its bytes, as in Standard Webhooks. */
  readonly key: string;
  /** UTC instant at which it ends; absent of the current one. */
  readonly until?: string;
}

/** Stored at `subscriptions/{folder}/{id}.json`. */
export interface Subscription {
  /** `{folder}-{20 letters and digits}`; the same for the same folder, channel and address. */
  readonly id: string;
  readonly folder: number;
  readonly channel: SubscriptionChannel;
  /** A mail address; of another channel the URL, which is a secret. */
  readonly address: string;
  /** One of the languages of the reports, BCP 47. */
  readonly locale: string;
  /** "ready": as soon as the report is stored. */
  readonly when: SendTime | 'ready';
  /** "signals": only in weeks in which something needs attention or got better, or data are missing. */
  readonly only: 'always' | 'signals';
  readonly attach: 'pdf' | 'none';
  readonly state: SubscriptionState;
  /** Present when it has ended. */
  readonly reason?: EndReason;
  /** UTC instant. */
  readonly createdAt: string;
  /** Absent in records of earlier versions. */
  readonly origin?: Origin;
  /** Who created it: the caller's id. */
  readonly createdBy: string;
  /** Present when a user of the identity provider created it: the folders that were granted then. */
  readonly grantedFolders?: readonly number[];
  /** Of a webhook, the current one first. Absent in records of earlier versions until their next message. */
  readonly signingKeys?: readonly SigningKey[];
  /** Absent while no access links were revoked: access links of another generation are not valid. */
  readonly generation?: number;
}

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

/** The last request for a confirmation, at `subscriptions/confirmations/{id}.json`; it keeps a job from sending two. */
export interface ConfirmationRequest {
  /** requested: it has not gone out yet. sent: an attempt has begun or has succeeded. refused: it can't be delivered. */
  readonly state: 'requested' | 'sent' | 'refused';
  /** Of a refused one: a code without addresses. Absent in records of earlier versions. */
  readonly reason?: string;
  /** UTC instant. */
  readonly requestedAt: string;
  /** Attempts at this request. */
  readonly attempts: number;
}

/** A request for new access links by mail. */
export interface AccessRequest {
  /** UTC instant. */
  readonly requestedAt: string;
  /** Attempts in which messages went out, or may have. */
  readonly attempts: number;
  /** UTC instant after which the last attempt counts as interrupted; null when no other one follows. */
  readonly attemptEndsAt: string | null;
}

/** Recent requests of one subscribed mail address, at `subscriptions/access/{recipient}.json`. */
export interface AccessRequests {
  readonly requests: readonly AccessRequest[];
}

/** Recent requests by a caller, to a receiver or about a folder, at `subscriptions/limits/{digest}.json`. */
export interface RequestTimes {
  /** UTC instants. */
  readonly times: readonly string[];
}
