// The state of the companies of a running service, for its operator.
import { setTimeout } from 'node:timers/promises';
import { DatabaseError } from '../../lib/feedback-service/index.ts';
import { mapConcurrent } from '../../lib/shared/map-concurrent.ts';
import type { Readiness } from './admin-server.ts';
import type { ServedDataSet } from './data-sets.ts';

export interface CompanyStatus {
  /** The folder as in the command. */
  readonly name: string;
  /** `empty`: nothing has been imported yet. `unavailable`: its database does not answer. */
  readonly state: 'served' | 'empty' | 'unavailable';
  readonly isImporting: boolean;
  /** UTC milliseconds, since the start of the service; undefined before. */
  readonly importedAt: number | undefined;
  /** UTC milliseconds. */
  readonly lastEventAt: number | undefined;
  /** What is wrong with files that are left out; `more`: further problems that are not listed. */
  readonly faults: readonly {
    readonly file: string;
    readonly line?: number;
    readonly reason: string;
  }[];
  readonly more: number;
}

type StatusSource = Pick<ServedDataSet, 'folder' | 'state' | 'lastEventAt'>;

/** A database that is slower is `unavailable`. */
const maxReadMs = 2_000;

/** Companies whose databases are read at the same time. */
const readConcurrency = 20;

export async function readStatuses(
  dataSets: readonly StatusSource[],
): Promise<readonly CompanyStatus[]> {
  return mapConcurrent(dataSets, readStatus, readConcurrency);
}

async function readStatus({ folder, state, lastEventAt }: StatusSource): Promise<CompanyStatus> {
  const { isServed, isImporting, importedAt, faults } = state();
  const last = await readInTime(lastEventAt);
  return {
    name: folder,
    state: last === 'unavailable' ? last : isServed ? 'served' : 'empty',
    isImporting,
    importedAt,
    lastEventAt: last === 'unavailable' ? undefined : last,
    faults: faults.flatMap(({ problems }) => problems),
    more: faults.reduce((sum, { more }) => sum + more, 0),
  };
}

async function readInTime(
  read: () => Promise<number | undefined>,
): Promise<number | undefined | 'unavailable'> {
  const end = new AbortController();
  const timeout = setTimeout(maxReadMs, 'unavailable' as const, { signal: end.signal });
  timeout.catch(() => undefined);
  try {
    return await Promise.race([read(), timeout]);
  } catch (error) {
    if (error instanceof DatabaseError) return 'unavailable';
    throw error;
  } finally {
    end.abort();
  }
}

/** `stopping`: requests are still answered, but no more should be sent. */
export type Phase = 'starting' | 'running' | 'stopping';

/** Ready while running, unless no company can be served: one with a fault must not stop the others. */
export function describeReadiness(
  phase: Phase,
  statuses: readonly CompanyStatus[] | undefined,
): Readiness {
  const isAnyServed = statuses?.some(({ state }) => state === 'served') ?? true;
  const iso = (at: number | undefined): string | null =>
    at === undefined ? null : new Date(at).toISOString();
  return {
    isReady: phase === 'running' && isAnyServed,
    details: {
      state: phase,
      companies: statuses?.map(({ importedAt, lastEventAt, faults, more, ...status }) => ({
        ...status,
        lastImport: iso(importedAt),
        lastEvent: iso(lastEventAt),
        faults,
        moreFaults: more,
      })),
    },
  };
}
