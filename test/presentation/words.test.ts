// Every catalogue says everything, in every plural of its language, and in letters that the fonts have.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { lineOf } from '../../lib/adapters/pdf/text/line.ts';
import { CATALOGUES, messagesFor } from '../../lib/presentation/words/catalogues.ts';
import { en } from '../../lib/presentation/words/en.ts';
import {
  LANGUAGES,
  completed,
  directionOf,
  languageOf,
  speaks,
} from '../../lib/presentation/words/messages.ts';

/** 'alts.trend' and what it is: a text, or a function of so many texts. */
function messagesIn(catalogue: object, path = ''): ReadonlyMap<string, unknown> {
  const found = new Map<string, unknown>();
  for (const [key, value] of Object.entries<unknown>({ ...catalogue })) {
    const name = path === '' ? key : `${path}.${key}`;
    if (typeof value === 'object' && value !== null) {
      for (const [inner, one] of messagesIn(value, name)) found.set(inner, one);
    } else found.set(name, value);
  }
  return found;
}

const PLURALS = ['zero', 'one', 'two', 'few', 'many', 'other'] as const;
const ENGLISH = messagesIn(en);

/**
 * The message for each plural, with numbers in the places of one parity and the plural in the others: which place is
 * a plural's isn't known, and with a number in that place a message need not make sense.
 */
function said(message: unknown, parity: 0 | 1): readonly string[] {
  if (typeof message === 'string') return [message];
  if (typeof message !== 'function') return [];
  const texts = PLURALS.map((plural) =>
    String(
      Reflect.apply(
        message,
        undefined,
        Array.from({ length: 8 }, (_, i) => (i % 2 === parity ? `{${String(i)}}` : plural)),
      ),
    ),
  );
  return texts.filter((text) => !text.includes('undefined'));
}

function saidAnyhow(message: unknown): readonly string[] {
  return [...said(message, 0), ...said(message, 1)];
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
        assert.ok(saidAnyhow(message).length >= 1, name);
        for (const text of saidAnyhow(message)) assert.notEqual(text.trim(), '', name);
      }
    });

    it(`are words of their own, in letters that can be shown: ${language}`, () => {
      const same = [...own].filter(
        ([name, message]) => saidAnyhow(message).join() === saidAnyhow(ENGLISH.get(name)).join(),
      );
      // Names and signs are the same everywhere.
      if (language !== 'en') assert.ok(same.length < 20, same.map(([name]) => name).join(' '));
      for (const [name, message] of own) {
        for (const text of saidAnyhow(message)) assert.equal(lineOf(text, 'bold').boxes, 0, name);
      }
    });

    it(`use every number they are given: ${language}`, () => {
      for (const [name, message] of own) {
        if (typeof message !== 'function') continue;
        for (const parity of [0, 1] as const) {
          const own = said(message, parity).join(' ');
          const english = said(ENGLISH.get(name), parity).join(' ');
          for (const [text] of own === '' ? [] : english.matchAll(/\{\d\}/g)) {
            assert.ok(own.includes(text), `${name} lacks ${text}: ${own}`);
          }
        }
      }
    });
  }

  it('give English for what they lack, and for a language that has none', () => {
    assert.equal(messagesFor('pt-BR').ranking, en.ranking);
    assert.deepEqual(completed({ ranking: 'R' }), { ...en, ranking: 'R' });
    assert.equal(languageOf('pt-BR'), null);
    assert.equal(messagesFor('fi-FI').ranking, CATALOGUES.fi.ranking);
    assert.ok(speaks('sv-FI') && !speaks('pt-BR'));
  });

  it('are read from right to left where their language is', () => {
    assert.equal(directionOf('ar-EG'), 'rtl');
    assert.equal(directionOf('en'), 'ltr');
    // English words in the place of missing ones.
    assert.equal(directionOf('he'), 'ltr');
  });
});
