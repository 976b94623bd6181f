// The addresses with which a reader without an account confirms or ends a subscription. Their tokens are signed with the link
// keys and can't be guessed; opening a page changes nothing, only its button does.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { LinkKey } from '../ports/secrets.ts';
import { currentLinkKey } from '../ports/secrets.ts';
import type { Subscription } from '../ports/subscriptions.ts';
import { fromBase64Url } from '../shared/base64url.ts';
import type { DeliveryContext } from './delivery-context.ts';
import { findSubscription, updateSubscription } from './subscription-store.ts';

export type TokenPurpose = 'confirm' | 'unsubscribe';

const MAX_TOKEN_LENGTH = 300;
/** Length of a SHA-256 digest. */
const SIGNATURE_BYTES = 32;

/** `https://…/subscriptions/confirm/TOKEN` and `…/unsubscribe/TOKEN`; null without a public address. */
export async function subscriptionUrl(
  { publicUrl, linkKeys }: DeliveryContext,
  purpose: TokenPurpose,
  subscription: Pick<Subscription, 'id' | 'createdAt'>,
): Promise<string | null> {
  if (publicUrl === null) return null;
  const key = currentLinkKey(await linkKeys());
  const payload = Buffer.from(claimsOf(purpose, subscription)).toString('base64url');
  const token = `${payload}.${sign(purpose, payload, key).toString('base64url')}`;
  return `${publicUrl}/subscriptions/${purpose}/${token}`;
}

/** A confirmation is valid for the subscription as it was made then, not for a later one of the same address. */
function claimsOf(
  purpose: TokenPurpose,
  { id, createdAt }: Pick<Subscription, 'id' | 'createdAt'>,
): string {
  return purpose === 'confirm' ? `${id}\n${createdAt}` : id;
}

/** The subscription that a token names; null for a token that is not valid, and when the subscription was removed. */
export async function readToken(
  context: DeliveryContext,
  purpose: TokenPurpose,
  token: string,
): Promise<Subscription | null> {
  const parts = partsOf(token);
  if (parts === null) return null;
  const claims =
    verifiedClaims(purpose, parts, await context.linkKeys()) ??
    // Another process may have signed with a newer key than this one has read.
    verifiedClaims(purpose, parts, await context.linkKeys({ fresh: true }));
  if (claims === null) return null;
  const [id = ''] = claims.split('\n');
  const subscription = await findSubscription(context, id);
  return subscription !== null && claimsOf(purpose, subscription) === claims ? subscription : null;
}

/** A subscription that is not pending, or that has ended, stays as it is. */
const CHANGES: Readonly<Record<TokenPurpose, (subscription: Subscription) => Subscription>> = {
  confirm: (subscription) =>
    subscription.state === 'pending' ? { ...subscription, state: 'active' } : subscription,
  unsubscribe: (subscription) =>
    subscription.state === 'ended'
      ? subscription
      : { ...subscription, state: 'ended', reason: 'unsubscribed' },
};

/** Confirms a pending subscription, or ends one as "unsubscribed". Null as for `readToken`. */
export async function applyToken(
  context: DeliveryContext,
  purpose: TokenPurpose,
  token: string,
): Promise<Subscription | null> {
  const subscriptionOfToken = await readToken(context, purpose, token);
  if (subscriptionOfToken === null) return null;
  const claims = claimsOf(purpose, subscriptionOfToken);
  // It may have started again since it was read.
  return updateSubscription(context, subscriptionOfToken.id, (subscription) =>
    claimsOf(purpose, subscription) === claims ? CHANGES[purpose](subscription) : subscription,
  );
}

interface TokenParts {
  readonly payload: string;
  readonly signature: Buffer;
}

/** Null for a text that no key can have signed. */
function partsOf(token: string): TokenParts | null {
  const [payload = '', encodedSignature = '', ...extraParts] = token.split('.');
  const signature = fromBase64Url(encodedSignature);
  return token.length <= MAX_TOKEN_LENGTH &&
    extraParts.length === 0 &&
    signature?.byteLength === SIGNATURE_BYTES
    ? { payload, signature }
    : null;
}

/** What a token that one of the keys has signed says; null for any other. */
function verifiedClaims(
  purpose: TokenPurpose,
  { payload, signature }: TokenParts,
  keys: readonly LinkKey[],
): string | null {
  // All keys are tried, so that the time does not reveal which one matched.
  const matches = keys.filter((key) => timingSafeEqual(sign(purpose, payload, key), signature));
  return matches.length === 0 ? null : Buffer.from(payload, 'base64url').toString();
}

/** The purpose keeps a signature from being valid for another one. */
function sign(purpose: TokenPurpose, text: string, { key }: LinkKey): Buffer {
  return createHmac('sha256', key).update(`feedback-reports ${purpose} v1\n${text}`).digest();
}
