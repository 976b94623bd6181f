// Decodes an object from a request's body: plain, or in signed or unsigned chunks with trailers.
import { S3Error } from './s3-response.ts';
import type { S3Request } from './s3-request.ts';
import { sha256, type Signing } from './sigv4.ts';

export interface Content {
  readonly bytes: Buffer;
  /** Headers after the chunks. */
  readonly trailers: Readonly<Record<string, string>>;
}

/** Fails with 400 or 403 when the body does not match its signature. */
export function readContent(request: S3Request, body: Buffer, signing: Signing): Content {
  const { payload } = signing;
  if (payload.startsWith('STREAMING-')) return readChunks(request, body, signing);
  if (payload !== 'UNSIGNED-PAYLOAD' && payload !== sha256(body)) {
    throw new S3Error(400, 'XAmzContentSHA256Mismatch');
  }
  return { bytes: body, trailers: {} };
}

function readChunks({ headers }: S3Request, body: Buffer, signing: Signing): Content {
  const isSigned = signing.payload.startsWith('STREAMING-AWS4-HMAC-SHA256-PAYLOAD');
  const chunks: Buffer[] = [];
  let previousSignature = signing.signature;
  let at = 0;
  const readLine = (): string => {
    const end = body.indexOf('\r\n', at);
    if (end === -1) throw new S3Error(400, 'IncompleteBody');
    const line = body.toString('latin1', at, end);
    at = end + 2;
    return line;
  };
  const check = (claimed: string | undefined, kind: string, ...hashes: string[]): void => {
    if (!isSigned) return;
    const text = [
      `AWS4-HMAC-SHA256-${kind}`,
      signing.date,
      signing.scope,
      previousSignature,
      ...hashes,
    ];
    previousSignature = signing.sign(text.join('\n'));
    if (claimed !== previousSignature) throw new S3Error(403, 'SignatureDoesNotMatch');
  };

  for (;;) {
    const [size = '', signature] = readLine().split(';chunk-signature=');
    if (!/^[0-9a-fA-F]{1,8}$/.test(size)) throw new S3Error(400, 'InvalidChunkSizeError');
    const chunk = body.subarray(at, at + parseInt(size, 16));
    if (chunk.length !== parseInt(size, 16)) throw new S3Error(400, 'IncompleteBody');
    check(signature, 'PAYLOAD', sha256(''), sha256(chunk));
    if (chunk.length === 0) break;
    chunks.push(chunk);
    at += chunk.length;
    if (readLine() !== '') throw new S3Error(400, 'IncompleteBody');
  }
  const trailers = readTrailers(readLine);
  const { 'x-amz-trailer-signature': signature, ...signedTrailers } = trailers;
  if (signing.payload.endsWith('-TRAILER')) {
    const lines = Object.entries(signedTrailers).map(([name, value]) => `${name}:${value}\n`);
    check(signature, 'TRAILER', sha256(lines.join('')));
    const announced = headers['x-amz-trailer'];
    if (announced !== undefined && signedTrailers[announced] === undefined) {
      throw new S3Error(400, 'MalformedTrailerError');
    }
  }
  const bytes = Buffer.concat(chunks);
  if (String(bytes.length) !== headers['x-amz-decoded-content-length']) {
    throw new S3Error(400, 'IncompleteBody');
  }
  return { bytes, trailers: signedTrailers };
}

function readTrailers(readLine: () => string): Readonly<Record<string, string>> {
  const trailers: [string, string][] = [];
  for (let line = readLine(); line !== ''; line = readLine()) {
    const [name = '', ...value] = line.split(':');
    trailers.push([name.trim().toLowerCase(), value.join(':').trim()]);
  }
  return Object.fromEntries(trailers);
}
