// Whose reports a store has: recorded at the first write, and compared with the reporting API whenever the company's folders are
// read, so that the reports of two companies never mix, and one system alone runs the schedule of a store.
import { createHash } from 'node:crypto';
import type { Codec } from '../ports/object-store.ts';
import type { FeedbackSource, Folder } from '../ports/feedback-source.ts';
import type { CompanyRecord } from '../ports/stored-records.ts';
import type { Clock } from '../shared/clock.ts';
import { Failure, type FailureCode } from '../shared/failure.ts';
import type { ReportRepository, StoredValue } from './report-repository.ts';
import { readPlan, readValue, writeRecord } from './report-repository.ts';
import { flattenFolders } from './subtree.ts';
import { listFolderKeys, storedWeeks } from './week-folders.ts';

export const COMPANY_KEY = 'company.json';

/** How the reporting API is reached. */
export interface ApiIdentity {
  /** With the port. */
  readonly apiHost: string;
  /** Digest of the client id. */
  readonly client: string;
}

/** Tells clients apart and shows none of their ids. */
export function clientDigest(clientId: string): string {
  const digest = createHash('sha256').update(`feedback-reports client v1\n${clientId}`);
  return digest.digest('hex').slice(0, CLIENT_DIGEST_LENGTH);
}

const CLIENT_DIGEST_LENGTH = 20;

export interface IdentityContext {
  readonly repository: ReportRepository;
  readonly companies: Codec<CompanyRecord>;
  readonly clock: Clock;
  /** Fails as the secret of the credentials does. */
  readonly readApi: () => Promise<ApiIdentity>;
  /** What runs the schedule of the store; null for a single run. */
  readonly runner: string | null;
  /** Whether the company may have another root than before. */
  readonly isNewRoot: boolean;
}

/** Failures that mean that nothing may be written to the store. */
const IDENTITY_CODES: readonly FailureCode[] = [
  'STORE_OF_ANOTHER_COMPANY',
  'STORE_UNIDENTIFIED',
  'STORE_RUN_ELSEWHERE',
  'ROOT_DIFFERS',
];

export function isIdentityFailure(error: unknown): error is Failure {
  return error instanceof Failure && IDENTITY_CODES.includes(error.code);
}

export interface CheckedSource extends FeedbackSource {
  /** Lets the next folders that are read be compared: another command may have replaced the record. */
  compareAgain(): void;
}

/**
 * The same reporting API, which fails with STORE_OF_ANOTHER_COMPANY, STORE_UNIDENTIFIED, STORE_RUN_ELSEWHERE or ROOT_DIFFERS instead of
 * returning folders of a company whose reports the store does not have.
 */
export function withIdentityCheck(source: FeedbackSource, context: IdentityContext): CheckedSource {
  /** Undefined: to be compared; null: compared without the root. */
  let comparedRoot: number | null | undefined;
  return {
    ...source,
    readFolders: async (from, options) => {
      const tree = await source.readFolders(from, options);
      if (from === null && comparedRoot !== tree.root.key) {
        await checkCompany(context, tree.root);
        comparedRoot = tree.root.key;
      } else if (comparedRoot === undefined) {
        await checkAccess(context);
        comparedRoot = null;
      }
      return tree;
    },
    compareAgain: () => {
      comparedRoot = undefined;
    },
  };
}

/** Whether the store is that of the company by its record alone, without the reporting API. */
export async function isKnownCompany(context: IdentityContext): Promise<boolean> {
  const record = (await readCompanyRecord(context))?.value ?? null;
  if (record === null || (record.runner ?? context.runner) !== context.runner) return false;
  const { apiHost, client } = await context.readApi();
  return record.apiHost === apiHost && record.client === client;
}

/** For a client that does not see the root of the company: writes nothing. */
async function checkAccess(context: IdentityContext): Promise<void> {
  const record = (await readCompanyRecord(context))?.value ?? null;
  if (record === null) return;
  const api = await context.readApi();
  if (!isSameAccess(record, api)) throw otherCompany(record, api, null);
}

/** Compares the company with that of the store, and records it. */
async function checkCompany(context: IdentityContext, root: Folder): Promise<void> {
  const { api, stored, runner } = await compareCompany(context, root);
  const record = stored?.value ?? null;
  const next = nextRecord(context, record, { ...api, root, runner });
  // Another process that writes its own at the same time is compared with in turn.
  if (next !== record && !(await writeCompanyRecord(context, stored, next))) {
    await checkCompany(context, root);
  }
}

/** Fails as `withIdentityCheck` does, and writes nothing. `runner`: what runs the schedule of the store from now on. */
export async function compareCompany(context: IdentityContext, root: Folder) {
  const { runner, isNewRoot } = context;
  const api = await context.readApi();
  const stored = await readCompanyRecord(context);
  const record = stored?.value ?? null;
  if (record === null) await assertOwnReports(context, root);
  else if (!isSameAccess(record, api)) throw otherCompany(record, api, root.key);
  else if (record.root !== root.key && record.client !== api.client) {
    throw otherCompany(record, api, root.key);
  } else if (record.root !== root.key && !isNewRoot) {
    throw new Failure('ROOT_DIFFERS', { store: record.root, api: root.key });
  }
  const storedRunner = record?.runner ?? null;
  if (runner !== null && storedRunner !== null && storedRunner !== runner) {
    throw new Failure('STORE_RUN_ELSEWHERE', { runner: storedRunner });
  }
  return { api, stored, runner: runner ?? storedRunner };
}

/** Records this company as that of the store, whatever was recorded, and without a runner. */
export async function adoptStore(
  context: Omit<IdentityContext, 'runner' | 'isNewRoot'>,
  root: Folder,
): Promise<CompanyRecord> {
  const api = await context.readApi();
  const stored = await readCompanyRecord(context);
  const next = nextRecord(context, stored?.value ?? null, { ...api, root, runner: null });
  const isWritten = next === stored?.value || (await writeCompanyRecord(context, stored, next));
  return isWritten ? next : adoptStore(context, root);
}

/** Null when there is none; a damaged one has the value null. */
export function readCompanyRecord({
  repository: { store },
  companies,
}: Pick<IdentityContext, 'repository' | 'companies'>): Promise<StoredValue<CompanyRecord> | null> {
  return readValue(store, companies, COMPANY_KEY, null);
}

function isSameAccess(record: CompanyRecord, { apiHost, client }: ApiIdentity): boolean {
  return record.apiHost === apiHost || record.client === client;
}

function otherCompany(record: CompanyRecord, { apiHost }: ApiIdentity, root: number | null) {
  return new Failure('STORE_OF_ANOTHER_COMPANY', {
    ...{ storeRoot: record.root, storeHost: record.apiHost },
    ...{ apiRoot: root, apiHost },
  });
}

/** The most changes that are kept. */
const MAX_CHANGES = 50;

/** The record itself where nothing has changed. */
function nextRecord(
  { clock }: Pick<IdentityContext, 'clock'>,
  record: CompanyRecord | null,
  {
    root: { key: root, name },
    apiHost,
    client,
    runner,
  }: ApiIdentity & { readonly root: Folder; readonly runner: string | null },
): CompanyRecord {
  const next = { root, name, apiHost, client, runner };
  if (record === null) return { ...next, changes: [] };
  const isMoved = record.root !== root || record.apiHost !== apiHost || record.client !== client;
  if (!isMoved && record.name === name && record.runner === runner) return record;
  const change = {
    at: new Date(clock()).toISOString(),
    ...{ root: record.root, apiHost: record.apiHost, client: record.client },
  };
  const changes = isMoved ? [...record.changes, change].slice(-MAX_CHANGES) : record.changes;
  return { ...next, changes };
}

/** False when another process has written it meanwhile. */
function writeCompanyRecord(
  { repository: { store }, companies }: Pick<IdentityContext, 'repository' | 'companies'>,
  stored: StoredValue<CompanyRecord> | null,
  record: CompanyRecord,
): Promise<boolean> {
  return writeRecord(store, companies, COMPANY_KEY, record, stored?.version ?? null);
}

/** A store without a record is that of the company if its newest week is, or if it has no reports. */
async function assertOwnReports(
  { repository, isNewRoot }: IdentityContext,
  root: Folder,
): Promise<void> {
  const week = await readNewestWeek(repository);
  if (week === null) return;
  const keys = new Set(flattenFolders(root).map(({ folder: { key } }) => key));
  const [storedRoot, ...otherRoots] = week.roots;
  const shared = week.folders.filter((key) => keys.has(key)).length;
  if (otherRoots.length > 0 || shared * 2 < week.folders.length) {
    throw new Failure('STORE_UNIDENTIFIED', {
      week: week.name,
      folders: week.folders.length,
      shared,
    });
  }
  if (storedRoot !== undefined && storedRoot !== root.key && !isNewRoot) {
    throw new Failure('ROOT_DIFFERS', { store: storedRoot, api: root.key });
  }
}

interface NewestWeek {
  readonly name: string;
  /** Roots of its plan; none without a plan. */
  readonly roots: readonly number[];
  readonly folders: readonly number[];
}

async function readNewestWeek(repository: ReportRepository): Promise<NewestWeek | null> {
  for (const { name } of (await storedWeeks(repository.store)).toReversed()) {
    const plan = await readPlan(repository, name);
    const planned = plan?.folders ?? [];
    const folders =
      planned.length > 0
        ? planned.map(({ key }) => key)
        : await listFolderKeys(repository.store, name);
    const roots = planned.filter(({ parent }) => parent === null).map(({ key }) => key);
    if (folders.length > 0) return { name, roots, folders };
  }
  return null;
}
