// Claims of requests for new access links. A request is claimed before its messages go out; when the process ends before they
// have, it is claimed once more, so that each message is sent at most twice.
import { HOUR_MS } from '../domain/calendar.ts';
import type { Instant } from '../domain/report-inputs.ts';
import type { DeliveryJob } from '../ports/deliveries.ts';
import type { AccessRequest, AccessRequests } from '../ports/subscriptions.ts';
import { readValue, updateRecord } from '../reports/report-repository.ts';
import { mapConcurrent, SMALL_OBJECT_CONCURRENCY } from '../shared/map-concurrent.ts';
import type { DeliveryContext, DeliveryPlanning } from './delivery-context.ts';
import { ATTEMPT_MS } from './send-attempt.ts';

export type AccessJob = Extract<DeliveryJob, { readonly kind: 'access' }>;

/** Requests an hour of one address. */
const MAX_REQUESTS = 3;
/** A message may have gone out in an attempt that was interrupted. */
const MAX_ATTEMPTS = 2;
const PREFIX = 'subscriptions/access/';

/**
 * refused: the request is over, or its address has too many. interrupted: so were all its attempts. waiting: another attempt
 * may be in progress, until then.
 */
export type AccessClaim =
  | { readonly state: 'claimed' | 'refused' | 'interrupted' }
  | { readonly state: 'waiting'; readonly until: Instant };

type Stores = Pick<DeliveryContext, 'repository' | 'codecs'>;

export function accessRequestsKey(recipient: string): string {
  return `${PREFIX}${recipient}.json`;
}

/** Whether a request is too old to be answered. */
export function isOver({ requestedAt }: Pick<AccessRequest, 'requestedAt'>, now: Instant): boolean {
  return now >= Date.parse(requestedAt) + HOUR_MS;
}

/** Claims a request for one attempt. Fails as the store does. */
export async function claimRequest(
  context: DeliveryContext,
  { recipient, requestedAt }: AccessJob,
): Promise<AccessClaim> {
  const now = context.clock();
  const result: { claim: AccessClaim } = { claim: { state: 'refused' } };
  await updateRequests(context, recipient, (stored) => {
    const recent = stored.filter((request) => !isOver(request, now));
    const others = recent.filter((request) => request.requestedAt !== requestedAt);
    const existing = recent.find((request) => request.requestedAt === requestedAt) ?? null;
    result.claim =
      existing === null
        ? { state: others.length < MAX_REQUESTS ? 'claimed' : 'refused' }
        : claimOf(existing, now);
    if (result.claim.state !== 'claimed') return null;
    const attempts = (existing?.attempts ?? 0) + 1;
    const attemptEndsAt = new Date(now + ATTEMPT_MS).toISOString();
    return [...others, { requestedAt, attempts, attemptEndsAt }];
  });
  return result.claim;
}

function claimOf({ attempts, attemptEndsAt }: AccessRequest, now: Instant): AccessClaim {
  if (attemptEndsAt === null) return { state: 'refused' };
  const until = Date.parse(attemptEndsAt);
  if (now < until) return { state: 'waiting', until };
  return { state: attempts < MAX_ATTEMPTS ? 'claimed' : 'interrupted' };
}

/** Records that a claimed request needs no further attempt. Fails as the store does. */
export async function finishRequest(context: DeliveryContext, job: AccessJob): Promise<void> {
  await updateRequest(context, job, (request) => ({ ...request, attemptEndsAt: null }));
}

/** Records that nothing has gone out in the attempt, so that another one can follow. Fails as the store does. */
export async function releaseRequest(context: DeliveryContext, job: AccessJob): Promise<void> {
  const attemptEndsAt = new Date(context.clock()).toISOString();
  await updateRequest(context, job, (request) => ({
    ...request,
    attempts: request.attempts - 1,
    attemptEndsAt,
  }));
}

/**
 * Enqueues the claimed requests of the last hour whose messages may not have gone out: jobs of a single process are lost when it
 * ends. Fails as the store does, or with QUEUE_UNAVAILABLE.
 */
export async function planAccessRequests(context: DeliveryPlanning, now: Instant): Promise<void> {
  const entries = await context.repository.store.entries(PREFIX);
  const jobs = await mapConcurrent(
    entries,
    async ({ key }): Promise<readonly DeliveryJob[]> => {
      const recipient = key.slice(PREFIX.length, -'.json'.length);
      return (await readRequests(context, recipient))
        .filter((request) => request.attemptEndsAt !== null && !isOver(request, now))
        .map(({ requestedAt }) => ({ kind: 'access', recipient, requestedAt }));
    },
    SMALL_OBJECT_CONCURRENCY,
  );
  await context.jobs.send(jobs.flat());
}

async function readRequests(
  { repository: { store }, codecs }: Stores,
  recipient: string,
): Promise<AccessRequests['requests']> {
  const key = accessRequestsKey(recipient);
  return (await readValue(store, codecs.accessRequests, key, null))?.value?.requests ?? [];
}

function updateRequest(
  context: DeliveryContext,
  { recipient, requestedAt }: AccessJob,
  change: (request: AccessRequest) => AccessRequest,
): Promise<AccessRequests | null> {
  return updateRequests(context, recipient, (stored) =>
    stored.map((request) => (request.requestedAt === requestedAt ? change(request) : request)),
  );
}

/** Nothing is written when `change` returns null. */
function updateRequests(
  { repository: { store }, codecs }: Stores,
  recipient: string,
  change: (requests: AccessRequests['requests']) => AccessRequests['requests'] | null,
): Promise<AccessRequests | null> {
  return updateRecord(store, codecs.accessRequests, accessRequestsKey(recipient), (stored) => {
    const requests = change(stored?.requests ?? []);
    return requests === null ? null : { requests };
  });
}
