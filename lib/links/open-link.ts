// Resolves a capability link to the file that it opens.
import type { LinkContext } from './make-link.ts';
import { revocationKey } from './make-link.ts';
import { Failure } from '../shared/failure.ts';
import type { ReportId } from '../reports/report-repository.ts';
import { downloadName, findStoredReport, folderPrefix } from '../reports/report-repository.ts';
import { findNewestManifest } from '../reports/week-folders.ts';
import type { LinkClaims } from './link-token.ts';
import { decodeLink, isWellFormedToken } from './link-token.ts';

/**
 * The file that a link opens, and its name for the download.
 * Fails with LINK_INVALID, LINK_EXPIRED, LINK_REVOKED, or REPORT_GONE.
 */
export async function openLink(
  { repository, linkKeys, clock }: Pick<LinkContext, 'repository' | 'linkKeys' | 'clock'>,
  token: string,
  format: 'pdf' | 'json',
): Promise<{ readonly key: string; readonly name: string }> {
  const claims = await readLinkToken(linkKeys, token);
  if (claims === null) throw new Failure('LINK_INVALID');
  const { id: linkId, expires, folder, report } = claims;
  if (clock() >= expires * 1000) throw new Failure('LINK_EXPIRED');
  if ((await repository.store.read(revocationKey(linkId))) !== null)
    throw new Failure('LINK_REVOKED');
  const manifest = report === null ? await findNewestManifest(repository, folder) : null;
  if (manifest !== null) {
    return { key: manifest.files[format].key, name: `${downloadName(manifest)}.${format}` };
  }
  if (report === null) throw new Failure('REPORT_GONE');
  const id: ReportId = { week: report.week, folder };
  const file = `${report[format]}.${format}`;
  const [storedReport, names] = await Promise.all([
    findStoredReport(repository, id),
    repository.store.children(folderPrefix(id)),
  ]);
  // Pruning removes the manifest of a report first.
  if (storedReport === null || !names.includes(file)) throw new Failure('REPORT_GONE');
  const folderName = storedReport.manifest?.folder ?? { key: folder, name: '' };
  const name = `${downloadName({ folder: folderName, week: id.week })}.${format}`;
  return { key: `${folderPrefix(id)}${file}`, name };
}

/** The claims of a token; null where no link key has signed it. */
export async function readLinkToken(
  linkKeys: LinkContext['linkKeys'],
  token: string,
): Promise<LinkClaims | null> {
  const claims = decodeLink(token, await linkKeys());
  if (claims !== null || !isWellFormedToken(token)) return claims;
  // Another process may have signed with a newer key than this one has read.
  return decodeLink(token, await linkKeys({ fresh: true }));
}
