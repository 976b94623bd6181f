// Alerts of the sample company in other quarters than that of sample.test.ts.
import { describe, it } from 'node:test';
import { assertAlertsOfEveryType } from './sample-alerts.ts';

describe('the sample company', () => {
  for (const quarter of [3, 6, 13]) {
    it(`has alerts of every type, open and closed, ${quarter} quarters later`, () =>
      assertAlertsOfEveryType(quarter));
  }
});
