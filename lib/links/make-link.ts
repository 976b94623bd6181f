// Links that open a report without credentials, for as long as their makers say.
// Nothing is stored of a link but that it was revoked. It hides tokens, and which report is the newest.
import type { Manifest, Revocation } from '../ports/stored-records.ts';
import type { Access, Caller } from '../reports/access.ts';
import { canSeeFolder } from '../reports/access.ts';
import { Failure } from '../shared/failure.ts';
import { storedWeeks } from '../reports/stored-weeks.ts';
import type { ClaimedReport, LinkClaims } from './link-token.ts';
import { encodeLink, ID_BYTES, permanentLinkId, linkId } from './link-token.ts';
import type { Codec } from '../ports/object-store.ts';
import type { LinkKey, SecretSource } from '../ports/secrets.ts';
import type { Clock } from '../shared/clock.ts';
import type { ReportRepository } from '../reports/report-repository.ts';
import { findManifest, readManifest } from '../reports/report-repository.ts';

export interface LinkContext {
  readonly repository: ReportRepository;
  readonly revocations: Codec<Revocation>;
  /** The first one signs, all are accepted; at least one. `fresh`: not those that may be of before a rotation. */
  readonly linkKeys: (wanted?: { readonly fresh: boolean }) => Promise<readonly LinkKey[]>;
  readonly randomBytes: (size: number) => Uint8Array;
  readonly clock: Clock;
  /** Where people reach the HTTP API, without a slash at the end. */
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
 * Makes a link to what stands now, for ever the same bytes, or to the newest report at any time.
 * Fails with REPORT_NOT_FOUND when there is none yet, or when the caller doesn't see it.
 */
export async function makeLink(
  linking: LinkContext & Access,
  caller: Caller,
  { folder, week, expiresInDays }: LinkRequest,
): Promise<CapabilityLink> {
  const isSeen = await canSeeFolder(linking, caller, { week, folder });
  const manifest = isSeen ? await findWanted(linking.repository, folder, week) : null;
  // The newest report can be of a week in which the folder was somebody else's.
  const isTheirs =
    manifest !== null &&
    (week !== null || (await canSeeFolder(linking, caller, { week: manifest.week, folder })));
  if (!isTheirs) throw new Failure('REPORT_NOT_FOUND', { folder, week: week ?? 'latest' });
  return sign(linking, folder, week === null ? null : manifest, expiresInDays);
}

/** A link to exactly what a manifest names. */
export function linkToRevision(
  linking: LinkContext,
  manifest: Manifest,
  expiresInDays: number = LINK_DAYS.fallback,
): Promise<CapabilityLink> {
  return sign(linking, manifest.folder.key, manifest, expiresInDays);
}

/**
 * Links to exactly what manifests name, for as long after their data were read as a link has without a wish: the same
 * links whenever they are asked for under the same key, for files that must not change from one writing to the next.
 */
export async function createPermanentLinks(
  { linkKeys, publicUrl }: Pick<LinkContext, 'linkKeys' | 'publicUrl'>,
  manifests: readonly Manifest[],
): Promise<readonly CapabilityLink[]> {
  const key = signing(await linkKeys());
  return manifests.map((manifest) => {
    const what = { folder: manifest.folder.key, report: claimedOf(manifest) };
    const id = permanentLinkId(what, key);
    const expires = secondsAfter(Date.parse(manifest.asOf), LINK_DAYS.fallback);
    return linkOf({ ...what, id, expires }, key, publicUrl);
  });
}

async function sign(
  { linkKeys, randomBytes, clock, publicUrl }: LinkContext,
  folder: number,
  manifest: Manifest | null,
  expiresInDays: number,
): Promise<CapabilityLink> {
  const key = signing(await linkKeys());
  const id = linkId(folder, randomBytes(ID_BYTES), key);
  const expires = secondsAfter(clock(), expiresInDays);
  const report = manifest === null ? null : claimedOf(manifest);
  return linkOf({ id, expires, folder, report }, key, publicUrl);
}

function signing([key]: readonly LinkKey[]): LinkKey {
  if (key === undefined) throw new Failure('SECRET_INVALID', { at: 'linkKeys' });
  return key;
}

function secondsAfter(instant: number, days: number): number {
  return Math.floor(instant / 1000) + days * DAY_SECONDS;
}

function claimedOf(manifest: Manifest): ClaimedReport {
  const { week, revision } = manifest;
  return { week, revision, pdf: nameIn(manifest, 'pdf'), json: nameIn(manifest, 'json') };
}

function linkOf(claims: LinkClaims, key: LinkKey, publicUrl: string): CapabilityLink {
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

/** The link keys of a secret. */
export function linkKeysOf(secret: SecretSource): LinkContext['linkKeys'] {
  return async (wanted) => {
    const renewed = wanted?.fresh === true ? await secret.renew?.() : undefined;
    return (renewed ?? (await secret.read())).linkKeys;
  };
}

async function findWanted(
  repository: ReportRepository,
  folder: number,
  week: string | null,
): Promise<Manifest | null> {
  return week === null
    ? findNewestManifest(repository, folder)
    : findManifest(repository, { week, folder });
}

/** The report of the newest week that has one; one that is damaged is passed over. */
export async function findNewestManifest(
  repository: ReportRepository,
  folder: number,
): Promise<Manifest | null> {
  for (const { name } of (await storedWeeks(repository.store, ['weeks/'])).toReversed()) {
    const manifest = await readManifest(repository, { week: name, folder });
    if (manifest !== null) return manifest;
  }
  return null;
}

function nameIn({ files }: Manifest, format: 'pdf' | 'json'): string {
  const { key } = files[format];
  return key.slice(key.lastIndexOf('/') + 1, -`.${format}`.length);
}

export function revocationKey(id: string): string {
  return `links/${id}.json`;
}
