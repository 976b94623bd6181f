// Resolves a capability link to the file that it opens, and revokes links. A revocation is stored only for an id that was
// issued with a link key; otherwise callers could fill the store with invented ones.
import type { FileName } from '../shared/content-disposition.ts';
import { Failure } from '../shared/failure.ts';
import { downloadName } from '../reports/download-name.ts';
import type { ReportId } from '../reports/report-repository.ts';
import {
  findStoredReport,
  folderPrefix,
  hasFile,
  writeRecord,
} from '../reports/report-repository.ts';
import { findNewestManifest, storedWeeks } from '../reports/week-folders.ts';
import type { Access, Caller } from '../reports/access.ts';
import { canSeeFolder } from '../reports/access.ts';
import { mapConcurrent } from '../shared/map-concurrent.ts';
import type { LinkContext } from './make-link.ts';
import { revocationKey } from './make-link.ts';
import type { LinkClaims } from './link-token.ts';
import { decodeLink, isWellFormedToken, linkFolder, isIssuedId } from './link-token.ts';

/**
 * The file that a link opens, and its name for the download.
 * Fails with LINK_INVALID, LINK_EXPIRED, LINK_REVOKED, or REPORT_GONE.
 */
export async function openLink(
  { repository, linkKeys, clock }: Pick<LinkContext, 'repository' | 'linkKeys' | 'clock'>,
  token: string,
  format: 'pdf' | 'json',
): Promise<{ readonly key: string; readonly name: FileName }> {
  const claims = await readLinkToken(linkKeys, token);
  if (claims === null) throw new Failure('LINK_INVALID');
  const { id: linkId, expires, folder, report } = claims;
  if (clock() >= expires * 1000) throw new Failure('LINK_EXPIRED');
  if ((await repository.store.read(revocationKey(linkId))) !== null)
    throw new Failure('LINK_REVOKED');
  const manifest = report === null ? await findNewestManifest(repository, folder) : null;
  if (manifest !== null) {
    const { key } = manifest.files[format];
    if (!(await hasFile(repository, { key }))) throw new Failure('REPORT_GONE');
    return { key, name: downloadName(manifest, format) };
  }
  if (report === null) throw new Failure('REPORT_GONE');
  const id: ReportId = { week: report.week, folder };
  const key = `${folderPrefix(id)}${report[format]}.${format}`;
  const [storedReport, isStored] = await Promise.all([
    findStoredReport(repository, id),
    hasFile(repository, { key }),
  ]);
  // Pruning removes the manifest of a report first.
  if (storedReport === null || !isStored) throw new Failure('REPORT_GONE');
  const folderName = storedReport.value?.folder ?? { key: folder, name: '' };
  return { key, name: downloadName({ folder: folderName, week: id.week }, format) };
}

/** The claims of a token; null where no link key has signed it. */
async function readLinkToken(
  linkKeys: LinkContext['linkKeys'],
  token: string,
): Promise<LinkClaims | null> {
  const claims = decodeLink(token, await linkKeys());
  if (claims !== null || !isWellFormedToken(token)) return claims;
  // Another process may have signed with a newer key than this one has read.
  return decodeLink(token, await linkKeys({ fresh: true }));
}

type RevocationContext = Pick<LinkContext, 'repository' | 'revocations' | 'clock' | 'linkKeys'>;

/**
 * Revokes a link permanently, by its id or its token; a repeated call has no effect. An id without a check part can't be
 * verified: such a link is revoked by its token.
 * Fails with LINK_NOT_FOUND for an id that no key has issued, and for a link to a folder that the caller may not see.
 */
export async function revokeLink(
  context: RevocationContext & Access,
  caller: Caller,
  idOrToken: string,
): Promise<void> {
  const isToken = idOrToken.includes('.');
  const id = (isToken ? (await readLinkToken(context.linkKeys, idOrToken))?.id : idOrToken) ?? '';
  const folder = linkFolder(id);
  const isVisible = folder !== null && (await hasSeenFolder(context, caller, folder));
  if (!isVisible || !(isToken || (await isIssuedLink(context, id)))) {
    throw new Failure('LINK_NOT_FOUND');
  }
  await storeRevocation(context, id);
}

/** Whether a link key has issued an id. */
export async function isIssuedLink(
  { linkKeys }: Pick<LinkContext, 'linkKeys'>,
  id: string,
): Promise<boolean> {
  // Another process may have signed with a newer key than this one has read.
  return isIssuedId(id, await linkKeys()) || isIssuedId(id, await linkKeys({ fresh: true }));
}

/** Does not verify that the link exists. */
export async function storeRevocation(
  { repository, revocations, clock }: Omit<RevocationContext, 'linkKeys'>,
  id: string,
): Promise<void> {
  const revocation = { id, revokedAt: new Date(clock()).toISOString() };
  await writeRecord(repository.store, revocations, revocationKey(id), revocation, null);
}

/** Also true for a folder that was moved or removed since: a caller who could create the link can revoke it. */
async function hasSeenFolder(access: Access, caller: Caller, folder: number): Promise<boolean> {
  if (await canSeeFolder(access, caller, { week: null, folder })) return true;
  const weeks = (await storedWeeks(access.repository.store)).slice(-MAX_LINK_WEEKS);
  const visibility = await mapConcurrent(weeks, ({ name }) =>
    canSeeFolder(access, caller, { week: name, folder }),
  );
  return visibility.includes(true);
}

/** More than the weeks of a year, after which every link has expired. */
const MAX_LINK_WEEKS = 60;
