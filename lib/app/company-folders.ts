// The company's folders, remembered for a while. It hides that there are two answers to remember: one without surveys,
// which is a small part of the other and all that is needed to tell what a caller sees.
import type { FolderList } from '../domain/library.ts';
import type { Caller, CompanyTree, Parents } from './access.ts';
import { seesInTree } from './access.ts';
import type { Clock, Folder, FolderSource } from './ports.ts';
import { walk } from './subtree.ts';

/** The company's root with everything below it and the surveys, as it was a short while ago. */
export type CompanyFolders = () => Promise<Folder>;

export interface Company {
  readonly tree: CompanyTree;
  readonly folders: CompanyFolders;
}

/** A folder that is made or moved is known this much later at the most. */
const REMEMBERED_MS = 300_000;

/** Reads the company's folders when they are first asked for and again when what is known is old. */
export function companyFolders(source: FolderSource, clock: Clock): Company {
  const read = async (surveys: boolean): Promise<Known> => {
    const { root } = await source.readFolders(null, { surveys });
    return { root, parents: parentsOf(root) };
  };
  const whole = remembered(() => read(true), clock);
  const bare = remembered(() => read(false), clock);
  return {
    // The whole one does too where it was read already; access alone is never worth its price, nor waiting for it.
    tree: async () => (whole.known() ?? (await bare.read())).parents,
    folders: async () => (await whole.read()).root,
  };
}

interface Known {
  readonly root: Folder;
  readonly parents: Parents;
}

interface Remembered<T> {
  /** What was read and is not old; null when there is nothing. */
  known(): T | null;
  read(): Promise<T>;
}

function remembered<T>(read: () => Promise<T>, clock: Clock): Remembered<T> {
  let last: { readonly reading: Promise<T>; readonly at: number; value: T | null } | null = null;
  const isFresh = (): boolean => last !== null && clock() - last.at < REMEMBERED_MS;
  return {
    known: () => (isFresh() ? (last?.value ?? null) : null),
    read() {
      if (last !== null && isFresh()) return last.reading;
      const own: NonNullable<typeof last> = { reading: read(), at: clock(), value: null };
      last = own;
      own.reading.then(
        (value) => {
          own.value = value;
        },
        // Only what was read is remembered, not that it couldn't be.
        () => {
          if (last === own) last = null;
        },
      );
      return own.reading;
    },
  };
}

function parentsOf(root: Folder): Parents {
  return new Map(walk(root).map(({ folder, path }) => [folder.key, path.at(-1)?.key ?? null]));
}

/** The folders that a caller sees. Fails as the reporting API does when they can't be had. */
export async function listFolders(folders: CompanyFolders, caller: Caller): Promise<FolderList> {
  const root = await folders();
  const parents = parentsOf(root);
  const sees = (folder: number): boolean => seesInTree(caller, parents, folder);
  const seen = walk(root).filter(({ folder }) => sees(folder.key));
  return {
    data: seen.map(({ folder, path }) => {
      const parent = path.at(-1)?.key ?? null;
      return {
        key: folder.key,
        parent: parent !== null && sees(parent) ? parent : null,
        name: folder.name,
        surveys: folder.surveys.map(({ key, question, timeZone }) => ({
          key,
          name: question.name,
          timeZone,
        })),
      };
    }),
  };
}
