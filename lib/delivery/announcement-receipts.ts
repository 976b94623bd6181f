// The receipts of announcements: numbered, and written conditionally before anything is sent.
import { isDeepStrictEqual } from 'node:util';
import { MINUTE_MS } from '../domain/calendar.ts';
import type { Instant } from '../domain/report-inputs.ts';
import type { Codec, ObjectStore } from '../ports/object-store.ts';
import type { Receipt, RefusedAnnouncement } from '../ports/stored-records.ts';
import type { StoredValue } from '../reports/report-repository.ts';
import { readValue, updateRecord, writeRecord } from '../reports/report-repository.ts';
import { isAhead } from '../shared/clock.ts';
import type { Failure } from '../shared/failure.ts';
import type { DeliveryContext, EarlierAnnouncements } from './delivery-context.ts';
import { nextAttemptAt } from './due-time.ts';

export interface ReceiptContext extends Pick<DeliveryContext, 'clock' | 'random'> {
  readonly store: ObjectStore;
  readonly receipts: Codec<Receipt>;
  /** Called for a channel that has refused the announcement for a time; it is repeated from a UTC instant on. */
  readonly onRefused: (channel: string, failure: Failure, nextAttemptAt: string) => void;
}

export type Claim =
  | {
      readonly outcome: 'claimed';
      readonly key: string;
      /** Of the same revision. */
      readonly refused: RefusedAnnouncement | null;
    }
  | { readonly outcome: 'redundant' | 'left' }
  /** The receipt with this key can't be read or is that of another channel. */
  | { readonly outcome: 'damaged'; readonly key: string };

/**
 * Stores the receipt unless the last ones make it redundant: after the last one, or in place of it when that was refused. Receipts are
 * numbered and written conditionally: a worker that loses reads the winner's receipt and decides again, so that all workers agree on
 * the order. Those before `from` are read only where that one was refused. `prepare` is awaited before anything is written; nothing is
 * when it returns false. Left where another worker may still be sending what would make the receipt redundant: it may be refused.
 */
export async function claim(
  context: ReceiptContext,
  receipt: Receipt,
  from: number,
  prepare: () => Promise<boolean>,
): Promise<Claim> {
  const { store, receipts, clock } = context;
  for (let n = from; ;) {
    const last = await readReceipts(context, receipt, n);
    if ('damaged' in last) return { outcome: 'damaged', key: last.damaged };
    const { sent, refused, next } = last;
    n = next;
    if (!isNew(receipt, sent, refused?.value ?? null)) {
      return { outcome: isInProgress(sent, clock()) ? 'left' : 'redundant' };
    }
    if (isPaused(refused?.value ?? null, clock()) || !(await prepare())) return { outcome: 'left' };
    const key = receiptKey(receipt, n);
    if (await writeRecord(store, receipts, key, receipt, refused?.version ?? null)) {
      const isSame = refused?.value.revision === receipt.revision;
      return { outcome: 'claimed', key, refused: isSame ? (refused.value.refused ?? null) : null };
    }
  }
}

interface LastReceipts {
  /** Of the last announcement that was sent; null for none, also when it was not read. */
  readonly sent: Receipt | null;
  /** The last one, when it was refused for a time. */
  readonly refused: { readonly value: Receipt; readonly version: string } | null;
  /** The number under which the next receipt is stored. */
  readonly next: number;
}

async function readReceipts(
  context: ReceiptContext,
  receipt: Receipt,
  from: number,
): Promise<LastReceipts | { readonly damaged: string }> {
  let sent: Receipt | null = null;
  for (let n = from; ; n += 1) {
    const stored = await readReceipt(context, receipt, n);
    if (stored === null) return { sent, refused: null, next: n };
    const { value, version } = stored;
    if (value === null) return { damaged: receiptKey(receipt, n) };
    if (value.refused === undefined) {
      sent = value;
      continue;
    }
    // None follows one that was refused.
    const before: StoredValue<Receipt> | null =
      sent === null && n > 1 ? await readReceipt(context, receipt, n - 1) : null;
    if (before?.value === null) return { damaged: receiptKey(receipt, n - 1) };
    return { sent: sent ?? before?.value ?? null, refused: { value, version }, next: n };
  }
}

function readReceipt(
  { store, receipts }: ReceiptContext,
  receipt: Receipt,
  n: number,
): Promise<StoredValue<Receipt> | null> {
  const key = receiptKey(receipt, n);
  return readValue(store, receipts, key, (stored) => (isReceiptAt(stored, key) ? key : null));
}

/** Only the verdict of the change is compared: a report that is made again with another state is not announced again. */
function isNew(
  { revision, verdict }: Receipt,
  sent: Receipt | null,
  refused: Receipt | null,
): boolean {
  if (refused !== null && revision < refused.revision) return false;
  return sent === null || (revision > sent.revision && verdict !== sent.verdict);
}

/** A planner of announcements is ended after five minutes; the clocks of two may differ. */
const LONGEST_ATTEMPT_MS = 10 * MINUTE_MS;

/** Whether the attempt of a receipt may not have ended; that of a wrong clock is not waited for. */
function isInProgress(receipt: Receipt | null, now: Instant): boolean {
  if (receipt === null || isAhead(receipt.at, now)) return false;
  return now < Date.parse(receipt.at) + LONGEST_ATTEMPT_MS;
}

/** Whether a receipt that was refused waits for its next attempt; one of a wrong clock does not. */
function isPaused(receipt: Receipt | null, now: Instant): boolean {
  if (receipt?.refused === undefined || isAhead(receipt.at, now)) return false;
  return now < Date.parse(receipt.refused.nextAttemptAt);
}

/** Records when an announcement is made again; false when that is more than a day after the first attempt. */
export async function recordRefusal(
  { store, receipts, clock, random, onRefused }: ReceiptContext,
  receipt: Receipt,
  { key, refused }: Extract<Claim, { outcome: 'claimed' }>,
  failure: Failure,
): Promise<boolean> {
  const { retryAfterSeconds } = failure.facts;
  const now = clock();
  const attempts = (refused?.attempts ?? 0) + 1;
  const first = refused?.firstAttemptAt ?? receipt.at;
  const firstAttemptAt = isAhead(first, now) ? receipt.at : first;
  const seconds = typeof retryAfterSeconds === 'number' ? retryAfterSeconds : null;
  const next = nextAttemptAt({ attempts, firstAttemptAt }, seconds, now, random);
  if (next === null) return false;
  const at = new Date(next).toISOString();
  const refusedReceipt = { ...receipt, refused: { attempts, firstAttemptAt, nextAttemptAt: at } };
  // Only this worker may have changed it.
  const stored = await updateRecord(store, receipts, key, (current) =>
    isDeepStrictEqual(current, receipt) ? refusedReceipt : current,
  );
  if (!isDeepStrictEqual(stored, refusedReceipt)) return false;
  onRefused(receipt.channel, failure, at);
  return true;
}

/** Whether the record of an announcement is that of its key. */
export function isReceiptAt(receipt: Receipt, key: string): boolean {
  const n = Number(/-(\d+)\.json$/.exec(key)?.[1]);
  return receiptKey(receipt, n) === key;
}

/** The numbers of the last announcements among some listed keys, by folder and channel. */
export function lastAnnouncements(
  keys: readonly string[],
): ReadonlyMap<number, EarlierAnnouncements['lastNumbers']> {
  const byFolder = new Map<number, Map<string, number>>();
  for (const key of keys) {
    const match = /^receipts\/[^/]+\/(\d+)\/(event|hook-[0-9a-f]{16})-([1-9]\d*)\.json$/.exec(key);
    if (match === null) continue;
    const [, folder, channel = '', n] = match;
    const numbers = byFolder.get(Number(folder)) ?? new Map<string, number>();
    numbers.set(channel, Math.max(Number(n), numbers.get(channel) ?? 0));
    byFolder.set(Number(folder), numbers);
  }
  return byFolder;
}

/** `n` counts the announcements to a channel about a week and folder, from 1. */
function receiptKey({ week, folder, channel }: Receipt, n: number): string {
  return `receipts/${week}/${folder}/${channel}-${n}.json`;
}
