// Cleaning of text from outside.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { anyCharacter, fc } from '../../support/property-settings.ts';
import { clean, countMisleadingCharacters } from '../../../lib/i18n/clean-text.ts';

describe('clean', () => {
  it('removes control, direction and invisible characters', () => {
    assert.equal(clean('a\u0000b\u001b[31mc\u0085d\u009be'), 'ab[31mc de');
    assert.equal(clean('\u202egpj.exe\u202c \u2066x\u2069\u200f\u061c'), 'gpj.exe x');
    assert.equal(clean('a\u200bb\ufeffc\u{e0041}d\u2063'), 'abcd');
  });

  it('keeps flags of regions and variants of ideographs, and does not count them as misleading', () => {
    const tags = (letters: string): string =>
      Array.from(letters, (letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join(
        '',
      );
    const flag = (region: string): string => `🏴${tags(region)}\u{e007f}`;
    const names = [
      // Scotland, Texas, Tokyo, and a region that is numbered.
      ...['gbsct', 'ustx', 'jp13', '0011234'].map((region) => `${flag(region)} Shop`),
      '葛\u{e0100}城市',
      '神\ufe00戸',
      '☕\ufe0f 1\ufe0f⃣',
    ];
    for (const name of names) {
      assert.equal(clean(name), name);
      assert.equal(countMisleadingCharacters(name), 0);
    }
    // A text could be hidden in other tags, and after other characters.
    for (const hidden of [
      '',
      'g',
      'gb',
      '12',
      'GBSCT',
      'gb sct',
      'gbscotl',
      '12345678',
      'gbsct hi',
    ]) {
      const name = `${flag(hidden)}x`;
      assert.equal(clean(name), '🏴x');
      assert.equal(countMisleadingCharacters(name), hidden.length + 1);
    }
    assert.equal(clean(`${flag('gbsct').slice(0, -2)}x`), '🏴x');
    assert.equal(clean(`${flag('gbsct')}${tags('hidden')}x`), `${flag('gbsct')}x`);
    assert.equal(clean('a\u{e0100}葛\u{e0100}\u{e0101}'), 'a葛\u{e0100}');
    assert.equal(countMisleadingCharacters('a\u{e0100}🏴\u{e007f}'), 2);
    const long = clean(`${'x'.repeat(5)}${flag('gbsct')}${'y'.repeat(9)}`, 10);
    assert.equal(long, `${'x'.repeat(5)}🏴…`);
    assert.equal(clean(long, 10), long);
  });

  it('keeps selectors of emoji and of Mongolian letters, and removes stray ones', () => {
    for (const name of [
      '☕\ufe0e',
      '❤\ufe0f\u200d🔥',
      '🕵🏻\ufe0f',
      '#\ufe0f⃣',
      'ᠠ\u180b',
      'ᠨ\u180eᠠ',
    ]) {
      assert.equal(clean(name), name);
      assert.equal(countMisleadingCharacters(name), 0);
    }
    assert.equal(clean('a\ufe0f東\ufe0eb\ufe0f☕\ufe0f\ufe0f'), 'a東b☕\ufe0f');
    assert.equal(clean('a\u180bb\u180e'), 'ab');
    assert.equal(countMisleadingCharacters('a\u180bb\u180e'), 2);
  });

  it('returns an empty text for a name of invisible characters', () => {
    for (const name of [
      '\u200d',
      '\u200c\u200c',
      '\u034f\ufe0f',
      '\u2800',
      ' \u00a0\t',
      '\u202e',
    ]) {
      assert.equal(clean(name), '');
    }
  });

  it('replaces tabs and line ends by single spaces', () => {
    assert.equal(clean('  a\tb\r\n\u2028c  '), 'a b c');
  });

  it('shows a lone surrogate as U+FFFD', () => {
    assert.equal(clean('a\ud800b\udc00'), 'a\ufffdb\ufffd');
  });

  it('keeps at most eight marks on a letter', () => {
    const marks = '\u0332'.repeat(40);
    assert.equal(clean(`x${marks}y`), `x${'\u0332'.repeat(8)}y`);
  });

  it('cuts at the limit by whole characters, with an ellipsis', () => {
    assert.equal(clean('😀'.repeat(300), 10), `${'😀'.repeat(9)}…`);
    assert.equal(Array.from(clean('x'.repeat(1_000_000))).length, 200);
    assert.equal(clean('x'.repeat(200)), 'x'.repeat(200));
  });

  it('changes nothing when applied a second time', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 260 }), (text) => {
        assert.equal(clean(clean(text)), clean(text));
      }),
    );
  });
});
