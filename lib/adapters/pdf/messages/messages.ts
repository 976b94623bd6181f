// Which words a language has: its own catalogue, and English for every message that it lacks.
import type { Direction } from '../text/direction.ts';
import { ar } from './ar.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fi } from './fi.ts';
import { fr } from './fr.ts';
import { ja } from './ja.ts';
import { sv } from './sv.ts';

export type Messages = typeof en;

/** Catalogues by language subtag. */
export const CATALOGUES: ReadonlyMap<string, Partial<Messages>> = new Map(
  Object.entries({ en, fi, sv, de, fr, es, ja, ar }),
);

export function messagesFor(locale: string): Messages {
  return { ...en, ...CATALOGUES.get(languageOf(locale)) };
}

/** Whether the words are the locale's own, and not English in their place. */
export function speaks(locale: string): boolean {
  return CATALOGUES.has(languageOf(locale));
}

function languageOf(locale: string): string {
  return locale.split('-')[0] ?? locale;
}

/** The word for an API value, or the value itself for one that this version doesn't know. */
export function wordFor(words: Readonly<Record<string, string>>, value: string): string {
  return Object.hasOwn(words, value) ? (words[value] ?? value) : value;
}

/** In which the words of a locale are read; English in the place of missing ones is left to right. */
export function directionOf(locale: string): Direction {
  return languageOf(locale) === 'ar' && speaks(locale) ? 'rtl' : 'ltr';
}
