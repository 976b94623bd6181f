// The texts of a message in the language of a subscription, and the names of places in it: cleaned as everywhere, and
// cut at the end of a word.
import type { NamedReport, Localization } from '../i18n/localization.ts';
import { createLocalization } from '../i18n/localization.ts';
import type { ServerTexts } from '../i18n/generated/texts.ts';
import { messagesFor, serverTextsFor } from '../i18n/catalogues.ts';
import { languageOf } from '../i18n/messages.ts';
import type { FolderName } from '../domain/report.ts';
import { clean, shorten } from '../i18n/clean-text.ts';
import { withIsolates } from '../i18n/text-direction.ts';

export interface MessageTexts extends Localization {
  readonly mail: ServerTexts;
}

/** `requested`: BCP 47; English for a language without texts. */
export function messageTextsFor(report: NamedReport, requested: string): MessageTexts {
  const locale = languageOf(requested) === null ? 'en' : requested;
  return {
    ...createLocalization(report, locale, messagesFor(locale)),
    mail: serverTextsFor(locale),
  };
}

/** Characters of a name in the message itself. */
const NAME_LIMIT = 70;

/** The name of a folder; one without a name is identified by its key. */
export function folderName(
  { key, name }: FolderName,
  texts: Pick<Localization, 'words' | 'direction'>,
): string {
  const shownName = withIsolates(shorten(clean(name), NAME_LIMIT), texts.direction);
  return shownName === '' ? texts.words.folder({ key: String(key) }) : shownName;
}
