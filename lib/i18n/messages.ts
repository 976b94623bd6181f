// What a language’s words are, and which languages have them. It knows no catalogue but English, so that a page can load
// the words of one language alone.
import type { Direction } from './text-direction.ts';
import { en } from './en/report.ts';

export type Messages = typeof en;

/** Subtags of the languages that have a catalogue, each in the file of its name. */
export const LANGUAGES = ['en', 'fi', 'sv', 'de', 'fr', 'es', 'ja', 'ar'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The language whose words a locale (BCP 47) is given; null where it has none. */
export function languageOf(locale: string): Language | null {
  const [subtag] = locale.split('-');
  return LANGUAGES.find((language) => language === subtag) ?? null;
}

/** Whether the words are the locale's own, and not English in their place. */
export function hasTranslation(locale: string): boolean {
  return languageOf(locale) !== null;
}

/** A catalogue with English for every message that it lacks. */
export function completed(catalogue: Partial<Messages>): Messages {
  return { ...en, ...catalogue };
}

/** The word for an API value, or the value itself for one that this version doesn't know. */
export function wordFor(words: Readonly<Record<string, string>>, value: string): string {
  return Object.hasOwn(words, value) ? (words[value] ?? value) : value;
}

/** In which the words of a locale are read; English in the place of missing ones is left to right. */
export function directionOf(locale: string): Direction {
  return languageOf(locale) === 'ar' ? 'rtl' : 'ltr';
}
