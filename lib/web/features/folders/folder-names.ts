// What places are called on the page: by their names made fit to be shown, or by their keys where nothing of one is left.
import { clean } from '../../../i18n/clean-text.ts';
import { isolated } from '../../../i18n/text-direction.ts';
import type { Localization } from '../../../i18n/localization.ts';
import type { Places } from './folder-index.ts';
import type { Speech } from '../../page-localization.ts';

interface Named {
  readonly key: number;
  readonly name: string | null;
}

/** For where it stands alone, in an element whose direction is its own. */
export function folderName({ key, name }: Named, { words }: Pick<Speech, 'words'>): string {
  const own = clean(name ?? '');
  return own === '' ? words.folder(String(key)) : own;
}

/** The same for a survey. */
export function surveyName({ key, name }: Named, { words }: Pick<Speech, 'words'>): string {
  const own = clean(name ?? '');
  return own === '' ? words.survey(String(key)) : own;
}

/** 'Meridian › Europe › Finland', each name in its own direction. */
export function pathOf(
  folders: readonly Named[],
  speech: Pick<Speech, 'words' | 'direction'>,
): string {
  return folders
    .map((folder) => isolated(folderName(folder, speech), speech.direction))
    .join(' › ');
}

/** What sentences about places as they are now are made with; a report has names of its own. */
export function readingOfPlaces(places: Places, speech: Speech): Localization {
  const { words, formats, direction, language } = speech;
  const folder = (key: number): string =>
    isolated(folderName(places.folder(key) ?? { key, name: null }, speech), direction);
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
