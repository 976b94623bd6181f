// Every catalogue is complete in all plural forms, and the fonts have all of its letters.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { measureLine } from '../../../lib/adapters/pdf/text/line.ts';
import { CATALOGUES, messagesFor } from '../../../lib/i18n/catalogues.ts';
import { en } from '../../../lib/i18n/en/report.ts';
import {
  type Language,
  LANGUAGES,
  withEnglishFallback,
  directionOf,
  languageOf,
  hasTranslation,
} from '../../../lib/i18n/messages.ts';
import { testTranslations } from './catalogue-checks.ts';
import { messagesIn, shownBy, textsOf } from './report-sentences.ts';

const ENGLISH = messagesIn(en);

/** Texts that are rightly the same as in English, in lower case and letters only. */
const SHARED: ReadonlyMap<string, readonly Language[]> = new Map<string, readonly Language[]>([
  ['happyindex', ['fi', 'sv', 'de', 'fr', 'es', 'ja', 'ar']],
  ['nps', ['fi', 'sv', 'de', 'fr', 'es', 'ja', 'ar']],
  ['revision', ['sv', 'de']],
  ['neutral', ['sv', 'de', 'es']],
  ['index', ['sv', 'de']],
  ['name', ['de']],
  ['in', ['de']],
  ['verdict', ['fr']],
]);

/** The texts of a message in all plural forms. */
function textsIn(name: string, message: unknown): readonly string[] {
  return textsOf(message, ENGLISH.get(name));
}

describe('the catalogues', () => {
  it('cover eight languages', () => {
    assert.deepEqual(LANGUAGES, ['en', 'fi', 'sv', 'de', 'fr', 'es', 'ja', 'ar']);
    assert.deepEqual(Object.keys(CATALOGUES), LANGUAGES);
  });

  for (const [language, { report }] of Object.entries(CATALOGUES)) {
    const messages = messagesIn(report);

    it(`have a text for every message: ${language}`, () => {
      for (const [name, message] of messages) {
        assert.ok(textsIn(name, message).length >= 1, name);
        for (const text of textsIn(name, message)) {
          assert.notEqual(text.trim(), '', name);
          assert.doesNotMatch(text, /undefined/, name);
        }
      }
    });

    it(`are in letters that the fonts have: ${language}`, () => {
      for (const [name, message] of messages) {
        for (const text of textsIn(name, message))
          assert.equal(measureLine(text, 'bold').boxes, 0, name);
      }
    });

    it(`use every parameter: ${language}`, () => {
      for (const [name, message] of messages) {
        const text = textsIn(name, message).join(' ');
        for (const parameter of shownBy(ENGLISH.get(name))) {
          assert.ok(text.includes(parameter), `${name} lacks ${parameter}: ${text}`);
        }
      }
    });
  }

  testTranslations((language) => CATALOGUES[language].report, SHARED);

  it('fall back to English for missing messages and unsupported languages', () => {
    assert.equal(messagesFor('pt-BR').ranking, en.ranking);
    assert.deepEqual(withEnglishFallback({ ranking: 'R' }), { ...en, ranking: 'R' });
    assert.equal(languageOf('pt-BR'), null);
    assert.equal(messagesFor('fi-FI').ranking, CATALOGUES.fi.report.ranking);
    assert.ok(hasTranslation('sv-FI') && !hasTranslation('pt-BR'));
  });

  it('have the reading direction of their language', () => {
    assert.equal(directionOf('ar-EG'), 'rtl');
    assert.equal(directionOf('en'), 'ltr');
    // Hebrew is not supported, so the texts are English.
    assert.equal(directionOf('he'), 'ltr');
  });
});
