// The credentials of a data set: those that company.json names and those that were added, without
// those that were revoked. It hides where they are kept; tokens it never sees, only their hashes.
import type { Statements } from '../database/database.ts';
import type { Credential } from '../store.ts';
import { credentials as table } from './tables.ts';

export interface KeptCredential extends Credential {
  readonly origin: 'company.json' | 'added';
  /** UTC ms; undefined for those of company.json. */
  readonly addedAt: number | undefined;
}

/**
 * What a request's credentials are compared with, and the generation of what is computed: every
 * request needs both, so that one question asks for them.
 */
export async function validCredentials(
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

/** Takes over what company.json says now; what was revoked stays so, whatever it says. */
export async function keepFileCredentials(
  statements: Statements,
  given: readonly Credential[],
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
}

export async function listCredentials(statements: Statements): Promise<readonly KeptCredential[]> {
  const rows = await statements.all(
    'SELECT client_id, token_sha256, origin, added_at FROM credentials WHERE revoked_at IS NULL',
  );
  const kept = rows.map(([clientId, tokenSha256, origin, addedAt]) => ({
    clientId: String(clientId),
    tokenSha256: String(tokenSha256),
    origin: origin === 'added' ? ('added' as const) : ('company.json' as const),
    addedAt: typeof addedAt === 'number' ? addedAt : undefined,
  }));
  // Engines order texts differently.
  return kept.sort((a, b) =>
    a.clientId === b.clientId
      ? (a.addedAt ?? 0) - (b.addedAt ?? 0)
      : a.clientId < b.clientId
        ? -1
        : 1,
  );
}

export async function addCredential(
  statements: Statements,
  { clientId, tokenSha256 }: Credential,
  now: number,
): Promise<void> {
  await statements.insert(table, [[clientId, tokenSha256, 'added', now, null]]);
}

/** Ends a client's credentials, or the one that is named; tells how many. */
export async function revokeCredentials(
  statements: Statements,
  clientId: string,
  tokenSha256: string | undefined,
  now: number,
): Promise<number> {
  const found = (await listCredentials(statements)).filter(
    (one) =>
      one.clientId === clientId && (tokenSha256 === undefined || one.tokenSha256 === tokenSha256),
  );
  for (const one of found) {
    await statements.run(
      'UPDATE credentials SET revoked_at = $1 WHERE client_id = $2 AND token_sha256 = $3',
      [now, one.clientId, one.tokenSha256],
    );
  }
  return found.length;
}
