// Encodes and decodes the token of an access link, `KEYID.PAYLOAD.SIGNATURE`, which a reader sends as a bearer token. Its
// payload is parsed only after its signature was verified.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { LinkKey } from '../ports/secrets.ts';
import { fromBase64Url } from '../shared/base64url.ts';
import { tryParseJson } from '../shared/try-parse-json.ts';
import { folderOfId } from './subscription-rules.ts';

/** Whose token it is, and until when it is valid. */
export interface AccessClaims {
  /** The id of the subscription. */
  readonly subscription: string;
  /** The folder of the subscription. */
  readonly folder: number;
  /** Seconds since 1970. */
  readonly expires: number;
  /** As `generationOf` the subscription. */
  readonly generation: number;
}

/** A valid token has about 160 characters. */
const MAX_TOKEN_LENGTH = 400;
/** Keeps a signature from being valid where the same key signs something else. */
const DOMAIN = 'feedback-reports access v1\n';
/** Length of a SHA-256 digest. */
const SIGNATURE_BYTES = 32;

export function encodeAccessToken(claims: AccessClaims, key: LinkKey): string {
  const { subscription: s, folder: f, expires: exp, generation: g } = claims;
  const payload = Buffer.from(JSON.stringify({ s, f, exp, g })).toString('base64url');
  return `${key.id}.${payload}.${sign(payload, key).toString('base64url')}`;
}

export interface SignedToken {
  /** The id of the key that signed it, if the signature is valid. */
  readonly keyId: string;
  readonly payload: string;
  readonly bytes: Buffer;
  readonly signature: Buffer;
}

/** The parts of a token with the right format and any signature; null for any other text. */
export function parseAccessToken(token: string): SignedToken | null {
  if (token.length > MAX_TOKEN_LENGTH) return null;
  const [keyId = '', payload = '', encodedSignature = '', ...extraParts] = token.split('.');
  const [bytes, signature] = [fromBase64Url(payload), fromBase64Url(encodedSignature)];
  if (extraParts.length > 0 || bytes === null) return null;
  if (signature?.byteLength !== SIGNATURE_BYTES) return null;
  return { keyId, payload, bytes, signature };
}

/** The claims of a token that one of the keys has signed; null for any other. */
export function verifyAccessToken(
  { keyId, payload, bytes, signature }: SignedToken,
  keys: readonly LinkKey[],
): AccessClaims | null {
  const isSigned = keys.some(
    (key) => key.id === keyId && timingSafeEqual(sign(payload, key), signature),
  );
  return isSigned ? readClaims(bytes) : null;
}

function readClaims(bytes: Buffer): AccessClaims | null {
  const value = tryParseJson(bytes.toString());
  const fields: Readonly<Record<string, unknown>> =
    typeof value === 'object' && value !== null ? { ...value } : {};
  const { s: subscription, f, exp: expires, g: generation } = fields;
  if (typeof subscription !== 'string' || !isCount(expires) || !isCount(generation)) return null;
  const folder = folderOfId(subscription);
  return folder === null || folder !== f ? null : { subscription, folder, expires, generation };
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

/** The key's id is signed too: two keys with the same bytes have different tokens. */
function sign(payload: string, { id, key }: LinkKey): Buffer {
  return createHmac('sha256', key).update(`${DOMAIN}${id}.${payload}`).digest();
}
