// The supported languages, and labels of API values.
import type { Language } from './generated/languages.ts';
import { LANGUAGE_DETAILS, LANGUAGES } from './generated/languages.ts';
import type { Direction } from './text-direction.ts';

export { LANGUAGES } from './generated/languages.ts';
export type { Language } from './generated/languages.ts';

/** The supported language of a BCP 47 locale; null when it is not supported. */
export function languageOf(locale: string): Language | null {
  const [subtag] = locale.split('-');
  return LANGUAGES.find((language) => language === subtag) ?? null;
}

/** Whether there are texts in the language of the locale. */
export function hasTranslation(locale: string): boolean {
  return languageOf(locale) !== null;
}

/** The label of an API value, or the value itself when it is unknown. */
export function wordFor(words: Readonly<Record<string, string>>, value: string): string {
  return Object.hasOwn(words, value) ? (words[value] ?? value) : value;
}

/** The reading direction of a locale; unsupported locales get English, left to right. */
export function directionOf(locale: string): Direction {
  return LANGUAGE_DETAILS[languageOf(locale) ?? 'en'].direction;
}

/** Between sentences of a locale's language. Unicode's data have no such text. */
export function sentenceSeparatorOf(locale: string): '' | ' ' {
  return LANGUAGE_DETAILS[languageOf(locale) ?? 'en'].separatesSentences ? ' ' : '';
}

/** The language's own name. */
export function nativeName(language: Language): string {
  return LANGUAGE_DETAILS[language].name;
}
