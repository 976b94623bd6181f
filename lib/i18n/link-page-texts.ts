// The texts that the HTTP API writes into HTML itself, in all languages. Only the server imports this file.
import { ar } from './ar/link-page.ts';
import { de } from './de/link-page.ts';
import { en } from './en/link-page.ts';
import type { LinkPageTexts } from './en/link-page.ts';
import { es } from './es/link-page.ts';
import { fi } from './fi/link-page.ts';
import { fr } from './fr/link-page.ts';
import { ja } from './ja/link-page.ts';
import { sv } from './sv/link-page.ts';
import type { Language } from './messages.ts';

export type { LinkPageTexts };

/** The texts of the page for a link that opens no report. */
export const LINK_PAGE_TEXTS: Readonly<Record<Language, LinkPageTexts>> = {
  en,
  fi,
  sv,
  de,
  fr,
  es,
  ja,
  ar,
};

/** Shown by browsers that run no scripts. */
export const NO_SCRIPT: Readonly<Record<Language, string>> = {
  en: 'Viewing the reports requires JavaScript. Please enable it for this site.',
  fi: 'Raporttien näyttämiseen tarvitaan JavaScript. Ota se käyttöön tällä sivustolla.',
  sv: 'JavaScript behövs för att visa rapporterna. Aktivera det för den här webbplatsen.',
  de: 'Zum Anzeigen der Berichte wird JavaScript benötigt. Bitte aktivieren Sie es für diese Website.',
  fr: 'L’affichage des rapports nécessite JavaScript. Veuillez l’activer pour ce site.',
  es: 'Para mostrar los informes se necesita JavaScript. Actívelo para este sitio.',
  ja: 'レポートの表示には JavaScript が必要です。このサイトで有効にしてください。',
  ar: 'يتطلب عرض التقارير تشغيل JavaScript. يُرجى تفعيله لهذا الموقع.',
};
