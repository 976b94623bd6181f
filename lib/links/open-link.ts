// What a capability link opens, if it still opens anything. It hides rotated keys and reports that were removed.
import type { LinkContext } from './make-link.ts';
import { findNewestManifest, revocationKey } from './make-link.ts';
import { Failure } from '../shared/failure.ts';
import { fileNameOf } from '../reports/report-repository.ts';
import type { LinkClaims } from './link-token.ts';
import { decodeLink, isWellFormedToken } from './link-token.ts';
import type { ReportId } from '../reports/report-repository.ts';
import { findReport, folderPrefix } from '../reports/report-repository.ts';

/**
 * The file that a link opens, and what a person's computer should call it.
 * Fails with LINK_INVALID, LINK_EXPIRED, LINK_REVOKED, or REPORT_GONE.
 */
export async function openLink(
  { repository, linkKeys, clock }: Pick<LinkContext, 'repository' | 'linkKeys' | 'clock'>,
  token: string,
  format: 'pdf' | 'json',
): Promise<{ readonly key: string; readonly name: string }> {
  const claims = await readLinkToken(linkKeys, token);
  if (claims === null) throw new Failure('LINK_INVALID');
  const { id, expires, folder, report } = claims;
  if (clock() >= expires * 1000) throw new Failure('LINK_EXPIRED');
  if ((await repository.store.read(revocationKey(id))) !== null) throw new Failure('LINK_REVOKED');
  const manifest = report === null ? await findNewestManifest(repository, folder) : null;
  if (manifest !== null) {
    return { key: manifest.files[format].key, name: `${fileNameOf(manifest)}.${format}` };
  }
  if (report === null) throw new Failure('REPORT_GONE');
  const at: ReportId = { week: report.week, folder };
  const file = `${report[format]}.${format}`;
  const [standing, names] = await Promise.all([
    findReport(repository, at),
    repository.store.children(folderPrefix(at)),
  ]);
  // Removing a report begins with its manifest.
  if (standing === null || !names.includes(file)) throw new Failure('REPORT_GONE');
  const named = standing.manifest?.folder ?? { key: folder, name: '' };
  const name = `${fileNameOf({ folder: named, week: at.week })}.${format}`;
  return { key: `${folderPrefix(at)}${file}`, name };
}

/** What a token says; null where no link key has signed it. */
export async function readLinkToken(
  linkKeys: LinkContext['linkKeys'],
  token: string,
): Promise<LinkClaims | null> {
  const claims = decodeLink(token, await linkKeys());
  if (claims !== null || !isWellFormedToken(token)) return claims;
  // Another process may have signed with a key that is newer than those that this one holds.
  return decodeLink(token, await linkKeys({ fresh: true }));
}
