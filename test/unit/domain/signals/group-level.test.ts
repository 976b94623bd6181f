import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { indexOf, sumCounts } from '../../../../lib/domain/scale.ts';
import {
  contributionsOf,
  namedContributions,
} from '../../../../lib/domain/signals/contributions.ts';
import { judgeGroup, standardisedIndex } from '../../../../lib/domain/signals/group-level.ts';
import { emptyLevel } from '../../../../lib/domain/signals/level/figures.ts';
import { judgeLevel } from '../../../../lib/domain/signals/level.ts';
import type { AcceptedInWeek, StandardWeek } from '../../../../lib/domain/signals/model.ts';
import { addStandardWeeks } from '../../../../lib/domain/signals/standard-weeks.ts';
import type { Vector } from './vectors.ts';
import { assertResults, vectorsOf } from './vectors.ts';
import { endingThisWeek, historyOf, WEEK_NAMES } from './weekly-series.ts';

const KIND = { indexType: 'HAPPY', feedbackScale: 'FOUR' } as const;
const OPTIONS = { accepted: null, target: null } as const;
const FOLDER = 1;

function resultsOf({ arguments: call }: Vector): Readonly<Record<string, unknown>> {
  const histories = (call.get('leaves') ?? '').split(';').map((leaf) => {
    const [n = '', x = ''] = leaf.split('@');
    return historyOf(n, x);
  });
  const surveys = histories.flatMap((weeks, survey) => {
    const { known } = judgeLevel(weeks, KIND, { ...OPTIONS, hasHistory: true, isSilent: false });
    return known === null ? [] : { folder: FOLDER, survey, standard: known.standard, why: [] };
  });
  const data = sumCounts(histories.map((weeks) => weeks.at(-1)?.data ?? []));
  const index = indexOf(data, KIND.indexType, KIND.feedbackScale);
  const standard = addStandardWeeks(surveys);
  const { level, rest } = judgeGroup({ ...KIND, names: WEEK_NAMES, standard, index }, OPTIONS);
  const why = contributionsOf(surveys);
  const named = namedContributions(why, FOLDER, level.verdict);
  return {
    ...level,
    index,
    rest,
    z4: level.fourWeeks?.z ?? null,
    standardised: standardisedIndex(standard),
    named: named.map(({ survey }) => survey).join('+'),
    ...Object.fromEntries(why.map(({ survey, rate }) => [`rate${survey}`, rate])),
  };
}

describe('judgeGroup', () => {
  for (const vector of vectorsOf('group')) {
    it(`has the results of ${vector.title}`, () => {
      assertResults(vector, resultsOf(vector));
    });
  }
});

const PRESSES = 300;

/** Weeks of 300 presses with these mean differences, the last one this week, and 0 in the weeks before. */
function weeksOf(differences: readonly number[], scale = 1): readonly StandardWeek[] {
  // Every other week differs by one, as no place is the same in all weeks.
  return endingThisWeek(differences, 0).map((difference, position) => ({
    n: PRESSES,
    sum: scale * PRESSES * (difference + (position % 2)),
    variance: scale ** 2 * PRESSES * 900,
  }));
}

/** The week before this one by `ago`, with another number of presses. */
function withPresses(
  weeks: readonly StandardWeek[],
  ago: number,
  n: number,
): readonly StandardWeek[] {
  return weeks.map((week, i) =>
    i === weeks.length - 1 - ago
      ? { n, sum: (week.sum / PRESSES) * n, variance: (week.variance / PRESSES) * n }
      : week,
  );
}

function judge(standard: readonly StandardWeek[], accepted: AcceptedInWeek | null = null) {
  const group = { ...KIND, names: WEEK_NAMES, standard, index: 60 };
  return judgeGroup(group, { accepted, target: null });
}

describe('the level of a group', () => {
  it('is none without surveys of a known level, and for an unknown kind of index', () => {
    const unknown = { level: emptyLevel('tooFew', 'tooFew', OPTIONS), rest: null };
    assert.deepEqual(judge([]), unknown);
    const group = { ...KIND, names: WEEK_NAMES, standard: weeksOf([]), index: 60 };
    assert.deepEqual(judgeGroup({ ...group, indexType: 'OTHER' }, OPTIONS), unknown);
  });

  it('is judged from ten presses on', () => {
    const enough = judge(withPresses(weeksOf([-8]), 0, 10));
    assert.equal(enough.level.verdict, 'usual');
    const few = judge(withPresses(weeksOf([-8]), 0, 9));
    assert.equal(few.level.verdict, 'tooFew');
    assert.deepEqual([few.level.difference, few.rest], [null, null]);
  });

  it('has no index to compare in a week without presses, and leaves such weeks out', () => {
    const none = judge(withPresses(weeksOf([]), 0, 0));
    assert.deepEqual([none.level.usual, none.rest], [null, null]);
    assert.equal(judge(withPresses(weeksOf([]), 2, 0)).level.fourWeeks?.responses, 3 * PRESSES);
    // The three other weeks are 7, 8 and 8 below 0, and 0.5 is usual.
    const { lossTotal } = judge(withPresses(weeksOf([-8, -8, -8, -8]), 1, 0)).level;
    assert.ok(Math.abs((lossTotal ?? NaN) - (PRESSES * 24.5) / 100) < 1e-9);
  });

  it('is judged as if there were no presses before the week that was accepted', () => {
    const fall = weeksOf(Array.from({ length: 20 }, () => -8));
    for (const ago of [0, 1, 19]) {
      const accepted = {
        kind: 'level',
        week: WEEK_NAMES.at(-1 - ago) ?? '',
        by: 'someone',
      } as const;
      const since = fall.map((week, i) =>
        i < fall.length - 1 - ago ? { n: 0, sum: 0, variance: 0 } : week,
      );
      const { level, rest } = judge(since);
      assert.deepEqual(judge(fall, accepted), { level: { ...level, accepted }, rest });
    }
    assert.notEqual(judge(fall).level.verdict, 'new');
  });

  it('is the same in the units of another index', () => {
    const differences = [-3, -6, -4, -6];
    const happy = judge(weeksOf(differences)).level;
    const nps = judgeGroup(
      {
        indexType: 'NPS',
        feedbackScale: 'FOUR',
        names: WEEK_NAMES,
        standard: weeksOf(differences, 2),
        index: 2 * 60 - 100,
      },
      OPTIONS,
    ).level;
    assert.deepEqual([nps.verdict, nps.since], [happy.verdict, happy.since]);
    for (const [name, factor] of [
      ['difference', 2],
      ['swing', 2],
      ['z', 1],
      ['lossWeek', 1],
    ] as const) {
      assert.ok(Math.abs((nps[name] ?? NaN) - factor * (happy[name] ?? NaN)) < 1e-9, name);
    }
  });
});
