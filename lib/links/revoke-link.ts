// Revokes capability links. Only what a link key proves to have been made is stored, lest callers fill the store with
// made-up ids.
import type { Access, Caller } from '../reports/access.ts';
import { canSeeFolder } from '../reports/access.ts';
import type { LinkContext } from './make-link.ts';
import { revocationKey } from './make-link.ts';
import { Failure } from '../shared/failure.ts';
import { storedWeeks } from '../reports/stored-weeks.ts';
import { folderOfLink, isIssuedId } from './link-token.ts';
import { readLinkToken } from './open-link.ts';
import { JSON_TYPE } from '../reports/report-repository.ts';
import { mapConcurrent } from '../shared/map-concurrent.ts';

type Revoking = Pick<LinkContext, 'repository' | 'revocations' | 'clock' | 'linkKeys'>;

/**
 * Revokes a link for good, named by its id or by its token; doing it again does nothing. An id that was made before ids
 * had a check proves nothing: such a link is named by its token.
 * Fails with LINK_NOT_FOUND for what no key has made, and for what is not the caller's.
 */
export async function revokeLink(
  revoking: Revoking & Access,
  caller: Caller,
  name: string,
): Promise<void> {
  const isToken = name.includes('.');
  const id = (isToken ? (await readLinkToken(revoking.linkKeys, name))?.id : name) ?? '';
  const folder = folderOfLink(id);
  const isTheirs = folder !== null && (await hasSeenFolder(revoking, caller, folder));
  if (!isTheirs || !(isToken || (await isMade(revoking, id)))) {
    throw new Failure('LINK_NOT_FOUND');
  }
  await storeRevocation(revoking, id);
}

/** Whether a link key has made an id. */
export async function isMade(
  { linkKeys }: Pick<LinkContext, 'linkKeys'>,
  id: string,
): Promise<boolean> {
  // Another process may have signed with a key that is newer than those that this one holds.
  return isIssuedId(id, await linkKeys()) || isIssuedId(id, await linkKeys({ fresh: true }));
}

/** Without any proof that there is such a link. */
export async function storeRevocation(
  { repository, revocations, clock }: Omit<Revoking, 'linkKeys'>,
  id: string,
): Promise<void> {
  const revocation = { id, revokedAt: new Date(clock()).toISOString() };
  await repository.store.create(revocationKey(id), revocations.encode(revocation), JSON_TYPE);
}

/** Also one that has moved or gone since: whoever could make a link then can revoke it now. */
async function hasSeenFolder(access: Access, caller: Caller, folder: number): Promise<boolean> {
  if (await canSeeFolder(access, caller, { week: null, folder })) return true;
  const weeks = (await storedWeeks(access.repository.store, ['weeks/'])).slice(-MOST_LINK_WEEKS);
  const seen = await mapConcurrent(weeks, ({ name }) =>
    canSeeFolder(access, caller, { week: name, folder }),
  );
  return seen.includes(true);
}

/** A link lives for a year at the most. */
const MOST_LINK_WEEKS = 60;
