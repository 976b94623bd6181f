// The company's whole tree as the jobs of one process share it: a folder with its own surveys, where it is, and what was
// odd about it. It hides how often the tree is read, and that a folder is only gone when two answers say so.
import type { FolderName, ReportProblem } from '../domain/report.ts';
import { Failure } from '../shared/failure.ts';
import type { Instant } from '../domain/facts.ts';
import type { Folder, FolderSource } from '../ports/feedback-source.ts';
import type { Clock } from '../shared/clock.ts';
import { createTimedCache } from '../shared/timed-cache.ts';
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

/** What moves is known this much later at the most; that many jobs' readings are saved. */
const REMEMBERED_MS = 60_000;

/** Reads the tree for each process once in a while; what could not be read is read anew by whoever asks. */
export function createCompanyCache(clock: Clock): ReadCompany {
  const tree = createTimedCache<CompanyFolders>(clock, REMEMBERED_MS);
  return async (source, notBefore) => {
    // A reading that fails for another job may fail by that job's own deadline.
    const known = await tree.fresh(notBefore)?.catch(() => null);
    return known ?? tree.begin(() => readCompany(source));
  };
}

/** Reads it each time. */
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
 * A folder as it is at that instant or later; null when it is gone, for which two answers must speak: it is not in the
 * tree, and it is denied when it is asked for by itself. Only the whole tree tells which place of a survey counts that
 * stands in two. Fails as the reporting API does, and with FOLDER_NOT_FOUND when the answers differ.
 */
export async function findCompanyFolder(
  { source, company, clock }: { source: FolderSource; company: ReadCompany; clock: Clock },
  folder: number,
  notBefore: Instant,
): Promise<CompanyFolder | null> {
  const known = (await company(source, notBefore)).get(folder);
  if (known !== undefined) return known;
  // It may have come since.
  const place = (await company(source, clock())).get(folder);
  if (place !== undefined) return place;
  try {
    await source.readFolders(folder, { surveys: false });
  } catch (error) {
    if (error instanceof Failure && error.code === 'UPSTREAM_NOT_FOUND') return null;
    throw error;
  }
  throw new Failure('FOLDER_NOT_FOUND', { folder });
}
