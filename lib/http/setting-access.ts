// Who may set, list and remove what people have set for reports: who sees its folder.
import type { Accepted } from '../domain/signals/accepted.ts';
import type { IdentifiedCaller } from '../reports/access.ts';
import { canSeeFolder, visibleFoldersInTree } from '../reports/access.ts';
import { folderOfSettingId } from '../reports/change-settings.ts';
import { countSetting } from '../reports/request-limits.ts';
import { Failure } from '../shared/failure.ts';
import type { ReportsApiContext } from './api-context.ts';

/**
 * Fails with FOLDER_NOT_FOUND, also for a folder that the caller doesn't see, with SURVEY_NOT_FOUND, or with
 * TOO_MANY_SETTINGS: every request for a folder that the caller sees counts.
 */
export async function requirePlace(
  api: ReportsApiContext,
  caller: IdentifiedCaller,
  { folder, survey }: Pick<Accepted, 'folder' | 'survey'>,
): Promise<void> {
  const isVisible = await canSeeFolder(api, caller, { week: null, folder });
  const { folders } = await api.folders();
  const companyFolder = folders.find(({ key }) => key === folder);
  if (!isVisible || companyFolder === undefined) throw new Failure('FOLDER_NOT_FOUND', { folder });
  if (survey !== null && !companyFolder.surveys.some(({ key }) => key === survey)) {
    throw new Failure('SURVEY_NOT_FOUND', { folder, survey });
  }
  await countSetting(api, caller, folder);
}

/** Fails with SETTING_NOT_FOUND when the caller doesn't see the folder in the id. */
export async function requireSetting(
  api: ReportsApiContext,
  caller: IdentifiedCaller,
  id: string,
): Promise<void> {
  const folder = folderOfSettingId(id);
  if (folder !== null && (await canSeeFolder(api, caller, { week: null, folder }))) return;
  throw new Failure('SETTING_NOT_FOUND');
}

/** Fails with FOLDER_NOT_FOUND when the caller doesn't see the folder. */
export async function requireVisible(
  api: ReportsApiContext,
  caller: IdentifiedCaller,
  folder: number,
): Promise<void> {
  if (await canSeeFolder(api, caller, { week: null, folder })) return;
  throw new Failure('FOLDER_NOT_FOUND', { folder });
}

/** Which entries a caller sees; `folder`: null for those of all folders. */
export async function createSettingFilter(
  api: ReportsApiContext,
  caller: IdentifiedCaller,
  folder: number | null,
): Promise<(entry: { readonly folder: number }) => boolean> {
  const isOfFolder = (key: number): boolean => folder === null || key === folder;
  if (caller.folders === null) return (entry) => isOfFolder(entry.folder);
  const isVisible = visibleFoldersInTree(caller, await api.tree());
  return (entry) => isOfFolder(entry.folder) && isVisible(entry.folder);
}
