// Retry timing: how long, how often, and never past the deadline or the budget.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fc } from '../../../support/property-settings.ts';
import {
  backoffMs,
  isWithinRetryBudget,
  MAX_ATTEMPTS,
  retryAfterMs,
  waitBeforeRetry,
} from '../../../../lib/adapters/feedback-api/retry-timing.ts';

const NOW = Date.UTC(1994, 10, 6, 8, 49, 37);

const randomNumbers = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const situations = fc.record({
  retriesSoFar: fc.nat(10),
  retryAfterMs: fc.option(fc.nat(200_000)),
  remainingMs: fc.integer({ min: -1000, max: 300_000 }),
  random: randomNumbers,
});

describe('backoff', () => {
  it('is between 0 and a limit that doubles up to 20 s', () => {
    fc.assert(
      fc.property(fc.nat(100), randomNumbers, (retries, random) => {
        const wait = backoffMs(retries, random);
        assert.ok(wait >= 0 && wait <= Math.min(20_000, 500 * 2 ** retries));
      }),
    );
    assert.deepEqual(
      [0, 1, 2, 5, 6, 60].map((retries) => backoffMs(retries, 0.5)),
      [250, 500, 1000, 8000, 10_000, 10_000],
    );
  });
});

describe('Retry-After', () => {
  const cases: readonly (readonly [string | null, number | null])[] = [
    [null, null],
    ['0', 0],
    ['5', 5000],
    [' 120 ', 120_000],
    ['9000000000', 9e12],
    ['Sun, 06 Nov 1994 08:49:47 GMT', 10_000],
    ['Sunday, 06-Nov-94 08:49:47 GMT', 10_000],
    ['Sun Nov  6 08:49:47 1994', 10_000],
    ['Wed Nov 16 08:49:47 1994', 864_010_000],
    ['X Sun, 06 Nov 1994 08:49:47 GMT', null],
    ['Sun, 06 Nov 1994 08:49:47 GMT (x)', null],
    ['X Sunday, 06-Nov-94 08:49:47 GMT', null],
    ['Sunday, 06-Nov-94 08:49:47 GMT (x)', null],
    ['X Sun Nov  6 08:49:47 1994', null],
    ['Sun Nov  6 08:49:47 1994 (x)', null],
    ['Sun, 06 Nov 1994 08:49:37 GMT', null],
    ['Sun, 06 Nov 1994 08:49:27 GMT', null],
    ['Sun, 99 Nov 1994 08:49:47 GMT', null],
    ['-5', null],
    ['1.5', null],
    ['9e9', null],
    ['soon', null],
    ['', null],
    ['2030-01-01T00:00:00Z', null],
  ];
  for (const [header, expected] of cases) {
    it(`${JSON.stringify(header)} is parsed as ${expected ?? 'absent'}`, () => {
      assert.equal(retryAfterMs(header, NOW), expected);
    });
  }

  it('is never parsed as a negative time or NaN', () => {
    fc.assert(
      fc.property(fc.string(), fc.integer(), (header, now) => {
        const wait = retryAfterMs(header, now);
        assert.ok(wait === null || wait >= 0);
      }),
    );
  });
});

describe('the wait before a retry', () => {
  it('is at least Retry-After, ends before the deadline, and never follows the last attempt', () => {
    fc.assert(
      fc.property(situations, (situation) => {
        const wait = waitBeforeRetry(situation);
        if (wait === null) return;
        assert.ok(wait >= (situation.retryAfterMs ?? 0));
        assert.ok(wait < situation.remainingMs);
        assert.ok(situation.retriesSoFar + 1 < MAX_ATTEMPTS);
        assert.ok((situation.retryAfterMs ?? 0) <= 60_000);
      }),
      { numRuns: 1000 },
    );
  });

  it('is not made when it would end at the deadline', () => {
    const base = { retriesSoFar: 0, retryAfterMs: 5000, random: 0 };
    assert.equal(waitBeforeRetry({ ...base, remainingMs: 5001 }), 5000);
    assert.equal(waitBeforeRetry({ ...base, remainingMs: 5000 }), null);
  });

  it('is a minute at most', () => {
    const base = { retriesSoFar: 0, remainingMs: 300_000, random: 0 };
    assert.equal(waitBeforeRetry({ ...base, retryAfterMs: 60_000 }), 60_000);
    assert.equal(waitBeforeRetry({ ...base, retryAfterMs: 60_001 }), null);
  });

  it('is missing only after the last attempt, past a minute or past the deadline', () => {
    fc.assert(
      fc.property(situations, (situation) => {
        if (waitBeforeRetry(situation) !== null) return;
        const longest = Math.max(
          situation.retryAfterMs ?? 0,
          backoffMs(situation.retriesSoFar, situation.random),
        );
        assert.ok(
          situation.retriesSoFar + 1 >= MAX_ATTEMPTS ||
            (situation.retryAfterMs ?? 0) > 60_000 ||
            longest >= situation.remainingMs,
        );
      }),
      { numRuns: 1000 },
    );
  });
});

describe('the retry budget', () => {
  it('is a tenth of the calls plus ten', () => {
    assert.ok(isWithinRetryBudget(0, 9));
    assert.ok(!isWithinRetryBudget(0, 10));
    assert.ok(isWithinRetryBudget(1000, 109));
    assert.ok(!isWithinRetryBudget(1000, 110));
  });
});
