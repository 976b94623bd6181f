// Creates capability links, which open a report without credentials until they expire. Links are not stored; only
// revocations are.
import type { Manifest, Revocation } from '../ports/stored-records.ts';
import type { Access, Caller } from '../reports/access.ts';
import { canSeeFolder } from '../reports/access.ts';
import { Failure } from '../shared/failure.ts';
import { findNewestManifest } from '../reports/week-folders.ts';
import type { ClaimedReport, LinkClaims } from './link-token.ts';
import { encodeLink, ID_BYTES, permanentLinkId, linkId } from './link-token.ts';
import type { Codec } from '../ports/object-store.ts';
import type { LinkKey, SecretSource } from '../ports/secrets.ts';
import { currentLinkKey } from '../ports/secrets.ts';
import type { Clock } from '../shared/clock.ts';
import type { ReportRepository } from '../reports/report-repository.ts';
import { findManifest } from '../reports/report-repository.ts';

export interface LinkContext {
  readonly repository: ReportRepository;
  readonly revocations: Codec<Revocation>;
  /** At least one; the first key signs, all are accepted. `fresh`: reads keys that may have been rotated again. */
  readonly linkKeys: (options?: { readonly fresh: boolean }) => Promise<readonly LinkKey[]>;
  readonly randomBytes: (size: number) => Uint8Array;
  readonly clock: Clock;
  /** Public address of the HTTP API, without a trailing slash. */
  readonly publicUrl: string;
}

export interface LinkRequest {
  readonly folder: number;
  /** Null for a link that always opens the newest report. */
  readonly week: string | null;
  /** 1..365 */
  readonly expiresInDays: number;
}

export interface CapabilityLink {
  readonly id: string;
  readonly url: string;
  readonly folder: number;
  /** Null, like the revision, for the newest report. */
  readonly week: string | null;
  readonly revision: number | null;
  /** UTC instant. */
  readonly expiresAt: string;
}

export const LINK_DAYS = { least: 1, most: 365, fallback: 90 } as const;
const DAY_SECONDS = 86_400;

/**
 * Creates a link to the current revision of a week's report, which always opens the same bytes, or to the newest report.
 * Fails with REPORT_NOT_FOUND when there is none yet or the caller may not see it.
 */
export async function makeLink(
  context: LinkContext & Access,
  caller: Caller,
  { folder, week, expiresInDays }: LinkRequest,
): Promise<CapabilityLink> {
  const isVisible = await canSeeFolder(context, caller, { week, folder });
  const manifest = isVisible ? await findLinkedReport(context.repository, folder, week) : null;
  // In the week of the newest report, the folder may have been outside the caller's folders.
  const isReportVisible =
    manifest !== null &&
    (week !== null || (await canSeeFolder(context, caller, { week: manifest.week, folder })));
  if (!isReportVisible) {
    throw new Failure('REPORT_NOT_FOUND', { folder, week: week ?? 'latest' });
  }
  return createLink(context, folder, week === null ? null : manifest, expiresInDays);
}

/** Creates a link to exactly this revision. */
export function createRevisionLink(
  context: LinkContext,
  manifest: Manifest,
  expiresInDays: number = LINK_DAYS.fallback,
): Promise<CapabilityLink> {
  return createLink(context, manifest.folder.key, manifest, expiresInDays);
}

/**
 * Creates links to exactly these revisions, with the default lifetime counted from the time their data were read. The same
 * key yields the same links, so that files that contain them have the same bytes whenever they are rendered.
 */
export async function createPermanentLinks(
  { linkKeys, publicUrl }: Pick<LinkContext, 'linkKeys' | 'publicUrl'>,
  manifests: readonly Manifest[],
): Promise<readonly CapabilityLink[]> {
  const key = currentLinkKey(await linkKeys());
  return manifests.map((manifest) => {
    const target = { folder: manifest.folder.key, report: toClaimedReport(manifest) };
    const id = permanentLinkId(target, key);
    const expires = secondsAfter(Date.parse(manifest.asOf), LINK_DAYS.fallback);
    return toCapabilityLink({ ...target, id, expires }, key, publicUrl);
  });
}

async function createLink(
  { linkKeys, randomBytes, clock, publicUrl }: LinkContext,
  folder: number,
  manifest: Manifest | null,
  expiresInDays: number,
): Promise<CapabilityLink> {
  const key = currentLinkKey(await linkKeys());
  const id = linkId(folder, randomBytes(ID_BYTES), key);
  const expires = secondsAfter(clock(), expiresInDays);
  const report = manifest === null ? null : toClaimedReport(manifest);
  return toCapabilityLink({ id, expires, folder, report }, key, publicUrl);
}

function secondsAfter(instant: number, days: number): number {
  return Math.floor(instant / 1000) + days * DAY_SECONDS;
}

function toClaimedReport(manifest: Manifest): ClaimedReport {
  const { week, revision } = manifest;
  return {
    week,
    revision,
    pdf: contentNameIn(manifest, 'pdf'),
    json: contentNameIn(manifest, 'json'),
  };
}

function toCapabilityLink(claims: LinkClaims, key: LinkKey, publicUrl: string): CapabilityLink {
  const { id, expires, folder, report } = claims;
  return {
    id,
    url: `${publicUrl}/d/${encodeLink(claims, key)}`,
    folder,
    week: report?.week ?? null,
    revision: report?.revision ?? null,
    expiresAt: new Date(expires * 1000).toISOString(),
  };
}

/** Reads link keys from the deployment's secret. */
export function createLinkKeyReader(secret: SecretSource): LinkContext['linkKeys'] {
  return async (options) => {
    const renewedSecret = options?.fresh === true ? await secret.renew?.() : undefined;
    return (renewedSecret ?? (await secret.read())).linkKeys;
  };
}

async function findLinkedReport(
  repository: ReportRepository,
  folder: number,
  week: string | null,
): Promise<Manifest | null> {
  return week === null
    ? findNewestManifest(repository, folder)
    : findManifest(repository, { week, folder });
}

function contentNameIn({ files }: Manifest, format: 'pdf' | 'json'): string {
  const { key } = files[format];
  return key.slice(key.lastIndexOf('/') + 1, -`.${format}`.length);
}

export function revocationKey(id: string): string {
  return `links/${id}.json`;
}
