// Counted nouns have the form that the grammar of the language requires for the number.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { messagesFor } from '../../../lib/i18n/catalogues.ts';
import { LANGUAGES } from '../../../lib/i18n/messages.ts';
import type { Language } from '../../../lib/i18n/messages.ts';
import { loadPageTexts } from '../../support/page-texts.ts';

/** One number for each plural category of Arabic, which has the most; 0 is singular in French only. */
const NUMBERS = [0, 1, 2, 3, 11, 100] as const;

/** Surveys in the report and days on the web page, for each of `NUMBERS`. */
const EXPECTED: Readonly<Record<Language, readonly [readonly string[], readonly string[]]>> = {
  en: [
    ['0 surveys', '1 survey', '2 surveys', '3 surveys', '11 surveys', '100 surveys'],
    ['0 days', '1 day', '2 days', '3 days', '11 days', '100 days'],
  ],
  fi: [
    ['0 kyselyä', '1 kysely', '2 kyselyä', '3 kyselyä', '11 kyselyä', '100 kyselyä'],
    ['0 päivää', '1 päivä', '2 päivää', '3 päivää', '11 päivää', '100 päivää'],
  ],
  sv: [
    ['0 enkäter', '1 enkät', '2 enkäter', '3 enkäter', '11 enkäter', '100 enkäter'],
    ['0 dagar', '1 dag', '2 dagar', '3 dagar', '11 dagar', '100 dagar'],
  ],
  de: [
    ['0 Umfragen', '1 Umfrage', '2 Umfragen', '3 Umfragen', '11 Umfragen', '100 Umfragen'],
    ['0 Tage', '1 Tag', '2 Tage', '3 Tage', '11 Tage', '100 Tage'],
  ],
  fr: [
    ['0 enquête', '1 enquête', '2 enquêtes', '3 enquêtes', '11 enquêtes', '100 enquêtes'],
    ['0 jour', '1 jour', '2 jours', '3 jours', '11 jours', '100 jours'],
  ],
  es: [
    ['0 encuestas', '1 encuesta', '2 encuestas', '3 encuestas', '11 encuestas', '100 encuestas'],
    ['0 días', '1 día', '2 días', '3 días', '11 días', '100 días'],
  ],
  ja: [NUMBERS.map((n) => `アンケート${n}件`), NUMBERS.map((n) => `${n}日間`)],
  ar: [
    ['لا استبيانات', 'استبيان واحد', 'استبيانان', '3 استبيانات', '11 استبيانًا', '100 استبيان'],
    ['0 يوم', 'يوم واحد', 'يومان', '3 أيام', '11 يومًا', '100 يوم'],
  ],
};

describe('a counted noun', () => {
  for (const language of LANGUAGES) {
    const [surveys, days] = EXPECTED[language];

    it(`agrees with its number in the report: ${language}`, () => {
      const { surveysIn } = messagesFor(language);
      const texts = NUMBERS.map((n) => surveysIn({ n }));
      assert.deepEqual(texts, surveys);
    });

    it(`agrees with its number on the web page: ${language}`, async () => {
      const { dayCount } = (await loadPageTexts(language)).share;
      const texts = NUMBERS.map((n) => dayCount({ n }));
      assert.deepEqual(texts, days);
    });
  }
});
