// Names of places one after another.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { cutList, listedNames } from '../../../lib/i18n/report-texts/name-list.ts';
import { LANGUAGES } from '../../../lib/i18n/generated/languages.ts';
import { localizationOf } from '../../support/report-views.ts';
import { createStoreReport } from '../../support/test-reports.ts';

const REPORT = createStoreReport(1);
const EN = localizationOf(REPORT);

describe('the names in a list', () => {
  it('are quoted where they have a comma or an "and" of their own', () => {
    const names = ['Europe', 'Online, customer care', 'Arrivals and baggage claim', 'Sandland'];
    assert.equal(
      cutList(listedNames(names, EN), EN),
      'Europe, “Online, customer care”, “Arrivals and baggage claim” and Sandland',
    );
    assert.deepEqual(listedNames(['Honolulu, Waikīkī'], EN), ['Honolulu, Waikīkī']);
  });

  it('are quoted in every language', () => {
    for (const language of LANGUAGES) {
      const texts = localizationOf(REPORT, language);
      const and = texts.formats.list(['A', 'B']);
      const [plain, ...quoted] = listedNames(['Oslo', 'A, B', and], texts);
      assert.equal(plain, 'Oslo');
      assert.deepEqual(
        quoted,
        ['A, B', and].map((text) => texts.words.view.quoted({ text })),
      );
    }
  });

  it('are five, and the number of the others', () => {
    assert.equal(cutList(['1', '2', '3', '4', '5', '6', '7'], EN), '1, 2, 3, 4, 5 and 2 more');
    assert.equal(cutList(['1', '2'], EN), '1 and 2');
  });
});
