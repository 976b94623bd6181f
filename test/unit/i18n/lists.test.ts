// Lists in sentences are joined as Unicode's data says for the language.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { formatsFor, withRegion } from '../../../lib/i18n/formats.ts';
import { LANGUAGES } from '../../../lib/i18n/messages.ts';

/** In Spanish "and" is "e" before a word with "i", and "y" otherwise. */
const LISTS: readonly (readonly string[])[] = [
  [],
  ['Oslo'],
  ['Oslo', 'Turku'],
  ['Oslo', 'Turku', 'Ibiza'],
  ['Oslo', 'Ibiza', 'Turku', 'Vaasa'],
  ['Oslo', 'Turku', 'Vaasa', 'Ystad', 'Ibiza'],
];

describe('a list in a sentence', () => {
  for (const language of LANGUAGES) {
    it(`is joined as in ${language}`, () => {
      const format = new Intl.ListFormat(withRegion(language), { type: 'conjunction' });
      const formats = formatsFor(language);
      for (const items of LISTS) assert.equal(formats.list(items), format.format(items));
    });
  }

  it('is joined in one way for every other locale, too', () => {
    for (const locale of ['en-US', 'zh', 'he', 'hi', 'th', 'vi', 'nl', 'pl', 'pt']) {
      const format = new Intl.ListFormat(locale, { type: 'conjunction' });
      const items = ['1', '2', '3', '4', '5'];
      assert.equal(formatsFor(locale).list(items), format.format(items), locale);
    }
  });
});

describe('sentences', () => {
  it('are joined by a space, except in Japanese; those of a language without texts are English', () => {
    for (const locale of [...LANGUAGES, 'zh', 'th', 'ko', 'he', 'en-US']) {
      const space = locale === 'ja' ? '' : ' ';
      const text = formatsFor(locale).sentences(['One.', '', 'Two.', 'Three.']);
      assert.equal(text, ['One.', 'Two.', 'Three.'].join(space), locale);
    }
  });
});
