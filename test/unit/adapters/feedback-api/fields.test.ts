// What each field type accepts, and the code and place of a refusal.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as z from 'zod';
import {
  checkShape,
  count,
  countsOf,
  key,
  keyOrNull,
  listOf,
  optionalListOf,
  text,
  timestamp,
} from '../../../../lib/adapters/feedback-api/fields.ts';
import { folder } from '../../../../lib/adapters/feedback-api/response-schemas.ts';
import { Failure } from '../../../../lib/shared/failure.ts';

/** The value, or the code, the place and the limit of a refusal. */
function read(schema: z.ZodType, value: unknown): unknown {
  try {
    return checkShape(schema, value);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return [error.code, ...Object.values(error.facts)].join(' ');
  }
}

describe('a field', () => {
  it('is a key only as a positive safe integer or its digits', () => {
    for (const valid of [1, '1', '0012', 2 ** 53 - 1])
      assert.equal(read(key, valid), Number(valid));
    for (const invalid of [
      0,
      '0',
      -1,
      1.5,
      2 ** 53,
      '',
      'x1',
      '1x',
      '12345678901234567',
      [1],
      null,
    ]) {
      assert.equal(read(key, invalid), 'KEY_INVALID /', String(invalid));
      assert.equal(read(keyOrNull, invalid), null);
    }
    assert.equal(read(key, undefined), 'KEY_INVALID /');
  });

  it('is a count only as a whole number from 0 to 999,999,999', () => {
    for (const valid of [0, 1, 999_999_999]) assert.equal(read(count, valid), valid);
    assert.ok(Object.is(read(count, -0), 0));
    for (const invalid of [-1, 1_000_000_000, 0.5, NaN, Infinity, '1', null, undefined]) {
      assert.equal(read(count, invalid), 'COUNT_INVALID /', String(invalid));
    }
  });

  it('is a timestamp or refused; a text is any string or empty', () => {
    assert.equal(read(timestamp, 'soon'), 'TS_INVALID /');
    assert.equal(read(timestamp, ['2026-11-09T00:00:00Z']), 'TS_INVALID /');
    assert.deepEqual(
      ['a', 1, null].map((value) => read(text, value)),
      ['a', '', ''],
    );
  });
});

describe('a list', () => {
  const items = listOf(z.object({ key, at: z.object({ ts: timestamp }) }), 2);
  const validItem = { key: 1, at: { ts: '2026-11-09T00:00:00Z' } };

  it('is refused at its first invalid item, with the place', () => {
    assert.equal(read(items, [validItem, { ...validItem, key: 0 }]), 'KEY_INVALID /1/key');
    assert.equal(read(items, [{ ...validItem, at: { ts: 1 } }]), 'TS_INVALID /0/at/ts');
    assert.equal(read(items, [validItem, 7]), 'SHAPE_MISMATCH /1');
    assert.equal(
      read(z.object({ list: items }), { list: [{ ...validItem, at: 1 }] }),
      'SHAPE_MISMATCH /list/0/at',
    );
    const nested = z.object({ list: listOf(z.object({ counts: countsOf(3) }), 2) });
    assert.equal(
      read(nested, { list: [{ counts: [1, 2, -1] }] }),
      'COUNT_INVALID /list/0/counts/2',
    );
    assert.equal(
      read(nested, { list: [{ counts: [1, 2, 3, 4] }] }),
      'RESPONSE_TOO_LARGE /list/0/counts 3',
    );
  });

  it('is refused with a place of 100 characters at most', () => {
    const name = 'x'.repeat(200);
    assert.equal(
      read(z.object({ [name]: key }), { [name]: 0 }),
      `KEY_INVALID /${name.slice(0, 99)}`,
    );
  });

  it('is refused with too many items and when it is not a list', () => {
    assert.equal(read(listOf(text, 2), ['a', 'b', 'c']), 'RESPONSE_TOO_LARGE / 2');
    assert.deepEqual(read(listOf(text, 2), ['a', 'b']), ['a', 'b']);
    for (const invalid of [null, undefined, {}, 'ab', { length: 1 }]) {
      assert.equal(read(listOf(text, 2), invalid), 'SHAPE_MISMATCH /');
      assert.equal(read(countsOf(2), invalid), 'SHAPE_MISMATCH /');
    }
    assert.deepEqual(
      [null, undefined].map((value) => read(optionalListOf(text, 2), value)),
      [[], []],
    );
    assert.deepEqual(read(countsOf(2), [1, 2]), [1, 2]);
    assert.equal(read(countsOf(2), [1, 2, 3]), 'RESPONSE_TOO_LARGE / 2');
  });

  it('the list of a folder has entries with a key, counts the others, and accepts both spellings of timeZone', () => {
    const surveys = [
      { key: 2, timeZone: 'Etc/UTC', question: { key: 5 } },
      { key: 3, timezone: 'Asia/Tokyo', question: 7 },
      { key: 0 },
    ];
    const question = { key: 5, name: '', locale: '' };
    assert.deepEqual(read(folder, { key: 1, surveys, folders: [{ key: 4 }, {}, {}] }), {
      key: 1,
      name: '',
      folders: {
        keyed: [
          {
            key: 4,
            name: '',
            folders: { keyed: [], keyless: 0 },
            surveys: { keyed: [], keyless: 0 },
          },
        ],
        keyless: 2,
      },
      surveys: {
        keyed: [
          { key: 2, question, timeZone: 'Etc/UTC' },
          { key: 3, question: null, timeZone: 'Asia/Tokyo' },
        ],
        keyless: 1,
      },
    });
  });
});
