// The type of the report texts, and the supported languages. Imports English only, so that a page can load one language.
import type { Direction } from './text-direction.ts';
import { en } from './en/report.ts';

export type Messages = typeof en;

/** Language subtags; each language has a folder of that name. */
export const LANGUAGES = ['en', 'fi', 'sv', 'de', 'fr', 'es', 'ja', 'ar'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The supported language of a BCP 47 locale; null when it is not supported. */
export function languageOf(locale: string): Language | null {
  const [subtag] = locale.split('-');
  return LANGUAGES.find((language) => language === subtag) ?? null;
}

/** Whether there are texts in the language of the locale. */
export function hasTranslation(locale: string): boolean {
  return languageOf(locale) !== null;
}

/** A catalogue with English in place of missing messages. */
export function withEnglishFallback(catalogue: Partial<Messages>): Messages {
  return { ...en, ...catalogue };
}

/** The label of an API value, or the value itself when it is unknown. */
export function wordFor(words: Readonly<Record<string, string>>, value: string): string {
  return Object.hasOwn(words, value) ? (words[value] ?? value) : value;
}

/** The reading direction of a locale; unsupported locales get English, left to right. */
export function directionOf(locale: string): Direction {
  return languageOf(locale) === 'ar' ? 'rtl' : 'ltr';
}
