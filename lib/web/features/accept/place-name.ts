// The current name of a folder, or of a survey of it, that a setting is about.
import { withIsolates } from '../../../i18n/text-direction.ts';
import { useAppContext, useLocalization } from '../../app-context.tsx';
import { folderText, surveyName } from '../folders/folder-index.ts';

interface SettingPlace {
  readonly folder: number;
  /** Null for the folder itself. */
  readonly survey: number | null;
}

export function usePlaceName({ folder, survey }: SettingPlace): string {
  const { folderIndex } = useAppContext();
  const localization = useLocalization();
  if (survey === null) return folderText(folderIndex, folder, localization);
  const surveys = folderIndex.folder(folder)?.surveys ?? [];
  const { key, name } = surveys.find((other) => other.key === survey) ?? {
    key: survey,
    name: null,
  };
  return withIsolates(surveyName({ key, name }, localization), localization.direction);
}
