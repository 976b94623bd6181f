// Loads the messages of one language and formats times for the reader.
import type { Formats } from '../i18n/formats.ts';
import { formatsFor } from '../i18n/formats.ts';
import type { Direction } from '../i18n/text-direction.ts';
import type { Language, Messages } from '../i18n/messages.ts';
import { withEnglishFallback, directionOf, languageOf } from '../i18n/messages.ts';
import type { PageTexts } from '../i18n/en/page.ts';
import { en } from '../i18n/en/page.ts';

export interface PageLocalization {
  readonly language: Language;
  readonly direction: Direction;
  /** Messages of the report. */
  readonly words: Messages;
  /** Messages of the page. */
  readonly page: PageTexts;
  readonly formats: Formats;
}

/** The first supported language; English when none is. */
export function selectLanguage(tags: readonly string[]): Language {
  return tags.map((tag) => languageOf(tag)).find((language) => language !== null) ?? 'en';
}

/** Formats follow the first locale of that language, e.g. en-US, or the language's default. */
export async function loadPageLocalization(
  language: Language,
  locales: readonly string[],
): Promise<PageLocalization> {
  const [words, page] = await loadMessages(language);
  const locale = locales.find((tag) => languageOf(tag) === language) ?? language;
  return {
    language,
    direction: directionOf(language),
    words: withEnglishFallback(words),
    page: { ...en, ...page },
    formats: formatsFor(locale),
  };
}

type PageCatalogue = readonly [Partial<Messages>, Partial<PageTexts>];

/** Each language is a separate file, so that only one is downloaded. */
async function loadMessages(language: Language): Promise<PageCatalogue> {
  switch (language) {
    case 'en':
      return [{}, {}];
    case 'fi':
      return [(await import('../i18n/fi/report.ts')).fi, (await import('../i18n/fi/page.ts')).fi];
    case 'sv':
      return [(await import('../i18n/sv/report.ts')).sv, (await import('../i18n/sv/page.ts')).sv];
    case 'de':
      return [(await import('../i18n/de/report.ts')).de, (await import('../i18n/de/page.ts')).de];
    case 'fr':
      return [(await import('../i18n/fr/report.ts')).fr, (await import('../i18n/fr/page.ts')).fr];
    case 'es':
      return [(await import('../i18n/es/report.ts')).es, (await import('../i18n/es/page.ts')).es];
    case 'ja':
      return [(await import('../i18n/ja/report.ts')).ja, (await import('../i18n/ja/page.ts')).ja];
    case 'ar':
      return [(await import('../i18n/ar/report.ts')).ar, (await import('../i18n/ar/page.ts')).ar];
  }
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
  return local === null ? utc : page.read.withDetail(local, utc);
}

const UTC_ZONES = ['UTC', 'Etc/UTC', 'Etc/GMT', 'GMT'];
