// The folders of the company, which the jobs of a process share.
import type { Instant } from '../domain/report-inputs.ts';
import type { FolderName, ReportProblem } from '../domain/report.ts';
import type { Folder, FolderSource } from '../ports/feedback-source.ts';
import { flattenFolders, notesByFolder } from '../reports/subtree.ts';
import type { Clock } from '../shared/clock.ts';
import { createTimedCache } from '../shared/clock.ts';
import { Failure } from '../shared/failure.ts';

export interface CompanyFolder {
  readonly folder: Folder;
  readonly isRoot: boolean;
  /** Root first. */
  readonly path: readonly FolderName[];
  readonly notes: readonly ReportProblem[];
}

/** By key. */
export type Company = ReadonlyMap<number, CompanyFolder>;

/** Every folder of the company, read at that instant or later. Fails as the reporting API does. */
export type ReadCompany = (source: FolderSource, notBefore: Instant) => Promise<Company>;

/** Moved folders are noticed this much later at most. */
const CACHE_TTL_MS = 60_000;

/** Reads the tree through a cache of the process; a failed read is repeated by the next caller. */
export function createCompanyCache(clock: Clock): ReadCompany {
  const cache = createTimedCache<Company>(clock, CACHE_TTL_MS);
  return async (source, notBefore) => {
    // A read that another job started may fail because of that job's deadline.
    const cached = await cache.current(notBefore)?.catch(() => null);
    return cached ?? cache.load(() => readCompany(source));
  };
}

/**
 * Reads the tree without a cache. The whole tree is read because only it shows which folder counts a survey that is in two
 * folders.
 */
export async function readCompany(source: FolderSource): Promise<Company> {
  const tree = await source.readFolders(null, { surveys: true });
  const notes = notesByFolder(tree);
  return new Map(
    flattenFolders(tree.root).map(({ folder, path }) => [
      folder.key,
      { folder, path, isRoot: folder === tree.root, notes: notes(folder.key) },
    ]),
  );
}

/**
 * Whether a folder that the tree does not have was removed: a request for it alone is answered with UPSTREAM_NOT_FOUND. Fails as the
 * reporting API does.
 */
export async function isRemoved(source: FolderSource, folder: number): Promise<boolean> {
  try {
    await source.readFolders(folder, { surveys: false });
    return false;
  } catch (error) {
    if (error instanceof Failure && error.code === 'UPSTREAM_NOT_FOUND') return true;
    throw error;
  }
}
