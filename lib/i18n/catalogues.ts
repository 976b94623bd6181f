// The report texts of all languages. Only the server imports this file; a browser loads one language.
import { ar } from './ar/report.ts';
import { de } from './de/report.ts';
import { en } from './en/report.ts';
import { es } from './es/report.ts';
import { fi } from './fi/report.ts';
import { fr } from './fr/report.ts';
import { ja } from './ja/report.ts';
import type { Language, Messages } from './messages.ts';
import { withEnglishFallback, languageOf } from './messages.ts';
import { sv } from './sv/report.ts';

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
  return withEnglishFallback(language === null ? {} : CATALOGUES[language]);
}
