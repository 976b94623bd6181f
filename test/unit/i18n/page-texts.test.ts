// The web page's texts are complete and translated in every language.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ar } from '../../../lib/i18n/ar/page.ts';
import { de } from '../../../lib/i18n/de/page.ts';
import { en } from '../../../lib/i18n/en/page.ts';
import { es } from '../../../lib/i18n/es/page.ts';
import { fi } from '../../../lib/i18n/fi/page.ts';
import { fr } from '../../../lib/i18n/fr/page.ts';
import { ja } from '../../../lib/i18n/ja/page.ts';
import { sv } from '../../../lib/i18n/sv/page.ts';
import type { Language } from '../../../lib/i18n/messages.ts';
import { LANGUAGES } from '../../../lib/i18n/messages.ts';
import { messagesIn, parametersOf, pluralsOf, shownBy, textsOf } from './report-sentences.ts';

const CATALOGUES: Readonly<Record<Language, object>> = { en, fi, sv, de, fr, es, ja, ar };
const ENGLISH = messagesIn(en);

/** Texts that are the same in English, in lower case and letters only. */
const SHARED: ReadonlyMap<string, readonly Language[]> = new Map([
  ['pdf', ['fi', 'sv', 'de', 'fr', 'es', 'ja']],
  ['index', ['sv', 'de']],
  ['code', ['de', 'fr']],
  ['email', ['de', 'fr']],
  ['revision', ['sv', 'de']],
  ['system', ['sv', 'de']],
  ['format', ['sv', 'de', 'fr']],
  ['parquet', ['fi', 'sv', 'de', 'fr', 'es', 'ja', 'ar']],
  ['jsonlines', ['fi', 'sv', 'de', 'fr', 'es', 'ja', 'ar']],
]);

/** Plural categories of exactly one number, which a language writes as a word. */
const IN_WORDS: ReadonlyMap<string, readonly Intl.LDMLPluralRule[]> = new Map([
  ['ar', ['zero', 'one', 'two']],
]);

function pluralsIn(language: string): readonly Intl.LDMLPluralRule[] {
  return new Intl.PluralRules(language).resolvedOptions().pluralCategories;
}

/** The letters of texts, to compare texts without punctuation. */
function lettersOf(texts: readonly string[]): string {
  return texts
    .join(' ')
    .toLowerCase()
    .replaceAll(/[^\p{L}]/gu, '');
}

describe('the texts of the web page', () => {
  it('show each English parameter, or choose a plural form by it', () => {
    for (const [name, message] of ENGLISH) {
      const texts = new Set(textsOf(message, message, ['one', 'other']));
      assert.equal(texts.size, pluralsOf(message).length === 0 ? 1 : 2, name);
    }
  });

  for (const language of LANGUAGES) {
    const messages = messagesIn(CATALOGUES[language]);
    const plurals = pluralsIn(language);

    it(`have the same keys and parameters as English: ${language}`, () => {
      assert.deepEqual([...messages.keys()], [...ENGLISH.keys()]);
      for (const [name, message] of messages) {
        const english = ENGLISH.get(name);
        assert.equal(typeof message, typeof english, name);
        // A language with a single plural form does not need the plural parameter.
        const unused = plurals.length === 1 ? pluralsOf(english).length : 0;
        const [maxParameters, parameterCount] = [parametersOf(english), parametersOf(message)];
        assert.ok(
          parameterCount <= maxParameters && parameterCount >= maxParameters - unused,
          `${name} takes ${String(parameterCount)}`,
        );
      }
    });

    it(`have a text for every plural form, with all parameters: ${language}`, () => {
      for (const [name, message] of messages) {
        const english = ENGLISH.get(name);
        const texts = textsOf(message, english, plurals);
        const [plural] = pluralsOf(english);
        assert.equal(texts.length, plural === undefined ? 1 : plurals.length, name);
        for (const [i, text] of texts.entries()) {
          assert.doesNotMatch(text, /^\s*$|undefined/, `${name}: ${text}`);
          const category = plurals[i] ?? 'other';
          // The number is the parameter before its plural category.
          const inWords =
            plural !== undefined && (IN_WORDS.get(language) ?? []).includes(category)
              ? `{${String(plural - 1)}}`
              : null;
          for (const parameter of shownBy(english)) {
            assert.ok(
              parameter === inWords || text.includes(parameter),
              `${name} lacks ${parameter}: ${text}`,
            );
          }
        }
      }
    });

    it(`have no markup, placeholders or extra spaces: ${language}`, () => {
      for (const [name, message] of messages) {
        for (const text of textsOf(message, ENGLISH.get(name), plurals)) {
          assert.doesNotMatch(text, /[<>`*]|&#?\w+;|__|\]\(/, name);
          assert.doesNotMatch(text, /\s{2}|^\s|\s$/, name);
        }
      }
    });

    if (language === 'en') continue;
    it(`are translated: ${language}`, () => {
      const sameTexts = new Set<string>();
      for (const [name, message] of messages) {
        const english = ENGLISH.get(name);
        const letters = lettersOf(textsOf(message, english, ['one', 'other']));
        if (letters === '' || letters !== lettersOf(textsOf(english, english, ['one', 'other'])))
          continue;
        assert.ok(SHARED.get(letters)?.includes(language) === true, `${name}: ${letters}`);
        sameTexts.add(letters);
      }
      const allowed = [...SHARED].filter(([, languages]) => languages.includes(language));
      assert.deepEqual([...sameTexts].sort(), allowed.map(([word]) => word).sort());
    });
  }
});
