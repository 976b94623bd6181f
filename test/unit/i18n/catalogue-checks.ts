// The tests that every catalogue of messages has to pass, and the catalogues of the web page.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { ar } from '../../../lib/i18n/ar/page.ts';
import { de } from '../../../lib/i18n/de/page.ts';
import { en } from '../../../lib/i18n/en/page.ts';
import { es } from '../../../lib/i18n/es/page.ts';
import { fi } from '../../../lib/i18n/fi/page.ts';
import { fr } from '../../../lib/i18n/fr/page.ts';
import { ja } from '../../../lib/i18n/ja/page.ts';
import type { Language } from '../../../lib/i18n/messages.ts';
import { LANGUAGES } from '../../../lib/i18n/messages.ts';
import { sv } from '../../../lib/i18n/sv/page.ts';
import { messagesIn, parametersOf, pluralPositions, shownBy, textsOf } from './report-sentences.ts';

export const PAGES = { en, fi, sv, de, fr, es, ja, ar } as const;

/** Plural categories of exactly one number, which Arabic writes as a word. */
const CATEGORIES_IN_WORDS: readonly Intl.LDMLPluralRule[] = ['zero', 'one', 'two'];

export function pluralCategories(language: Language): readonly Intl.LDMLPluralRule[] {
  return new Intl.PluralRules(language).resolvedOptions().pluralCategories;
}

/** The letters of texts in lower case, to compare texts without punctuation. */
function lettersOf(texts: readonly string[]): string {
  return texts
    .join(' ')
    .toLowerCase()
    .replaceAll(/[^\p{L}]/gu, '');
}

/**
 * Tests that each language has the keys and at most the parameters of the English texts, and is translated. `sharedTexts`:
 * texts, as letters only, that are rightly the same as in English, and in which languages.
 */
export function testTranslations(
  catalogueOf: (language: Language) => object,
  sharedTexts: ReadonlyMap<string, readonly Language[]> = new Map(),
): void {
  const english = messagesIn(catalogueOf('en'));
  for (const language of LANGUAGES) {
    const messages = messagesIn(catalogueOf(language));

    it(`have the English keys, and no further parameters: ${language}`, () => {
      assert.deepEqual([...messages.keys()], [...english.keys()]);
      for (const [name, message] of messages) {
        assert.equal(typeof message, typeof english.get(name), name);
        assert.ok(parametersOf(message) <= parametersOf(english.get(name)), name);
      }
    });

    if (language === 'en') continue;
    it(`are translated: ${language}`, () => {
      const sameTexts = new Set<string>();
      for (const [name, message] of messages) {
        const englishMessage = english.get(name);
        const letters = lettersOf(textsOf(message, englishMessage));
        if (letters === '' || letters !== lettersOf(textsOf(englishMessage, englishMessage)))
          continue;
        assert.ok(sharedTexts.get(letters)?.includes(language) === true, `${name}: ${letters}`);
        sameTexts.add(letters);
      }
      const allowed = [...sharedTexts].filter(([, languages]) => languages.includes(language));
      assert.deepEqual([...sameTexts].sort(), allowed.map(([text]) => text).sort());
    });
  }
}

/** Tests that each text has every parameter in each plural form of the language, and neither gaps nor markup. */
export function testPluralForms(catalogueOf: (language: Language) => object): void {
  const english = messagesIn(catalogueOf('en'));
  for (const language of LANGUAGES) {
    const plurals = pluralCategories(language);
    it(`show every parameter in every plural form, without gaps and markup: ${language}`, () => {
      for (const [name, message] of messagesIn(catalogueOf(language))) {
        const englishMessage = english.get(name);
        const texts = textsOf(message, englishMessage, plurals);
        const [plural] = pluralPositions(englishMessage);
        assert.equal(texts.length, plural === undefined ? 1 : plurals.length, name);
        for (const [i, text] of texts.entries()) {
          assert.doesNotMatch(
            text,
            /^\s*$|undefined|[<>`*]|&#?\w+;|__|\]\(|\s{2}|^\s|\s$/,
            `${name}: ${text}`,
          );
          const isInWords =
            language === 'ar' && CATEGORIES_IN_WORDS.includes(plurals[i] ?? 'other');
          for (const parameter of shownBy(englishMessage)) {
            // The number is the parameter before its plural category.
            const isNumber = plural !== undefined && parameter === `{${String(plural - 1)}}`;
            assert.ok(
              (isNumber && isInWords) || text.includes(parameter),
              `${name} lacks ${parameter}: ${text}`,
            );
          }
        }
      }
    });
  }
}
