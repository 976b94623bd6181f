// Displayed names of folders and surveys; the key when a name has no displayable characters.
import { clean } from '../../../i18n/clean-text.ts';
import { withIsolates } from '../../../i18n/text-direction.ts';
import type { Localization } from '../../../i18n/localization.ts';
import type { FolderIndex } from './folder-index.ts';
import type { PageLocalization } from '../../page-localization.ts';

interface NamedItem {
  readonly key: number;
  readonly name: string | null;
}

/** Without isolation marks, for elements with their own text direction. */
export function folderName(
  { key, name }: NamedItem,
  { words }: Pick<PageLocalization, 'words'>,
): string {
  const cleaned = clean(name ?? '');
  return cleaned === '' ? words.folder(String(key)) : cleaned;
}

/** Like `folderName`, for surveys. */
export function surveyName(
  { key, name }: NamedItem,
  { words }: Pick<PageLocalization, 'words'>,
): string {
  const cleaned = clean(name ?? '');
  return cleaned === '' ? words.survey(String(key)) : cleaned;
}

/** 'Meridian › Europe › Finland'; every name is isolated in its own direction. */
export function pathText(
  folders: readonly NamedItem[],
  pageLocalization: Pick<PageLocalization, 'words' | 'direction'>,
): string {
  return folders
    .map((folder) => withIsolates(folderName(folder, pageLocalization), pageLocalization.direction))
    .join(' › ');
}

/** Localization with current folder names, for texts that do not belong to one report. */
export function folderLocalization(
  folderIndex: FolderIndex,
  pageLocalization: PageLocalization,
): Localization {
  const { words, formats, direction, language } = pageLocalization;
  const folder = (key: number): string =>
    withIsolates(
      folderName(folderIndex.folder(key) ?? { key, name: null }, pageLocalization),
      direction,
    );
  const survey = (key: number): string => words.survey(String(key));
  return {
    words,
    formats,
    direction,
    language,
    names: {
      folder,
      survey,
      surveyIn: (_, key) => survey(key),
      placeKey: (key) => key,
      place: folder,
    },
  };
}
