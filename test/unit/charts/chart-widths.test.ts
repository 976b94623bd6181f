// At any width, charts stay inside their box and no two texts touch.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fc } from '../../support/property-settings.ts';
import { boundingBox } from '../../../lib/adapters/pdf/box.ts';
import { typesetter } from '../../../lib/adapters/pdf/text/typesetter.ts';
import { indexOf, responsesOf } from '../../../lib/domain/scale.ts';
import { daysChart } from '../../../lib/charts/day-chart.ts';
import { distribution } from '../../../lib/charts/distribution.ts';
import type { ChartContext, Drawing } from '../../../lib/charts/chart.ts';
import { heatMap } from '../../../lib/charts/heat-map.ts';
import { bestAndWorstHours, hourSlots } from '../../../lib/charts/best-worst-hours.ts';
import { trendChart } from '../../../lib/charts/trend-chart.ts';
import type { TextRun } from '../../../lib/charts/draw-operations.ts';
import { createLocalization } from '../../../lib/i18n/localization.ts';
import { messagesFor } from '../../../lib/i18n/catalogues.ts';
import type { Language } from '../../../lib/i18n/messages.ts';
import { LANGUAGES } from '../../../lib/i18n/messages.ts';
import { createStoreReport } from '../../support/test-reports.ts';

const REPORT = createStoreReport(1);
function settingIn(language: Language): ChartContext {
  return { ...createLocalization(REPORT, language, messagesFor(language)), typesetter };
}

const language = fc.constantFrom(...LANGUAGES);
const width = fc.integer({ min: 280, max: 1_000 });
const height = fc.integer({ min: 48, max: 320 });
const kind = fc.constantFrom(
  { indexType: 'HAPPY', feedbackScale: 'FOUR', k: 4 },
  { indexType: 'AVERAGE', feedbackScale: 'FIVE', k: 5 },
  { indexType: 'NPS', feedbackScale: 'FIVE', k: 5 },
  { indexType: 'CES', feedbackScale: 'SEVEN', k: 7 },
);
const count = fc.oneof(
  fc.constant(0),
  fc.integer({ min: 0, max: 60 }),
  fc.integer({ min: 0, max: 9_999_999 }),
  // The largest count that the reporting API can return for an hour.
  fc.constant(999_999_999),
);
/** A kind, and a number of count lists by button, some of them all zero. */
const counted = (places: number): fc.Arbitrary<readonly [Kind, readonly (readonly number[])[]]> =>
  kind.chain((kindOfIndex) => {
    const data = fc.array(count, { minLength: kindOfIndex.k, maxLength: kindOfIndex.k });
    const nothing = fc.constant(Array.from({ length: kindOfIndex.k }, () => 0));
    const place = fc.oneof({ weight: 4, arbitrary: data }, { weight: 1, arbitrary: nothing });
    return fc.tuple(
      fc.constant(kindOfIndex),
      fc.array(place, { minLength: places, maxLength: places }),
    );
  });

interface Kind {
  readonly indexType: string;
  readonly feedbackScale: string;
}

/** The counts with their number of responses and index. */
function withFigures(data: readonly number[], { indexType, feedbackScale }: Kind): Figured {
  return { data, responses: responsesOf(data), index: indexOf(data, indexType, feedbackScale) };
}

interface Figured {
  readonly data: readonly number[];
  readonly responses: number;
  readonly index: number | null;
}

/** Tolerance for rounding, in points. */
const SLACK = 0.01;

function assertWhole(drawing: Drawing, maxWidth: number): void {
  assert.equal(drawing.width, maxWidth);
  assert.notEqual(drawing.alt, '');
  if (drawing.operations.length > 0) {
    const { left, top, right, bottom } = boundingBox(drawing.operations);
    const box = `${String(left)} ${String(top)} ${String(right)} ${String(bottom)}`;
    assert.ok(left >= -SLACK && right <= maxWidth + SLACK, `${box} in ${String(maxWidth)}`);
    assert.ok(top >= -SLACK && bottom <= drawing.height + SLACK, `${box} in ${drawing.height}`);
  }
  const texts = drawing.operations.filter((first) => first.kind === 'text');
  texts.forEach((first, i) => {
    for (const second of texts.slice(i + 1)) {
      assert.ok(
        !overlap(first, second),
        `${first.text} at ${first.x} and ${second.text} at ${second.x}`,
      );
    }
  });
}

/** Whether two texts overlap, between the baseline and the height of capitals. */
function overlap(first: TextRun, second: TextRun): boolean {
  const tall = ({ size }: TextRun): number => size * 0.72;
  return (
    first.x + first.width > second.x + SLACK &&
    second.x + second.width > first.x + SLACK &&
    first.y > second.y - tall(second) + SLACK &&
    second.y > first.y - tall(first) + SLACK
  );
}

describe('charts from 280 to 1,000 points wide', () => {
  it('keep the trend in its box and its texts apart', () => {
    fc.assert(
      fc.property(
        language,
        width,
        height,
        counted(13),
        (locale, wide, tall, [kindOfIndex, places]) => {
          const weeks = places.map((data, i) => ({
            week: `2026-W${String(34 + i)}`,
            ...withFigures(data, kindOfIndex),
          }));
          assertWhole(trendChart(weeks, kindOfIndex, wide, tall, settingIn(locale)), wide);
        },
      ),
      { numRuns: 150 },
    );
  });

  it('keep the days in their box and their texts apart', () => {
    fc.assert(
      fc.property(
        language,
        width,
        height,
        counted(7),
        (locale, wide, tall, [kindOfIndex, places]) => {
          const days = places.map((data, i) => ({
            date: `2026-11-${String(9 + i).padStart(2, '0')}`,
            ...withFigures(data, kindOfIndex),
          }));
          assertWhole(daysChart(days, kindOfIndex, wide, tall, settingIn(locale)), wide);
        },
      ),
      { numRuns: 150 },
    );
  });

  it('keep the hours and the legend in their boxes and their texts apart', () => {
    fc.assert(
      fc.property(language, width, counted(7 * 24), (locale, wide, [kindOfIndex, places]) => {
        const cells = places.map((data, i) => ({
          weekday: Math.floor(i / 24) + 1,
          hour: i % 24,
          data,
        }));
        const { index } = withFigures(places[0] ?? [], kindOfIndex);
        const bestAndWorst = bestAndWorstHours(hourSlots(cells, kindOfIndex));
        const { grid, legend } = heatMap(
          cells,
          kindOfIndex,
          index,
          bestAndWorst,
          wide,
          settingIn(locale),
        );
        assertWhole(grid, wide);
        if (legend !== null) assertWhole(legend, wide);
      }),
      { numRuns: 30 },
    );
  });

  it('keep the distribution in its box and its texts apart', () => {
    fc.assert(
      fc.property(
        language,
        width,
        fc.array(count, { minLength: 1, maxLength: 30 }),
        (locale, wide, data) => {
          assertWhole(distribution(data, wide, settingIn(locale)), wide);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('never cut the name of a button in the distribution', () => {
    for (const locale of LANGUAGES) {
      for (const wide of [280, 320, 371, 640]) {
        for (const k of [2, 3, 4, 5]) {
          const { operations } = distribution(
            Array.from({ length: k }, () => 10),
            wide,
            settingIn(locale),
          );
          const texts = operations.flatMap((first) => (first.kind === 'text' ? [first.text] : []));
          assert.deepEqual(
            texts.filter((text) => text.includes('…')),
            [],
            `${locale}, ${wide} wide`,
          );
        }
      }
    }
  });
});
