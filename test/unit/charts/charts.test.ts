// Charts show the counts: gaps, grey hours with few responses, and colours that can be distinguished.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createLayoutContext } from '../../../lib/adapters/pdf/layout.ts';
import { indexOf, responsesOf } from '../../../lib/domain/scale.ts';
import { createAxis } from '../../../lib/charts/axis.ts';
import { distribution } from '../../../lib/charts/distribution.ts';
import type { Drawing } from '../../../lib/charts/chart.ts';
import { heatMap } from '../../../lib/charts/heat-map.ts';
import { bestAndWorstHours, hourSlots } from '../../../lib/charts/best-worst-hours.ts';
import { trendChart } from '../../../lib/charts/trend-chart.ts';
import type { TextRun } from '../../../lib/charts/draw-operations.ts';
import {
  HEAT,
  VOLUME,
  channels,
  colours,
  contrast,
  smileyColours,
  textOn,
} from '../../../lib/charts/theme.ts';
import { createStoreReport } from '../../support/test-reports.ts';

const context = createLayoutContext(createStoreReport(1), { locale: 'en', paper: 'A4' });
const HAPPY = { indexType: 'HAPPY', feedbackScale: 'FOUR' };

function runsOf({ operations }: Drawing): readonly TextRun[] {
  return operations.filter((operation) => operation.kind === 'text');
}

describe('the distribution', () => {
  it('gives each button a width in proportion, its count and its share, worst first', () => {
    const chart = distribution([10, 20, 30, 40], 400, context);
    const bars = chart.operations.filter((operation) => operation.kind === 'rect');
    assert.deepEqual(
      bars.slice(0, 4).map((operation) => Math.round(operation.width)),
      [39, 79, 119, 160],
    );
    assert.deepEqual(
      bars.slice(0, 4).map((operation) => operation.fill),
      smileyColours(4),
    );
    const texts = runsOf(chart).map((run) => run.text);
    for (const text of ['Very unhappy', '10', '10%', 'Very happy', '40', '40%'])
      assert.ok(texts.includes(text));
  });

  it('shows any number of buttons of an unknown scale', () => {
    for (const k of [0, 1, 7, 11, 60]) {
      const chart = distribution(
        Array.from({ length: k }, (_, i) => i),
        370,
        context,
      );
      assert.ok(chart.height < 200);
    }
  });
});

describe('the trend', () => {
  const week = (i: number, data: readonly number[]): Parameters<typeof trendChart>[0][number] => ({
    week: `2026-W${String(34 + i)}`,
    data,
    responses: responsesOf(data),
    index: indexOf(data, 'HAPPY', 'FOUR'),
  });

  it('has a gap in its line and no point for a week without data', () => {
    const weeks = Array.from({ length: 13 }, (_, i) =>
      week(i, i === 5 ? [0, 0, 0, 0] : [1, 2, 30, 40 + i]),
    );
    const { operations } = trendChart(weeks, HAPPY, 500, 96, context);
    const paths = operations.flatMap((operation) => (operation.kind === 'path' ? [operation] : []));
    const curve = paths.find((operation) => operation.fill === null);
    assert.deepEqual(
      curve?.commands.map((command) => command.to),
      [
        'move',
        ...Array.from({ length: 4 }, () => 'line'),
        'move',
        ...Array.from({ length: 6 }, () => 'line'),
      ],
    );
    const points = paths.filter(
      (operation) => operation.stroke !== null && operation.fill !== null,
    );
    assert.equal(points.length, 12);
  });

  it('has no index axis when there is no index', () => {
    const weeks = Array.from({ length: 13 }, (_, i) => ({ ...week(i, [1, 2, 3]), index: null }));
    const chart = trendChart(weeks, { indexType: 'CES', feedbackScale: 'THREE' }, 500, 96, context);
    assert.deepEqual(
      chart.operations.filter((operation) => operation.kind === 'path'),
      [],
    );
  });
});

describe('the axis', () => {
  const range = { low: 0, high: 100, minSpan: 20 };

  it('never magnifies noise and never leaves the range of the index', () => {
    for (const values of [[77, 78], [0, 1], [99, 100], [0, 100], [50]]) {
      const axis = createAxis(values, range, 0, 100, 4);
      const position = (value: number): number => axis.at(value);
      const perPoint = Math.abs(position(51) - position(50));
      assert.ok(perPoint <= 100 / 20 + 0.001, `${String(values)}: ${String(perPoint)}`);
      for (const value of values)
        assert.ok(position(value) >= -0.001 && position(value) <= 100.001);
      for (const tick of axis.ticks) assert.ok(tick >= 0 && tick <= 100);
    }
  });
});

describe('the heat map', () => {
  const cells = [
    { weekday: 1, hour: 9, data: [0, 0, 1, 1] },
    { weekday: 1, hour: 10, data: [30, 0, 0, 0] },
    { weekday: 2, hour: 9, data: [0, 0, 0, 30] },
    { weekday: 2, hour: 10, data: [0, 0, 0, 3] },
    { weekday: 3, hour: 10, data: [10, 10, 10, 10] },
  ];
  const bestAndWorst = bestAndWorstHours(hourSlots(cells, HAPPY));

  it('shows hours under three responses in grey and colours the others by index', () => {
    const { grid } = heatMap(cells, HAPPY, 50, bestAndWorst, 500, context);
    const fills = grid.operations.flatMap((operation) =>
      operation.kind === 'rect' && operation.width > 2 ? [operation.fill] : [],
    );
    assert.deepEqual(fills, [colours.thin, HEAT[0], HEAT[4], HEAT[4], HEAT[2]]);
  });

  it('shows the number of responses in every hour with responses', () => {
    const { grid } = heatMap(cells, HAPPY, 50, bestAndWorst, 500, context);
    const numbers = runsOf(grid)
      .filter((run) => run.size === 6)
      .map((run) => run.text);
    assert.deepEqual(numbers, ['2', '30', '30', '3', '40']);
  });

  it('orders hours by ranking score: thirty good responses before three', () => {
    const { best, worst } = bestAndWorstHours(hourSlots(cells, HAPPY));
    assert.deepEqual(
      best.map(({ weekday, hour }) => [weekday, hour]),
      [
        [2, 9],
        [2, 10],
      ],
    );
    assert.deepEqual(
      worst.map(({ weekday, hour }) => [weekday, hour]),
      [
        [1, 10],
        [3, 10],
      ],
    );
  });
});

describe('the palette', () => {
  it('has distinguishable neighbouring buttons in grey print', () => {
    for (const k of [2, 3, 4, 5]) {
      const lightness = smileyColours(k).map(lightnessOf);
      lightness.slice(1).forEach((operation, i) => {
        assert.ok(Math.abs(operation - (lightness[i] ?? 0)) >= 12);
      });
    }
  });

  it('has a different lightness for every step of heat', () => {
    for (const steps of [HEAT, VOLUME]) {
      const sorted = steps.map(lightnessOf).sort((a, b) => a - b);
      sorted.slice(1).forEach((operation, i) => {
        assert.ok(operation - (sorted[i] ?? 0) >= 5);
      });
    }
  });

  it('has distinguishable buttons for colour-blind readers', () => {
    for (const matrix of Object.values(BLINDNESS)) {
      for (const k of [2, 3, 4, 5]) {
        const seen = smileyColours(k).map((colour) => labOf(simulated(colour, matrix)));
        seen.forEach((a, i) => {
          for (const b of seen.slice(i + 1)) assert.ok(distance(a, b) >= 12);
        });
      }
    }
  });

  it('has enough contrast between text and every colour', () => {
    for (const colour of [
      ...smileyColours(4),
      ...smileyColours(5),
      ...smileyColours(7),
      ...HEAT,
      ...VOLUME,
    ]) {
      assert.ok(contrast(colour, textOn(colour)) >= 4, colour);
    }
    assert.ok(contrast(colours.muted, colours.paper) >= 4.5);
    assert.ok(contrast(colours.muted, colours.thin) >= 4.5);
  });
});

// Machado, Oliveira and Fernandes 2009, severity 1, for linear red, green and blue.
const BLINDNESS = {
  protanopia: [
    0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998,
  ],
  deuteranopia: [
    0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881,
  ],
  tritanopia: [
    1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.3039,
  ],
} as const;

function linear(colour: string): readonly number[] {
  return channels(colour).map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
}

function simulated(colour: string, m: readonly number[]): readonly number[] {
  const [r = 0, g = 0, b = 0] = linear(colour);
  return [0, 3, 6].map((row) => {
    const value = (m[row] ?? 0) * r + (m[row + 1] ?? 0) * g + (m[row + 2] ?? 0) * b;
    return Math.min(1, Math.max(0, value));
  });
}

function labOf([r = 0, g = 0, b = 0]: readonly number[]): readonly number[] {
  const f = (t: number): number =>
    t > 216 / 24_389 ? Math.cbrt(t) : ((24_389 / 27) * t + 16) / 116;
  const x = f((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505);
  const y = f(0.2126 * r + 0.7152 * g + 0.0722 * b);
  const z = f((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

function lightnessOf(colour: string): number {
  return labOf(linear(colour))[0] ?? 0;
}

function distance(a: readonly number[], b: readonly number[]): number {
  return Math.hypot(...a.map((value, i) => value - (b[i] ?? 0)));
}
