// The token of a capability link: what it opens, signed. It hides the spelling and that nothing unsigned is ever read.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { LinkKey } from '../ports/secrets.ts';

/** What a link opens. */
export interface LinkClaims {
  /** `${folder}-${random and check}`: the id alone tells whose link it is, and, to who has the keys, that it was made. */
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

/** Of a token, in characters; one of ours has some 300. */
const MOST_CHARACTERS = 2048;
/** The signature is of no use where the same key signs something else. */
const DOMAIN = 'feedback-reports link v1\n';
/** Of SHA-256. */
const SIGNATURE_BYTES = 32;
const ID_DOMAIN = 'feedback-reports link id v1\n';
const ID_CHECK_DOMAIN = 'feedback-reports link id check v1\n';
/** The random part of an id: 64 bits, so that no two links of a folder have the same. */
export const ID_BYTES = 8;
/** The rest: a key's code for the folder and the random part. It keeps made-up ids out of the store and opens nothing. */
const ID_CHECK_BYTES = 4;

export function encodeLink({ id, expires, folder, report }: LinkClaims, key: LinkKey): string {
  const claims = { v: 1, id, k: key.id, exp: expires, f: folder };
  const fields =
    report === null
      ? claims
      : { ...claims, w: report.week, r: report.revision, p: report.pdf, j: report.json };
  const payload = Buffer.from(JSON.stringify(fields)).toString('base64url');
  return `${payload}.${signatureOf(payload, key).toString('base64url')}`;
}

/** As random as an id is to whoever lacks the key, but always the same for the same report's files. */
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

/** `bytes`: as many as `ID_BYTES`. */
export function linkId(folder: number, bytes: Uint8Array, key: LinkKey): string {
  const whole = Buffer.concat([bytes, checkOf(folder, bytes, key)]);
  return `${folder}-${whole.toString('base64url')}`;
}

/**
 * Whether one of the keys has made an id. False also for ids of links that were made before ids had a check: those can't
 * be told from made-up ones.
 */
export function isIssuedId(id: string, keys: readonly LinkKey[]): boolean {
  const folder = folderOfLink(id);
  if (folder === null) return false;
  const bytes = Buffer.from(id.slice(id.indexOf('-') + 1), 'base64url');
  const [random, check] = [bytes.subarray(0, ID_BYTES), bytes.subarray(ID_BYTES)];
  return keys.some((key) => timingSafeEqual(checkOf(folder, random, key), check));
}

function checkOf(folder: number, random: Uint8Array, { key }: LinkKey): Buffer {
  const code = createHmac('sha256', key).update(`${ID_CHECK_DOMAIN}${folder}\n`).update(random);
  return code.digest().subarray(0, ID_CHECK_BYTES);
}

/** What a token says when one of the keys has signed it; null for anything else. */
export function decodeLink(token: string, keys: readonly LinkKey[]): LinkClaims | null {
  const parts = partsOf(token);
  if (parts === null) return null;
  const { payload, bytes, signed } = parts;
  // Before a word of it is read; every key is tried, so that the time doesn't tell which it was.
  const [key] = keys.filter((one) => {
    return timingSafeEqual(signatureOf(payload, one), signed);
  });
  return key === undefined ? null : readClaims(bytes, key);
}

/** Whether a token is spelt as ours are, whoever has signed it. */
export function isWellFormedToken(token: string): boolean {
  return partsOf(token) !== null;
}

function partsOf(
  token: string,
): { readonly payload: string; readonly bytes: Buffer; readonly signed: Buffer } | null {
  if (token.length > MOST_CHARACTERS) return null;
  const [payload = '', signature = '', ...more] = token.split('.');
  const [bytes, signed] = [fromBase64Url(payload), fromBase64Url(signature)];
  if (more.length > 0 || bytes === null || signed?.byteLength !== SIGNATURE_BYTES) return null;
  return { payload, bytes, signed };
}

function readClaims(bytes: Buffer, key: LinkKey): LinkClaims | null {
  const fields = fieldsOf(bytes);
  const { v, id, k, exp, f, w, r, p, j } = fields;
  if (v !== 1 || k !== key.id) return null;
  if (typeof id !== 'string' || !isWhole(exp) || !isWhole(f) || folderOfLink(id) !== f) return null;
  const claims = { id, expires: exp, folder: f };
  if (Object.keys(fields).length === 5) return { ...claims, report: null };
  if (Object.keys(fields).length !== 9 || !isWhole(r)) return null;
  if (typeof w !== 'string' || !/^\d{4}-W\d{2}$/.test(w) || !isName(p) || !isName(j)) return null;
  return { ...claims, report: { week: w, revision: r, pdf: p, json: j } };
}

/** The folder that a link's id belongs to; null when it is no id. */
export function folderOfLink(id: string): number | null {
  const folder = Number(/^([1-9]\d{0,15})-[A-Za-z0-9_-]{16}$/.exec(id)?.[1]);
  return isWhole(folder) ? folder : null;
}

function signatureOf(payload: string, { key }: LinkKey): Buffer {
  return createHmac('sha256', key).update(`${DOMAIN}${payload}`).digest();
}

/** Only the one spelling of the bytes: no padding, no stray bits, nothing skipped. */
function fromBase64Url(text: string): Buffer | null {
  const bytes = Buffer.from(text, 'base64url');
  return text !== '' && bytes.toString('base64url') === text ? bytes : null;
}

function fieldsOf(bytes: Buffer): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(bytes.toString());
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

function isWhole(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0;
}

/** As files are named by their content. */
function isName(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{24}$/.test(value);
}
