// Compares the service with the model, for random companies whose lines are formatted, ordered, split
// and imported in different ways, with changes of the structure, restarts and orders to forget in between.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { campaign } from '../../campaigns/service-model/run-case.ts';
import { SEED } from '../../support/property-settings.ts';

/** More of them: properties.long.test.ts, npm run campaign model. */
const RUNS = 15;

describe('the service answers like the model', () => {
  it('over a data set in SQLite', async () => {
    assert.equal(await campaign({ runs: RUNS, seed: SEED }), undefined);
  });
});
