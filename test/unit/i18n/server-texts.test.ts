// The texts of messages and of the pages about subscriptions are complete and translated in every language.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { serverTextsFor } from '../../../lib/i18n/catalogues.ts';
import { LANGUAGES } from '../../../lib/i18n/messages.ts';
import { pluralCategories, testPluralForms, testTranslations } from './catalogue-checks.ts';
import { messagesIn, textsOf } from './report-sentences.ts';

const ENGLISH = messagesIn(serverTextsFor('en'));

describe('the texts of messages', () => {
  testTranslations(serverTextsFor);
  testPluralForms(serverTextsFor);

  for (const language of LANGUAGES) {
    it(`have the punctuation of the language: ${language}`, () => {
      for (const [name, message] of messagesIn(serverTextsFor(language))) {
        for (const text of textsOf(message, ENGLISH.get(name), pluralCategories(language))) {
          assert.doesNotMatch(text, /'|"|\.\.|。。|[,;:]\./, name);
          if (language === 'fr') assert.doesNotMatch(text, / [:;!?»%]/, name);
          if (language === 'ar') assert.doesNotMatch(text, /[,;?]/, name);
          if (language === 'ja') assert.doesNotMatch(text, /[,;:?]|\. /, name);
        }
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
