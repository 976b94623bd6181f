// The states of the sample company's places in another month and with another seed.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readSampleWeeks } from '../../support/feedback-service/sample-weeks.ts';
import { NOW } from '../../support/test-company.ts';
import { isPermanent, nameOf, ORDINARY, STATES, statesOf, WEEKS_BEFORE } from './sample-states.ts';

/** The reported week is 2026-W51. */
const IN_DECEMBER = Date.parse('2026-12-22T08:00:00Z');

describe('the places of the sample company', () => {
  for (const [title, seed, now] of [
    ['in December', 1, IN_DECEMBER],
    ['with another seed', 2, NOW],
  ] as const) {
    it(`have the same states ${title}`, async () => {
      const others = (await readSampleWeeks(seed, now)).surveys.filter(isPermanent);
      // The sixth week is in December of one of the years only.
      const weeksBefore = WEEKS_BEFORE.slice(0, 5);
      const expected = others.map((survey) => {
        const name = nameOf(survey);
        return [name, (STATES[name] ?? ORDINARY).slice(0, 5)];
      });
      assert.deepEqual(statesOf(others, weeksBefore), Object.fromEntries(expected));
    });
  }
});
