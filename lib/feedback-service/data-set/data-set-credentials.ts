// The credentials of a data set: those that company.json names and those that were added, without
// those that were revoked. It hides where they are kept; tokens it never sees, only their hashes.
import type { Statements } from '../database/database.ts';
import type { Credential } from '../company-store.ts';
import { credentialIdentity } from './revocations.ts';
import { credentials as table } from './database-tables.ts';

export interface KeptCredential extends Credential {
  readonly origin: 'company.json' | 'added';
  /** UTC ms; undefined for those of company.json. */
  readonly addedAt: number | undefined;
}

/**
 * What a request's credentials are compared with, and the generation of what is computed: every
 * request needs both, so that one question asks for them.
 */
export async function readValidCredentials(
  statements: Pick<Statements, 'all'>,
): Promise<{ readonly generation: number; readonly credentials: readonly Credential[] }> {
  const rows = await statements.all(
    'SELECT a.value, c.client_id, c.token_sha256 FROM about a LEFT JOIN credentials c ON c.revoked_at IS NULL WHERE a.name = $1',
    ['generation'],
  );
  return {
    generation: Number(rows[0]?.[0]),
    credentials: rows.flatMap(([, clientId, tokenSha256]) =>
      typeof clientId === 'string' ? [{ clientId, tokenSha256: String(tokenSha256) }] : [],
    ),
  };
}

/**
 * Takes over what company.json and the file of revocations say now; what the database knows as revoked
 * stays so.
 */
export async function saveFileCredentials(
  statements: Statements,
  given: readonly Credential[],
  revoked: readonly Credential[],
  now: number,
): Promise<void> {
  await statements.run(
    "DELETE FROM credentials WHERE origin = 'company.json' AND revoked_at IS NULL",
  );
  for (const { clientId, tokenSha256 } of given) {
    await statements.run(
      "INSERT INTO credentials (client_id, token_sha256, origin) VALUES ($1, $2, 'company.json') ON CONFLICT (client_id, token_sha256) DO NOTHING",
      [clientId, tokenSha256],
    );
  }
  await markRevoked(statements, revoked, now);
}

/** Also of those that the database does not have: it may be removed and made again. */
export async function markRevoked(
  statements: Statements,
  revoked: readonly Credential[],
  now: number,
): Promise<void> {
  for (const { clientId, tokenSha256 } of revoked) {
    await statements.run(
      "INSERT INTO credentials (client_id, token_sha256, origin, revoked_at) VALUES ($1, $2, 'company.json', $3) ON CONFLICT (client_id, token_sha256) DO UPDATE SET revoked_at = coalesce(credentials.revoked_at, excluded.revoked_at)",
      [clientId, tokenSha256, now],
    );
  }
}

/** Those of company.json, whether or not the database has taken them over, and those that were added. */
export async function listCredentials(
  statements: Pick<Statements, 'all'>,
  given: readonly Credential[],
): Promise<{ readonly valid: readonly KeptCredential[]; readonly revoked: readonly Credential[] }> {
  const rows = await statements.all(
    'SELECT client_id, token_sha256, origin, added_at, revoked_at FROM credentials',
  );
  const kept = rows.map(([clientId, tokenSha256, origin, addedAt, revokedAt]) => ({
    clientId: String(clientId),
    tokenSha256: String(tokenSha256),
    isAdded: origin === 'added',
    addedAt: typeof addedAt === 'number' ? addedAt : undefined,
    isRevoked: typeof revokedAt === 'number',
  }));
  const known = new Set(
    kept.filter(({ isAdded, isRevoked }) => isAdded || isRevoked).map(credentialIdentity),
  );
  const valid = [
    ...given
      .filter((one) => !known.has(credentialIdentity(one)))
      .map((one) => ({ ...one, origin: 'company.json' as const, addedAt: undefined })),
    ...kept
      .filter(({ isAdded, isRevoked }) => isAdded && !isRevoked)
      .map(({ clientId, tokenSha256, addedAt }) => ({
        clientId,
        tokenSha256,
        origin: 'added' as const,
        addedAt,
      })),
  ];
  return {
    // Engines order texts differently.
    valid: valid.sort((a, b) =>
      a.clientId === b.clientId
        ? (a.addedAt ?? 0) - (b.addedAt ?? 0)
        : a.clientId < b.clientId
          ? -1
          : 1,
    ),
    revoked: kept.filter(({ isRevoked }) => isRevoked),
  };
}

export async function addCredential(
  statements: Statements,
  { clientId, tokenSha256 }: Credential,
  now: number,
): Promise<void> {
  await statements.insert(table, [[clientId, tokenSha256, 'added', now, null]]);
}
