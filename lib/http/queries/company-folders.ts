// The company's folders, remembered for a while. It hides that there are two answers to remember: one without surveys,
// which is a small part of the other and all that is needed to tell what a caller sees.
import type { FolderList } from '../responses.ts';
import type { Caller, ReadCompanyTree, CurrentTree } from '../../reports/access.ts';
import { visibleFoldersInTree } from '../../reports/access.ts';
import type { Folder, FolderSource } from '../../ports/feedback-source.ts';
import type { Clock } from '../../shared/clock.ts';
import { createTimedCache } from '../../shared/timed-cache.ts';
import { flattenFolders } from '../../reports/subtree.ts';

interface Known {
  readonly tree: CurrentTree;
  /** As they are listed to whoever sees all. */
  readonly folders: FolderList['data'];
}

/** The company's folders with their surveys, as they were a short while ago. */
export type CompanyFolders = () => Promise<Known>;

export interface CompanyContext {
  readonly tree: ReadCompanyTree;
  readonly folders: CompanyFolders;
}

/** A folder that is made or moved is known this much later at the most. */
const REMEMBERED_MS = 300_000;

/** Reads the company's folders when they are first asked for and again when what is known is old. */
export function companyFolders(source: FolderSource, clock: Clock): CompanyContext {
  const read = async (surveys: boolean): Promise<Known> => {
    const { root } = await source.readFolders(null, { surveys });
    return knownOf(root);
  };
  const whole = createTimedCache<Known>(clock, REMEMBERED_MS);
  const bare = createTimedCache<Known>(clock, REMEMBERED_MS);
  return {
    // The whole one does too where it was read already; access alone is never worth its price, nor waiting for it.
    tree: async () =>
      (whole.known() ?? (await (bare.fresh() ?? bare.begin(() => read(false))))).tree,
    folders: () => whole.fresh() ?? whole.begin(() => read(true)),
  };
}

function knownOf(root: Folder): Known {
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

/** The folders that a caller sees. Fails as the reporting API does when they can't be had. */
export async function listFolders(company: CompanyFolders, caller: Caller): Promise<FolderList> {
  const { tree, folders } = await company();
  const sees = visibleFoldersInTree(caller, tree);
  const seen = folders.filter(({ key }) => sees(key));
  return {
    data: seen.map((folder) =>
      folder.parent === null || sees(folder.parent) ? folder : { ...folder, parent: null },
    ),
  };
}
