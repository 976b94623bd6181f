// The messages between the service and the thread that reads long answers.
import type { CompanyPlace } from '../company-store.ts';
import type { ServiceProblemCode } from '../problem-json.ts';
import type { ItemLimits } from '../queries/feedback-queries.ts';

/** A request whose credentials have been checked. */
export interface ReadRequest {
  readonly place: CompanyPlace;
  readonly path: string;
  readonly query: string;
  /** UTC milliseconds. */
  readonly now: number;
  readonly caps: ItemLimits;
}

/** Each answer has an id; its next part is sent when it is asked for. */
export type ReadOrder = { readonly id: number } & (
  | { readonly kind: 'open'; readonly request: ReadRequest }
  | { readonly kind: 'next' }
  | { readonly kind: 'close' }
);

export interface ReadAnswer {
  readonly id: number;
  readonly part: ReadPart;
}

export type ReadPart =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'end' }
  | { readonly kind: 'problem'; readonly code: ServiceProblemCode }
  /** A DatabaseError. */
  | { readonly kind: 'unavailable'; readonly message: string }
  | { readonly kind: 'failed'; readonly message: string };
