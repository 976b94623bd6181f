// The company's folders and surveys as the page finds its way among them.
import type { FolderList, LibraryFolder } from '../../../http/responses.ts';

export interface Places {
  /** Parents before children. */
  readonly folders: readonly LibraryFolder[];
  /** What the token opens: folders above which nothing is seen. */
  readonly roots: readonly LibraryFolder[];
  folder(key: number): LibraryFolder | null;
  children(key: number): readonly LibraryFolder[];
  /** From the topmost folder seen down to the folder itself; empty for one that isn't seen. */
  path(key: number): readonly LibraryFolder[];
}

/** The folders between one and another below it; all above the other where it lies elsewhere now. */
export function pathBetween(places: Places, above: number, key: number): readonly LibraryFolder[] {
  const path = places.path(key).slice(0, -1);
  return path.slice(path.findIndex((folder) => folder.key === above) + 1);
}

export function placesIn({ data }: FolderList): Places {
  const byKey = new Map(data.map((folder) => [folder.key, folder]));
  const below = Map.groupBy(data, ({ parent }) => parent);
  const path = (key: number): readonly LibraryFolder[] => {
    const found: LibraryFolder[] = [];
    let at = byKey.get(key);
    while (at !== undefined && found.length <= data.length) {
      found.unshift(at);
      at = at.parent === null ? undefined : byKey.get(at.parent);
    }
    return found;
  };
  return {
    folders: data,
    roots: data.filter(({ parent }) => parent === null || !byKey.has(parent)),
    folder: (key) => byKey.get(key) ?? null,
    children: (key) => below.get(key) ?? [],
    path,
  };
}
