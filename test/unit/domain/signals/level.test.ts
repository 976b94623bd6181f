import { describe, it } from 'node:test';
import { judgeLevel } from '../../../../lib/domain/signals/level.ts';
import type { Level } from '../../../../lib/domain/signals/model.ts';
import { assertResults, vectorsOf } from './vectors.ts';
import type { Vector } from './vectors.ts';
import { historyOf, lengthOf, weekNameIn } from './weekly-series.ts';

function judge({ arguments: call }: Vector): Level {
  const x = call.get('x') ?? '';
  const kind = {
    indexType: call.get('kind') ?? 'HAPPY',
    feedbackScale: call.get('scale') ?? 'FOUR',
  };
  const accepted = call.get('accepted');
  const target = call.get('target');
  return judgeLevel(historyOf(call.get('n') ?? '', x, kind.feedbackScale), kind, {
    accepted:
      accepted === undefined
        ? null
        : { kind: 'level', week: weekNameIn(lengthOf(x), Number(accepted)), by: 'shell' },
    hasHistory: !call.has('nohistory'),
    isSilent: call.has('silent'),
    target: target === undefined ? null : Number(target),
  }).level;
}

describe('judgeLevel', () => {
  for (const vector of vectorsOf('judge')) {
    it(`has the results of ${vector.title}`, () => {
      const level = judge(vector);
      const { fourWeeks, last, target } = level;
      assertResults(vector, {
        ...level,
        m4: fourWeeks?.index ?? null,
        d4: fourWeeks?.difference ?? null,
        z4: fourWeeks?.z ?? null,
        last: last?.verdict ?? null,
        lastUsual: last?.usual ?? null,
        met: target?.met ?? null,
        assurance: target?.assurance ?? null,
      });
    });
  }
});
