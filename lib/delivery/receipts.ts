// Reads and writes the receipts of deliveries.
import type { DeliveryKind, DeliveryReceipt } from '../ports/deliveries.ts';
import type { ListedObject, ObjectStore } from '../ports/object-store.ts';
import type { StoredValue } from '../reports/report-repository.ts';
import { readValue, writeRecord } from '../reports/report-repository.ts';
import { isAhead } from '../shared/clock.ts';
import type { DeliveryContext } from './delivery-context.ts';

export interface DeliveryId {
  readonly week: string;
  readonly folder: number;
  /** The id of the subscription. */
  readonly subscription: string;
}

/** Its value is null when it can't be decoded or contradicts its key: whether the message went out is not known. */
export type StoredReceipt = StoredValue<DeliveryReceipt>;

/** The reason of a delivery whose receipt can't be decoded. */
export const RECEIPT_DAMAGED = 'RECEIPT_DAMAGED';

function receiptKey({ week, folder, subscription }: DeliveryId, kind: DeliveryKind): string {
  const suffix = kind === 'update' ? '.update' : '';
  return `receipts/${week}/${folder}/${subscription}${suffix}.json`;
}

export function keyOfReceipt(receipt: DeliveryReceipt): string {
  return receiptKey(receipt, receipt.kind);
}

export function findReceipt(
  { repository, codecs }: DeliveryContext,
  id: DeliveryId,
  kind: DeliveryKind,
): Promise<StoredReceipt | null> {
  return readValue(repository.store, codecs.receipts, receiptKey(id, kind), keyOfReceipt);
}

/** Creates a receipt (`version` null) or replaces it in this version; false when another writer was first. */
export function writeReceipt(
  { repository: { store }, codecs }: Pick<DeliveryContext, 'repository' | 'codecs'>,
  receipt: DeliveryReceipt,
  version: string | null,
): Promise<boolean> {
  return writeRecord(store, codecs.receipts, keyOfReceipt(receipt), receipt, version);
}

/** The receipts of one delivery; undefined where there is none, null for one that can't be decoded. */
export interface DeliveryReceipts extends DeliveryId {
  report?: DeliveryReceipt | null;
  update?: DeliveryReceipt | null;
}

/** All receipts of a week: those of subscriptions, and those of events and webhooks of the secret. */
export function listReceiptObjects(
  store: ObjectStore,
  week: string,
): Promise<readonly ListedObject[]> {
  return store.entries(`receipts/${week}/`);
}

/** The receipts of a week by subscription; receipts that are cached in the listed version are not read. */
export async function listReceipts(
  { repository: { store }, caches }: Pick<DeliveryContext, 'repository' | 'caches'>,
  week: string,
  listed: Promise<readonly ListedObject[]> = listReceiptObjects(store, week),
): Promise<ReadonlyMap<string, Readonly<DeliveryReceipts>>> {
  const versions = new Map<string, string>();
  const deliveries = new Map<string, DeliveryReceipts>();
  for (const { key, version } of await listed) {
    if (parseReceiptKey(key) !== null) versions.set(key, version);
  }
  const receipts = await caches.receipts.read([...versions.keys()], versions);
  for (const key of versions.keys()) {
    const storedReceipt = receipts.get(key);
    const keyParts = parseReceiptKey(key);
    if (storedReceipt === undefined || keyParts === null) continue;
    const { folder, subscription, kind } = keyParts;
    const delivery = deliveries.get(subscription) ?? { week, folder, subscription };
    delivery[kind] = storedReceipt.value;
    deliveries.set(subscription, delivery);
  }
  return deliveries;
}

/** Null for other records below the same prefix. */
export function parseReceiptKey(
  key: string,
): (Omit<DeliveryId, 'week'> & { readonly kind: DeliveryKind }) | null {
  const match = /^receipts\/[^/]+\/(\d+)\/(\1-[0-9a-v]{20})(\.update)?\.json$/.exec(key);
  if (match === null) return null;
  const [, folder, subscription = '', update] = match;
  return {
    folder: Number(folder),
    subscription,
    kind: update === undefined ? 'report' : 'update',
  };
}

/** Whether a report that was sent incomplete may need an update by a revision; the report itself decides. */
export function mayNeedUpdate(
  { state, status, revision }: DeliveryReceipt,
  update: DeliveryReceipt | null,
  newest: { readonly status: string; readonly revision: number },
): boolean {
  if (state !== 'sent' || status !== 'partial') return false;
  if (newest.status === 'partial' || newest.revision <= revision) return false;
  // One that brought no news may be followed by one that does.
  return update === null || (update.state === 'skipped' && update.revision < newest.revision);
}

/** Whether there is a receipt that can be decoded. */
export function isKnown(receipt: DeliveryReceipt | null | undefined): receipt is DeliveryReceipt {
  return receipt !== undefined && receipt !== null;
}

/** Whether a receipt waits for a worker, at an instant: its attempt was interrupted, or the next one is due. */
export function isUnfinished(receipt: DeliveryReceipt, now: number): boolean {
  return receipt.state === 'sending' && now >= waitsUntil(receipt, now);
}

/** The instant before which a receipt in state `sending` must not be touched; `now` for one of a wrong clock. */
export function waitsUntil(
  { attemptEndsAt, nextAttemptAt, at }: DeliveryReceipt,
  now: number,
): number {
  return isAhead(at, now) ? now : Date.parse(attemptEndsAt ?? nextAttemptAt ?? at);
}
