// Charts show the counts: gaps, hollow points, usual ranges, parts of the week, and colours that can be distinguished.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createLayoutContext } from '../../../lib/adapters/pdf/layout.ts';
import { indexOf, responsesOf } from '../../../lib/domain/scale.ts';
import type { TrendWeek } from '../../../lib/domain/report.ts';
import { NO_LEVEL } from '../../../lib/domain/report-versions.ts';
import type { Level, WeekPart } from '../../../lib/domain/signals/model.ts';
import { alarmStrip } from '../../../lib/charts/alarm-strip.ts';
import { axisDomain, createAxis } from '../../../lib/charts/axis.ts';
import { distribution } from '../../../lib/charts/distribution.ts';
import type { Drawing } from '../../../lib/charts/chart.ts';
import type { Operation, Path, Rectangle, TextRun } from '../../../lib/charts/draw-operations.ts';
import { indexDomain } from '../../../lib/charts/index-axes.ts';
import { PLOT, trendChart } from '../../../lib/charts/trend-chart.ts';
import { weekPartsChart } from '../../../lib/charts/week-parts.ts';
import {
  channels,
  colours,
  contrast,
  directionColours,
  smileyColours,
  textOn,
} from '../../../lib/charts/theme.ts';
import { createStoreReport } from '../../support/test-reports.ts';

const context = createLayoutContext(createStoreReport(1), { locale: 'en', paper: 'A4' });
const HAPPY = { indexType: 'HAPPY', feedbackScale: 'FOUR' };

function runsOf({ operations }: Drawing): readonly TextRun[] {
  return operations.filter((operation) => operation.kind === 'text');
}

function rectanglesOf({ operations }: Drawing): readonly Rectangle[] {
  return operations.filter((operation) => operation.kind === 'rect');
}

function pathsOf({ operations }: Drawing): readonly Path[] {
  return operations.filter((operation) => operation.kind === 'path');
}

describe('the distribution', () => {
  it('gives each button a width in proportion, its count and its share, worst first', () => {
    const chart = distribution([10, 20, 30, 40], 'HAPPY', 400, context);
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
        'HAPPY',
        370,
        context,
      );
      assert.ok(chart.height < 200);
    }
  });

  it('shows detractors, passives and promoters of an NPS', () => {
    const texts = runsOf(distribution([1, 2, 3, 4, 10], 'NPS', 400, context)).map(
      ({ text }) => text,
    );
    assert.deepEqual(texts, [
      'Detractors',
      '6',
      '30%',
      'Passives',
      '4',
      '20%',
      'Promoters',
      '10',
      '50%',
    ]);
  });

  it('hatches the worst segment, which looks like the best in grey print', () => {
    const chart = distribution([10, 20, 30, 40], 'HAPPY', 400, context);
    const hatchings = pathsOf(chart).filter(({ stroke }) => stroke === colours.paper);
    // In the bar and in its swatch.
    assert.equal(hatchings.length, 2);
    const xs =
      hatchings[0]?.commands.flatMap((command) => ('x' in command ? [command.x] : [])) ?? [];
    assert.ok(xs.length > 0 && xs.every((x) => x >= 0 && x <= 39.01));
  });
});

const USUAL: Level = { ...NO_LEVEL, state: 'usual', usual: 68, lower: 60, upper: 76 };
const LOW: Level = { ...USUAL, state: 'new', verdict: 'low', since: '2026-W46' };

describe('the trend', () => {
  const week = (i: number, data: readonly number[]): TrendWeek => ({
    week: `2026-W${String(34 + i)}`,
    data,
    responses: responsesOf(data),
    index: indexOf(data, 'HAPPY', 'FOUR'),
  });
  const weeksOf = (dataOf: (i: number) => readonly number[]): readonly TrendWeek[] =>
    Array.from({ length: 13 }, (_, i) => week(i, dataOf(i)));
  const draw = (trend: readonly TrendWeek[], level: Level): Drawing => {
    const series = { ...HAPPY, trend, level };
    return trendChart(series, indexDomain([series]), 500, 96, context);
  };
  const lineOf = (chart: Drawing): Path | undefined =>
    pathsOf(chart).find(({ stroke, lineWidth }) => stroke === colours.accent && lineWidth === 1.4);
  const levelLinesOf = ({ operations }: Drawing): readonly Operation[] =>
    operations.filter(
      (operation) => operation.kind === 'line' && operation.colour === colours.muted,
    );
  const dotsOf = (chart: Drawing): readonly Path[] =>
    pathsOf(chart).filter(({ fill, stroke }) => fill !== null && stroke === colours.accent);

  it('has a gap in its line and no point for a week without data', () => {
    const chart = draw(
      weeksOf((i) => (i === 5 ? [0, 0, 0, 0] : [1, 2, 30, 40 + i])),
      NO_LEVEL,
    );
    assert.deepEqual(
      lineOf(chart)?.commands.map((command) => command.to),
      [
        'move',
        ...Array.from({ length: 4 }, () => 'line'),
        'move',
        ...Array.from({ length: 6 }, () => 'line'),
      ],
    );
    assert.equal(dotsOf(chart).length, 12);
  });

  it('has hollow points apart from the line for weeks with under ten responses', () => {
    const chart = draw(
      weeksOf((i) => (i === 5 ? [0, 0, 4, 5] : [1, 2, 30, 40 + i])),
      NO_LEVEL,
    );
    assert.deepEqual(
      dotsOf(chart).flatMap(({ fill }, i) => (fill === colours.paper ? [i] : [])),
      [5],
    );
    assert.equal(lineOf(chart)?.commands.filter(({ to }) => to === 'move').length, 2);
  });

  it('keeps the responses in a strip below the plot', () => {
    const chart = draw(
      weeksOf((i) => [1, 2, 30, 40 + i]),
      USUAL,
    );
    const bars = rectanglesOf(chart).filter(({ fill }) => fill === colours.volume);
    assert.equal(bars.length, 13);
    for (const { y, height } of bars) {
      assert.ok(y >= PLOT.top + 96 + PLOT.gap);
      assert.ok(y + height <= PLOT.top + 96 + PLOT.gap + PLOT.strip + 0.01);
    }
  });

  it('has the usual range, and the usual level in it, of a week that is as usual', () => {
    const chart = draw(
      weeksOf(() => [20, 10, 20, 50]),
      USUAL,
    );
    const [band] = rectanglesOf(chart).filter(({ fill }) => fill === colours.band);
    assert.ok(band !== undefined);
    assert.deepEqual([band.x, Math.round(band.x + band.width)], [26, 500 - 30]);
    assert.equal(levelLinesOf(chart).length, 1);
    assert.match(chart.alt, /As usual; the usual level is 68, the usual range 60–76\.$/);
  });

  it('has no range but the level that is compared with for all other states', () => {
    for (const state of ['silent', 'new', 'still', 'recovered', 'better'] as const) {
      const chart = draw(
        weeksOf(() => [20, 10, 20, 50]),
        { ...LOW, state },
      );
      assert.ok(rectanglesOf(chart).every(({ fill }) => fill === colours.volume));
      assert.equal(levelLinesOf(chart).length, 1);
      assert.match(chart.alt, /; compared with 68\.$/);
      assert.doesNotMatch(chart.alt, /60|76/);
    }
  });

  it('ends its text with the state where there is no level to compare with', () => {
    const chart = draw(
      weeksOf(() => [20, 10, 20, 50]),
      { ...NO_LEVEL, state: 'newPlace' },
    );
    assert.deepEqual(levelLinesOf(chart), []);
    assert.match(chart.alt, / New place\.$/);
  });

  it('has neither range nor level for figures of an earlier version', () => {
    const chart = draw(
      weeksOf(() => [30, 0, 0, 70]),
      NO_LEVEL,
    );
    assert.ok(rectanglesOf(chart).every(({ fill }) => fill === colours.volume));
    assert.deepEqual(levelLinesOf(chart), []);
  });

  it('has no index axis when there is no index', () => {
    const trend = weeksOf(() => [1, 2, 3]).map((item) => ({ ...item, index: null }));
    const series = { indexType: 'CES', feedbackScale: 'THREE', trend, level: NO_LEVEL };
    const domain = indexDomain([series]);
    assert.equal(domain, null);
    assert.deepEqual(pathsOf(trendChart(series, domain, 500, 96, context)), []);
  });
});

describe('the axis', () => {
  const range = { low: 0, high: 100, minSpan: 20 };

  it('never magnifies noise and never leaves the range of the index', () => {
    for (const values of [[77, 78], [0, 1], [99, 100], [0, 100], [50], []]) {
      const axis = createAxis(axisDomain(values, range), 0, 100);
      const position = (value: number): number => axis.at(value);
      const perPoint = Math.abs(position(51) - position(50));
      assert.ok(perPoint <= 100 / 20 + 0.001, `${String(values)}: ${String(perPoint)}`);
      for (const value of values) {
        assert.ok(position(value) >= -0.001 && position(value) <= 100.001);
        assert.equal(axis.isBeyond(value), false);
      }
      for (const tick of axis.ticks) assert.ok(tick >= 0 && tick <= 100);
    }
  });

  it('places values outside its domain at its ends', () => {
    const axis = createAxis(axisDomain([60, 80], range), 0, 100);
    assert.deepEqual([axis.at(0), axis.at(100)], [100, 0]);
    assert.ok(axis.isBeyond(0) && axis.isBeyond(100));
  });

  it('is not widened by points with under ten responses', () => {
    const trend = [
      { week: '2026-W45', data: [5, 0, 0, 0], responses: 5, index: 0 },
      { week: '2026-W46', data: [300, 0, 0, 700], responses: 1_000, index: 70 },
    ];
    const domain = indexDomain([{ ...HAPPY, trend, level: NO_LEVEL }]);
    assert.ok(domain !== null && domain.low >= 50, JSON.stringify(domain));
  });
});

describe('the parts of the week', () => {
  const part = (changes: Partial<WeekPart>): WeekPart => ({
    ...{ weekday: null, part: null, responses: 40, difference: 1, usual: 0, z: 0, says: null },
    ...changes,
  });
  const cells = Array.from({ length: 28 }, (_, i) => 100 + i);
  const draw = (...parts: readonly WeekPart[]): Drawing =>
    weekPartsChart({ cells, parts }, HAPPY, 300, context);
  const textsOf = (chart: Drawing): readonly string[] => runsOf(chart).map(({ text }) => text);
  /** Without the legend. */
  const colouredOf = (chart: Drawing): readonly Rectangle[] =>
    rectanglesOf(chart).filter(({ fill, width }) => fill !== colours.calm && width > 10);

  it('show the responses of every weekday and six hours, never coloured', () => {
    const chart = draw(part({ weekday: 1, difference: -35.4, says: 'new' }));
    const counts = textsOf(chart).filter((text) => /^1\d\d$/.test(text));
    assert.deepEqual(
      counts.toSorted(),
      cells.map((n) => String(n)),
    );
    const calm = rectanglesOf(chart).filter(
      ({ fill, width }) => fill === colours.calm && width > 10,
    );
    assert.equal(calm.length, 28);
  });

  it('colour only named weekdays and parts of the day, with their difference', () => {
    const chart = draw(
      part({ weekday: 1, difference: -35.4, says: 'new' }),
      part({ weekday: 2, difference: 30, says: 'always' }),
      part({ weekday: 3, difference: -90 }),
      part({ part: 3, difference: -12, usual: -2, says: 'new' }),
    );
    assert.deepEqual(
      colouredOf(chart).map(({ fill }) => fill),
      [directionColours.bad, directionColours.good, directionColours.bad],
    );
    const [monday, tuesday, evening] = colouredOf(chart);
    assert.ok(monday !== undefined && tuesday !== undefined && evening !== undefined);
    // Below the names of the weekdays, and beside the name of the row.
    assert.equal(monday.y, tuesday.y);
    assert.ok(evening.y > monday.y && evening.x < monday.x);
    for (const text of ['−35', '+30', '−12']) assert.ok(textsOf(chart).includes(text), text);
    assert.ok(!textsOf(chart).includes('−90'));
    assert.match(chart.alt, /Monday: −35, usually 0/);
    assert.match(chart.alt, /18:00–00:00: −12, usually −2/);
    assert.doesNotMatch(chart.alt, /−90/);
  });

  it('are worse where they are lower than usual, although they are above the week', () => {
    const chart = draw(part({ weekday: 1, difference: 2, usual: 20, says: 'new' }));
    assert.deepEqual(
      colouredOf(chart).map(({ fill }) => fill),
      [directionColours.bad],
    );
  });

  it('have a legend only when a weekday or a part of the day is coloured', () => {
    const coloured = draw(part({ weekday: 1, difference: 20, says: 'new' }));
    for (const text of ['clearly worse', 'no clear difference', 'clearly better']) {
      assert.ok(textsOf(coloured).includes(text));
      assert.ok(!textsOf(draw(part({ weekday: 1 }))).includes(text));
    }
  });

  it('say that nothing differs only when something was tested', () => {
    assert.match(draw(part({ weekday: 1 })).alt, /No weekday or part of the day differs clearly/);
    assert.doesNotMatch(draw().alt, /No weekday/);
  });
});

describe('the strip of alerts', () => {
  const [survey] = createStoreReport(1).surveys;
  assert.ok(survey !== undefined && survey.alerts !== null);
  const [first] = survey.alerts;
  assert.ok(first !== undefined);
  const alert = (beginTime: string, endTime: string | null, negative = true): typeof first => ({
    ...first,
    alertType: 'negative',
    parameters: { negative },
    beginTime,
    endTime,
  });
  const draw = (alerts: readonly (typeof first)[]): Drawing =>
    alarmStrip({ ...survey, alerts }, '2026-11-16T18:00:00Z', 400, context);
  const barsOf = (chart: Drawing, fill: string): readonly Operation[] =>
    rectanglesOf(chart).filter((bar) => bar.fill === fill);

  it('merges overlapping alerts and clips them to the week', () => {
    const chart = draw([
      alert('2026-11-01T00:00:00+02:00', '2026-11-09T12:00:00+02:00'),
      alert('2026-11-09T06:00:00+02:00', '2026-11-10T00:00:00+02:00'),
      alert('2026-11-15T00:00:00+02:00', null),
    ]);
    const bars = barsOf(chart, directionColours.bad);
    assert.equal(bars.length, 2);
    const widths = bars.map((bar) => (bar.kind === 'rect' ? bar.width : 0));
    assert.ok(Math.abs((widths[0] ?? 0) - (widths[1] ?? 0)) < 0.01, 'each is a day long');
    assert.match(chart.alt, /^Alerts about bad feedback: open for 48h, 2 times\.$/);
  });

  it('has a row for each direction with alerts', () => {
    const chart = draw([
      alert('2026-11-10T00:00:00+02:00', '2026-11-10T12:00:00+02:00'),
      alert('2026-11-11T00:00:00+02:00', '2026-11-11T12:00:00+02:00', false),
    ]);
    assert.equal(barsOf(chart, directionColours.bad).length, 1);
    assert.equal(barsOf(chart, directionColours.good).length, 1);
    assert.equal(barsOf(chart, directionColours.neutral).length, 0);
  });
});

describe('the palette', () => {
  it('has distinguishable neighbouring buttons in grey print', () => {
    for (const k of [2, 3, 4, 5]) {
      const lightness = smileyColours(k).map(lightnessOf);
      lightness.slice(1).forEach((operation, i) => {
        // Gaps separate the buttons, and the worst is hatched.
        assert.ok(Math.abs(operation - (lightness[i] ?? 0)) >= 6, String(k));
      });
    }
  });

  it('has distinguishable buttons for colour-blind readers', () => {
    for (const matrix of Object.values(BLINDNESS)) {
      for (const k of [2, 3, 4, 5]) {
        const labColours = smileyColours(k).map((colour) => labOf(simulated(colour, matrix)));
        labColours.forEach((a, i) => {
          for (const b of labColours.slice(i + 1)) assert.ok(distance(a, b) >= 20);
        });
      }
    }
  });

  it('has enough contrast between text and every colour', () => {
    for (const colour of [
      ...smileyColours(4),
      ...smileyColours(5),
      ...smileyColours(7),
      directionColours.bad,
      directionColours.good,
      colours.calm,
    ]) {
      assert.ok(contrast(colour, textOn(colour)) >= 4, colour);
    }
    assert.ok(contrast(colours.muted, colours.paper) >= 4.5);
    assert.ok(contrast(colours.muted, colours.calm) >= 4.5);
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
