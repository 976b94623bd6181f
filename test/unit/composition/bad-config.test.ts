// Invalid settings: for each entry of the catalogue, the values that are refused by name and without the value, or the reason
// why there is no such setting.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CONFIG, catalogueGaps } from '../../support/bad-input/catalogue.ts';
import { SETTINGS } from './bad-config-entries.ts';

describe('an invalid setting', () => {
  it('is covered for every kind in the catalogue, once', () => {
    assert.deepEqual(catalogueGaps(CONFIG, SETTINGS), []);
  });

  for (const { of, what, cases } of SETTINGS) {
    it(`${of}: ${what}`, () => {
      for (const { what: caseTitle, check } of cases) {
        try {
          check();
        } catch (error) {
          throw new Error(`${of}, ${caseTitle}`, { cause: error });
        }
      }
    });
  }
});
