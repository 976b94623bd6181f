// The law of retrying: how long, how often, and never past the deadline or the budget.
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

const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const situation = fc.record({
  retriesSoFar: fc.nat(10),
  retryAfterMs: fc.option(fc.nat(200_000)),
  remainingMs: fc.integer({ min: -1000, max: 300_000 }),
  random,
});

describe('backoff', () => {
  it('lies anywhere between nothing and the doubling limit, which ends at 20 s', () => {
    fc.assert(
      fc.property(fc.nat(100), random, (retries, random) => {
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
    it(`${JSON.stringify(header)} asks for ${expected ?? 'nothing'}`, () => {
      assert.equal(retryAfterMs(header, NOW), expected);
    });
  }

  it('never asks for a negative or an unreal time', () => {
    fc.assert(
      fc.property(fc.string(), fc.integer(), (header, now) => {
        const wait = retryAfterMs(header, now);
        assert.ok(wait === null || wait >= 0);
      }),
    );
  });
});

describe('the wait before a retry', () => {
  it('is never shorter than asked for, never reaches the deadline, and never follows the last attempt', () => {
    fc.assert(
      fc.property(situation, (one) => {
        const wait = waitBeforeRetry(one);
        if (wait === null) return;
        assert.ok(wait >= (one.retryAfterMs ?? 0));
        assert.ok(wait < one.remainingMs);
        assert.ok(one.retriesSoFar + 1 < MAX_ATTEMPTS);
        assert.ok((one.retryAfterMs ?? 0) <= 60_000);
      }),
      { numRuns: 1000 },
    );
  });

  it('that would end at the deadline is not worth it', () => {
    const asked = { retriesSoFar: 0, retryAfterMs: 5000, random: 0 };
    assert.equal(waitBeforeRetry({ ...asked, remainingMs: 5001 }), 5000);
    assert.equal(waitBeforeRetry({ ...asked, remainingMs: 5000 }), null);
  });

  it('is a minute at most', () => {
    const asked = { retriesSoFar: 0, remainingMs: 300_000, random: 0 };
    assert.equal(waitBeforeRetry({ ...asked, retryAfterMs: 60_000 }), 60_000);
    assert.equal(waitBeforeRetry({ ...asked, retryAfterMs: 60_001 }), null);
  });

  it('is none only for a reason', () => {
    fc.assert(
      fc.property(situation, (one) => {
        if (waitBeforeRetry(one) !== null) return;
        const longest = Math.max(one.retryAfterMs ?? 0, backoffMs(one.retriesSoFar, one.random));
        assert.ok(
          one.retriesSoFar + 1 >= MAX_ATTEMPTS ||
            (one.retryAfterMs ?? 0) > 60_000 ||
            longest >= one.remainingMs,
        );
      }),
      { numRuns: 1000 },
    );
  });
});

describe('the retry budget', () => {
  it('is a tenth of the calls and ten', () => {
    assert.ok(isWithinRetryBudget(0, 9));
    assert.ok(!isWithinRetryBudget(0, 10));
    assert.ok(isWithinRetryBudget(1000, 109));
    assert.ok(!isWithinRetryBudget(1000, 110));
  });
});
