// Bearer tokens of the HTTP API that are stored with the reports.
import * as z from 'zod';
import type { ValueOf } from './common-schemas.ts';
import { key, sha256, utcInstant } from './common-schemas.ts';
import type { Codec } from './object-store.ts';

/** The first digits of a token's hash; used in a key of the store as it is. */
const tokenId = z.string().regex(/^[0-9a-f]{8}$/);

export const tokenSchema = z.object({
  id: tokenId,
  /** Who uses it, e.g. "till of store 21". */
  name: z.string(),
  /** Of the token. */
  sha256,
  /** Whose subtrees it grants; null for the whole company. */
  folders: z.array(key).nullable(),
  createdAt: utcInstant,
  /** Null for a token that is valid until it is revoked. */
  expiresAt: utcInstant.nullable(),
});
export type StoredToken = ValueOf<typeof tokenSchema>;

export const tokenUseSchema = z.object({ id: tokenId, usedAt: utcInstant });
/** When a server has accepted a token, to the hour. */
export type TokenUse = ValueOf<typeof tokenUseSchema>;

export interface TokenCodecs {
  readonly tokens: Codec<StoredToken>;
  readonly uses: Codec<TokenUse>;
}
