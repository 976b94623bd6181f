// Reads and changes stored subscriptions.
import { compareInOrder, compareText } from '../domain/order.ts';
import type { EndReason, Subscription } from '../ports/subscriptions.ts';
import type { StoredValue } from '../reports/report-repository.ts';
import { readValue, updateRecord, writeRecord } from '../reports/report-repository.ts';
import type { MailEvent } from '../ports/deliveries.ts';
import type { DeliveryContext } from './delivery-context.ts';
import { folderOfId, subscriptionId } from './subscription-rules.ts';

type Subscriptions = Pick<DeliveryContext, 'repository' | 'codecs'>;

export function subscriptionKey({ folder, id }: Pick<Subscription, 'folder' | 'id'>): string {
  return `subscriptions/${folder}/${id}.json`;
}

/** The id is a digest of folder, channel and address: a record with another address contradicts itself. */
export function keyOfSubscription(subscription: Subscription): string | null {
  return subscriptionId(subscription) === subscription.id ? subscriptionKey(subscription) : null;
}

/** Null when there is none, also for a text that is not an id. */
export async function findStoredSubscription(
  { repository, codecs }: Subscriptions,
  id: string,
): Promise<StoredValue<Subscription> | null> {
  const folder = folderOfId(id);
  if (folder === null) return null;
  const key = subscriptionKey({ folder, id });
  return readValue(repository.store, codecs.subscriptions, key, keyOfSubscription);
}

export async function findSubscription(
  context: Subscriptions,
  id: string,
): Promise<Subscription | null> {
  return (await findStoredSubscription(context, id))?.value ?? null;
}

/**
 * Replaces a subscription by what `change` returns for it, and returns that; one that it returns unchanged is not written. Null
 * when there is no such subscription.
 */
export async function updateSubscription(
  context: Subscriptions,
  id: string,
  change: (subscription: Subscription) => Subscription,
): Promise<Subscription | null> {
  const { repository, codecs } = context;
  const folder = folderOfId(id);
  if (folder === null) return null;
  const key = subscriptionKey({ folder, id });
  return updateRecord(
    repository.store,
    codecs.subscriptions,
    key,
    (subscription) => (subscription === null ? null : change(subscription)),
    () => findStoredSubscription(context, id),
  );
}

/** Creates a subscription (`version` null) or replaces it in this version; false when another writer was first. */
export function writeSubscription(
  { repository: { store }, codecs }: Subscriptions,
  subscription: Subscription,
  version: string | null,
): Promise<boolean> {
  const key = subscriptionKey(subscription);
  return writeRecord(store, codecs.subscriptions, key, subscription, version);
}

/** Ends a subscription; false when there is none or it had ended before. */
export async function endSubscription(
  context: Subscriptions,
  id: string,
  reason: EndReason,
): Promise<boolean> {
  let hasEnded = false;
  await updateSubscription(context, id, (subscription) => {
    hasEnded = subscription.state !== 'ended';
    return hasEnded ? { ...subscription, state: 'ended', reason } : subscription;
  });
  return hasEnded;
}

/** All subscriptions of a folder, or of all folders (null), by folder and id, without those that can't be read. */
export async function listStoredSubscriptions(
  context: Pick<DeliveryContext, 'repository' | 'caches'>,
  folder: number | null = null,
): Promise<readonly Subscription[]> {
  return (await readStoredSubscriptions(context, folder)).subscriptions;
}

/** As `listStoredSubscriptions`; `damaged`: how many can't be read. */
export async function readStoredSubscriptions(
  { repository, caches }: Pick<DeliveryContext, 'repository' | 'caches'>,
  folder: number | null = null,
): Promise<{ readonly subscriptions: readonly Subscription[]; readonly damaged: number }> {
  const prefix = folder === null ? 'subscriptions/' : `subscriptions/${folder}/`;
  const listedObjects = (await repository.store.entries(prefix)).filter(({ key }) =>
    isSubscriptionKey(key),
  );
  const versions = new Map(listedObjects.map(({ key, version }) => [key, version]));
  const storedSubscriptions = await caches.subscriptions.read([...versions.keys()], versions);
  const subscriptions = [...storedSubscriptions.values()]
    .flatMap(({ value }) => value ?? [])
    .toSorted((a, b) => compareInOrder(a.folder - b.folder, compareText(a.id, b.id)));
  return { subscriptions, damaged: storedSubscriptions.size - subscriptions.length };
}

/** Other records have the same prefix. */
export function isSubscriptionKey(key: string): boolean {
  const id = /^subscriptions\/\d+\/([^/]+)\.json$/.exec(key)?.[1] ?? '';
  const folder = folderOfId(id);
  return folder !== null && subscriptionKey({ folder, id }) === key;
}

export type MailEventResult =
  | { readonly outcome: 'ended' | 'rejected'; readonly subscription: string }
  /** Nothing has to be done, or it was done before. */
  | { readonly outcome: 'nothing' }
  /** The message was not sent for a subscription of this deployment. */
  | { readonly outcome: 'foreign' };

/**
 * Applying an event twice has the same result as once. An event ends a subscription only when it is about its address: others
 * may send with the same configuration set and choose tags. Fails as the store does.
 */
export async function applyMailEvent(
  context: Subscriptions,
  { kind, subscription: id, recipients }: MailEvent,
): Promise<MailEventResult> {
  if (kind === 'other') return { outcome: 'nothing' };
  const subscription = id === null ? null : await findSubscription(context, id);
  if (id === null || subscription?.channel !== 'mail') return { outcome: 'foreign' };
  if (!recipients.includes(subscription.address.toLowerCase())) return { outcome: 'foreign' };
  if (kind === 'rejected') return { outcome: 'rejected', subscription: id };
  return (await endSubscription(context, id, kind))
    ? { outcome: 'ended', subscription: id }
    : { outcome: 'nothing' };
}
