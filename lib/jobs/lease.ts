// The lease of a store: one process at a time runs its schedule. Clocks of two machines are never compared: a holder that does not
// renew its lease for a minute of the other process's own time has lost it.
import { createHash } from 'node:crypto';
import type { Codec, ObjectStore } from '../ports/object-store.ts';
import type { LeaseRecord } from '../ports/stored-records.ts';
import {
  readValue,
  updateRecord,
  writeRecord,
  type StoredValue,
} from '../reports/report-repository.ts';
import type { Clock } from '../shared/clock.ts';
import { Failure } from '../shared/failure.ts';

const LEASE_KEY = 'serve.json';
/** A holder that could not renew its lease for so long has lost it. */
export const LOST_AFTER_MS = 60_000;
const POLL_EVERY_MS = 2_000;

export interface LeaseContext {
  readonly store: ObjectStore;
  readonly leases: Codec<LeaseRecord>;
  readonly clock: Clock;
  /** Milliseconds that only increase. */
  readonly monotonic: () => number;
  /** May end early, when the process is to stop. */
  readonly sleep: (ms: number) => Promise<void>;
  readonly process: Pick<LeaseRecord, 'host' | 'boot' | 'pid'>;
  /** Whether a process of this machine runs. */
  readonly isRunning: (pid: number) => boolean;
}

export interface Lease {
  /** Tells the process that holds it apart from others; shows nothing of its machine. */
  readonly instance: string;
  /**
   * Renews it. Null while this process has it; otherwise why it was lost: STORE_IN_USE, or the failure of a store that could not be
   * written for a minute. Does not fail.
   */
  renew(): Promise<Failure | null>;
  /** Whether a renewal has found that the process is to stop. */
  isStopRequested(): boolean;
  /** Fails as the store does. */
  release(): Promise<void>;
}

/** How often the lease is to be renewed. */
export const LEASE_RENEWAL_MS = 20_000;

/**
 * Waits for a holder that no longer renews its lease; `onWait` is called once then. Fails with STORE_IN_USE while another process
 * renews its own, and as the store does.
 */
export async function acquireLease(
  context: LeaseContext,
  onWait: (holder: LeaseRecord) => void,
): Promise<Lease> {
  let watched: { readonly version: string; readonly since: number } | null = null;
  for (;;) {
    const stored = await readLease(context);
    const holder = stored?.value ?? null;
    const isFree =
      holder === null ||
      holder.isReleased ||
      hasEnded(context, holder) ||
      (watched !== null &&
        watched.version === stored?.version &&
        context.monotonic() - watched.since >= LOST_AFTER_MS);
    if (isFree) {
      const lease = await takeLease(context, stored);
      if (lease !== null) return lease;
      // Another process was first.
      watched = null;
      continue;
    }
    if (watched === null) {
      watched = { version: stored?.version ?? '', since: context.monotonic() };
      onWait(holder);
    } else if (watched.version !== stored?.version) {
      throw inUse(holder);
    }
    await context.sleep(POLL_EVERY_MS);
  }
}

/** A process of this machine, or one in a container with this name and process id. */
export function hasEnded({ process, isRunning }: LeaseContext, holder: LeaseRecord): boolean {
  if (holder.host !== process.host || holder.boot !== process.boot || holder.boot === '') {
    return false;
  }
  return holder.pid === process.pid || !isRunning(holder.pid);
}

/** As `hasEnded`, without the processes of containers that have the name and the process id of this one. */
export function hasOtherEnded(context: LeaseContext, holder: LeaseRecord): boolean {
  return holder.pid !== context.process.pid && hasEnded(context, holder);
}

async function takeLease(
  context: LeaseContext,
  stored: StoredValue<LeaseRecord> | null,
): Promise<Lease | null> {
  const { store, leases, clock, monotonic } = context;
  const record: LeaseRecord = {
    ...context.process,
    since: new Date(clock()).toISOString(),
    // Two processes of one name that start at the same time write different bytes.
    renewals: (stored?.value?.renewals ?? 0) + 1,
    isReleased: false,
  };
  if (!(await writeRecord(store, leases, LEASE_KEY, record, stored?.version ?? null))) return null;
  let current = record;
  let renewedAt = monotonic();
  let loss: Failure | null = null;
  let isStopRequested = false;

  /** Fails with STORE_IN_USE where another process has the lease. */
  async function replace(next: LeaseRecord): Promise<void> {
    const latest = await readLease(context);
    if (latest === null || !isSame(latest.value, current)) throw inUse(latest?.value ?? null);
    isStopRequested ||= latest.value?.isStopRequested === true;
    if (await writeRecord(store, leases, LEASE_KEY, next, latest.version)) current = next;
    // A request to stop, or another process, was first.
    else await replace(next);
  }

  async function renewOnce(): Promise<Failure | null> {
    if (loss !== null) return loss;
    const startedAt = monotonic();
    try {
      await replace({ ...current, renewals: current.renewals + 1 });
      renewedAt = startedAt;
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      const isTaken = error.code === 'STORE_IN_USE';
      if (isTaken || monotonic() - renewedAt >= LOST_AFTER_MS) loss = error;
    }
    return loss;
  }

  /** Of two writes at the same time one would fail, as if another process had the lease. */
  let renewal: Promise<Failure | null> | null = null;
  return {
    instance: instanceOf(record),
    async renew() {
      renewal ??= renewOnce().finally(() => {
        renewal = null;
      });
      return renewal;
    },
    isStopRequested: () => isStopRequested,
    async release() {
      await renewal;
      if (loss !== null) return;
      loss = inUse(null);
      await replace({ ...current, isReleased: true });
    },
  };
}

/**
 * Asks the process with the lease to stop, which it does after its next renewal. Returns the holder; null when no process has the
 * lease. Fails as the store does.
 */
export async function requestStop(context: LeaseContext): Promise<LeaseRecord | null> {
  const { store, leases } = context;
  const hasLease = (holder: LeaseRecord | null): holder is LeaseRecord =>
    holder !== null && !holder.isReleased && !hasOtherEnded(context, holder);
  const holder = await updateRecord(store, leases, LEASE_KEY, (current) =>
    hasLease(current) ? { ...current, isStopRequested: true } : current,
  );
  return hasLease(holder) ? holder : null;
}

/** `holder`: null where it is not known. */
function inUse(holder: LeaseRecord | null): Failure {
  if (holder === null) return new Failure('STORE_IN_USE');
  const { host, pid, since } = holder;
  return new Failure('STORE_IN_USE', { host, pid, since });
}

/** A digest of the process. */
export function instanceOf({ host, boot, pid, since }: LeaseRecord): string {
  const digest = createHash('sha256').update([host, boot, pid, since].join('\n'));
  return digest.digest('base64url').slice(0, INSTANCE_LENGTH);
}

const INSTANCE_LENGTH = 22;

function isSame(a: LeaseRecord | null, b: LeaseRecord): boolean {
  return (
    a !== null &&
    a.host === b.host &&
    a.pid === b.pid &&
    a.since === b.since &&
    // A renewal whose answer was lost is one ahead.
    [b.renewals, b.renewals + 1].includes(a.renewals)
  );
}

/** Null when no process has served the store yet. */
export function readLease({
  store,
  leases,
}: Pick<LeaseContext, 'store' | 'leases'>): Promise<StoredValue<LeaseRecord> | null> {
  return readValue(store, leases, LEASE_KEY, null);
}
