// The texts of a language: nested by their keys, formatted in ICU MessageFormat, and in English where one is missing.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { measureLine } from '../../../lib/adapters/pdf/text/line.ts';
import { messagesFor, serverTextsFor } from '../../../lib/i18n/catalogues.ts';
import { SERVER_FILES } from '../../../lib/i18n/generated/server-files.ts';
import {
  directionOf,
  hasTranslation,
  languageOf,
  LANGUAGES,
  nativeName,
} from '../../../lib/i18n/messages.ts';
import { pathOf, textsOf } from '../../../lib/i18n/texts.ts';

const ENGLISH = {
  server: {
    '@@locale': 'en',
    openPdf: 'Open the report',
    '@openPdf': { description: 'A link.' },
    findings_noResponses: 'no responses',
    findings_stillLow:
      '{n, plural, one {and {n, number} more part} other {and {n, number} more parts}}',
    findings_silentSince:
      '{weekday, select, mon {no responses on Moon day} other {no responses on {day}}}',
  },
};

describe('the texts of a language', () => {
  it('are nested by the parts of their keys; values of the API stay whole', () => {
    assert.deepEqual(pathOf('place_usual'), ['place', 'usual']);
    assert.deepEqual(pathOf('problems_TZ_DRIFT'), ['problems', 'TZ_DRIFT']);
    assert.deepEqual(pathOf('errors_offline_title'), ['errors', 'offline', 'title']);
    const texts = textsOf('server', [ENGLISH], 'en');
    assert.deepEqual(Object.keys(texts).sort(), ['findings', 'openPdf']);
    assert.equal(texts.findings.noResponses, 'no responses');
  });

  it('are in English, one by one, where a translation is missing', () => {
    const partial = { server: { openPdf: 'Öffnen', '@openPdf': {} } };
    const texts = textsOf('server', [ENGLISH, partial], 'de');
    assert.equal(texts.openPdf, 'Öffnen');
    assert.equal(texts.findings.noResponses, 'no responses');
    assert.equal(texts.findings.stillLow({ n: 2 }), 'and 2 more parts');
  });

  it('have the numbers of the locale, and its plural forms', () => {
    const german = textsOf('server', [ENGLISH], 'de');
    assert.equal(german.findings.stillLow({ n: 12_345 }), 'and 12.345 more parts');
    assert.equal(german.findings.stillLow({ n: 1 }), 'and 1 more part');
    assert.equal(
      textsOf('server', [ENGLISH], 'ar').findings.stillLow({ n: 3 }),
      'and 3 more parts',
    );
  });

  it('take the case "other" for a value that they do not know', () => {
    const { silentSince } = textsOf('server', [ENGLISH], 'en').findings;
    assert.equal(silentSince({ day: 'Monday', weekday: 'mon' }), 'no responses on Moon day');
    assert.equal(silentSince({ day: 'Sunday', weekday: 'sun' }), 'no responses on Sunday');
  });

  it('show braces and markup in values as they are', () => {
    const { ofPlace } = serverTextsFor('en');
    assert.equal(ofPlace({ place: '{n} <b>', finding: "it's #" }), "{n} <b>: it's #");
  });

  it('are English, with English numbers, for a language without texts', () => {
    assert.equal(messagesFor('pt-BR').highlights, messagesFor('en').highlights);
    assert.equal(messagesFor('pt-BR').responses({ n: 1204 }), '1,204 responses');
    assert.equal(messagesFor('fi-FI').highlights, messagesFor('fi').highlights);
    assert.notEqual(messagesFor('fi').highlights, messagesFor('en').highlights);
    assert.equal(languageOf('pt-BR'), null);
    assert.ok(hasTranslation('sv-FI') && !hasTranslation('pt-BR'));
  });

  it('have the reading direction and the own name of their language', () => {
    assert.equal(directionOf('ar-EG'), 'rtl');
    assert.equal(directionOf('en'), 'ltr');
    // Hebrew is not supported, so the texts are English.
    assert.equal(directionOf('he'), 'ltr');
    assert.equal(nativeName('sv'), 'Svenska');
  });

  for (const language of LANGUAGES) {
    it(`are in letters that the fonts have: ${language}`, () => {
      const { report, signals } = SERVER_FILES[language];
      for (const [key, text] of [...Object.entries(report), ...Object.entries(signals)]) {
        if (key.startsWith('@') || typeof text !== 'string') continue;
        assert.equal(measureLine(text, 'bold').boxes, 0, key);
      }
    });
  }
});
