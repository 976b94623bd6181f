// The words of all languages at once, for those who have them all at hand.
import { ar } from './ar.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fi } from './fi.ts';
import { fr } from './fr.ts';
import { ja } from './ja.ts';
import type { Language, Messages } from './messages.ts';
import { completed, languageOf } from './messages.ts';
import { sv } from './sv.ts';

export const CATALOGUES: Readonly<Record<Language, Partial<Messages>>> = {
  en,
  fi,
  sv,
  de,
  fr,
  es,
  ja,
  ar,
};

export function messagesFor(locale: string): Messages {
  const language = languageOf(locale);
  return completed(language === null ? {} : CATALOGUES[language]);
}
