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

interface Catalogue {
  /** Missing texts of reports fall back to English. */
  readonly report: Partial<Messages>;
  /** The texts that the server sends itself. */
  readonly server: ServerTexts;
}

export const CATALOGUES: Readonly<Record<Language, Catalogue>> = {
  en: { report: en, server: enServer },
  fi: { report: fi, server: fiServer },
  sv: { report: sv, server: svServer },
  de: { report: de, server: deServer },
  fr: { report: fr, server: frServer },
  es: { report: es, server: esServer },
  ja: { report: ja, server: jaServer },
  ar: { report: ar, server: arServer },
};

/** English for a locale without texts. */
export function messagesFor(locale: string): Messages {
  return withEnglishFallback(CATALOGUES[languageOf(locale) ?? 'en'].report);
}

/** English for a locale without texts. */
export function serverTextsFor(locale: string): ServerTexts {
  return CATALOGUES[languageOf(locale) ?? 'en'].server;
}
