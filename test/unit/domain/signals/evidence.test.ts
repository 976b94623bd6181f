import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { KnownLevel } from '../../../../lib/domain/signals/level.ts';
import { judgeLevel } from '../../../../lib/domain/signals/level.ts';
import { judgeVolume } from '../../../../lib/domain/signals/volume-level.ts';
import { historyOf, WEEK_NAMES } from './weekly-series.ts';

const KIND = { indexType: 'HAPPY', feedbackScale: 'FOUR' } as const;
const OPTIONS = { accepted: null, hasHistory: true, isSilent: false, target: null } as const;

function knownLevel(n: string, x: string): KnownLevel {
  const { known } = judgeLevel(historyOf(n, x), KIND, OPTIONS);
  assert.ok(known !== null);
  return known;
}

describe('the evidence of a level', () => {
  it('has the differences of this week, of the four weeks, and of the last judged week', () => {
    const { usual, evidence } = knownLevel('300', 'P,P,50,-,52');
    assert.equal(usual, 71);
    assert.equal(evidence.difference, 52 - 71);
    assert.equal(evidence.difference4, 52 - 71);
    assert.equal(evidence.lastDifference, 50 - 71);
    assert.equal(evidence.verdict, 'low');
    assert.equal(evidence.verdictLast, 'low');
    assert.equal(evidence.small, false);
  });

  it('has the positions of the first and the last week of the reference', () => {
    const { evidence } = knownLevel('300', 'P,P,50');
    assert.equal(evidence.refFrom, 51);
    assert.equal(evidence.refTo, 56);
  });

  it('compares only the four weeks of small places', () => {
    const { evidence } = knownLevel('20', 'P,P,P,45*4');
    assert.equal(evidence.small, true);
    assert.equal(evidence.difference, null);
    assert.equal(evidence.sd, null);
    assert.equal(evidence.responses4, 80);
    assert.ok(Math.abs((evidence.difference4 ?? NaN) + 25.41666666666667) < 1e-9);
    assert.ok(Math.abs((evidence.lastDifference ?? NaN) - (51.25 - 70.41666666666667)) < 1e-9);
  });

  it('is from the usual level of this week when the verdict rests on the year, and is slow', () => {
    const x = 'P,P,P,70,69,68,67,66,65,64,63,62,61,60,59,58,57,56,55,54';
    const { usual, evidence } = knownLevel('300', x);
    assert.equal(evidence.verdict, 'slow');
    assert.equal(evidence.verdictLast, 'slow');
    assert.equal(evidence.difference, 54 - usual);
    assert.equal(evidence.yearDifference, 55.5 - 70);
  });

  it('tells whether a week shortly before was low or high, whatever this week is', () => {
    const { beforeLow, beforeHigh, verdict } = knownLevel('300', 'P,P,50,71').evidence;
    assert.deepEqual(
      { beforeLow, beforeHigh, verdict },
      {
        beforeLow: true,
        beforeHigh: false,
        verdict: 'usual',
      },
    );
    assert.equal(knownLevel('300', 'P,P,90,71').evidence.beforeHigh, true);
  });

  it('has no earlier low week in the week in which the level is settled', () => {
    const { evidence } = knownLevel('1500', 'P,P,65*12');
    assert.equal(evidence.beforeLow, false);
    assert.equal(evidence.verdictLast, 'low');
    assert.equal(evidence.lastDifference, 0);
  });

  it('of a small place needs six weeks with sixty responses', () => {
    const usualOf = (n: string) => judgeLevel(historyOf(n, 'P'), KIND, OPTIONS).level.usual;
    assert.notEqual(usualOf('10'), null);
    assert.equal(usualOf('9,10*9'), null);
  });

  it('has the verdict of a high week', () => {
    assert.equal(knownLevel('300', 'P,P,90').evidence.verdict, 'high');
    assert.equal(knownLevel('300', 'P,P,90,90').evidence.verdictLast, 'high');
  });

  it('has no verdict in a week with too few responses', () => {
    const { evidence } = knownLevel('300*20,8', 'P,P,50');
    assert.equal(evidence.verdict, null);
    assert.equal(evidence.difference, null);
    assert.equal(evidence.difference4, null);
  });

  it('has the loss of the low run that ended', () => {
    assert.ok(Math.abs((knownLevel('300', 'P,P,50*8,71').lastLossTotal ?? NaN) - 492) < 1e-9);
    assert.equal(knownLevel('300', 'P,P,70,71').lastLossTotal, null);
  });
});

describe('the evidence of a volume', () => {
  it('has differences of logarithms', () => {
    const weeks = WEEK_NAMES.map((week, position) => ({
      week,
      responses: position === 60 ? 100 : 300,
      isPartial: false,
    }));
    const { evidence } = judgeVolume(weeks, null);
    assert.ok(Math.abs((evidence?.difference ?? NaN) - Math.log(1 / 3)) < 1e-9);
    assert.ok(Math.abs(evidence?.lastDifference ?? NaN) < 1e-9);
    assert.equal(evidence?.verdict, 'low');
    assert.equal(evidence.asLastYear, false);
  });

  it('is none in a week with a day outside the active periods', () => {
    const weeks = WEEK_NAMES.map((week, position) => ({
      week,
      responses: 300,
      isPartial: position === 60,
    }));
    assert.equal(judgeVolume(weeks, null).evidence, null);
  });
});
