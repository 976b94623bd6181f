// Which words a language has: its own catalogue, and English for every message that it lacks.
import { en } from './en.ts';

export type Messages = typeof en;

/** Catalogues by language subtag. */
const CATALOGUES: ReadonlyMap<string, Partial<Messages>> = new Map([['en', en]]);

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
