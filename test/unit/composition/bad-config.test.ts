// What people may configure and should not: for each phrase of the catalogue what is refused, by its name and without
// its value, or why there is no such setting.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CONFIG, gaps } from '../../support/bad-input/catalogue.ts';
import { SETTINGS } from './bad-config-entries.ts';

describe('a bad setting', () => {
  it('is spoken of, each kind once', () => {
    assert.deepEqual(gaps(CONFIG, SETTINGS), []);
  });

  for (const { of, what, cases } of SETTINGS) {
    it(`${of}: ${what}`, () => {
      for (const one of cases) {
        try {
          one.check();
        } catch (error) {
          throw new Error(`${of}, ${one.what}`, { cause: error });
        }
      }
    });
  }
});
