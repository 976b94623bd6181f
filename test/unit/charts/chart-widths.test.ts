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
import { alarmStrip } from '../../../lib/charts/alarm-strip.ts';
import { funnelChart } from '../../../lib/charts/funnel-chart.ts';
import { indexDomain } from '../../../lib/charts/index-axes.ts';
import { weekPartsChart } from '../../../lib/charts/week-parts.ts';
import { NO_LEVEL } from '../../../lib/domain/report-versions.ts';
import type { Level, WeekPart } from '../../../lib/domain/signals/model.ts';
import { rankLeaves, sideOf } from '../../../lib/domain/signals/standing.ts';
import { MARGINS } from '../../../lib/domain/signals/week-parts.ts';
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
const countLists = (
  places: number,
): fc.Arbitrary<readonly [Kind, readonly (readonly number[])[]]> =>
  kind.chain((kindOfIndex) => {
    const data = fc.array(count, { minLength: kindOfIndex.k, maxLength: kindOfIndex.k });
    const zeroCounts = fc.constant(Array.from({ length: kindOfIndex.k }, () => 0));
    const place = fc.oneof({ weight: 4, arbitrary: data }, { weight: 1, arbitrary: zeroCounts });
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

/** As usual around the index of the last week, or without a level. */
function levelOf(weeks: readonly Figured[]): Level {
  const usual = weeks.at(-1)?.index ?? null;
  if (usual === null) return NO_LEVEL;
  return { ...NO_LEVEL, state: 'usual', usual, lower: usual - 1, upper: usual + 1 };
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, n) => total + n, 0);
}

/** Tolerance for rounding, in points. */
const SLACK = 0.01;

function assertWhole(drawing: Drawing, maxWidth: number): void {
  assert.equal(drawing.width, maxWidth);
  assert.notEqual(drawing.alt, '');
  if (drawing.operations.length > 0) {
    const { left, top, right, bottom } = boundingBox({ ...drawing, dx: 0, dy: 0 });
    const box = `${String(left)} ${String(top)} ${String(right)} ${String(bottom)}`;
    assert.ok(left >= -SLACK && right <= maxWidth + SLACK, `${box} in ${String(maxWidth)}`);
    assert.ok(top >= -SLACK && bottom <= drawing.height + SLACK, `${box} in ${drawing.height}`);
  }
  const texts = drawing.operations.filter((operation) => operation.kind === 'text');
  texts.forEach((run, i) => {
    for (const laterRun of texts.slice(i + 1)) {
      assert.ok(
        !overlap(run, laterRun),
        `${run.text} at ${run.x} and ${laterRun.text} at ${laterRun.x}`,
      );
    }
  });
}

/** Whether two texts overlap, between the baseline and the height of capitals. */
function overlap(a: TextRun, b: TextRun): boolean {
  const tall = ({ size }: TextRun): number => size * 0.72;
  return (
    a.x + a.width > b.x + SLACK &&
    b.x + b.width > a.x + SLACK &&
    a.y > b.y - tall(b) + SLACK &&
    b.y > a.y - tall(a) + SLACK
  );
}

describe('charts from 280 to 1,000 points wide', () => {
  it('draw the trend within its box without overlapping texts', () => {
    fc.assert(
      fc.property(
        language,
        width,
        height,
        countLists(13),
        (locale, wide, tall, [kindOfIndex, places]) => {
          const weeks = places.map((data, i) => ({
            week: `2026-W${String(34 + i)}`,
            ...withFigures(data, kindOfIndex),
          }));
          const series = { ...kindOfIndex, trend: weeks, level: levelOf(weeks) };
          const domain = indexDomain([series]);
          assertWhole(trendChart(series, domain, wide, tall, settingIn(locale)), wide);
        },
      ),
      { numRuns: 150 },
    );
  });

  it('draw the days within their box without overlapping texts', () => {
    fc.assert(
      fc.property(
        language,
        width,
        height,
        countLists(7),
        (locale, wide, tall, [kindOfIndex, places]) => {
          const days = places.map((data, i) => ({
            date: `2026-11-${String(9 + i).padStart(2, '0')}`,
            ...withFigures(data, kindOfIndex),
          }));
          const series = { ...kindOfIndex, trend: [], level: NO_LEVEL, days };
          const domain = indexDomain([series]);
          assertWhole(daysChart(series, domain, wide, tall, settingIn(locale)), wide);
        },
      ),
      { numRuns: 150 },
    );
  });

  it('draw the parts of the week within their box without overlapping texts', () => {
    fc.assert(
      fc.property(
        language,
        width,
        countLists(28),
        fc.array(fc.boolean(), { minLength: 11, maxLength: 11 }),
        (locale, wide, [kindOfIndex, places], named) => {
          const parts = MARGINS.map((margin, i): WeekPart => {
            const [n = 0] = places[i] ?? [];
            const difference = (n % 201) - 100;
            return {
              ...{ ...margin, responses: n, difference, usual: 0, z: 0 },
              says: named[i] === true ? 'new' : null,
            };
          });
          const hours = { cells: places.map(responsesOf), parts };
          assertWhole(weekPartsChart(hours, kindOfIndex, wide, settingIn(locale)), wide);
        },
      ),
      { numRuns: 50 },
    );
  });

  it('draw the numbers of responses below a funnel apart from each other, and all of them where there is room', () => {
    for (const mostResponses of [90, 1_400, 25_000, 9_999_999]) {
      const leaves = Array.from({ length: 12 }, (_, i) => ({
        ...{ folder: i + 1, survey: i + 1 },
        data: [1, 2, 3, 4].map((n) => Math.ceil((n * mostResponses * (i + 1)) / 120)),
      }));
      const data = [0, 1, 2, 3].map((i) => sum(leaves.map((leaf) => leaf.data[i] ?? 0)));
      const group = { indexType: 'HAPPY', feedbackScale: 'FOUR', data };
      const ranking = rankLeaves(leaves, group);
      assert.ok(ranking !== null);
      for (const locale of LANGUAGES) {
        const labels = [220, 280, 1_000].map((wide) => {
          const drawing = funnelChart(ranking, group, wide, 150, settingIn(locale));
          const texts = drawing?.operations.filter((operation) => operation.kind === 'text') ?? [];
          const lowest = Math.max(...texts.map(({ y }) => y));
          return texts.filter(({ y }) => y === lowest).toSorted((a, b) => a.x - b.x);
        });
        for (const row of labels) {
          const gaps = row.slice(1).map(({ x }, i) => x - (row[i]?.x ?? 0) - (row[i]?.width ?? 0));
          assert.ok(
            gaps.every((gap) => gap >= 3),
            `${locale}, ${mostResponses}: ${gaps.join(' ')}`,
          );
        }
        assert.ok((labels[0]?.length ?? 0) >= 2);
        assert.ok((labels[2]?.length ?? 0) >= 4);
      }
    }
  });

  it('draw the name of the lowest place of a funnel above the line at its bottom', () => {
    const leaves = Array.from({ length: 20 }, (_, i) => ({
      ...{ folder: 41_010 + i, survey: i + 1 },
      data: i === 0 ? [900, 0, 0, 0] : [60, 70, 250, 500],
    }));
    const data = [0, 1, 2, 3].map((i) => sum(leaves.map((leaf) => leaf.data[i] ?? 0)));
    const group = { indexType: 'HAPPY', feedbackScale: 'FOUR', data };
    const ranking = rankLeaves(leaves, group);
    assert.ok(ranking !== null);
    assert.deepEqual(
      ranking.places.flatMap((place) =>
        sideOf(place, ranking.places.length) === null ? [] : [place.index],
      ),
      [0],
    );
    const operations = funnelChart(ranking, group, 500, 150, settingIn('en'))?.operations ?? [];
    const lines = operations.filter((operation) => operation.kind === 'line');
    const bottom = Math.max(...lines.map(({ y1 }) => y1));
    const texts = operations.filter((operation) => operation.kind === 'text');
    // The numbers of the vertical axis are left of its lines.
    const names = texts.filter(({ x, y }) => x > 26 && y < bottom + 5);
    assert.equal(names.length, 1);
    for (const { y } of names) assert.ok(y <= bottom - 3, String(bottom - y));
  });

  it('draw the strip of alerts within its box without overlapping texts', () => {
    const [survey] = REPORT.surveys;
    assert.ok(survey !== undefined && survey.alerts !== null);
    const { alerts } = survey;
    for (const locale of LANGUAGES) {
      for (const wide of [280, 300, 499, 1_000]) {
        assertWhole(alarmStrip({ ...survey, alerts }, REPORT.asOf, wide, settingIn(locale)), wide);
      }
    }
  });

  it('draw the distribution within its box without overlapping texts', () => {
    fc.assert(
      fc.property(
        language,
        width,
        fc.array(count, { minLength: 1, maxLength: 30 }),
        fc.constantFrom('HAPPY', 'NPS', 'CES'),
        (locale, wide, data, indexType) => {
          assertWhole(distribution(data, indexType, wide, settingIn(locale)), wide);
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
            'HAPPY',
            wide,
            settingIn(locale),
          );
          const texts = operations.flatMap((operation) =>
            operation.kind === 'text' ? [operation.text] : [],
          );
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
