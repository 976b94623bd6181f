// The chart of compared places names each line at its end, without labels over each other.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createLayoutContext } from '../../../lib/adapters/pdf/layout.ts';
import type { CompareDrawing } from '../../../lib/charts/compare-chart.ts';
import { apart, compareChart, LINE_STYLES } from '../../../lib/charts/compare-chart.ts';
import type { TextRun } from '../../../lib/charts/draw-operations.ts';
import { fc } from '../../support/property-settings.ts';
import { createStoreReport } from '../../support/test-reports.ts';

const { typesetter } = createLayoutContext(createStoreReport(1), { locale: 'en', paper: 'A4' });
const WEEKS = Array.from({ length: 13 }, (_, i) => `W${35 + i}`);
const NAMES = [
  'Security control, Terminal 2',
  'Arrivals and baggage claim',
  'Washrooms',
  'Gate',
  'B',
];

function draw(values: readonly (readonly (number | null)[])[], width: number): CompareDrawing {
  const places = values.map((series, i) => ({
    name: NAMES[i] ?? '',
    values: series,
    text: String(Math.round(series.at(-1) ?? 0)),
  }));
  const ticks = [0, 50, 100].map((value) => ({ value, text: String(value) }));
  return compareChart({ places, weeks: WEEKS, ticks, alt: '' }, width, 176, typesetter);
}

function runsOf({ operations }: CompareDrawing): readonly TextRun[] {
  return operations.filter((operation) => operation.kind === 'text');
}

const series = fc.array(fc.option(fc.integer({ min: 0, max: 100 })), {
  minLength: 13,
  maxLength: 13,
});

describe('the chart of compared places', () => {
  it('keeps every text within its width, and none over another', () => {
    fc.assert(
      fc.property(
        fc.array(series, { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 180, max: 860 }),
        (values, width) => {
          const runs = runsOf(draw(values, width));
          for (const run of runs)
            assert.ok(
              run.x >= -0.01 && run.x + run.width <= width + 0.01,
              `${run.text} ${run.x} ${run.width} ${width}`,
            );
          runs.forEach((a, i) => {
            for (const b of runs.slice(i + 1)) assert.ok(!overlap(a, b), `${a.text} ${b.text}`);
          });
        },
      ),
    );
  });

  it('has the positions of all values of each week, which are those of the lines', () => {
    const { points, plot } = draw([[...WEEKS.map(() => 100)], [...WEEKS.map(() => null)]], 600);
    assert.equal(points.length, 13);
    for (const { values } of points) assert.deepEqual(values, [plot.top]);
  });

  it('names the lines where there is room, and prints their values everywhere', () => {
    const values = [WEEKS.map(() => 29), WEEKS.map(() => 54)];
    const texts = (width: number) => runsOf(draw(values, width)).map(({ text }) => text);
    assert.ok(texts(800).includes('Arrivals and baggage claim'));
    assert.ok(!texts(220).some((text) => text.startsWith('Arrivals')));
    for (const width of [800, 220]) assert.ok(texts(width).includes('54'));
  });

  it('tells the lines apart by dash as well as by colour', () => {
    assert.equal(new Set(LINE_STYLES.map(({ colour }) => colour)).size, 5);
    assert.equal(new Set(LINE_STYLES.map(({ dash }) => dash.join(' '))).size, 5);
  });
});

describe('labels that would overlap', () => {
  it('are moved apart in their order and stay within the bounds', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0, max: 100, noNaN: true }), { maxLength: 8 }),
        (positions) => {
          const sorted = positions.toSorted((a, b) => a - b);
          const moved = apart(sorted, 10, [0, 100]);
          moved.forEach((position, i) => {
            assert.ok(position >= -1e-9 && position <= 100 + 1e-9);
            assert.ok(position - (moved[i - 1] ?? -10) >= 10 - 1e-9);
          });
        },
      ),
    );
  });

  it('stay where they are when they are apart', () => {
    assert.deepEqual(apart([5, 20, 90], 10, [0, 100]), [5, 20, 90]);
  });
});

function overlap(a: TextRun, b: TextRun): boolean {
  const isBeside = a.x + a.width <= b.x + 0.01 || b.x + b.width <= a.x + 0.01;
  const isAbove = a.y <= b.y - b.size * 0.75 || b.y <= a.y - a.size * 0.75;
  return !isBeside && !isAbove;
}
