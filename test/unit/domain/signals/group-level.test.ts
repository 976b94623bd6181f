import { describe, it } from 'node:test';
import { indexOf, sumCounts } from '../../../../lib/domain/scale.ts';
import {
  contributionsOf,
  namedContributions,
} from '../../../../lib/domain/signals/contributions.ts';
import { judgeGroup, standardisedIndex } from '../../../../lib/domain/signals/group-level.ts';
import { judgeLevel } from '../../../../lib/domain/signals/level.ts';
import { addStandardWeeks } from '../../../../lib/domain/signals/standard-weeks.ts';
import type { Vector } from './vectors.ts';
import { assertResults, vectorsOf } from './vectors.ts';
import { historyOf, WEEK_NAMES } from './weekly-series.ts';

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
