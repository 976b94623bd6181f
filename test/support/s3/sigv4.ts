// Authenticates requests by AWS Signature Version 4, in the Authorization header or the query of a signed link.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { S3Error } from './s3-response.ts';
import { parameterOf, type S3Request } from './s3-request.ts';

const ALGORITHM = 'AWS4-HMAC-SHA256';
const MAX_SKEW_MS = 15 * 60 * 1000;
const MAX_EXPIRES_S = 7 * 24 * 60 * 60;

export interface SigningKeys {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly region: string;
}

/** Data for verifying the signatures of a body's chunks. */
export interface Signing {
  /** SHA-256 of the body in hex, UNSIGNED-PAYLOAD, or the kind of its signed chunks. */
  readonly payload: string;
  readonly signature: string;
  /** Signs a text with the request's key. */
  readonly sign: (text: string) => string;
  readonly date: string;
  readonly scope: string;
}

interface Claim {
  readonly credential: string;
  readonly signedHeaders: readonly string[];
  readonly signature: string;
  /** As in 20261109T120000Z. */
  readonly date: string;
  readonly payload: string;
  /** Seconds; null for a request that is not a signed link. */
  readonly expires: number | null;
}

/** Fails with 400 or 403 unless the request has a valid signature and time. */
export function verifySignature(request: S3Request, account: SigningKeys, now: number): Signing {
  const claim = readHeader(request) ?? readQuery(request);
  if (claim === null) throw new S3Error(403, 'AccessDenied');
  const [accessKeyId, day, region, service, end] = claim.credential.split('/');
  if (accessKeyId !== account.accessKeyId) throw new S3Error(403, 'InvalidAccessKeyId');
  if (day !== claim.date.slice(0, 8) || service !== 's3' || end !== 'aws4_request') {
    throw new S3Error(400, 'AuthorizationHeaderMalformed');
  }
  if (region !== account.region) {
    throw new S3Error(400, 'AuthorizationHeaderMalformed', { Region: account.region });
  }
  checkTime(claim, now);
  checkSignedHeaders(request, claim);

  const scope = `${day}/${region}/s3/aws4_request`;
  const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(
    (secret, part) => hmac(secret, part),
    `AWS4${account.secretAccessKey}`,
  );
  const sign = (text: string): string => hmac(key, text).toString('hex');
  const signature = sign(
    [ALGORITHM, claim.date, scope, sha256(canonicalRequest(request, claim))].join('\n'),
  );
  if (!timingSafeEqual(Buffer.from(signature), Buffer.from(claim.signature))) {
    throw new S3Error(403, 'SignatureDoesNotMatch');
  }
  return { payload: claim.payload, signature, sign, date: claim.date, scope };
}

function readHeader({ headers }: S3Request): Claim | null {
  const { authorization } = headers;
  if (authorization === undefined) return null;
  const match =
    /^AWS4-HMAC-SHA256 Credential=([^, ]+), ?SignedHeaders=([^, ]+), ?Signature=([0-9a-f]{64})$/.exec(
      authorization,
    );
  const [, credential, signedHeaders, signature] = match ?? [];
  if (credential === undefined || signedHeaders === undefined || signature === undefined) {
    throw new S3Error(400, 'AuthorizationHeaderMalformed');
  }
  const payload = headers['x-amz-content-sha256'];
  if (payload === undefined) throw new S3Error(400, 'InvalidRequest');
  return {
    credential,
    signedHeaders: signedHeaders.split(';'),
    signature,
    date: headers['x-amz-date'] ?? '',
    payload,
    expires: null,
  };
}

function readQuery(request: S3Request): Claim | null {
  const read = (name: string): string => parameterOf(request, `X-Amz-${name}`) ?? '';
  if (read('Signature') === '') return null;
  const expires = Number(read('Expires'));
  const isWhole = /^\d+$/.test(read('Expires')) && expires >= 1 && expires <= MAX_EXPIRES_S;
  if (read('Algorithm') !== ALGORITHM || !isWhole || !/^[0-9a-f]{64}$/.test(read('Signature'))) {
    throw new S3Error(400, 'AuthorizationQueryParametersError');
  }
  return {
    credential: read('Credential'),
    signedHeaders: read('SignedHeaders').split(';'),
    signature: read('Signature'),
    date: read('Date'),
    payload: 'UNSIGNED-PAYLOAD',
    expires,
  };
}

function checkTime({ date, expires }: Claim, now: number): void {
  const iso = date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z');
  const signedAt = Date.parse(iso);
  if (iso === date || Number.isNaN(signedAt)) throw new S3Error(403, 'AccessDenied');
  const ServerTime = new Date(now).toISOString();
  const isEarly = signedAt - now > MAX_SKEW_MS;
  if (expires === null && (isEarly || now - signedAt > MAX_SKEW_MS)) {
    throw new S3Error(403, 'RequestTimeTooSkewed', { ServerTime });
  }
  // S3 refuses an expired or future link as any other request without access.
  if (expires !== null && (isEarly || now > signedAt + expires * 1000)) {
    throw new S3Error(403, 'AccessDenied', { ServerTime });
  }
}

/** Headers that change the request must be signed. */
function checkSignedHeaders({ headers }: S3Request, { signedHeaders }: Claim): void {
  const mustBeSigned = Object.keys(headers).filter(
    (name) => name === 'host' || name.startsWith('x-amz-'),
  );
  if (!mustBeSigned.every((name) => signedHeaders.includes(name))) {
    throw new S3Error(403, 'AccessDenied');
  }
}

function canonicalRequest(request: S3Request, { signedHeaders, payload }: Claim): string {
  const { path, query, headers, method } = request;
  return [
    method,
    path.split('/').map(encoded).join('/'),
    query
      .filter(([name]) => name !== 'X-Amz-Signature')
      .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
      .sort()
      .join('&'),
    ...signedHeaders.map((name) => `${name}:${(headers[name] ?? '').trim().replace(/ +/g, ' ')}`),
    '',
    signedHeaders.join(';'),
    payload,
  ].join('\n');
}

function encoded(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

export function sha256(data: string | Buffer): string {
  return createHash('sha256').update(data).digest('hex');
}
