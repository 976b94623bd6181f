// The changes that a view offers to accept.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { offersView } from '../../../lib/view/offers-view.ts';
import type { SurveySketch } from '../../support/test-reports.ts';
import { createReport } from '../../support/test-reports.ts';

function low(key: number, indexType = 'HAPPY'): SurveySketch {
  const levelChange = { weeksAgo: 13, mood: 0.3 };
  return { key, name: 'How was it?', volume: 600, indexType, levelChange };
}

const usual = (key: number): SurveySketch => ({ key, name: 'How was it?', volume: 600 });

describe('the offers of a view', () => {
  const offersOf = (surveys: readonly SurveySketch[]) =>
    offersView(createReport({ key: 21, name: 'Store', surveys })).map(({ survey, kind, week }) => [
      survey,
      kind,
      week,
    ]);

  it('are about the folder where several surveys of a kind have fallen together', () => {
    assert.deepEqual(offersOf([low(211), low(212)]), [[null, 'level', '2026-W33']]);
  });

  it('are about the only survey of a kind', () => {
    assert.deepEqual(offersOf([low(211)]), [[211, 'level', '2026-W33']]);
    assert.deepEqual(offersOf([low(211), low(212, 'AVERAGE')]), [
      [212, 'level', '2026-W33'],
      [211, 'level', '2026-W33'],
    ]);
  });

  it('name each change once', () => {
    const surveys = [low(211), low(212), low(213, 'AVERAGE'), low(214, 'AVERAGE')];
    assert.deepEqual(offersOf(surveys), [[null, 'level', '2026-W33']]);
  });

  it('are none in a report as usual', () => {
    assert.deepEqual(offersOf([usual(211)]), []);
  });
});
