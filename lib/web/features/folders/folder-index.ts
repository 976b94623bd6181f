// Lookup of the folders and surveys that the token can see, and their displayed names.
import type { FolderList, LibraryFolder } from '../../../http/responses.ts';
import { clean } from '../../../i18n/clean-text.ts';
import { withIsolates } from '../../../i18n/text-direction.ts';
import type { PageLocalization } from '../../page-localization.ts';

export interface FolderIndex {
  /** Parents come before children. */
  readonly folders: readonly LibraryFolder[];
  /** Visible folders without a visible parent. */
  readonly roots: readonly LibraryFolder[];
  folder(key: number): LibraryFolder | null;
  children(key: number): readonly LibraryFolder[];
  /** From the topmost visible folder down to the folder itself; empty for an invisible folder. */
  path(key: number): readonly LibraryFolder[];
}

export function createFolderIndex({ data }: FolderList): FolderIndex {
  const byKey = new Map(data.map((folder) => [folder.key, folder]));
  const childrenByParent = Map.groupBy(data, ({ parent }) => parent);
  const path = (key: number): readonly LibraryFolder[] => {
    const folders: LibraryFolder[] = [];
    let folder = byKey.get(key);
    while (folder !== undefined && folders.length <= data.length) {
      folders.unshift(folder);
      folder = folder.parent === null ? undefined : byKey.get(folder.parent);
    }
    return folders;
  };
  return {
    folders: data,
    roots: data.filter(({ parent }) => parent === null || !byKey.has(parent)),
    folder: (key) => byKey.get(key) ?? null,
    children: (key) => childrenByParent.get(key) ?? [],
    path,
  };
}

interface NamedItem {
  readonly key: number;
  readonly name: string | null;
}

/** Without isolation marks, for elements with their own text direction. */
export function folderName(
  { key, name }: NamedItem,
  { page }: Pick<PageLocalization, 'page'>,
): string {
  const cleaned = clean(name ?? '');
  return cleaned === '' ? page.browse.unnamedFolder({ key: String(key) }) : cleaned;
}

/** Like `folderName`, for surveys. */
export function surveyName(
  { key, name }: NamedItem,
  { page }: Pick<PageLocalization, 'page'>,
): string {
  const cleaned = clean(name ?? '');
  return cleaned === '' ? page.browse.unnamedSurvey({ key: String(key) }) : cleaned;
}

/** 'Meridian › Europe › Finland'; every name is isolated in its own direction. */
export function pathText(
  folders: readonly NamedItem[],
  pageLocalization: Pick<PageLocalization, 'page' | 'direction'>,
): string {
  return folders
    .map((folder) => withIsolates(folderName(folder, pageLocalization), pageLocalization.direction))
    .join(' › ');
}

/** The current name of a folder within a text, isolated in its own direction. */
export function folderText(
  folderIndex: FolderIndex,
  key: number,
  pageLocalization: Pick<PageLocalization, 'page' | 'direction'>,
): string {
  const folder = folderIndex.folder(key) ?? { key, name: null };
  return withIsolates(folderName(folder, pageLocalization), pageLocalization.direction);
}
