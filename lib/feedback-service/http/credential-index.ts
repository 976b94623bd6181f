// Finds the company that credentials belong to among many companies. An index names the companies that may
// have them, and only these are asked, so that a revocation takes effect immediately. Unknown credentials
// may be new: they are refused only after all companies have been read.
import { hash, randomBytes } from 'node:crypto';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { CompanyUnavailableError, type Company, type Credential } from '../company-store.ts';

export interface SentCredentials {
  readonly clientId: string;
  readonly token: string;
}

export interface Owner {
  readonly company: Company;
  /** False when the company cannot be served at present. */
  readonly isAvailable: boolean;
}

export interface CredentialIndex {
  /**
   * `none`: no company has the credentials, or several have, so that data is never mixed up. `unknown`: a
   * company that may have them cannot be read.
   */
  readonly findOwner: (sent: SentCredentials) => Promise<Owner | 'none' | 'unknown'>;
}

interface IndexedCredentials {
  readonly text: string;
  readonly identities: readonly string[];
}

interface CredentialIndexOptions {
  readonly companies: readonly Company[];
  /** Called when the credentials of a company cannot be read. */
  readonly onError: (error: unknown) => void;
}

/** Companies whose reading is begun before other requests may run. */
const companiesPerTurn = 20;
/** Reading all companies takes at most this share of the time, however many unknown credentials are sent. */
const readingShare = 1 / 20;
const maxPauseMs = 1_000;
/** A caller whose credentials are known causes a reading after this time, to find those that companies share. */
const maxAgeMs = 60_000;

export function createCredentialIndex({
  companies,
  onError,
}: CredentialIndexOptions): CredentialIndex {
  // Keyed, so that the duration of a search reveals nothing about stored credentials.
  const key = randomBytes(32).toString('hex');
  const owners = new Map<string, Set<Company>>();
  const indexed = new Map<Company, IndexedCredentials>();
  const unreadable = new Set<Company>();
  const readAll = createRepeatable(async () => {
    const readings: Promise<unknown>[] = [];
    for (const [i, company] of companies.entries()) {
      if (i % companiesPerTurn === companiesPerTurn - 1) await setImmediate();
      readings.push(read(company));
    }
    await Promise.all(readings);
  });

  function identityOf({ clientId, tokenSha256 }: Credential): string {
    // No digest of this hash leaves the process, so that it need not be an HMAC, which is several times as slow.
    return hash('sha256', `${key} ${tokenSha256} ${clientId}`, 'base64');
  }

  /** Updates the index. */
  async function read(company: Company): Promise<Owner> {
    try {
      replace(company, await company.credentials());
      return { company, isAvailable: true };
    } catch (error) {
      onError(error);
      const known = error instanceof CompanyUnavailableError ? error.credentials : undefined;
      if (known === undefined) unreadable.add(company);
      else replace(company, known);
      return { company, isAvailable: false };
    }
  }

  function replace(company: Company, credentials: readonly Credential[]): void {
    unreadable.delete(company);
    const before = indexed.get(company);
    const text = JSON.stringify(credentials);
    if (text === before?.text) return;
    for (const identity of before?.identities ?? []) {
      const others = owners.get(identity);
      others?.delete(company);
      if (others?.size === 0) owners.delete(identity);
    }
    const identities = credentials.map(identityOf);
    for (const identity of identities) {
      owners.set(identity, (owners.get(identity) ?? new Set()).add(company));
    }
    indexed.set(company, { text, identities });
  }

  /** Asks the companies of the index; empty when none of them has the credentials any more. */
  async function askOwners(identity: string): Promise<readonly Owner[]> {
    const asked = await Promise.all([...(owners.get(identity) ?? [])].map(read));
    return asked.filter(({ company }) => owners.get(identity)?.has(company) === true);
  }

  return {
    findOwner: async ({ clientId, token }) => {
      const identity = identityOf({ clientId, tokenSha256: hash('sha256', token, 'hex') });
      const known = await askOwners(identity);
      if (known.length === 0) {
        await readAll.again();
        const found = [...(owners.get(identity) ?? [])];
        if (found.length === 0) return unreadable.size > 0 ? 'unknown' : 'none';
      } else if (readAll.ageMs() > maxAgeMs) void readAll.again();
      const [owner, another] = known.length > 0 ? known : await askOwners(identity);
      return owner === undefined || another !== undefined ? 'none' : owner;
    },
  };
}

interface Repeatable {
  /** Resolves after a run that began after the call; several callers share one. */
  readonly again: () => Promise<void>;
  /** Since the end of the last run. */
  readonly ageMs: () => number;
}

/** Runs `work` one at a time, with pauses that are long compared with its duration. */
function createRepeatable(work: () => Promise<void>): Repeatable {
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  let endedAt = -Infinity;
  let pauseMs = 0;

  async function run(before: Promise<void> | undefined): Promise<void> {
    await before;
    const remainingMs = endedAt + pauseMs - performance.now();
    if (remainingMs > 0) await setTimeout(remainingMs);
    running = next;
    next = undefined;
    const startedAt = performance.now();
    try {
      await work();
    } finally {
      endedAt = performance.now();
      pauseMs = Math.min((endedAt - startedAt) / readingShare, maxPauseMs);
    }
  }

  return {
    again: () => {
      next ??= run(running);
      return next;
    },
    ageMs: () => performance.now() - endedAt,
  };
}
