// Serves a company from its database. When another process has changed the structure, it is read again
// from the database before the next request is answered.
import { DatabaseError, type Database } from '../database/database.ts';
import type { Structure } from '../company.ts';
import {
  CompanyUnavailableError,
  type Company,
  type CompanyPlace,
  type CompanyStore,
} from '../company-store.ts';
import { readCompanyFile } from './company-file.ts';
import { readValidCredentials } from './data-set-credentials.ts';
import { DataSetError } from './data-set-problem.ts';
import { createDatabaseStore } from './data-set-store.ts';
import { hasCurrentTables, readGeneration, readStoredCompany } from './database-tables.ts';
import type { Revocations } from './revocations.ts';

interface StoredCompanyOptions extends CompanyPlace {
  /** UTC milliseconds. */
  readonly clock: () => number;
  readonly revocations: () => Promise<Revocations>;
}

export interface StoredStructure {
  readonly generation: number;
  readonly structure: Structure;
}

/** Undefined when nothing has been imported yet. Throws a DataSetError when the stored structure cannot be read. */
export async function openStoredCompany(
  database: Database,
  { clock, revocations, ...place }: StoredCompanyOptions,
): Promise<Company | undefined> {
  const first = await readStoredStructure(database);
  if (first === undefined) return undefined;
  let { generation: current } = first;
  let store = createStoredStore(database, first, clock);
  let reloading: Promise<void> | undefined;

  async function reload(): Promise<void> {
    const stored = await readStoredStructure(database);
    if (stored === undefined) return;
    current = stored.generation;
    store = createStoredStore(database, stored, clock);
  }

  return {
    credentials: async () => {
      const { generation, credentials: validCredentials } = await readValidCredentials(database);
      const unavailable = (error: unknown): unknown =>
        error instanceof DataSetError
          ? new CompanyUnavailableError(`${place.directory}: ${error.message}`, validCredentials)
          : error;
      try {
        const { has } = await revocations();
        if (generation !== current) {
          reloading ??= reload().finally(() => {
            reloading = undefined;
          });
          await reloading;
        }
        return validCredentials.filter((credential) => !has(credential));
      } catch (error) {
        throw unavailable(error);
      }
    },
    get store() {
      return store;
    },
    place,
  };
}

/** Undefined when nothing has been imported yet. Throws a DataSetError when the stored structure cannot be read. */
export async function readStoredStructure(
  database: Database,
): Promise<StoredStructure | undefined> {
  if (!(await hasCurrentTables(database))) return undefined;
  const { generation, text } = await readStoredCompany(database);
  if (text === undefined) return undefined;
  return { generation, structure: readCompanyFile(text).structure };
}

/** A store whose reads fail once the structure has changed. */
export function createStoredStore(
  database: Database,
  { generation, structure }: StoredStructure,
  clock: () => number,
): CompanyStore {
  return createDatabaseStore(readsOfGeneration(database, generation), structure, clock);
}

/** Statements that fail once the structure has changed, so that no answer mixes two structures. */
function readsOfGeneration(database: Database, generation: number): Pick<Database, 'all'> {
  return {
    all: async (sql, parameters) => {
      const rows = await database.all(sql, parameters);
      if ((await readGeneration(database)) !== generation) throw new StructureChangedError();
      return rows;
    },
  };
}

/** The client may repeat its request at once. */
class StructureChangedError extends DatabaseError {
  constructor() {
    super('An import has changed the structure during a request, which has to be repeated.');
    this.name = 'StructureChangedError';
  }
}
