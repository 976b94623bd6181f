// What can go wrong on the way to S3 and back, for tests to choose by request.
import type { Answer } from './s3-answer.ts';
import type { S3Request } from './s3-request.ts';

export type Fault =
  /** Answered so; not done, unless `applied`. */
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly code: string;
      readonly applied?: boolean;
    }
  /** 409 ConditionalRequestConflict, not done. */
  | { readonly kind: 'conflict-409' }
  /** The connection ends before anything is done. */
  | { readonly kind: 'drop-before' }
  /** Done, and the connection ends before the answer. */
  | { readonly kind: 'drop-after' }
  /** Done, and the connection ends in the middle of the answer's body. */
  | { readonly kind: 'drop-midway' }
  /** One bit of the body is another one: what is put on its way in, what is read on its way out. */
  | { readonly kind: 'flip-byte' }
  /** Done so much later. */
  | { readonly kind: 'delay'; readonly ms: number };

/** A request with its number among those of the same method, bucket and key, from 1. */
export interface Attempt extends S3Request {
  readonly attempt: number;
}

export type ChooseFault = (request: Attempt) => Fault | null;

/** Counts requests of the same kind. */
export function attemptCounter(): (request: S3Request) => Attempt {
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

export function flippedAnswer(answer: Answer): Answer {
  return { ...answer, body: withFlippedBit(answer.body) };
}
