// The company's folder tree, shared by the jobs of a process: each folder with its own surveys, its path, and the problems
// of the tree that concern it. A folder counts as removed only when two responses confirm it.
import type { FolderName, ReportProblem } from '../domain/report.ts';
import { Failure } from '../shared/failure.ts';
import type { Instant } from '../domain/report-inputs.ts';
import type { Folder, FolderSource } from '../ports/feedback-source.ts';
import type { Clock } from '../shared/clock.ts';
import { createTimedCache } from '../shared/clock.ts';
import { notesByFolder, flattenFolders } from '../reports/subtree.ts';

export interface CompanyFolder {
  readonly folder: Folder;
  readonly isRoot: boolean;
  /** Root first. */
  readonly path: readonly FolderName[];
  readonly notes: readonly ReportProblem[];
}

type CompanyFolders = ReadonlyMap<number, CompanyFolder>;

/** Every folder of the company by key, read at that instant or later. Fails as the reporting API does. */
export type ReadCompany = (source: FolderSource, notBefore: Instant) => Promise<CompanyFolders>;

/** Moved folders are noticed this much later at most. */
const CACHE_TTL_MS = 60_000;

/** Reads the tree through a cache of the process; a failed read is repeated by the next caller. */
export function createCompanyCache(clock: Clock): ReadCompany {
  const cache = createTimedCache<CompanyFolders>(clock, CACHE_TTL_MS);
  return async (source, notBefore) => {
    // A read that another job started may fail because of that job's deadline.
    const cached = await cache.current(notBefore)?.catch(() => null);
    return cached ?? cache.load(() => readCompany(source));
  };
}

/** Reads the tree without a cache. */
export async function readCompany(source: FolderSource): Promise<CompanyFolders> {
  const tree = await source.readFolders(null, { surveys: true });
  const notes = notesByFolder(tree);
  return new Map(
    flattenFolders(tree.root).map(({ folder, path }) => [
      folder.key,
      { folder, path, isRoot: folder === tree.root, notes: notes.get(folder.key) ?? [] },
    ]),
  );
}

/**
 * A folder as of that instant or later. Null when it was removed: it is not in the tree, and a request for it alone is
 * answered with UPSTREAM_NOT_FOUND. The whole tree is read because only it shows which folder counts a survey that is in
 * two folders. Fails as the reporting API does, and with FOLDER_NOT_FOUND when the two responses disagree.
 */
export async function findCompanyFolder(
  { source, company, clock }: { source: FolderSource; company: ReadCompany; clock: Clock },
  folder: number,
  notBefore: Instant,
): Promise<CompanyFolder | null> {
  const cachedFolder = (await company(source, notBefore)).get(folder);
  if (cachedFolder !== undefined) return cachedFolder;
  // It may have been added since the cached read.
  const currentFolder = (await company(source, clock())).get(folder);
  if (currentFolder !== undefined) return currentFolder;
  try {
    await source.readFolders(folder, { surveys: false });
  } catch (error) {
    if (error instanceof Failure && error.code === 'UPSTREAM_NOT_FOUND') return null;
    throw error;
  }
  throw new Failure('FOLDER_NOT_FOUND', { folder });
}
