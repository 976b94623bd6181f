// The credentials of a data set, managed beside services and imports that run: only what is added waits
// for the lock of an import.
import { DatabaseBusyError, type Database, type LockWait } from '../database/database.ts';
import type { Credential } from '../company-store.ts';
import {
  addCredential,
  saveFileCredentials,
  listCredentials,
  markRevoked,
  type KeptCredential,
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
  /** How many of them company.json has still. */
  readonly inCompanyFile: number;
  /** Whether the database has them too: not while another process holds it. */
  readonly isInDatabase: boolean;
}

export interface Credentials {
  list(): Promise<readonly KeptCredential[]>;
  /** Throws a DatabaseBusyError when an import holds the database for longer than the patience. */
  add(credential: Credential): Promise<void>;
  /** Services that read this directory refuse them from now on. */
  revoke(clientId: string, tokenSha256?: string): Promise<RevocationResult>;
  close(): Promise<void>;
}

/** How long an import may delay what can do without the database's lock, ms. */
const shortWait = { patienceMs: 500 };

/** Imports nothing; a service that runs knows of every change at once. */
export async function openCredentials(options: CredentialsOptions): Promise<Credentials> {
  const { directory, clock } = options;
  const file = await readCompany(directory);
  const revocations = createRevocationsReader(directory);
  const database = await openDatabase(options);

  async function current() {
    const { all, has } = await revocations();
    const { valid, revoked } = await listCredentials(database, file.credentials);
    return { valid: valid.filter((one) => !has(one)), revoked: [...all, ...revoked] };
  }

  try {
    // An import makes them before it begins: they are missing only where nothing has been imported.
    if (!(await hasCurrentTables(database))) await database.transaction(createTables, options);
    const { revoked } = await current();
    await runUnlessBusy(database, (session) =>
      saveFileCredentials(session, file.credentials, revoked, clock()),
    );
  } catch (error) {
    await database.close();
    throw error;
  }
  return {
    list: async () => (await current()).valid,
    add: (credential) =>
      database.transaction((session) => addCredential(session, credential, clock()), options),
    revoke: async (clientId, tokenSha256) => {
      const { valid, revoked } = await current();
      const ended = valid.filter(
        (one) =>
          one.clientId === clientId &&
          (tokenSha256 === undefined || one.tokenSha256 === tokenSha256),
      );
      const mark = (): Promise<boolean> =>
        runUnlessBusy(database, (session) => markRevoked(session, ended, clock()));
      try {
        addRevocations(directory, [...revoked, ...ended], clock());
      } catch (error) {
        // A file that cannot be written must not keep them valid.
        await mark();
        throw error;
      }
      const listed = new Set(file.credentials.map(credentialIdentity));
      return {
        count: ended.length,
        inCompanyFile: ended.filter((one) => listed.has(credentialIdentity(one))).length,
        isInDatabase: await mark(),
      };
    },
    close: () => database.close(),
  };
}

/** Whether it was done: another process may hold the database. */
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
