// Headers of clients: the accepted spellings, and the handling of malformed values.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fc } from '../../support/property-settings.ts';
import { parseAccept, matchesTag, preferredValues } from '../../../lib/http/read-request.ts';

describe('an Accept header', () => {
  for (const [header, accepted] of [
    [undefined, []],
    ['', []],
    [' , ;q=0.5,', []],
    ['GZIP', [['gzip', 1]]],
    [
      'text/html;level=1 ; Q=0.5,*/*',
      [
        ['text/html', 0.5],
        ['*/*', 1],
      ],
    ],
    [
      'a;q=0, b;q=0.000, c;q=0.0000, d;q=.2, e;q=1.0000, f;q=1.',
      [
        ['a', 0],
        ['b', 0],
        ['c', 0],
        ['d', 0.2],
        ['e', 1],
        ['f', 1],
      ],
    ],
    [
      'a;q=2, b;q=-1, c;q=x, d;q=, e;q=.',
      [
        ['a', null],
        ['b', null],
        ['c', null],
        ['d', null],
        ['e', null],
      ],
    ],
  ] as const) {
    it(`is ${JSON.stringify(accepted)} for ${header ?? 'no header'}`, () => {
      const preferences = parseAccept(header).map(({ value, quality }) => [value, quality]);
      assert.deepEqual(preferences, accepted);
    });
  }

  it('parses any header to values with a quality from 0 to 1 or null', () => {
    const text = fc.string({ unit: fc.constantFrom(...Array.from('aA*/;,=q.019- ')) });
    fc.assert(
      fc.property(text, (header) => {
        const accepted = parseAccept(header);
        for (const { value, quality } of accepted) {
          assert.match(value, /^[^,;A-Z]+$/);
          assert.ok(quality === null || (quality >= 0 && quality <= 1), header);
        }
        const acceptedValues = new Set(
          accepted.filter(({ quality }) => quality !== 0).map((a) => a.value),
        );
        assert.ok(preferredValues(header).every((value) => acceptedValues.has(value)));
      }),
    );
  });
});

describe('the preferred values', () => {
  it('sorts values by quality, equals in their order, without refused and malformed ones', () => {
    const header = 'a;q=0.5, b, c;q=0, d;q=2, e;q=0.5, f;q=1';
    assert.deepEqual(preferredValues(header), ['b', 'f', 'a', 'e']);
  });

  it('reads values from the first thousand characters', () => {
    assert.deepEqual(preferredValues(`${'x'.repeat(998)},a,b`), ['x'.repeat(998), 'a']);
  });
});

describe('an entity tag', () => {
  const tags = ['"one"', '"one-gzip"'];
  for (const [header, has] of [
    [undefined, false],
    ['', false],
    ['"one"', true],
    ['W/"one-gzip"', true],
    ['"other" ,  W/"one"', true],
    ['"other", *', true],
    ['"one', false],
    ['one', false],
    ['w/"one"', false],
  ] as const) {
    it(`is ${has ? '' : 'not '}matched by ${header ?? 'no header'}`, () => {
      assert.equal(matchesTag(header, tags), has);
    });
  }
});
