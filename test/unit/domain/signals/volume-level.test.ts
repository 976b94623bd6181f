import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { JudgedVolume } from '../../../../lib/domain/signals/volume-level.ts';
import { judgeVolume } from '../../../../lib/domain/signals/volume-level.ts';
import { assertResults, parseSeries, vectorsOf } from './vectors.ts';
import type { Vector } from './vectors.ts';
import { endingThisWeek, parsePattern, WEEK_NAMES, weekNameIn } from './weekly-series.ts';

const RESPONSES = '300,310,290,305,295,300,310,290,300,305';

function judge({ arguments: call }: Vector): JudgedVolume {
  const responses = parsePattern(call.get('n') ?? '', RESPONSES);
  const partial = parseSeries(call.get('partial') ?? '-');
  const accepted = call.get('accepted');
  const weeks = endingThisWeek(
    responses.map((n, i) => ({ responses: n ?? 0, isPartial: partial.includes(i) })),
    { responses: 0, isPartial: false },
  );
  return judgeVolume(
    weeks.map((week, position) => ({ ...week, week: WEEK_NAMES[position] ?? '' })),
    accepted === undefined ? null : weekNameIn(responses.length, Number(accepted)),
  );
}

describe('judgeVolume', () => {
  for (const vector of vectorsOf('volume')) {
    it(`has the results of ${vector.title}`, () => {
      const { level, evidence } = judge(vector);
      const { difference4, sd4, verdictLast } = evidence ?? {};
      assertResults(vector, {
        ...level,
        z4: (difference4 ?? NaN) / (sd4 ?? NaN),
        last: verdictLast ?? null,
      });
    });
  }
});

describe('the number of responses', () => {
  /** Responses of the last weeks; 290 to 310 in all others. `accepted`: the position of a week. */
  const judgeWeeks = (last: readonly number[], accepted: number | null = null) =>
    judgeVolume(
      endingThisWeek<number | null>(last, null).map((responses, i) => ({
        responses: responses ?? 290 + 10 * (i % 3),
        isPartial: false,
        week: WEEK_NAMES[i] ?? '',
      })),
      accepted === null ? null : (WEEK_NAMES[accepted] ?? null),
    );

  it('has the first week of a fall or a rise, and none as usual', () => {
    const sinceAfter = (last: readonly number[]) => {
      const { verdict, since, weeks, settled } = judgeWeeks(last).level;
      return [verdict, since, weeks, settled];
    };
    assert.deepEqual(sinceAfter([100, 100]), ['low', WEEK_NAMES[59], 2, false]);
    assert.deepEqual(sinceAfter([900, 900, 900]), ['high', WEEK_NAMES[58], 3, false]);
    assert.deepEqual(sinceAfter([]), ['usual', null, null, false]);
  });

  it('is compared from the week on that was accepted, this one included', () => {
    assert.equal(judgeWeeks([100], 60).level.verdict, 'new');
    assert.equal(judgeWeeks([100], 0).level.verdict, 'low');
  });

  it('has no ratio in a week without responses', () => {
    const { verdict, ratio } = judgeWeeks([0]).level;
    assert.deepEqual([verdict, ratio], ['tooFew', null]);
  });
});
