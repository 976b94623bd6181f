// Creates, changes, confirms and ends subscriptions. They are written conditionally: two changes at once are never lost.
import { isDeepStrictEqual } from 'node:util';
import type { Caller, IdentifiedCaller } from '../reports/access.ts';
import { canSeeFolder, visibleFoldersInTree } from '../reports/access.ts';
import type { Subscription, SubscriptionState } from '../ports/subscriptions.ts';
import { isFromShell } from '../ports/subscriptions.ts';
import { Failure } from '../shared/failure.ts';
import { toAsciiAddress } from '../shared/mail-address.ts';
import { generationOf } from './access-links.ts';
import { confirmationKey, requestConfirmation } from './confirmations.ts';
import type { DeliveryContext } from './delivery-context.ts';
import { grantOf } from './grants.ts';
import { countMessage, countSubscription } from './message-limits.ts';
import { createSigningKey, replaceSigningKey } from './signing-keys.ts';
import { assertValid, folderOfId, subscriptionId } from './subscription-rules.ts';
import {
  findStoredSubscription,
  listStoredSubscriptions,
  subscriptionKey,
  updateSubscription,
  writeSubscription,
} from './subscription-store.ts';

export type NewSubscription = Pick<
  Subscription,
  'folder' | 'channel' | 'address' | 'locale' | 'when' | 'only' | 'attach'
>;

export type SubscriptionChanges = Partial<
  Pick<Subscription, 'locale' | 'when' | 'only' | 'attach'>
> & {
  readonly state?: Extract<SubscriptionState, 'active' | 'paused'>;
};

/**
 * Creates a subscription, or returns the one of the same folder, channel and address unchanged, but bound to the right of this
 * caller; one of the operator stays so. One that has ended starts again. A mail subscription is pending until its address is confirmed, and its confirmation is enqueued, again when it was
 * pending before. `isConfirmed`: the caller answers for the address, so that it is active at once. Fails with
 * FOLDER_NOT_FOUND, SUBSCRIPTION_INVALID, TOO_MANY_CONFIRMATIONS, or REPORT_DAMAGED for a stored one that can't be read.
 */
export async function createSubscription(
  context: DeliveryContext,
  caller: IdentifiedCaller,
  givenSettings: NewSubscription,
  { isConfirmed }: { readonly isConfirmed: boolean } = { isConfirmed: false },
): Promise<{ readonly subscription: Subscription; readonly isNew: boolean }> {
  const { folder, channel, address } = givenSettings;
  const settings = {
    ...givenSettings,
    address: channel === 'mail' ? toAsciiAddress(address) : address,
  };
  assertValid(settings, context.mailDomains);
  if (!context.channels.includes(channel)) {
    throw new Failure('SUBSCRIPTION_INVALID', { at: 'channel', reason: 'disabled' });
  }
  await assertFolder(context, caller, folder);
  const needsConfirmation = channel === 'mail' && !isConfirmed;
  const id = subscriptionId(settings);
  const storedSubscription = await findStoredSubscription(context, id);
  if (storedSubscription?.value === null) throw damagedSubscription(id);
  const existing = storedSubscription?.value ?? null;
  const isPending = existing?.state === 'pending';
  if (existing !== null && existing.state !== 'ended' && !(isPending && isConfirmed)) {
    if (isPending) await countMessage(context, caller, existing);
    const subscription = await bindTo(context, caller, existing);
    if (isPending) await requestConfirmation(context, subscription);
    return { subscription, isNew: false };
  }
  await (needsConfirmation ? countMessage : countSubscription)(context, caller, settings);
  const subscription: Subscription = {
    id,
    ...settings,
    state: needsConfirmation ? 'pending' : 'active',
    createdAt: new Date(context.clock()).toISOString(),
    ...grantOf(caller),
    ...(channel === 'webhook' ? { signingKeys: [createSigningKey()] } : {}),
  };
  if (!(await writeSubscription(context, subscription, storedSubscription?.version ?? null))) {
    return createSubscription(context, caller, settings, { isConfirmed });
  }
  if (needsConfirmation) await requestConfirmation(context, subscription);
  return { subscription, isNew: true };
}

/** So that a subscription outlives the token that created it. Its callers see its folder and could as well remove it. */
async function bindTo(
  context: DeliveryContext,
  caller: IdentifiedCaller,
  existing: Subscription,
): Promise<Subscription> {
  if (isFromShell(existing)) return existing;
  const changed = await updateSubscription(context, existing.id, (current) => {
    const { grantedFolders: _, ...settings } = current;
    const bound: Subscription = { ...settings, ...grantOf(caller) };
    return isDeepStrictEqual(bound, current) ? current : bound;
  });
  return changed ?? existing;
}

/** Also fails for a folder that the caller sees but that is not in the company. */
async function assertFolder(
  context: DeliveryContext,
  caller: Caller,
  folder: number,
): Promise<void> {
  const isVisible = await canSeeFolder(context, caller, { week: null, folder });
  if (!isVisible || !(await context.tree()).parents.has(folder)) {
    throw new Failure('FOLDER_NOT_FOUND', { folder });
  }
}

/** Those of the folders that the caller sees, by folder and id. */
export async function listSubscriptions(
  context: DeliveryContext,
  caller: IdentifiedCaller,
  { folder, mine }: { readonly folder: number | null; readonly mine: boolean },
): Promise<readonly Subscription[]> {
  const isVisible =
    caller.folders === null ? () => true : visibleFoldersInTree(caller, await context.tree());
  const subscriptions = await listStoredSubscriptions(context, folder);
  return subscriptions.filter(
    (subscription) =>
      isVisible(subscription.folder) && (!mine || subscription.createdBy === caller.id),
  );
}

/**
 * Fails with SUBSCRIPTION_NOT_FOUND, also for a folder that the caller does not see, in the week if one is given, and with
 * REPORT_DAMAGED for a subscription that can't be read.
 */
export async function readSubscription(
  context: DeliveryContext,
  caller: Caller,
  id: string,
  week: string | null = null,
): Promise<Subscription> {
  const folder = folderOfId(id);
  // Before it is read: neither failures nor the time may reveal which addresses have subscribed to other folders.
  const isVisible = folder !== null && (await canSeeFolder(context, caller, { week, folder }));
  const stored = isVisible ? await findStoredSubscription(context, id) : null;
  if (stored === null) throw new Failure('SUBSCRIPTION_NOT_FOUND');
  if (stored.value === null) throw damagedSubscription(id);
  return stored.value;
}

/** It is neither used nor replaced: only an operator can tell what it was. */
function damagedSubscription(id: string): Failure {
  return new Failure('REPORT_DAMAGED', { what: 'subscription', id });
}

/** Fails with SUBSCRIPTION_NOT_FOUND, or SUBSCRIPTION_STATE when it is pending or has ended and `state` changes. */
export async function changeSubscription(
  context: DeliveryContext,
  caller: Caller,
  id: string,
  changes: SubscriptionChanges,
): Promise<Subscription> {
  await readSubscription(context, caller, id);
  const subscription = await updateSubscription(context, id, (current) => {
    const isFixed = current.state === 'pending' || current.state === 'ended';
    if (isFixed && changes.state !== undefined) {
      throw new Failure('SUBSCRIPTION_STATE', { state: current.state });
    }
    const changed = { ...current, ...changes };
    // The domain of an address is checked once: those that are allowed may change.
    assertValid(changed, []);
    return changed;
  });
  if (subscription === null) throw new Failure('SUBSCRIPTION_NOT_FOUND');
  return subscription;
}

/**
 * Replaces the key that signs the messages to a webhook, and returns the new one; the old one signs beside it for a day. Only for
 * its creator and the operator: who has a key can forge messages. Fails with SUBSCRIPTION_NOT_FOUND, SUBSCRIPTION_INVALID for
 * another channel, or TOO_MANY_CONFIRMATIONS.
 */
export async function renewSigningKey(
  context: DeliveryContext,
  caller: IdentifiedCaller,
  id: string,
): Promise<string> {
  const subscription = await readSubscription(context, caller, id);
  if (caller.origin !== 'shell' && subscription.createdBy !== caller.id) {
    throw new Failure('SUBSCRIPTION_NOT_FOUND');
  }
  if (subscription.channel !== 'webhook') {
    throw new Failure('SUBSCRIPTION_INVALID', { at: 'channel', reason: 'notSigned' });
  }
  await countMessage(context, caller, subscription);
  const key = await replaceSigningKey(context, subscription);
  if (key === null) throw new Failure('SUBSCRIPTION_NOT_FOUND');
  return key;
}

/** Makes the access links that were sent for a subscription invalid; later messages have new ones. Fails with SUBSCRIPTION_NOT_FOUND. */
export async function revokeAccessLinks(
  context: DeliveryContext,
  caller: Caller,
  id: string,
): Promise<void> {
  await readSubscription(context, caller, id);
  await updateSubscription(context, id, (subscription) => ({
    ...subscription,
    generation: generationOf(subscription) + 1,
  }));
}

/** Removes it for good, with its address. Fails with SUBSCRIPTION_NOT_FOUND. */
export async function removeSubscription(
  context: DeliveryContext,
  caller: Caller,
  id: string,
): Promise<void> {
  const subscription = await readSubscription(context, caller, id);
  await context.repository.store.remove(confirmationKey(id));
  await context.repository.store.remove(subscriptionKey(subscription));
}
