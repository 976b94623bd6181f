// In which language the page speaks: the reader's words, the report's and the page's own, loaded one language at a time.
import type { Formats } from '../i18n/formats.ts';
import { formatsFor } from '../i18n/formats.ts';
import type { Direction } from '../i18n/text-direction.ts';
import type { Language, Messages } from '../i18n/messages.ts';
import { completed, directionOf, languageOf } from '../i18n/messages.ts';
import type { LibraryWords } from '../i18n/en/page.ts';
import { en } from '../i18n/en/page.ts';

export interface Speech {
  readonly language: Language;
  readonly direction: Direction;
  /** The report's words. */
  readonly words: Messages;
  /** The page's own. */
  readonly page: LibraryWords;
  readonly formats: Formats;
}

/** The first of the wanted languages that there is; English else. */
export function languageFor(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const found = languageOf(tag);
    if (found !== null) return found;
  }
  return 'en';
}

/** `locale`: how the reader writes numbers and dates in that language, e.g. en-US; else the language's usual way. */
export async function loadSpeech(language: Language, locales: readonly string[]): Promise<Speech> {
  const [words, page] = await catalogueOf(language);
  const locale = locales.find((tag) => languageOf(tag) === language) ?? language;
  return {
    language,
    direction: directionOf(language),
    words: completed(words),
    page: { ...en, ...page },
    formats: formatsFor(locale),
  };
}

type Catalogue = readonly [Partial<Messages>, Partial<LibraryWords>];

/** Each is a file of its own, so that nobody waits for seven others. */
async function catalogueOf(language: Language): Promise<Catalogue> {
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
 * 'Monday, 16 November 2026 at 14:00 EET'; null where that is UTC anyway, or for what is no instant.
 * `timeZone`: default: the reader's.
 */
export function localInstant(
  instant: string,
  { locale }: Pick<Formats, 'locale'>,
  timeZone?: string,
): string | null {
  const at = Date.parse(instant);
  if (Number.isNaN(at)) return null;
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
  return UTC.includes(format.resolvedOptions().timeZone) ? null : format.format(at);
}

const UTC = ['UTC', 'Etc/UTC', 'Etc/GMT', 'GMT'];
