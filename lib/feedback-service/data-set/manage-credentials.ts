// Manages the credentials of a data set while services and imports are running. Only adding a
// credential waits for the lock of an import.
import { DatabaseBusyError, type Database, type LockWait } from '../database/database.ts';
import type { Credential } from '../company-store.ts';
import {
  addCredential,
  saveFileCredentials,
  listCredentials,
  markRevoked,
  type ListedCredential,
} from './data-set-credentials.ts';
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
  /** Throws a DatabaseBusyError when an import holds the database for longer than the patience. */
  add(credential: Credential): Promise<void>;
  /** Services of this directory refuse the credentials from then on. */
  revoke(clientId: string, tokenSha256?: string): Promise<RevocationResult>;
  close(): Promise<void>;
}

/** For operations that also work without the lock of the database. */
const shortWait = { patienceMs: 500 };

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
      saveFileCredentials(session, file.credentials, revoked, clock()),
    );
  } catch (error) {
    await database.close();
    throw error;
  }
  return {
    list: async () => (await readCurrent()).valid,
    add: (credential) =>
      database.transaction((session) => addCredential(session, credential, clock()), options),
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
