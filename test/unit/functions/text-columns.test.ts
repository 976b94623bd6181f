// Texts of every script in columns of a terminal.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  createPlainTable,
  cutText,
  padText,
  widestOf,
  wrapText,
} from '../../../functions/cli/text-columns.ts';
import { anyCharacter, fc } from '../../support/property-settings.ts';

/** Columns that wcswidth of glibc 2.36 says, except for the family, which terminals draw as one emoji. */
const COLUMNS: readonly (readonly [text: string, columns: number])[] = [
  ['Waikīkī', 7],
  ['ศูนย์การค้าน้ำตก', 12],
  ['מרכז העיר', 9],
  ['مطار دبي الدولي', 15],
  ['\u2067دبي\u2069', 3],
  ['दिल्ली हवाई अड्डा', 15],
  ['क्षेत्र', 4],
  ['বাংলা', 5],
  ['தமிழ்', 4],
  ['東京駅 丸の内', 13],
  ['서울역', 6],
  ['ｶﾞｲﾄﾞ', 5],
  ['👨‍👩‍👧 Family', 9],
];

const text = fc.string({ unit: anyCharacter, maxLength: 40 });
const width = fc.integer({ min: 1, max: 30 });

describe('text in a terminal', () => {
  it('is measured as terminals draw it', () => {
    for (const [name, columns] of COLUMNS) assert.equal(widestOf([name]), columns, name);
  });

  it('is cut to the width with an ellipsis, between whole characters', () => {
    assert.equal(cutText('Arrivals and baggage', 20), 'Arrivals and baggage');
    assert.equal(cutText('Arrivals and baggage claim', 12), 'Arrivals an…');
    assert.equal(cutText('東京駅', 4), '東…');
    assert.equal(cutText('น้ำตก', 3), 'น้ำ…');
    assert.equal(cutText('\u2067مطار دبي\u2069 5', 5), '\u2067مطار…\u2069');
  });

  it('is never wider than the width it is cut to, and has the exact width when padded', () => {
    fc.assert(
      fc.property(text, width, (any, columns) => {
        assert.ok(widestOf([cutText(any, columns)]) <= columns);
      }),
    );
    for (const [name] of COLUMNS)
      assert.deepEqual(
        [widestOf([padText(name, 20)]), widestOf([padText(name, 20, 'right')])],
        [20, 20],
      );
  });

  it('is wrapped between words, keeps all of them, and closes isolates on each line', () => {
    assert.deepEqual(wrapText('one two three', 8, '- '), ['- one', '  two', '  three']);
    assert.deepEqual(wrapText('now \u2067مطار دبي\u2069 5', 9), [
      'now \u2067مطار\u2069',
      '\u2067دبي\u2069 5',
    ]);
    const words = fc.array(fc.constantFrom('a', 'bc', '東京', 'दिल्ली', 'Security'), {
      maxLength: 20,
    });
    fc.assert(
      fc.property(words, fc.integer({ min: 8, max: 30 }), (some, columns) => {
        const lines = wrapText(some.join(' '), columns);
        assert.equal(lines.join(' '), some.join(' '));
        assert.ok(widestOf(lines) <= columns);
      }),
    );
  });

  it('stands in straight columns of a table', () => {
    const table = createPlainTable(['Folder', 'Key', 'State'], ['Key']);
    for (const [i, [name]] of COLUMNS.entries()) table.push([name, String(i), 'complete']);
    const [head = '', ...rows] = table.toString().split('\n');
    assert.equal(head, 'Folder           Key  State');
    for (const row of rows) assert.equal(widestOf([row]), 30, row);
  });
});
