// Faults of the network and of S3 that tests can inject into requests.
import type { S3Response } from './s3-response.ts';
import type { S3Request } from './s3-request.ts';

export type Fault =
  /** Responds with an error; the request has no effect, unless `applied`. */
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly code: string;
      readonly applied?: boolean;
    }
  /** 409 ConditionalRequestConflict, without effect. */
  | { readonly kind: 'conflict-409' }
  /** Closes the connection before any effect. */
  | { readonly kind: 'drop-before' }
  /** Takes effect, and closes the connection before the response. */
  | { readonly kind: 'drop-after' }
  /** Takes effect, and closes the connection in the middle of the response's body. */
  | { readonly kind: 'drop-midway' }
  /** Flips one bit of the request's body, or of the response's body when reading. */
  | { readonly kind: 'flip-byte' }
  /** Takes effect later. */
  | { readonly kind: 'delay'; readonly ms: number }
  /** Takes effect when the promise is fulfilled. */
  | { readonly kind: 'hold'; readonly until: Promise<unknown> };

/** A request with its number among those of the same method, bucket and key, from 1. */
export interface S3Attempt extends S3Request {
  readonly attempt: number;
}

export type ChooseFault = (request: S3Attempt) => Fault | null;

/** Counts the attempts of each request. */
export function attemptCounter(): (request: S3Request) => S3Attempt {
  const counts = new Map<string, number>();
  return (request) => {
    const id = `${request.method} ${request.bucket}/${request.key}`;
    const attempt = (counts.get(id) ?? 0) + 1;
    counts.set(id, attempt);
    return { ...request, attempt };
  };
}

export function withFlippedBit(bytes: Buffer): Buffer {
  const flipped = Buffer.from(bytes);
  const middle = Math.floor(bytes.length / 2);
  if (bytes.length > 0) flipped.writeUInt8(flipped.readUInt8(middle) ^ 1, middle);
  return flipped;
}

export function withFlippedBody(answer: S3Response): S3Response {
  return { ...answer, body: withFlippedBit(answer.body) };
}
