// Every catalogue says everything, in every plural of its language, and in letters that the fonts have.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { measureLine } from '../../../lib/adapters/pdf/text/line.ts';
import { CATALOGUES, messagesFor } from '../../../lib/i18n/catalogues.ts';
import { en } from '../../../lib/i18n/en/report.ts';
import {
  LANGUAGES,
  completed,
  directionOf,
  languageOf,
  hasTranslation,
} from '../../../lib/i18n/messages.ts';
import { messagesIn, shownBy, textsOf } from './report-sentences.ts';

const ENGLISH = messagesIn(en);

/** In all plurals there are, whichever the language has. */
function saidBy(name: string, message: unknown): readonly string[] {
  return textsOf(message, ENGLISH.get(name));
}

describe('the catalogues', () => {
  it('are those of eight languages', () => {
    assert.deepEqual(LANGUAGES, ['en', 'fi', 'sv', 'de', 'fr', 'es', 'ja', 'ar']);
    assert.deepEqual(Object.keys(CATALOGUES), LANGUAGES);
  });

  for (const [language, catalogue] of Object.entries(CATALOGUES)) {
    const own = messagesIn(catalogue);

    it(`lack no message: ${language}`, () => {
      assert.deepEqual([...own.keys()], [...ENGLISH.keys()]);
      for (const [name, message] of own) {
        assert.equal(typeof message, typeof ENGLISH.get(name), name);
        assert.ok(saidBy(name, message).length >= 1, name);
        for (const text of saidBy(name, message)) {
          assert.notEqual(text.trim(), '', name);
          assert.doesNotMatch(text, /undefined/, name);
        }
      }
    });

    it(`are words of their own, in letters that can be shown: ${language}`, () => {
      const same = [...own].filter(
        ([name, message]) =>
          saidBy(name, message).join() === saidBy(name, ENGLISH.get(name)).join(),
      );
      // Names and signs are the same everywhere.
      if (language !== 'en') assert.ok(same.length < 20, same.map(([name]) => name).join(' '));
      for (const [name, message] of own) {
        for (const text of saidBy(name, message))
          assert.equal(measureLine(text, 'bold').boxes, 0, name);
      }
    });

    it(`use every number they are given: ${language}`, () => {
      for (const [name, message] of own) {
        const text = saidBy(name, message).join(' ');
        for (const shown of shownBy(ENGLISH.get(name))) {
          assert.ok(text.includes(shown), `${name} lacks ${shown}: ${text}`);
        }
      }
    });
  }

  it('give English for what they lack, and for a language that has none', () => {
    assert.equal(messagesFor('pt-BR').ranking, en.ranking);
    assert.deepEqual(completed({ ranking: 'R' }), { ...en, ranking: 'R' });
    assert.equal(languageOf('pt-BR'), null);
    assert.equal(messagesFor('fi-FI').ranking, CATALOGUES.fi.ranking);
    assert.ok(hasTranslation('sv-FI') && !hasTranslation('pt-BR'));
  });

  it('are read from right to left where their language is', () => {
    assert.equal(directionOf('ar-EG'), 'rtl');
    assert.equal(directionOf('en'), 'ltr');
    // English words in the place of missing ones.
    assert.equal(directionOf('he'), 'ltr');
  });
});
