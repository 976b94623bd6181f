// What the report library's page says by itself, before or without its script. No markup in it.
import type { Language } from './messages.ts';

/** To people whose browser runs no scripts. */
export const NO_SCRIPT: Readonly<Record<Language, string>> = {
  en: 'The reports are shown with JavaScript. Please switch it on for this site.',
  fi: 'Raporttien näyttämiseen tarvitaan JavaScript. Ota se käyttöön tällä sivustolla.',
  sv: 'JavaScript behövs för att visa rapporterna. Slå på det för den här webbplatsen.',
  de: 'Zum Anzeigen der Berichte wird JavaScript gebraucht. Bitte schalten Sie es für diese Website ein.',
  fr: 'L’affichage des rapports nécessite JavaScript. Veuillez l’activer pour ce site.',
  es: 'Para mostrar los informes se necesita JavaScript. Actívelo para este sitio.',
  ja: 'レポートの表示には JavaScript が必要です。このサイトで有効にしてください。',
  ar: 'يتطلب عرض التقارير تشغيل JavaScript. يُرجى تفعيله لهذا الموقع.',
};
