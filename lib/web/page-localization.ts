// Loads the messages of one language and formats times for the reader.
import type { Formats } from '../i18n/formats.ts';
import { formatsFor } from '../i18n/formats.ts';
import type { Direction } from '../i18n/text-direction.ts';
import { LANGUAGE_DETAILS } from '../i18n/generated/languages.ts';
import { loadPageFiles } from '../i18n/generated/page-files.ts';
import type { PageTexts } from '../i18n/generated/texts.ts';
import type { Language } from '../i18n/messages.ts';
import { directionOf, languageOf } from '../i18n/messages.ts';
import { textsOf } from '../i18n/texts.ts';

export interface PageLocalization {
  readonly language: Language;
  readonly direction: Direction;
  readonly page: PageTexts;
  readonly formats: Formats;
}

/** The first supported language; English when none is. */
export function selectLanguage(tags: readonly string[]): Language {
  return tags.map((tag) => languageOf(tag)).find((language) => language !== null) ?? 'en';
}

/** Formats are those of the language, as in reports, whatever the region of the reader. */
export async function loadPageLocalization(language: Language): Promise<PageLocalization> {
  // Each text of an incomplete language that is not translated is shown in English.
  const languages = LANGUAGE_DETAILS[language].isComplete ? [language] : ['en' as const, language];
  const files = await Promise.all(languages.map(loadPageFiles));
  return {
    language,
    direction: directionOf(language),
    page: textsOf('page', files, language),
    formats: formatsFor(language),
  };
}

/**
 * 'Monday, 16 November 2026 at 14:00 EET'; null in the UTC time zone or for an invalid instant. `timeZone` defaults
 * to the reader's.
 */
export function formatLocalInstant(
  instant: string,
  { locale }: Pick<Formats, 'locale'>,
  timeZone?: string,
): string | null {
  const time = Date.parse(instant);
  if (Number.isNaN(time)) return null;
  const format = new Intl.DateTimeFormat(locale, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
    calendar: 'gregory',
    ...(timeZone === undefined ? {} : { timeZone }),
  });
  return UTC_ZONES.includes(format.resolvedOptions().timeZone) ? null : format.format(time);
}

/** The reader's local time with UTC in brackets; UTC alone in the UTC time zone. */
export function localTimeWithUtc(
  instant: string,
  { page, formats }: Pick<PageLocalization, 'page' | 'formats'>,
): string {
  const [local, utc] = [formatLocalInstant(instant, formats), formats.utc(instant)];
  return local === null ? utc : page.read.withDetail({ text: local, detail: utc });
}

/** 'Tuesday 17 November' where the reader is; with the year where it isn't that of the week. */
export function localDay(
  instant: string,
  week: string,
  { formats }: Pick<PageLocalization, 'formats'>,
): string {
  return formats.localDay(instant, -new Date(instant).getTimezoneOffset(), week);
}

const UTC_ZONES = ['UTC', 'Etc/UTC', 'Etc/GMT', 'GMT'];
