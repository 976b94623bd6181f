import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { fc } from '../../support/property-settings.ts';
import { isValidHeaderValue, parseToken } from '../../../lib/web/views/sign-in/token-entry.ts';

describe('parseToken', () => {
  it('removes whitespace, quotes and header names', () => {
    const pasted = [
      'abc-DEF_1.2',
      '  abc-DEF_1.2\r\n',
      'Bearer abc-DEF_1.2',
      'Authorization: Bearer abc-DEF_1.2',
      '"abc-DEF_1.2"',
      'abc-\nDEF_1.2',
      'http://127.0.0.1:8080/#token=abc%2DDEF_1.2',
    ];
    for (const text of pasted) assert.equal(parseToken(text), 'abc-DEF_1.2', text);
  });

  it('returns null when nothing is left', () => {
    for (const text of ['', '  ', '\n', 'Bearer ', '""'])
      assert.equal(parseToken(text), null, text);
  });

  it('yields only header-safe tokens for any input', () => {
    assert.equal(isValidHeaderValue('тест'), false);
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const token = parseToken(text);
        if (token !== null && isValidHeaderValue(token)) {
          const headers = new Headers({ Authorization: `Bearer ${token}` });
          assert.equal(headers.get('Authorization'), `Bearer ${token}`);
        }
      }),
    );
  });
});
