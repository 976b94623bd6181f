// Bearer tokens of the HTTP API that are stored with the reports.
import type { Codec } from './object-store.ts';
import type { ApiToken } from './secrets.ts';

export interface StoredToken extends ApiToken {
  /** The first digits of the hash. */
  readonly id: string;
  /** Who uses it, e.g. "till of store 21". */
  readonly name: string;
  readonly createdAt: string;
  /** Null for a token that is valid until it is revoked. */
  readonly expiresAt: string | null;
}

/** When a server has accepted a token, to the hour. */
export interface TokenUse {
  readonly id: string;
  readonly usedAt: string;
}

export interface TokenCodecs {
  readonly tokens: Codec<StoredToken>;
  readonly uses: Codec<TokenUse>;
}
