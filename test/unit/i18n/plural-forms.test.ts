// Counted nouns have the form that the grammar of the language requires for the number.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { messagesFor } from '../../../lib/i18n/catalogues.ts';
import { LANGUAGES } from '../../../lib/i18n/messages.ts';
import type { Language } from '../../../lib/i18n/messages.ts';
import { loadPageTexts } from '../../support/page-texts.ts';

/** One number for each plural category of Arabic, which has the most; 0 is singular in French only. */
const NUMBERS = [0, 1, 2, 3, 11, 100] as const;

/** Responses in the report and days on the web page, for each of `NUMBERS`. */
const EXPECTED: Readonly<Record<Language, readonly [readonly string[], readonly string[]]>> = {
  en: [
    ['0 responses', '1 response', '2 responses', '3 responses', '11 responses', '100 responses'],
    ['0 days', '1 day', '2 days', '3 days', '11 days', '100 days'],
  ],
  fi: [
    ['0 vastausta', '1 vastaus', '2 vastausta', '3 vastausta', '11 vastausta', '100 vastausta'],
    ['0 päivää', '1 päivä', '2 päivää', '3 päivää', '11 päivää', '100 päivää'],
  ],
  sv: [
    ['0 svar', '1 svar', '2 svar', '3 svar', '11 svar', '100 svar'],
    ['0 dagar', '1 dag', '2 dagar', '3 dagar', '11 dagar', '100 dagar'],
  ],
  de: [
    ['0 Antworten', '1 Antwort', '2 Antworten', '3 Antworten', '11 Antworten', '100 Antworten'],
    ['0 Tage', '1 Tag', '2 Tage', '3 Tage', '11 Tage', '100 Tage'],
  ],
  fr: [
    ['0 réponse', '1 réponse', '2 réponses', '3 réponses', '11 réponses', '100 réponses'],
    ['0 jour', '1 jour', '2 jours', '3 jours', '11 jours', '100 jours'],
  ],
  es: [
    [
      '0 respuestas',
      '1 respuesta',
      '2 respuestas',
      '3 respuestas',
      '11 respuestas',
      '100 respuestas',
    ],
    ['0 días', '1 día', '2 días', '3 días', '11 días', '100 días'],
  ],
  ja: [NUMBERS.map((n) => `回答${n}件`), NUMBERS.map((n) => `${n}日間`)],
  ar: [
    ['لا ردود', 'رد واحد', 'ردّان', '3 ردود', '11 ردًّا', '100 رد'],
    ['0 يوم', 'يوم واحد', 'يومان', '3 أيام', '11 يومًا', '100 يوم'],
  ],
};

describe('a counted noun', () => {
  for (const language of LANGUAGES) {
    const [responses, days] = EXPECTED[language];

    it(`agrees with its number in the report: ${language}`, () => {
      const texts = NUMBERS.map((n) => messagesFor(language).responses({ n }));
      assert.deepEqual(texts, responses);
    });

    it(`agrees with its number on the web page: ${language}`, async () => {
      const { dayCount } = (await loadPageTexts(language)).share;
      const texts = NUMBERS.map((n) => dayCount({ n }));
      assert.deepEqual(texts, days);
    });
  }
});
