// The texts of all languages. Only the server imports this file; a browser loads one language.
import { ar } from './ar/report.ts';
import { ar as arServer } from './ar/server.ts';
import { de } from './de/report.ts';
import { de as deServer } from './de/server.ts';
import { en } from './en/report.ts';
import { en as enServer } from './en/server.ts';
import { es } from './es/report.ts';
import { es as esServer } from './es/server.ts';
import { fi } from './fi/report.ts';
import { fi as fiServer } from './fi/server.ts';
import { fr } from './fr/report.ts';
import { fr as frServer } from './fr/server.ts';
import { ja } from './ja/report.ts';
import { ja as jaServer } from './ja/server.ts';
import { sv } from './sv/report.ts';
import { sv as svServer } from './sv/server.ts';
import type { ServerTexts } from './en/server.ts';
import type { Language, Messages } from './messages.ts';
import { withEnglishFallback, languageOf } from './messages.ts';

/** The texts of reports; missing ones fall back to English. */
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

/** The texts that the server sends itself. */
const SERVER_TEXTS: Readonly<Record<Language, ServerTexts>> = {
  en: enServer,
  fi: fiServer,
  sv: svServer,
  de: deServer,
  fr: frServer,
  es: esServer,
  ja: jaServer,
  ar: arServer,
};

export function messagesFor(locale: string): Messages {
  const language = languageOf(locale);
  return withEnglishFallback(language === null ? {} : CATALOGUES[language]);
}

/** English for a locale without texts. */
export function serverTextsFor(locale: string): ServerTexts {
  return SERVER_TEXTS[languageOf(locale) ?? 'en'];
}
