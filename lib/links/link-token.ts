// Encodes and decodes the token of a capability link: its claims and their signature. Claims are parsed only after the
// signature was verified.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { LinkKey } from '../ports/secrets.ts';
import { fromBase64Url } from '../shared/base64url.ts';
import { tryParseJson } from '../shared/try-parse-json.ts';

/** What a link opens. */
export interface LinkClaims {
  /** `${folder}-${random and check}`: the id shows the folder, and with a link key it can be verified. */
  readonly id: string;
  /** Seconds since 1970. */
  readonly expires: number;
  readonly folder: number;
  /** Null for the folder's newest report. */
  readonly report: ClaimedReport | null;
}

export interface ClaimedReport {
  readonly week: string;
  readonly revision: number;
  /** Names below the folder of the report, without extensions. */
  readonly pdf: string;
  readonly json: string;
}

/** A valid token has about 300 characters. */
const MAX_TOKEN_LENGTH = 2048;
/** Keeps a signature from being valid where the same key signs something else. */
const DOMAIN = 'feedback-reports link v1\n';
/** Length of a SHA-256 digest. */
const SIGNATURE_BYTES = 32;
const ID_DOMAIN = 'feedback-reports link id v1\n';
const ID_CHECK_DOMAIN = 'feedback-reports link id check v1\n';
/** The random part of an id: 64 bits make collisions within a folder improbable. */
export const ID_BYTES = 8;
/** The check part: a keyed digest of the folder and the random part. It keeps invented ids out of the store and grants no access. */
const ID_CHECK_BYTES = 4;

export function encodeLink({ id, expires, folder, report }: LinkClaims, key: LinkKey): string {
  const claims = { v: 1, id, k: key.id, exp: expires, f: folder };
  const fields =
    report === null
      ? claims
      : { ...claims, w: report.week, r: report.revision, p: report.pdf, j: report.json };
  const payload = Buffer.from(JSON.stringify(fields)).toString('base64url');
  return `${payload}.${sign(payload, key).toString('base64url')}`;
}

/** An id that is the same for the same files of a report, and unpredictable without the key. */
export function permanentLinkId(
  { folder, report }: { readonly folder: number; readonly report: ClaimedReport },
  key: LinkKey,
): string {
  const { week, revision, pdf, json } = report;
  const digest = createHmac('sha256', key.key)
    .update(`${ID_DOMAIN}${JSON.stringify([folder, week, revision, pdf, json])}`)
    .digest();
  return linkId(folder, digest.subarray(0, ID_BYTES), key);
}

/** `bytes`: `ID_BYTES` bytes. */
export function linkId(folder: number, bytes: Uint8Array, key: LinkKey): string {
  const idBytes = Buffer.concat([bytes, checkOf(folder, bytes, key)]);
  return `${folder}-${idBytes.toString('base64url')}`;
}

/**
 * Whether one of the keys has issued an id. Also false for ids without a check part, from before it was introduced: they
 * can't be distinguished from invented ones.
 */
export function isIssuedId(id: string, keys: readonly LinkKey[]): boolean {
  const folder = linkFolder(id);
  if (folder === null) return false;
  const bytes = Buffer.from(id.slice(id.indexOf('-') + 1), 'base64url');
  const [random, check] = [bytes.subarray(0, ID_BYTES), bytes.subarray(ID_BYTES)];
  return keys.some((key) => timingSafeEqual(checkOf(folder, random, key), check));
}

function checkOf(folder: number, random: Uint8Array, { key }: LinkKey): Buffer {
  const code = createHmac('sha256', key).update(`${ID_CHECK_DOMAIN}${folder}\n`).update(random);
  return code.digest().subarray(0, ID_CHECK_BYTES);
}

/** The claims of a token that one of the keys has signed; null for any other. */
export function decodeLink(token: string, keys: readonly LinkKey[]): LinkClaims | null {
  const parts = partsOf(token);
  if (parts === null) return null;
  const { payload, bytes, signature } = parts;
  // All keys are tried, so that the time does not reveal which one matched.
  const [key] = keys.filter((candidate) => timingSafeEqual(sign(payload, candidate), signature));
  return key === undefined ? null : readClaims(bytes, key);
}

/** Whether a token has the right format, with any signature. */
export function isWellFormedToken(token: string): boolean {
  return partsOf(token) !== null;
}

function partsOf(
  token: string,
): { readonly payload: string; readonly bytes: Buffer; readonly signature: Buffer } | null {
  if (token.length > MAX_TOKEN_LENGTH) return null;
  const [payload = '', encodedSignature = '', ...extraParts] = token.split('.');
  const [bytes, signature] = [fromBase64Url(payload), fromBase64Url(encodedSignature)];
  if (extraParts.length > 0 || bytes === null) return null;
  if (signature?.byteLength !== SIGNATURE_BYTES) return null;
  return { payload, bytes, signature };
}

function readClaims(bytes: Buffer, key: LinkKey): LinkClaims | null {
  const fields = fieldsOf(bytes);
  const { v, id, k, exp, f, w, r, p, j } = fields;
  if (v !== 1 || k !== key.id) return null;
  if (
    typeof id !== 'string' ||
    !isPositiveInteger(exp) ||
    !isPositiveInteger(f) ||
    linkFolder(id) !== f
  )
    return null;
  const claims = { id, expires: exp, folder: f };
  if (Object.keys(fields).length === 5) return { ...claims, report: null };
  if (Object.keys(fields).length !== 9 || !isPositiveInteger(r)) return null;
  if (typeof w !== 'string' || !/^\d{4}-W\d{2}$/.test(w) || !isContentName(p) || !isContentName(j))
    return null;
  return { ...claims, report: { week: w, revision: r, pdf: p, json: j } };
}

/** The folder of a link's id; null when it is not a valid id. */
export function linkFolder(id: string): number | null {
  const folder = Number(/^([1-9]\d{0,15})-[A-Za-z0-9_-]{16}$/.exec(id)?.[1]);
  return isPositiveInteger(folder) ? folder : null;
}

function sign(payload: string, { key }: LinkKey): Buffer {
  return createHmac('sha256', key).update(`${DOMAIN}${payload}`).digest();
}

function fieldsOf(bytes: Buffer): Readonly<Record<string, unknown>> {
  const value = tryParseJson(bytes.toString());
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function isPositiveInteger(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0;
}

/** A file name made from its content hash. */
function isContentName(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{24}$/.test(value);
}
