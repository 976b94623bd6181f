// Bearer tokens that are stored with the reports, as hashes: one object each, so that creating and revoking need no lock.
import { randomBytes } from 'node:crypto';
import type { StoredToken, TokenCodecs, TokenUse } from '../ports/api-tokens.ts';
import type { ObjectStore } from '../ports/object-store.ts';
import { DAY_MS, HOUR_MS } from '../domain/calendar.ts';
import type { Clock } from '../shared/clock.ts';
import { Failure } from '../shared/failure.ts';
import { mapConcurrent, SMALL_OBJECT_CONCURRENCY } from '../shared/map-concurrent.ts';
import { authenticateToken, findTokenCaller, type IdentifiedCaller } from './access.ts';
import type { ObjectCache } from './object-cache.ts';
import { createObjectCache } from './object-cache.ts';
import { JSON_ATTRIBUTES, readValue, sha256Of, writeRecord } from './report-repository.ts';

export interface TokenContext extends TokenCodecs {
  readonly store: ObjectStore;
  readonly clock: Clock;
}

const PREFIX = 'access/tokens/';
const USES_PREFIX = 'access/token-uses/';
const TOKEN_BYTES = 32;
const ID_LENGTH = 8;
/** A revoked token is refused after this time at the latest. */
const READ_EVERY_MS = 10_000;

/** "access/tokens/{id}.json" */
export function tokenKey({ id }: Pick<StoredToken, 'id'>): string {
  return `${PREFIX}${id}.json`;
}

/** "access/token-uses/{id}.json" */
export function tokenUseKey({ id }: Pick<TokenUse, 'id'>): string {
  return `${USES_PREFIX}${id}.json`;
}

interface NewToken {
  readonly name: string;
  /** Null for the whole company. */
  readonly folders: readonly number[] | null;
  /** Null for a token that does not expire. */
  readonly days: number | null;
}

/** Returns the token, which is not stored and can't be shown again. Fails as the store does. */
export async function createToken(
  { store, tokens, clock }: TokenContext,
  { name, folders, days }: NewToken,
): Promise<{ readonly token: string; readonly stored: StoredToken }> {
  for (;;) {
    const token = `fr_${randomBytes(TOKEN_BYTES).toString('base64url')}`;
    const sha256 = sha256Of(Buffer.from(token));
    const now = clock();
    const stored: StoredToken = {
      id: sha256.slice(0, ID_LENGTH),
      name,
      sha256,
      folders,
      createdAt: new Date(now).toISOString(),
      expiresAt: days === null ? null : new Date(now + days * DAY_MS).toISOString(),
    };
    const isNew = await store.create(tokenKey(stored), tokens.encode(stored), JSON_ATTRIBUTES);
    // Another token has the same id.
    if (isNew) return { token, stored };
  }
}

export interface ListedToken extends StoredToken {
  /** Null for a token that was never used. */
  readonly usedAt: string | null;
}

/** Oldest first; a damaged record is left out. Fails as the store does. */
export async function listTokens(context: TokenContext): Promise<readonly ListedToken[]> {
  const { store, uses } = context;
  const entries = await readTokens(context, createTokenCache(context));
  const listed = await mapConcurrent(
    entries,
    async (entry) => {
      const use = await readValue(store, uses, tokenUseKey(entry), tokenUseKey);
      return { ...entry, usedAt: use?.value?.usedAt ?? null };
    },
    SMALL_OBJECT_CONCURRENCY,
  );
  const place = ({ createdAt, id }: ListedToken): string => `${createdAt} ${id}`;
  return listed.toSorted((a, b) => (place(a) < place(b) ? -1 : 1));
}

/** Fails with TOKEN_NOT_FOUND, or as the store does. */
export async function revokeToken({ store }: TokenContext, id: string): Promise<void> {
  const isStored = isTokenId(id) && (await store.read(tokenKey({ id }))) !== null;
  if (!isStored) throw new Failure('TOKEN_NOT_FOUND', { id });
  await store.remove(tokenKey({ id }));
  await store.remove(tokenUseKey({ id }));
}

function isTokenId(text: string): boolean {
  return /^[0-9a-f]{8}$/.test(text);
}

export interface StoredTokens {
  /** The caller that a bearer token authenticates; null for one that is not valid. Fails as the store does. */
  readonly authenticate: (token: string) => Promise<IdentifiedCaller | null>;
  /**
   * The caller with this id, with the folders that its token grants now; `fresh`: also if the token is newer than the last
   * reading. Fails as the store does.
   */
  readonly find: (
    id: string,
    options?: { readonly fresh: boolean },
  ) => Promise<IdentifiedCaller | null>;
}

/**
 * Reads the tokens at most every ten seconds. `onFault`: the use of a token could not be recorded, which is tried again with
 * the next request an hour later.
 */
export function createStoredTokens(
  context: TokenContext,
  onFault: (error: unknown) => void = () => undefined,
): StoredTokens {
  const { clock } = context;
  const cache = createTokenCache(context);
  let reading: { readonly at: number; readonly entries: Promise<readonly StoredToken[]> } | null =
    null;
  const readValid = async (): Promise<readonly StoredToken[]> => {
    const now = clock();
    const isRecent = reading !== null && now >= reading.at && now < reading.at + READ_EVERY_MS;
    if (reading === null || !isRecent) {
      const entries = readTokens(context, cache);
      reading = { at: now, entries };
      entries.catch(() => {
        if (reading?.entries === entries) reading = null;
      });
    }
    const all = await reading.entries;
    return all.filter(({ expiresAt }) => expiresAt === null || now < Date.parse(expiresAt));
  };
  const recordUse = createUseRecorder(context);
  return {
    authenticate: async (token) => {
      const entries = await readValid();
      const caller = authenticateToken(token, entries);
      if (caller === null) return null;
      const sha256 = sha256Of(Buffer.from(token));
      for (const entry of entries) if (entry.sha256 === sha256) recordUse(entry).catch(onFault);
      return caller;
    },
    find: async (id, { fresh } = { fresh: false }) => {
      if (fresh) reading = null;
      return findTokenCaller(id, await readValid());
    },
  };
}

/** At most hourly for each token. */
function createUseRecorder({
  store,
  uses,
  clock,
}: TokenContext): (token: StoredToken) => Promise<void> {
  const recordedAt = new Map<string, number>();
  return async ({ id }) => {
    const now = clock();
    if (now < (recordedAt.get(id) ?? -Infinity) + HOUR_MS) return;
    recordedAt.set(id, now);
    const key = tokenUseKey({ id });
    // The token may have been revoked since the list was read.
    if ((await store.read(tokenKey({ id }))) === null) return;
    const stored = await readValue(store, uses, key, tokenUseKey);
    const use = { id, usedAt: new Date(now).toISOString() };
    // Another server that was first has recorded the same.
    await writeRecord(store, uses, key, use, stored?.version ?? null);
  };
}

function createTokenCache({ store, tokens }: TokenContext): ObjectCache<StoredToken> {
  return createObjectCache(store, tokens, tokenKey);
}

async function readTokens(
  { store }: TokenContext,
  cache: ObjectCache<StoredToken>,
): Promise<readonly StoredToken[]> {
  const listed = await store.entries(PREFIX);
  const versions = new Map(listed.map(({ key, version }) => [key, version]));
  const entries = await cache.read([...versions.keys()], versions);
  return [...entries.values()].flatMap(({ value }) => value ?? []);
}
