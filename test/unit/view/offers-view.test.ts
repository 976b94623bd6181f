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

  it('are about a survey of which another figure has fallen alone', () => {
    const volume = { verdict: 'low', since: '2026-W33', weeks: 14 } as const;
    const offersWithVolume = (...surveys: readonly SurveySketch[]) => {
      const report = createReport({ key: 21, name: 'Store', surveys });
      const changed = report.surveys.map((survey) =>
        survey.key === 211 && survey.volume !== null
          ? { ...survey, volume: { ...survey.volume, ...volume } }
          : survey,
      );
      return offersView({ ...report, surveys: changed }).map(({ survey, kind }) => [survey, kind]);
    };
    assert.deepEqual(offersWithVolume(low(211), low(212)), [
      [null, 'level'],
      [211, 'volume'],
    ]);
    assert.deepEqual(offersWithVolume(low(211)), [
      [211, 'level'],
      [211, 'volume'],
    ]);
  });

  it('are one for each week since which a kind has fallen', () => {
    const surveys = [low(211), low(212), low(213, 'AVERAGE'), low(214, 'AVERAGE')];
    const report = createReport({ key: 21, name: 'Store', surveys });
    const groups = report.summary.groups.map((group, i) => ({
      ...group,
      level: { ...group.level, since: `2026-W3${i}` },
    }));
    const offers = offersView({ ...report, summary: { ...report.summary, groups } });
    assert.deepEqual(
      offers.map(({ week }) => week),
      ['2026-W30', '2026-W31'],
    );
  });

  it('are none in a report as usual', () => {
    assert.deepEqual(offersOf([usual(211)]), []);
  });
});
