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
