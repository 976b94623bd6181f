// The right behind a subscription: its messages show only what the caller that created it may see. A subscription ends when
// that caller has no right to its folder any more.
import { isDeepStrictEqual } from 'node:util';
import type { DeliveryReceipt } from '../ports/deliveries.ts';
import type { SecretSource } from '../ports/secrets.ts';
import type { Subscription } from '../ports/subscriptions.ts';
import { isFromShell } from '../ports/subscriptions.ts';
import type { Caller, IdentifiedCaller } from '../reports/access.ts';
import {
  canSeeFolder,
  findTokenCaller,
  visibleFoldersOfWeek,
  WHOLE_COMPANY,
} from '../reports/access.ts';
import type { DeliveryContext, ProcessedDelivery } from './delivery-context.ts';
import type { StoredReceipt } from './receipts.ts';
import type { SentRevision } from './send-attempt.ts';
import { createReceipt, finishReceipt } from './send-attempt.ts';
import { updateSubscription } from './subscription-store.ts';

type Grant = Pick<Subscription, 'origin' | 'createdBy' | 'grantedFolders'>;
type GrantContext = Pick<DeliveryContext, 'repository' | 'tree' | 'findTokenCaller'>;

/** What a subscription records of the caller that creates it. */
export function grantOf({ origin, id, folders }: IdentifiedCaller): Grant {
  return {
    origin,
    createdBy: id,
    // The claims of a user can't be asked for later.
    ...(origin === 'signedIn' ? { grantedFolders: folders ?? [] } : {}),
  };
}

/**
 * Whose right a subscription has now; null when it has ended. A record of an earlier version says nothing of a user's folders
 * and names tokens by another digest: such a right can't be proven and counts as ended.
 */
export async function findGrant(
  context: Pick<DeliveryContext, 'findTokenCaller'>,
  subscription: Grant,
  options?: { readonly fresh: boolean },
): Promise<Caller | null> {
  if (isFromShell(subscription)) return WHOLE_COMPANY;
  const { origin, createdBy, grantedFolders: folders = [] } = subscription;
  return origin === 'signedIn' ? { folders } : context.findTokenCaller(createdBy, options);
}

/** Finds callers by the tokens in a secret. One that is not listed may be newer than what this process has read. */
export function createTokenFinder(secret: SecretSource): DeliveryContext['findTokenCaller'] {
  return async (id, { fresh } = { fresh: false }) => {
    const caller = findTokenCaller(id, (await secret.read()).apiTokens);
    if (caller !== null && !fresh) return caller;
    const renewed = await secret.renew?.();
    return renewed === undefined ? caller : findTokenCaller(id, renewed.apiTokens);
  };
}

/**
 * Why a subscription gets no message about a report: the reason of its receipt. ACCESS_ENDED: its caller may not see the folder
 * any more, so that it ends. REPORT_NOT_VISIBLE: not in that week, e.g. since the folder was elsewhere.
 */
type Denial = 'ACCESS_ENDED' | 'REPORT_NOT_VISIBLE';

/**
 * Tells for subscriptions why they get no message about a week; null when they get one. Fails as the store and the secret do, and
 * with the reporting API's failures where the week's plan does not decide.
 */
export function denialsOfWeek(
  context: GrantContext,
  week: string,
): (subscription: Subscription) => Promise<Denial | null> {
  // By granted folders: the plan is read once for each.
  const visibilities = new Map<string, (folder: number) => Promise<boolean>>();
  const denialOf = async (caller: Caller | null, folder: number): Promise<Denial | null> => {
    if (caller === null) return 'ACCESS_ENDED';
    const name = String(caller.folders);
    const isVisible = visibilities.get(name) ?? visibleFoldersOfWeek(context, caller, week);
    visibilities.set(name, isVisible);
    if (await isVisible(folder)) return null;
    return (await canSeeFolder(context, caller, { week: null, folder }))
      ? 'REPORT_NOT_VISIBLE'
      : 'ACCESS_ENDED';
  };
  return async (subscription) => {
    const { folder } = subscription;
    const denial = await denialOf(await findGrant(context, subscription), folder);
    if (denial !== 'ACCESS_ENDED') return denial;
    // The token may have been given the folder after this process read the secret.
    return denialOf(await findGrant(context, subscription, { fresh: true }), folder);
  };
}

export function findDenial(
  context: GrantContext,
  subscription: Subscription,
  week: string,
): Promise<Denial | null> {
  return denialsOfWeek(context, week)(subscription);
}

/**
 * Ends a subscription whose right has ended. False when it was bound to another right after it was read: nothing is known of
 * that one yet.
 */
export async function endDenied(
  context: Pick<DeliveryContext, 'repository' | 'codecs'>,
  judged: Subscription,
): Promise<boolean> {
  const current = await updateSubscription(context, judged.id, (subscription) =>
    subscription.state === 'ended' || !haveSameGrant(subscription, judged)
      ? subscription
      : { ...subscription, state: 'ended', reason: 'accessEnded' },
  );
  return current === null || haveSameGrant(current, judged);
}

function haveSameGrant(a: Grant, b: Grant): boolean {
  return (
    a.origin === b.origin &&
    a.createdBy === b.createdBy &&
    isDeepStrictEqual(a.grantedFolders, b.grantedFolders)
  );
}

/**
 * Records a denied delivery as skipped, and ends its subscription if its right has ended. Null as for `finishReceipt`, and when the
 * subscription was bound to another right meanwhile.
 */
export async function skipDenied(
  context: Pick<DeliveryContext, 'repository' | 'codecs' | 'clock'>,
  subscription: Subscription,
  revision: SentRevision,
  stored: StoredReceipt | null,
  denial: Denial,
): Promise<ProcessedDelivery | null> {
  if (denial === 'ACCESS_ENDED' && !(await endDenied(context, subscription))) return null;
  const receipt: DeliveryReceipt = createReceipt(context, revision, stored?.value ?? null);
  const end = { state: 'skipped', reason: denial } as const;
  return finishReceipt(context, receipt, stored?.version ?? null, end);
}
