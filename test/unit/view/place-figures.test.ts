// Every figure of a place follows from the counts of its report, recomputed here from their definitions.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Report, SurveyWeek } from '../../../lib/domain/report.ts';
import type { SurveyView } from '../../../lib/view/report-view.ts';
import { placeViewOf } from '../../support/report-views.ts';
import {
  createAllKindsReport,
  createReport,
  createStoreReport,
} from '../../support/test-reports.ts';

const REPORTS: readonly (readonly [string, Report])[] = [
  ['a store with three surveys', createStoreReport(3)],
  ['every kind of index and scale', createAllKindsReport()],
  [
    'a place without responses at its end',
    createReport({
      key: 1,
      name: 'Kiosk',
      surveys: [{ key: 1, name: 'How was it?', volume: 700, silentDays: [5, 6, 7] }],
    }),
  ],
];

/** The definition of each kind, from the counts with the worst button first; null without an index. */
function indexOf(
  { indexType }: Pick<SurveyWeek, 'indexType'>,
  data: readonly number[],
): number | null {
  const n = data.reduce((sum, count) => sum + count, 0);
  if (n === 0) return null;
  const mean = data.reduce((sum, count, i) => sum + count * i, 0) / n;
  switch (indexType) {
    case 'HAPPY':
      return (100 * mean) / (data.length - 1);
    case 'AVERAGE':
      return mean + 1;
    case 'NPS': {
      const detractors = data.slice(0, -2).reduce((sum, count) => sum + count, 0);
      return (100 * ((data.at(-1) ?? 0) - detractors)) / n;
    }
    default:
      return null;
  }
}

/** '+25', '−4', '2.42 / 4' and '69' as numbers. */
function numberIn(text: string): number {
  return Number.parseFloat(
    text
      .replace('−', '-')
      .replace('+', '')
      .replaceAll(/[^-.\d/]/g, ''),
  );
}

/** A printed figure is rounded: to two decimals in averages, else to whole points. */
function assertPrinted(text: string, value: number, survey: SurveyWeek): void {
  const step = survey.indexType === 'AVERAGE' ? 0.01 : 1;
  assert.ok(Math.abs(numberIn(text) - value) <= step / 2 + 1e-9, `${text} for ${String(value)}`);
}

function pairsOf(report: Report): readonly (readonly [SurveyWeek, SurveyView])[] {
  return placeViewOf(report).surveys.map((shown) => {
    const survey = report.surveys.find(({ key }) => key === shown.survey);
    assert.ok(survey !== undefined);
    return [survey, shown];
  });
}

for (const [name, report] of REPORTS) {
  describe(`the figures of ${name}`, () => {
    const pairs = pairsOf(report);

    it('are the index and the responses of the week', () => {
      assert.deepEqual(
        pairs.map(([{ key }]) => key).toSorted((a, b) => a - b),
        report.surveys.map(({ key }) => key).toSorted((a, b) => a - b),
      );
      for (const [survey, { figure }] of pairs) {
        const value = indexOf(survey, survey.data);
        if (figure === null || value === null) continue;
        assertPrinted(figure.text, value, survey);
        assert.equal(Number.parseInt(figure.responses.replaceAll(',', ''), 10), survey.responses);
      }
    });

    it('are the responses of each button, whose shares add up to all', () => {
      for (const [survey, { buttons }] of pairs) {
        if (buttons === null) continue;
        assert.deepEqual(
          buttons.buttons.map(({ count }) => count),
          survey.data,
        );
        const printed = buttons.buttons.reduce(
          (sum, { shareText }) => sum + numberIn(shareText),
          0,
        );
        assert.equal(printed, 100);
        for (const { count, share, shareText } of buttons.buttons) {
          assert.ok(Math.abs(share - count / survey.responses) < 1e-9);
          assert.ok(Math.abs(numberIn(shareText) - 100 * share) < 1);
        }
      }
    });

    it('are the weeks and the days', () => {
      for (const [survey, { trend, days }] of pairs) {
        trend?.points.forEach(({ week, value, text, responses }, i) => {
          const stored = survey.trend[i];
          assert.ok(stored !== undefined && stored.week === week);
          assert.equal(responses, stored.responses);
          const index = indexOf(survey, stored.data);
          if (value === null || index === null) return;
          assert.ok(Math.abs(value - index) < 0.05, `${week}: ${value}`);
          assertPrinted(text, index, survey);
        });
        days?.days.forEach(({ date, value, text, countText, responses }, i) => {
          const stored = survey.days[i];
          assert.ok(stored !== undefined && stored.date === date);
          assert.equal(responses, stored.responses);
          assert.equal(Number(countText.replaceAll(',', '')), stored.responses);
          const index = indexOf(survey, stored.data);
          if (value === null || index === null) return;
          assertPrinted(text, index, survey);
        });
      }
    });

    it('are the presses of this week and of the last', () => {
      for (const [survey, shown] of pairs) {
        for (const list of ['painPoints', 'highlights'] as const) {
          for (const { key, presses, before, pressesText, change } of shown[list]?.options ?? []) {
            const stored = survey[list]?.find((option) => option.key === key);
            assert.ok(stored !== undefined);
            assert.deepEqual([presses, before], [stored.responses, stored.previousResponses]);
            assert.equal(numberIn(pressesText.replaceAll(',', '')), stored.responses);
            assert.equal(numberIn(change), stored.responses - stored.previousResponses);
          }
        }
      }
    });
  });
}
