// Reads and caches the company's folders: with surveys for lists, and without them, which is much less data, for access
// control.
import type { FolderList } from '../responses.ts';
import type { Caller, ReadCompanyTree, CurrentFolderTree } from '../../reports/access.ts';
import { visibleFoldersInTree } from '../../reports/access.ts';
import type { Folder, FolderSource } from '../../ports/feedback-source.ts';
import type { Clock } from '../../shared/clock.ts';
import { createTimedCache } from '../../shared/clock.ts';
import { flattenFolders } from '../../reports/subtree.ts';

interface CachedFolders {
  readonly tree: CurrentFolderTree;
  /** As listed for a caller that sees all. */
  readonly folders: FolderList['data'];
}

/** The company's folders with their surveys, at most `CACHE_MS` old. */
export type ReadCompanyFolders = () => Promise<CachedFolders>;

export interface CompanyFolderReaders {
  readonly tree: ReadCompanyTree;
  readonly folders: ReadCompanyFolders;
}

/** A folder that is added or moved is seen after this time at the latest. */
const CACHE_MS = 300_000;

/** Reads the company's folders at the first use and again when the cached ones are too old. */
export function createCompanyFolders(source: FolderSource, clock: Clock): CompanyFolderReaders {
  const read = async (surveys: boolean): Promise<CachedFolders> => {
    const { root } = await source.readFolders(null, { surveys });
    return toCachedFolders(root);
  };
  const withSurveys = createTimedCache<CachedFolders>(clock, CACHE_MS);
  const withoutSurveys = createTimedCache<CachedFolders>(clock, CACHE_MS);
  return {
    // Access control needs no surveys: it uses folders with surveys only if they are cached.
    tree: async () =>
      (
        withSurveys.currentValue() ??
        (await (withoutSurveys.current() ?? withoutSurveys.load(() => read(false))))
      ).tree,
    folders: () => withSurveys.current() ?? withSurveys.load(() => read(true)),
  };
}

function toCachedFolders(root: Folder): CachedFolders {
  const folders = flattenFolders(root).map(({ folder: { key, name, surveys }, path }) => ({
    key,
    parent: path.at(-1)?.key ?? null,
    name,
    surveys: surveys.map(({ key: survey, question, timeZone }) => ({
      key: survey,
      name: question.name,
      timeZone,
    })),
  }));
  const parents = new Map(folders.map(({ key, parent }) => [key, parent]));
  return { tree: { root: root.key, parents }, folders };
}

/** The folders that a caller sees. Fails with the reporting API's failures. */
export async function listFolders(
  company: ReadCompanyFolders,
  caller: Caller,
): Promise<FolderList> {
  const { tree, folders } = await company();
  const isVisible = visibleFoldersInTree(caller, tree);
  const visibleFolders = folders.filter(({ key }) => isVisible(key));
  return {
    data: visibleFolders.map((folder) =>
      folder.parent === null || isVisible(folder.parent) ? folder : { ...folder, parent: null },
    ),
  };
}
