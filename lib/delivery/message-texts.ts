// The texts of a message in the language of a subscription, and the names of places in it: cleaned as everywhere, and
// cut at the end of a word.
import type { NamedReport, Localization } from '../i18n/localization.ts';
import { createLocalization } from '../i18n/localization.ts';
import type { ServerTexts } from '../i18n/generated/texts.ts';
import { messagesFor, serverTextsFor } from '../i18n/catalogues.ts';
import { languageOf } from '../i18n/messages.ts';
import type { FolderName, Report } from '../domain/report.ts';
import type { Entry } from '../domain/signals/model.ts';
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
/** Folders above a place that a list names. */
const MAX_ABOVE = 2;

type NameLocalization = Pick<Localization, 'words' | 'direction'>;

/** A name of at most `limit` characters, isolated in its own direction; '' when there is nothing visible. */
export function shortName(
  name: string,
  { direction }: NameLocalization,
  limit = NAME_LIMIT,
): string {
  return withIsolates(shorten(clean(name), limit), direction);
}

/** The name of a folder; one without a name is identified by its key. */
export function folderName(
  { key, name }: FolderName,
  texts: NameLocalization,
  limit = NAME_LIMIT,
): string {
  const shownName = shortName(name, texts, limit);
  return shownName === '' ? texts.words.folder({ key: String(key) }) : shownName;
}

/** The names of the folders between the report's folder and the place. */
export function namesAbove(
  { path }: Pick<Entry, 'path'>,
  { folder }: Pick<Report, 'folder'>,
): readonly string[] {
  return path.slice(folder.path.length + 1);
}

/** 'Security control, Terminal 2'; of the report's own surveys, and of places listed twice, with the question. */
export function placeName(
  entry: Pick<Entry, 'folder' | 'path' | 'survey'>,
  report: Pick<Report, 'folder' | 'summary'>,
  texts: MessageTexts,
): string {
  const { folder, survey } = entry;
  const question = shortName(survey.name, texts);
  const isOwn = folder.key === report.folder.key;
  if (isOwn && question !== '') return question;
  const place = namesAbove(entry, report)
    .slice(-MAX_ABOVE)
    .map((name) => shortName(name, texts))
    .filter((name) => name !== '')
    .reduceRight(
      (name, above) => texts.mail.placeIn({ place: name, above }),
      folderName(folder, texts),
    );
  const { entries } = report.summary.attention;
  const isRepeated = entries.filter((other) => other.folder.key === folder.key).length > 1;
  return isRepeated && question !== ''
    ? texts.mail.ofQuestion({ finding: place, question })
    : place;
}
