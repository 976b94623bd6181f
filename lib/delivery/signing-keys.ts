// The keys that sign the messages to a webhook. They are stored with its subscription: a key that follows from a link key would
// end with that link key.
import { createHmac, randomBytes } from 'node:crypto';
import { DAY_MS } from '../domain/calendar.ts';
import { currentLinkKey } from '../ports/secrets.ts';
import type { SigningKey, Subscription } from '../ports/subscriptions.ts';
import type { DeliveryContext } from './delivery-context.ts';
import { updateSubscription } from './subscription-store.ts';

const KEY_BYTES = 32;
/** A key that was replaced signs for this time too, so that its receiver can change it without losing a message. */
const OVERLAP_MS = DAY_MS;

export function createSigningKey(): SigningKey {
  return toSigningKey(randomBytes(KEY_BYTES));
}

function toSigningKey(bytes: Buffer): SigningKey {
  return { key: `whsec_${bytes.toString('base64')}` };
}

/** The keys that sign a message now; none but for webhooks. Fails with SECRET_INVALID, or as secret and store do. */
export async function signingKeysOf(
  context: DeliveryContext,
  subscription: Subscription,
): Promise<readonly string[]> {
  if (subscription.channel !== 'webhook') return [];
  const keys = subscription.signingKeys ?? (await keepDerivedKey(context, subscription));
  return validKeys(keys, context.clock()).map(({ key }) => key);
}

function validKeys(keys: readonly SigningKey[], now: number): readonly SigningKey[] {
  return keys.filter(({ until }) => until === undefined || now < Date.parse(until));
}

/** Earlier versions derived the key from the first link key, which may be a later one now: all of them sign. */
async function keepDerivedKey(
  context: DeliveryContext,
  { id }: Subscription,
): Promise<readonly SigningKey[]> {
  const linkKeys = await context.linkKeys();
  currentLinkKey(linkKeys);
  const text = `feedback-reports webhook v1\n${id}`;
  const derivedKeys = linkKeys.map(({ key }) =>
    toSigningKey(createHmac('sha256', key).update(text).digest()),
  );
  const changed = await updateSubscription(context, id, (subscription) =>
    subscription.signingKeys === undefined
      ? { ...subscription, signingKeys: derivedKeys }
      : subscription,
  );
  return changed?.signingKeys ?? derivedKeys;
}

/** Replaces the current key, and returns the new one; null when the subscription was removed. Fails as `signingKeysOf`. */
export async function replaceSigningKey(
  context: DeliveryContext,
  subscription: Subscription,
): Promise<string | null> {
  if (subscription.signingKeys === undefined) await keepDerivedKey(context, subscription);
  const newKey = createSigningKey();
  const now = context.clock();
  const until = new Date(now + OVERLAP_MS).toISOString();
  const changed = await updateSubscription(context, subscription.id, (current) => {
    const oldKeys = validKeys(current.signingKeys ?? [], now);
    return { ...current, signingKeys: [newKey, ...oldKeys.map((key) => ({ until, ...key }))] };
  });
  return changed === null ? null : newKey.key;
}
