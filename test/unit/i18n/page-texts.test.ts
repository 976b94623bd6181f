// The web page's texts are complete and translated in every language.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Language } from '../../../lib/i18n/messages.ts';
import { LANGUAGES } from '../../../lib/i18n/messages.ts';
import { PAGES, pluralCategories, testPluralForms, testTranslations } from './catalogue-checks.ts';
import { messagesIn, parametersOf, pluralPositions, textsOf } from './report-sentences.ts';

const ENGLISH = messagesIn(PAGES.en);

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

describe('the texts of the web page', () => {
  it('show each English parameter, or choose a plural form by it', () => {
    for (const [name, message] of ENGLISH) {
      const texts = new Set(textsOf(message, message, ['one', 'other']));
      assert.equal(texts.size, pluralPositions(message).length === 0 ? 1 : 2, name);
    }
  });

  it('take all English parameters; a language with one plural form may omit the category', () => {
    for (const language of LANGUAGES) {
      const canIgnorePlural = pluralCategories(language).length === 1;
      for (const [name, message] of messagesIn(PAGES[language])) {
        const english = ENGLISH.get(name);
        const unused = canIgnorePlural ? pluralPositions(english).length : 0;
        assert.ok(parametersOf(message) >= parametersOf(english) - unused, `${language} ${name}`);
      }
    }
  });

  it('have the visible text of a control in its accessible name', () => {
    for (const language of LANGUAGES) {
      const { browse, read, share, subscribe, subscriptions, deliveries } = PAGES[language];
      const names: readonly (readonly [visible: string, name: string])[] = [
        ['PDF', browse.openPdf('X')],
        [read.openPdf, read.openPdfTab],
        [read.asTable, read.asTableOf('X')],
        [share.copy, share.copyLinkTo('X')],
        [share.copy, subscribe.copyKey],
        [share.revoke, share.revokeLink('X')],
        [subscriptions.change, subscriptions.actionFor(subscriptions.change, 'X')],
        [deliveries.sendAgain, deliveries.sendAgainTo('X')],
      ];
      for (const [visible, name] of names) {
        assert.ok(name.toLowerCase().includes(visible.toLowerCase()), `${language}: ${name}`);
      }
    }
  });

  testTranslations((language) => PAGES[language], SHARED);
  testPluralForms((language) => PAGES[language]);
});
