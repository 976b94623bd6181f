// Finds the reader that the token of an access link authenticates. A token is checked against the stored subscription, which is
// read once a minute.
import { LRUCache } from 'lru-cache';
import { MINUTE_MS } from '../domain/calendar.ts';
import type { Subscription } from '../ports/subscriptions.ts';
import type { Caller, IdentifiedCaller } from '../reports/access.ts';
import { callerId } from '../reports/access.ts';
import { maskMailAddress } from '../shared/mail-address.ts';
import { canRead, generationOf } from './access-links.ts';
import type { AccessClaims } from './access-token.ts';
import { parseAccessToken, verifyAccessToken } from './access-token.ts';
import type { DeliveryContext } from './delivery-context.ts';
import { findGrant } from './grants.ts';
import { findSubscription } from './subscription-store.ts';

/** How long an answer about a subscription is used. */
const CHECK_EVERY_MS = MINUTE_MS;
/** Of a company with more readers a minute, some subscriptions are read again. */
const MAX_CHECKED = 1_000;

/** What the check of a token needs. */
export type AccessContext = Pick<
  DeliveryContext,
  'repository' | 'codecs' | 'linkKeys' | 'clock' | 'findTokenCaller' | 'accessLinks'
>;

/** Finds the reader that a bearer token authenticates; null for any other token. Fails as the store and the secret do. */
export type FindReader = (token: string) => Promise<IdentifiedCaller | null>;

export function createReaderFinder(context: AccessContext): FindReader {
  if (!context.accessLinks) return () => Promise.resolve(null);
  const checks = new LRUCache<string, Check>({
    max: MAX_CHECKED,
    ttl: CHECK_EVERY_MS,
    ttlResolution: 0,
    perf: { now: context.clock },
    fetchMethod: (id) => checkSubscription(context, id),
  });
  return async (token) => {
    const claims = await readClaims(context, token);
    if (claims === null || context.clock() >= claims.expires * 1000) return null;
    const { reader, generation } = (await checks.fetch(claims.subscription)) ?? REFUSED;
    return generation === claims.generation ? reader : null;
  };
}

async function readClaims(
  { linkKeys }: AccessContext,
  token: string,
): Promise<AccessClaims | null> {
  const signed = parseAccessToken(token);
  if (signed === null) return null;
  const keys = await linkKeys();
  const isKnownKey = keys.some(({ id }) => id === signed.keyId);
  // Another process may have signed with a newer key than this one has read.
  return verifyAccessToken(signed, isKnownKey ? keys : await linkKeys({ fresh: true }));
}

/** Whether the subscriber of a subscription may read. */
interface Check {
  readonly reader: IdentifiedCaller | null;
  readonly generation: number | null;
}

const REFUSED: Check = { reader: null, generation: null };

async function checkSubscription(context: AccessContext, id: string): Promise<Check> {
  const subscription = await findSubscription(context, id);
  if (subscription === null || !canRead(subscription)) return REFUSED;
  const grant = await findGrant(context, subscription);
  if (grant === null || grant.folders?.length === 0) return REFUSED;
  const reader = readerOf(subscription, grant);
  return { reader, generation: generationOf(subscription) };
}

/** A reader sees no more than whoever subscribed: another week may have had the folder elsewhere. */
function readerOf({ id, folder, address }: Subscription, grant: Caller): IdentifiedCaller {
  return {
    folders: [folder],
    within: grant.folders,
    origin: 'token',
    id: callerId('reader', id),
    reader: maskMailAddress(address),
  };
}
