// The texts of messages and of the pages about subscriptions are complete and translated in every language.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { serverTextsFor } from '../../../lib/i18n/catalogues.ts';
import type { Language } from '../../../lib/i18n/messages.ts';
import { LANGUAGES } from '../../../lib/i18n/messages.ts';
import { messagesIn, parametersOf, pluralsOf, shownBy, textsOf } from './report-sentences.ts';

const ENGLISH = messagesIn(serverTextsFor('en'));

/** Plural categories of exactly one number, which Arabic writes as a word. */
const IN_WORDS: Readonly<Partial<Record<Language, readonly string[]>>> = {
  ar: ['zero', 'one', 'two'],
};

function pluralsOfLanguage(language: Language): readonly Intl.LDMLPluralRule[] {
  return new Intl.PluralRules(language).resolvedOptions().pluralCategories;
}

function lettersOf(text: string): string {
  return text.replaceAll(/\{\d\}/g, '').replaceAll(/[^\p{L}]/gu, '');
}

describe('the texts of messages', () => {
  for (const language of LANGUAGES) {
    const messages = messagesIn(serverTextsFor(language));
    const plurals = pluralsOfLanguage(language);

    it(`have the keys and parameters of the English ones: ${language}`, () => {
      assert.deepEqual([...messages.keys()], [...ENGLISH.keys()]);
      for (const [name, message] of messages) {
        const english = ENGLISH.get(name);
        assert.equal(typeof message, typeof english, name);
        assert.ok(parametersOf(message) <= parametersOf(english), name);
      }
    });

    it(`show every parameter in every plural form, without gaps and markup: ${language}`, () => {
      for (const [name, message] of messages) {
        const english = ENGLISH.get(name);
        const [plural] = pluralsOf(english);
        for (const [i, text] of textsOf(message, english, plurals).entries()) {
          assert.doesNotMatch(text, /^\s*$|undefined|[<>`*]|&#?\w+;|\s{2}|^\s|\s$/, name);
          const isInWords =
            plural !== undefined && IN_WORDS[language]?.includes(plurals[i] ?? '') === true;
          for (const parameter of shownBy(english)) {
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

    it(`have the punctuation of the language: ${language}`, () => {
      for (const [name, message] of messages) {
        for (const text of textsOf(message, ENGLISH.get(name), plurals)) {
          assert.doesNotMatch(text, /'|"|\.\.|。。|[,;:]\./, name);
          if (language === 'fr') assert.doesNotMatch(text, / [:;!?»%]/, name);
          if (language === 'ar') assert.doesNotMatch(text, /[,;?]/, name);
          if (language === 'ja') assert.doesNotMatch(text, /[,;:?]|\. /, name);
        }
      }
    });

    if (language === 'en') continue;
    it(`are translated: ${language}`, () => {
      for (const [name, message] of messages) {
        const english = ENGLISH.get(name);
        const ownLetters = textsOf(message, english, ['one', 'other']).map(lettersOf).join('');
        const englishLetters = textsOf(english, english, ['one', 'other']).map(lettersOf).join('');
        assert.ok(ownLetters === '' || ownLetters !== englishLetters, `${name}: ${ownLetters}`);
      }
    });
  }

  it('have a form for each Arabic plural category of weeks, days, alerts and places', () => {
    const { findings, attention, morePlaces, alerts } = serverTextsFor('ar');
    assert.equal(findings.lowestOfWeeks('13', 'many'), 'الأدنى خلال 13 أسبوعًا');
    assert.equal(findings.lowestOfWeeks('9', 'few'), 'الأدنى خلال 9 أسابيع');
    assert.equal(findings.silentDays('2', 'two'), 'لا ردود لمدة يومين');
    for (const texts of [
      (plural: Intl.LDMLPluralRule) => attention('N', plural, 'place', 'finding'),
      (plural: Intl.LDMLPluralRule) => morePlaces('N', plural),
      (plural: Intl.LDMLPluralRule) => alerts('N', plural, '1'),
    ]) {
      const forms = (['zero', 'one', 'two', 'few', 'many', 'other'] as const).map(texts);
      assert.ok(new Set(forms).size >= 5, forms.join(' | '));
    }
  });
});
