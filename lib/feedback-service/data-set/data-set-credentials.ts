// The credentials of a data set: those of company.json and those that were added. Tokens are stored as
// hashes only; revoked credentials stay in the table as revoked.
import {
  DatabaseBusyError,
  type Database,
  type LockWait,
  type Session,
  type Statements,
} from '../database/database.ts';
import type { Credential } from '../company-store.ts';
import { addCredential, removeAdded, synchronizeAdded } from './added-credentials.ts';
import { readCompany, openDatabase, type DataSetLocation } from './location.ts';
import { addRevocations, credentialIdentity, createRevocationsReader } from './revocations.ts';
import { hasCurrentTables, createTables } from './database-tables.ts';

export interface CredentialsOptions extends DataSetLocation, LockWait {
  /** UTC milliseconds. */
  readonly clock: () => number;
}

export interface RevocationResult {
  readonly count: number;
  /** How many of them company.json still lists. */
  readonly inCompanyFile: number;
  /** Whether they were stored in the database too; false while another process holds its lock. */
  readonly isInDatabase: boolean;
}

export interface CredentialManager {
  list(): Promise<readonly ListedCredential[]>;
  /** Throws a DatabaseBusyError when an import holds the database for longer than `maxWaitMs`. */
  add(credential: Credential): Promise<void>;
  /** Services of this directory refuse the credentials from then on. */
  revoke(clientId: string, tokenSha256?: string): Promise<RevocationResult>;
  close(): Promise<void>;
}

/** For operations that also work without the lock of the database. */
const shortWait = { maxWaitMs: 500 };

/** Imports no files. A running service applies every change to its next request. */
export async function openCredentials(options: CredentialsOptions): Promise<CredentialManager> {
  const { directory, clock } = options;
  const file = await readCompany(directory);
  const revocations = createRevocationsReader(directory);
  const database = await openDatabase(options);

  async function readCurrent() {
    const { all, has } = await revocations();
    const { valid, revoked } = await listCredentials(database, file.credentials);
    return { valid: valid.filter((credential) => !has(credential)), revoked: [...all, ...revoked] };
  }

  try {
    // An import commits the tables before it begins, so they are missing only before the first import.
    if (!(await hasCurrentTables(database))) await database.transaction(createTables, options);
    const { revoked } = await readCurrent();
    await runUnlessBusy(database, (session) =>
      saveCredentials(session, directory, { fileCredentials: file.credentials, revoked }, clock()),
    );
  } catch (error) {
    await database.close();
    throw error;
  }
  return {
    list: async () => (await readCurrent()).valid,
    add: (credential) =>
      database.transaction(
        (session) => addCredential(session, directory, credential, clock()),
        options,
      ),
    revoke: async (clientId, tokenSha256) => {
      const { valid, revoked } = await readCurrent();
      const revokedNow = valid.filter(
        (credential) =>
          credential.clientId === clientId &&
          (tokenSha256 === undefined || credential.tokenSha256 === tokenSha256),
      );
      const markInDatabase = (): Promise<boolean> =>
        runUnlessBusy(database, (session) => markRevoked(session, revokedNow, clock()));
      try {
        addRevocations(directory, [...revoked, ...revokedNow], clock());
        removeAdded(directory, [...revoked, ...revokedNow]);
      } catch (error) {
        // The credentials must not stay valid because the file cannot be written.
        await markInDatabase();
        throw error;
      }
      const listedInFile = new Set(file.credentials.map(credentialIdentity));
      return {
        count: revokedNow.length,
        inCompanyFile: revokedNow.filter((credential) =>
          listedInFile.has(credentialIdentity(credential)),
        ).length,
        isInDatabase: await markInDatabase(),
      };
    },
    close: () => database.close(),
  };
}

/** Returns false when another process holds the lock of the database. */
async function runUnlessBusy(
  database: Database,
  work: Parameters<Database['transaction']>[0],
): Promise<boolean> {
  try {
    await database.transaction(work, shortWait);
    return true;
  } catch (error) {
    if (error instanceof DatabaseBusyError) return false;
    throw error;
  }
}

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

interface SavedCredentials {
  readonly fileCredentials: readonly Credential[];
  readonly revoked: readonly Credential[];
}

/**
 * Replaces the stored credentials of company.json, and inserts added ones that the database lacks; credentials that are
 * stored as revoked stay so. Throws a DataSetError.
 */
export async function saveCredentials(
  session: Session,
  directory: string,
  { fileCredentials, revoked }: SavedCredentials,
  now: number,
): Promise<void> {
  await session.run("DELETE FROM credentials WHERE origin = 'company.json' AND revoked_at IS NULL");
  for (const { clientId, tokenSha256 } of fileCredentials) {
    await session.run(
      "INSERT INTO credentials (client_id, token_sha256, origin) VALUES ($1, $2, 'company.json') ON CONFLICT (client_id, token_sha256) DO NOTHING",
      [clientId, tokenSha256],
    );
  }
  await markRevoked(session, revoked, now);
  await synchronizeAdded(session, directory);
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
async function listCredentials(
  statements: Pick<Statements, 'all'>,
  fileCredentials: readonly Credential[],
): Promise<{
  readonly valid: readonly ListedCredential[];
  readonly revoked: readonly Credential[];
}> {
  const rows = await statements.all(
    'SELECT client_id, token_sha256, origin, added_at, revoked_at FROM credentials',
  );
  const storedCredentials = rows.map(([clientId, tokenSha256, origin, addedAt, revokedAt]) => ({
    clientId: String(clientId),
    tokenSha256: String(tokenSha256),
    isAdded: origin === 'added',
    addedAt: typeof addedAt === 'number' ? addedAt : undefined,
    isRevoked: typeof revokedAt === 'number',
  }));
  const addedOrRevoked = new Set(
    storedCredentials
      .filter(({ isAdded, isRevoked }) => isAdded || isRevoked)
      .map(credentialIdentity),
  );
  const valid: ListedCredential[] = [
    ...fileCredentials
      .filter((credential) => !addedOrRevoked.has(credentialIdentity(credential)))
      .map(
        (credential) => ({ ...credential, origin: 'company.json', addedAt: undefined }) as const,
      ),
    ...storedCredentials
      .filter(({ isAdded, isRevoked }) => isAdded && !isRevoked)
      .map(
        ({ clientId, tokenSha256, addedAt }) =>
          ({ clientId, tokenSha256, origin: 'added', addedAt }) as const,
      ),
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
    revoked: storedCredentials.filter(({ isRevoked }) => isRevoked),
  };
}
