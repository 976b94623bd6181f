// Stores the credentials of a data set: those of company.json and those that were added. Tokens are
// stored as hashes only; revoked credentials stay in the table as revoked.
import type { Statements } from '../database/database.ts';
import type { Credential } from '../company-store.ts';
import { credentialIdentity } from './revocations.ts';
import { credentials as table } from './database-tables.ts';

export interface ListedCredential extends Credential {
  readonly origin: 'company.json' | 'added';
  /** UTC ms; undefined for those of company.json. */
  readonly addedAt: number | undefined;
}

/**
 * The valid credentials and the generation of the derived tables. Every request needs both, so one
 * query reads them.
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

/** Replaces the stored credentials of company.json; credentials that are stored as revoked stay so. */
export async function saveFileCredentials(
  statements: Statements,
  fileCredentials: readonly Credential[],
  revoked: readonly Credential[],
  now: number,
): Promise<void> {
  await statements.run(
    "DELETE FROM credentials WHERE origin = 'company.json' AND revoked_at IS NULL",
  );
  for (const { clientId, tokenSha256 } of fileCredentials) {
    await statements.run(
      "INSERT INTO credentials (client_id, token_sha256, origin) VALUES ($1, $2, 'company.json') ON CONFLICT (client_id, token_sha256) DO NOTHING",
      [clientId, tokenSha256],
    );
  }
  await markRevoked(statements, revoked, now);
}

/** Inserts credentials that the database does not have: it may have been removed and created again. */
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

/** Includes credentials of company.json that the database does not have yet. */
export async function listCredentials(
  statements: Pick<Statements, 'all'>,
  fileCredentials: readonly Credential[],
): Promise<{
  readonly valid: readonly ListedCredential[];
  readonly revoked: readonly Credential[];
}> {
  const rows = await statements.all(
    'SELECT client_id, token_sha256, origin, added_at, revoked_at FROM credentials',
  );
  const stored = rows.map(([clientId, tokenSha256, origin, addedAt, revokedAt]) => ({
    clientId: String(clientId),
    tokenSha256: String(tokenSha256),
    isAdded: origin === 'added',
    addedAt: typeof addedAt === 'number' ? addedAt : undefined,
    isRevoked: typeof revokedAt === 'number',
  }));
  const addedOrRevoked = new Set(
    stored.filter(({ isAdded, isRevoked }) => isAdded || isRevoked).map(credentialIdentity),
  );
  const valid = [
    ...fileCredentials
      .filter((credential) => !addedOrRevoked.has(credentialIdentity(credential)))
      .map((credential) => ({
        ...credential,
        origin: 'company.json' as const,
        addedAt: undefined,
      })),
    ...stored
      .filter(({ isAdded, isRevoked }) => isAdded && !isRevoked)
      .map(({ clientId, tokenSha256, addedAt }) => ({
        clientId,
        tokenSha256,
        origin: 'added' as const,
        addedAt,
      })),
  ];
  return {
    // The two engines order text differently.
    valid: valid.sort((a, b) =>
      a.clientId === b.clientId
        ? (a.addedAt ?? 0) - (b.addedAt ?? 0)
        : a.clientId < b.clientId
          ? -1
          : 1,
    ),
    revoked: stored.filter(({ isRevoked }) => isRevoked),
  };
}

export async function addCredential(
  statements: Statements,
  { clientId, tokenSha256 }: Credential,
  now: number,
): Promise<void> {
  await statements.insert(table, [[clientId, tokenSha256, 'added', now, null]]);
}
