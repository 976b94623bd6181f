import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Signal } from '../../../../lib/domain/signals/signal.ts';
import { computeSignal, usualDataOf } from '../../../../lib/domain/signals/signal.ts';
import type { WeekCounts } from '../../../../lib/domain/signals/usual-level.ts';

const HAPPY_FOUR = { indexType: 'HAPPY', feedbackScale: 'FOUR' } as const;
const MIN_RESPONSES = 10;

/** Weeks of 300 responses with these indexes; – is a week without responses. */
function trendOf(indexes: string): readonly WeekCounts[] {
  return indexes.split(' ').map((index, i) => ({
    week: `2026-W${String(i + 1).padStart(2, '0')}`,
    data: index === '–' ? [0, 0, 0, 0] : [300 - 3 * Number(index), 0, 0, 3 * Number(index)],
  }));
}

function signalOf(indexes: string): Signal {
  return computeSignal(trendOf(indexes), HAPPY_FOUR, MIN_RESPONSES);
}

const P = '70 72 69 71 73 70';
const Q = `${P} 68 71 72 70`;

/** The documented examples with the digits that are printed there. */
const EXAMPLES: readonly {
  readonly indexes: string;
  readonly verdict: string;
  readonly usual: string;
  readonly limits: string;
  readonly since: string;
  readonly lost: string;
  readonly p: number;
  readonly extraSd?: string;
}[] = [
  {
    indexes: `${Q} 69 71 70`,
    verdict: 'usual',
    usual: '70.5000',
    limits: '61.4392..79.5608',
    since: '–',
    lost: '–',
    p: 0.8713,
    extraSd: '1.0328',
  },
  {
    indexes: `${Q} 69 71 50`,
    verdict: 'worse outsideLimits',
    usual: '70.5000',
    limits: '60.7190..80.2810',
    since: 'W13 (1)',
    lost: '61.5000',
    p: 4.021e-5,
    extraSd: '1.0328',
  },
  {
    indexes: `${Q} 69 45 71`,
    verdict: 'usual',
    usual: '70.0000',
    limits: '60.9732..79.0268',
    since: '–',
    lost: '–',
    p: 0.7454,
    extraSd: '1.0690',
  },
  {
    indexes: `${P} 68 71 72 45 46 44 71`,
    verdict: 'usual',
    usual: '70.0000',
    limits: '60.9732..79.0268',
    since: '–',
    lost: '–',
    p: 0.7454,
    extraSd: '1.0690',
  },
  {
    indexes: `${P} 72 20 22 19 21 20 21`,
    verdict: 'worse levelChanged',
    usual: '20.0000',
    limits: '11.1167..28.8833',
    since: 'W08 (6)',
    lost: '909.0000',
    p: 6.014e-11,
    extraSd: '1.0690',
  },
  {
    indexes: `${P} 72 71 70 52 50 51 50`,
    verdict: 'worse outsideLimits',
    usual: '70.0000',
    limits: '60.1794..79.8206',
    since: 'W10 (4)',
    lost: '231.0000',
    p: 5.259e-5,
    extraSd: '1.0690',
  },
  {
    indexes: `${P} 20 22 19 21 20 21 71`,
    verdict: 'better outsideLimits backToEarlier',
    usual: '20.5000',
    limits: '10.9653..30.0347',
    since: 'W13 (1)',
    lost: '-151.5000',
    p: 6.433e-11,
    extraSd: '1.0690',
  },
  {
    indexes: `${Q} 61 70 61`,
    verdict: 'worse twoOfThree',
    usual: '70.0000',
    limits: '60.3442..79.6558',
    since: 'W13 (1)',
    lost: '27.0000',
    p: 0.01616,
    extraSd: '1.1094',
  },
  {
    indexes: '– 72 – 71 73 – 68 71 72 – 69 71 50',
    verdict: 'worse outsideLimits',
    usual: '71.0000',
    limits: '60.7346..81.2654',
    since: 'W13 (1)',
    lost: '63.0000',
    p: 5.044e-5,
    extraSd: '1.2060',
  },
  {
    indexes: Array.from({ length: 13 }, () => '100').join(' '),
    verdict: 'usual',
    usual: '100.0000',
    limits: '96.5405..100.0000',
    since: '–',
    lost: '–',
    p: 1,
  },
];

const WITHOUT_USUAL = {
  reasons: [],
  usual: null,
  lower: null,
  upper: null,
  sd: null,
  extraSd: null,
  weeksUsed: null,
  since: null,
  weeks: null,
  phaseSince: null,
  earlierUsual: null,
  difference: null,
  lost: null,
  p: null,
};

describe('the signal of a week', () => {
  for (const example of EXAMPLES) {
    it(`is "${example.verdict}" for ${example.indexes}`, () => {
      const signal = signalOf(example.indexes);
      const { verdict, reasons, usual, lower, upper, since, weeks, lost, p } = signal;
      assert.deepEqual(
        {
          verdict: [verdict, ...reasons].join(' '),
          usual: usual?.toFixed(4),
          limits: `${lower?.toFixed(4)}..${upper?.toFixed(4)}`,
          since: since === null ? '–' : `${since.slice(5)} (${weeks})`,
          lost: lost?.toFixed(4) ?? '–',
          p: Number(p?.toPrecision(4)),
        },
        {
          verdict: example.verdict,
          usual: example.usual,
          limits: example.limits,
          since: example.since,
          lost: example.lost,
          p: example.p,
        },
      );
      if (example.extraSd !== undefined) assert.equal(signal.extraSd?.toFixed(4), example.extraSd);
    });
  }

  it('is back at the earlier level only by a rise', () => {
    const reasonsOf = (lastWeeks: string): readonly string[] =>
      signalOf(`22 24 21 22 ${lastWeeks}`).reasons;
    assert.deepEqual(reasonsOf('67 68 69 68 67 70 68 53 29'), ['outsideLimits']);
    assert.deepEqual(reasonsOf('67 68 69 68 67 70 68 68 29'), ['outsideLimits']);
    const low = `${P} 20 22 19 21 20`;
    assert.deepEqual(signalOf(`${low} 66 71`).reasons, ['outsideLimits', 'backToEarlier']);
    assert.deepEqual(signalOf(`${low} 85 71`).reasons, ['outsideLimits']);
  });

  it('is new with fewer than six earlier weeks of enough responses', () => {
    assert.deepEqual(signalOf(`– – – – – – – ${P}`), { verdict: 'new', ...WITHOUT_USUAL });
    assert.equal(signalOf(`– – – – – – ${P} 70`).verdict, 'usual');
  });

  it('is tooFew with fewer responses than the minimum this week', () => {
    const twelveWeeks = Array.from({ length: 12 }, () => '70').join(' ');
    assert.deepEqual(signalOf(`${twelveWeeks} –`), { verdict: 'tooFew', ...WITHOUT_USUAL });
    const nine = [...trendOf(`${Q} 69 71`), { week: '2026-W13', data: [9, 0, 0, 0] }];
    assert.equal(computeSignal(nine, HAPPY_FOUR, 10).verdict, 'tooFew');
    assert.equal(computeSignal(nine, HAPPY_FOUR, 9).verdict, 'worse');
    assert.equal(computeSignal([], HAPPY_FOUR, 0).verdict, 'tooFew');
  });

  it('is tooFew for an unknown kind of index or scale', () => {
    const trend = trendOf(`${Q} 69 71 50`);
    for (const group of [
      { indexType: 'MOOD', feedbackScale: 'FOUR' },
      { indexType: 'HAPPY', feedbackScale: 'SEVEN' },
    ]) {
      assert.deepEqual(computeSignal(trend, group, 10), { verdict: 'tooFew', ...WITHOUT_USUAL });
    }
  });

  it('tells since when the level that counts as usual lasts, and what was usual before', () => {
    const fallenSignal = signalOf(`${P} 72 20 22 19 21 20 21`);
    assert.equal(fallenSignal.phaseSince, '2026-W08');
    assert.equal(fallenSignal.weeksUsed, 5);
    assert.equal(fallenSignal.earlierUsual, 71);
    assert.equal(fallenSignal.difference, 1);
    const steady = signalOf(`– – ${Q} 50`);
    assert.equal(steady.phaseSince, '2026-W03');
    assert.equal(steady.weeksUsed, 10);
    assert.equal(steady.earlierUsual, null);
  });

  it('counts weeks without responses in the length of a run, and does not end it there', () => {
    const signal = signalOf(`${P} 72 71 70 50 – 51 50`);
    assert.equal(signal.since, '2026-W10');
    assert.equal(signal.weeks, 4);
    assert.equal(signal.lost?.toFixed(4), '177.0000');
  });

  it('takes twoOfThree from the last two weeks with responses', () => {
    assert.deepEqual(signalOf(`${Q} 61 – 61`).reasons, ['twoOfThree']);
    assert.deepEqual(signalOf(`${P} 68 71 72 61 70 70 61`).reasons, []);
    // One week above and one below are not a run.
    assert.deepEqual(signalOf(`${Q} 79 70 61`).reasons, []);
  });

  it('is relative to the range of the index', () => {
    const trend = trendOf(`${Q} 69 71 50`);
    const average = computeSignal(trend, { indexType: 'AVERAGE', feedbackScale: 'FOUR' }, 10);
    const happy = computeSignal(trend, HAPPY_FOUR, 10);
    assert.equal(average.verdict, happy.verdict);
    assert.ok(Math.abs((average.usual ?? 0) - (1 + (3 * (happy.usual ?? 0)) / 100)) < 1e-9);
    assert.ok(Math.abs((average.extraSd ?? 0) - (3 * (happy.extraSd ?? 0)) / 100) < 1e-9);
    assert.ok(Math.abs((average.lost ?? 0) - (happy.lost ?? 0)) < 1e-9);
    const nps = computeSignal(trend, { indexType: 'NPS', feedbackScale: 'FOUR' }, 10);
    assert.ok(Math.abs((nps.usual ?? 0) - (2 * (happy.usual ?? 0) - 100)) < 1e-9);
    assert.ok(Math.abs((nps.lost ?? 0) - (happy.lost ?? 0)) < 1e-9);
  });
});

describe('the counts of the usual weeks', () => {
  it('adds the counts of the weeks since the level changed, without gaps and without this week', () => {
    const trend = trendOf(`${P} 72 20 22 – 21 20 19 21`);
    const signal = computeSignal(trend, HAPPY_FOUR, MIN_RESPONSES);
    assert.equal(signal.phaseSince, '2026-W08');
    assert.deepEqual(usualDataOf(trend, signal, MIN_RESPONSES), {
      usualData: [1500 - 3 * 102, 0, 0, 3 * 102],
      usualWeeks: 5,
    });
  });

  it('has no counts without a usual level', () => {
    const trend = trendOf(`${P} 70`);
    for (const signal of [null, { phaseSince: null }])
      assert.deepEqual(usualDataOf(trend.slice(1), signal, MIN_RESPONSES), {
        usualData: null,
        usualWeeks: null,
      });
  });
});
