// Charts show what the view says: gaps, few responses, usual ranges, levels, silent and missing days, and nothing beside their plot.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { boundingBox } from '../../../lib/adapters/pdf/box.ts';
import { typesetter } from '../../../lib/adapters/pdf/text/typesetter.ts';
import { alarmHours } from '../../../lib/charts/alarm-hours.ts';
import { movedBar, mostPresses, pressBar } from '../../../lib/charts/bars.ts';
import { buttonsBar } from '../../../lib/charts/buttons-bar.ts';
import { childTrend, panelAxis } from '../../../lib/charts/child-trend.ts';
import { daysChart } from '../../../lib/charts/days.ts';
import type {
  Dot,
  Operation,
  Path,
  Rectangle,
  TextRun,
} from '../../../lib/charts/draw-operations.ts';
import { cellsWithin, heatCell } from '../../../lib/charts/heat-cell.ts';
import { mirrorOperation } from '../../../lib/charts/mirror-drawing.ts';
import { rowTrend } from '../../../lib/charts/row-trend.ts';
import type { GlyphState } from '../../../lib/charts/state-glyph.ts';
import { stateGlyph } from '../../../lib/charts/state-glyph.ts';
import { colours } from '../../../lib/charts/theme.ts';
import { trendChart } from '../../../lib/charts/trend.ts';
import type { AlertsView, Trend } from '../../../lib/view/report-view.ts';
import { PLACE_STATES } from '../../../lib/view/report-view.ts';
import { fc } from '../../support/property-settings.ts';
import {
  sampleButtons,
  sampleDays,
  sampleOptions,
  sampleTrend,
} from '../../support/sample-view-parts.ts';

type Operations = readonly Operation[];

const textsOf = (operations: Operations): readonly TextRun[] =>
  operations.filter((operation) => operation.kind === 'text');
const rectanglesOf = (operations: Operations, fill: string): readonly Rectangle[] =>
  operations.filter((operation) => operation.kind === 'rect').filter((area) => area.fill === fill);
const pathsOf = (operations: Operations): readonly Path[] =>
  operations.filter((operation) => operation.kind === 'path');
/** A hollow dot is a circle that is filled with the colour of the paper. */
const dotsOf = (operations: Operations): readonly (Dot | Path)[] =>
  operations.flatMap((operation) =>
    operation.kind === 'dot' || (operation.kind === 'path' && operation.fill !== null)
      ? [operation]
      : [],
  );
const hollowDotsOf = (operations: Operations): readonly number[] =>
  dotsOf(operations).flatMap((dot, i) =>
    dot.kind === 'path' && dot.fill === colours.paper ? [i] : [],
  );
const lineOf = (operations: Operations): readonly string[] =>
  pathsOf(operations)
    .filter(({ fill, stroke }) => fill === null && stroke === colours.accent)
    .flatMap(({ commands }) => commands.map(({ to }) => to));

const SIZE = { width: 317, plotHeight: 114 } as const;
const STEADY: readonly (number | null)[] = Array.from({ length: 13 }, () => 70);
const BAND = { lower: 60, upper: 76, fromWeek: '2026-W40', label: 'usually 60–76' };
const drawTrend = (trend: Trend): ReturnType<typeof trendChart> =>
  trendChart(trend, SIZE, typesetter);

describe('the chart of weeks', () => {
  it('has a gap where a week is not measured, and a large last point with its value', () => {
    const { operations, points } = drawTrend(sampleTrend(STEADY.with(5, null)));
    assert.deepEqual(lineOf(operations).filter((to) => to === 'move').length, 2);
    assert.equal(dotsOf(operations).length, 12);
    assert.equal(points[5]?.y, null);
    const [value] = textsOf(operations).filter(({ text, size }) => text === '70' && size === 10);
    assert.ok(value !== undefined && value.x > (points.at(-1)?.x ?? 0));
  });

  it('has no value at its end without a last week', () => {
    const { operations } = drawTrend(sampleTrend(STEADY.with(12, null)));
    assert.deepEqual(
      textsOf(operations).filter(({ size }) => size === 10),
      [],
    );
  });

  it('draws weeks of few responses hollow', () => {
    const trend = sampleTrend(STEADY);
    const few = trend.points.map((point, i) => (i === 3 ? { ...point, responses: 9 } : point));
    const { operations } = drawTrend({ ...trend, points: few });
    assert.deepEqual(hollowDotsOf(operations), [3]);
  });

  it('has the usual range from the first week of its level on', () => {
    const { operations, points } = drawTrend(sampleTrend(STEADY, { band: BAND }));
    const [band] = rectanglesOf(operations, colours.band);
    assert.ok(band !== undefined);
    assert.equal(band.x, (points[5]?.x ?? 0) - 3);
    assert.equal(band.x + band.width, (points[12]?.x ?? 0) + 3);
    assert.ok(textsOf(operations).some(({ text }) => text === 'usually 60–76'));
  });

  it('has a dashed line for each level in its weeks', () => {
    const level = {
      value: 22,
      fromWeek: '2026-W01',
      toWeek: '2026-W38',
      label: '22 until week 38',
    };
    const { operations, points } = drawTrend(sampleTrend(STEADY, { levels: [level] }));
    const dashed = operations.flatMap((operation) =>
      operation.kind === 'line' && operation.dash !== undefined ? [operation] : [],
    );
    assert.deepEqual(
      dashed.map(({ x1, x2 }) => [x1, x2]),
      [[(points[0]?.x ?? 0) - 3, (points[3]?.x ?? 0) + 3]],
    );
  });

  it('stays in its box at any width', () => {
    const value = fc.option(fc.integer({ min: 0, max: 100 }), { nil: null, freq: 8 });
    const week = fc.integer({ min: 30, max: 47 }).map((n) => `2026-W${n}`);
    const levels = fc.array(
      fc.record({ value: fc.integer({ min: 0, max: 100 }), fromWeek: week, toWeek: week }),
      { maxLength: 2 },
    );
    fc.assert(
      fc.property(
        fc.array(value, { minLength: 13, maxLength: 13 }),
        levels,
        fc.integer({ min: 150, max: 900 }),
        (values, spans, width) => {
          const labelled = spans.map((span) => ({ ...span, label: `${span.value} until week 38` }));
          const trend = sampleTrend(values, { levels: labelled, band: BAND });
          const drawing = trendChart(trend, { width, plotHeight: 114 }, typesetter);
          const { left, top, right, bottom } = boundingBox({ ...drawing, dx: 0, dy: 0 });
          assert.ok(left >= -0.01 && right <= width + 0.01, `${left} ${right} of ${width}`);
          assert.ok(top >= -2 && bottom <= drawing.height + 0.01, `${top} ${bottom}`);
        },
      ),
      { numRuns: 200 },
    );
  });

  it('moves a label below its range where the line is above it', () => {
    const above = sampleTrend(
      STEADY.map((value, i) => (i >= 5 && i <= 8 ? 80 : value)),
      { band: BAND },
    );
    const [label] = textsOf(drawTrend(above).operations).filter(({ text }) => text === BAND.label);
    const [band] = rectanglesOf(drawTrend(above).operations, colours.band);
    assert.ok(label !== undefined && band !== undefined);
    assert.ok(label.y > band.y + band.height, String(label.y));
  });

  it('has the responses in a strip below the plot, this week darker', () => {
    const { operations, plot, height } = drawTrend(sampleTrend(STEADY));
    const bars = rectanglesOf(operations, colours.volume);
    assert.equal(bars.length, 12);
    assert.equal(rectanglesOf(operations, colours.volumeNow).length, 1);
    assert.ok(bars.every((bar) => bar.y > plot.bottom && bar.y + bar.height < height - 10));
  });
});

const WEEK = [39, 39, 29, 28, 25, 20, 24];

describe('the chart of days', () => {
  const size = { width: 176, plotHeight: 114 };

  it('has the height and the plot of the chart of weeks', () => {
    const days = daysChart(sampleDays(WEEK), size, typesetter);
    const weeks = drawTrend(sampleTrend(STEADY));
    assert.deepEqual([days.height, days.plot], [weeks.height, weeks.plot]);
    assert.equal(days.points[6]?.y, days.plot.bottom - 24 * 1.14);
  });

  it('has the interval of each day, and a hollow dot for few responses without one', () => {
    const view = sampleDays(WEEK, {}, (i) =>
      i === 2 ? { isFew: true, lower: null, upper: null } : {},
    );
    const { operations } = daysChart(view, size, typesetter);
    assert.equal(rectanglesOf(operations, colours.interval).length, 6);
    assert.deepEqual(hollowDotsOf(operations), [2]);
  });

  it('writes the value away from the line of what is usual', () => {
    for (const usual of [30, 35, 40, 44, 47, 50, 55]) {
      const { operations } = daysChart(sampleDays([39], { usual }), size, typesetter);
      const level = operations.find(
        (operation) => operation.kind === 'line' && operation.colour === colours.ink,
      );
      const value = textsOf(operations).find(({ text }) => text === '39');
      assert.ok(level?.kind === 'line' && value !== undefined);
      assert.ok(level.y1 > value.y || level.y1 < value.y - 6, `${usual}`);
    }
  });

  it('hatches a spell without responses as one area', () => {
    const view = sampleDays([70, 78, 70, null, null, null, null], {}, (i) => ({ isSilent: i > 2 }));
    const { operations } = daysChart(view, size, typesetter);
    const [area, ...others] = rectanglesOf(operations, colours.noSignalPaper);
    assert.ok(area !== undefined && others.length === 0);
    assert.ok(Math.abs(area.width - (4 / 7) * 170) < 0.01);
    assert.ok(pathsOf(operations).some(({ stroke }) => stroke === colours.noSignal));
  });

  it('keeps names and numbers of days whole, apart and in its box, at any width', () => {
    const counts = fc.array(fc.constantFrom('0', '234', '1,234', '999,999,999', 'missing'), {
      minLength: 7,
      maxLength: 7,
    });
    fc.assert(
      fc.property(counts, fc.integer({ min: 120, max: 600 }), (texts, width) => {
        const view = sampleDays(WEEK, {}, (i) => ({ countText: texts[i] ?? '' }));
        const drawing = daysChart(view, { width, plotHeight: 60 }, typesetter);
        const { left, right } = boundingBox({ ...drawing, dx: 0, dy: 0 });
        assert.ok(left >= -0.01 && right <= width + 0.01, `${left} ${right} of ${width}`);
        const row = textsOf(drawing.operations).filter(({ y }) => y > drawing.height - 5);
        row.slice(1).forEach((next, i) => {
          const { x = 0, width: length = 0 } = row[i] ?? {};
          assert.ok(next.x >= x + length);
        });
      }),
      { numRuns: 200 },
    );
  });

  it('frames a day that is missing', () => {
    const view = sampleDays(WEEK.with(6, 0), {}, (i) =>
      i === 6 ? { isMissing: true, value: null } : {},
    );
    const [frame] = rectanglesOf(daysChart(view, size, typesetter).operations, colours.notice);
    assert.ok(frame !== undefined && frame.dash !== undefined);
    assert.equal(frame.stroke, colours.noticeEdge);
  });

  it('has bars of responses and lines of the usual numbers where there is no index', () => {
    const view = sampleDays(WEEK, { showsCounts: true }, (i) => ({ responses: i, usualCount: 12 }));
    const { operations } = daysChart(view, size, typesetter);
    const bars = rectanglesOf(operations, colours.volumeNow);
    assert.deepEqual(
      bars.map(({ height }) => Math.round(height * 12 * 100) / 100),
      [0, 1, 2, 3, 4, 5, 6].map((n) => Math.round(n * (114 - 10.5) * 100) / 100),
    );
    assert.deepEqual(dotsOf(operations), []);
  });
});

describe('small charts', () => {
  const row = (trend: readonly (number | null)[], level: number | null): Operations =>
    rowTrend({ trend, level, state: 'new' }, 96, 24);

  it('of rows have one scale, and clip what is outside', () => {
    const yOf = (value: number): number => {
      const [dot] = dotsOf(row([value], null));
      return dot?.kind === 'dot' ? dot.y : NaN;
    };
    assert.equal(yOf(85), yOf(100));
    assert.equal(yOf(15), yOf(0));
    assert.ok(yOf(50) > yOf(51));
  });

  it('of rows have their level as a dotted line, and nothing without a value', () => {
    const [level] = row(STEADY, 68).filter((operation) => operation.kind === 'line');
    assert.notEqual(level?.dash, undefined);
    assert.deepEqual(row([null, null], 68), []);
  });

  it('of panels begin at 40 unless a value is lower', () => {
    assert.equal(panelAxis([{ trend: [40, null, 100] }]).min, 40);
    assert.equal(panelAxis([{ trend: [70] }, { trend: [39.9] }]).min, 0);
  });

  it('of panels stay in their box', () => {
    const panel = { trend: STEADY, band: { lower: 60, upper: 76 }, state: 'new' } as const;
    const operations = childTrend(panel, panelAxis([panel]), 118, 63);
    const { left, right, top, bottom } = boundingBox({ operations, dx: 0, dy: 0 });
    assert.ok(left >= 0 && right <= 118 && top >= 0 && bottom <= 63);
  });
});

describe('the bar of buttons', () => {
  it('gives each button its share, and hatches the worst only', () => {
    const operations = buttonsBar(sampleButtons([10, 20, 30, 40]), 400, 18, typesetter);
    const bars = operations.filter(
      (operation) => operation.kind === 'rect' && operation.height === 18,
    );
    assert.deepEqual(
      bars.map((bar) => (bar.kind === 'rect' ? Math.round(bar.x + bar.width) : 0)),
      [40, 120, 240, 400],
    );
    assert.equal(pathsOf(operations).length, 1);
    assert.deepEqual(
      textsOf(operations).map(({ text }) => text),
      ['10%', '20%', '30%', '40%'],
    );
  });

  it('writes a share only where it has room', () => {
    const texts = textsOf(buttonsBar(sampleButtons([98, 1, 0, 1]), 400, 18, typesetter));
    assert.deepEqual(
      texts.map(({ text }) => text),
      ['98%'],
    );
  });

  it('is grey without responses', () => {
    const operations = buttonsBar(sampleButtons([0, 0, 0, 0]), 400, 18, typesetter);
    assert.equal(rectanglesOf(operations, colours.calm).length, 1);
  });
});

describe('bars beside names', () => {
  it('share the scale of all lists, with last week as a tick', () => {
    const lists = [sampleOptions([[48, 35]]), null, sampleOptions([[26, 50]])];
    assert.equal(mostPresses(lists), 50);
    const [bar, tick] = pressBar({ presses: 25, before: 50, isReason: false }, 50, 101.5, 9);
    assert.ok(bar?.kind === 'rect' && tick?.kind === 'rect');
    assert.deepEqual([bar.width, tick.x, bar.fill], [50, 100, colours.presses]);
    const [reason] = pressBar({ presses: 25, before: 0, isReason: true }, 50, 101.5, 9);
    assert.ok(reason?.kind === 'rect' && reason.fill === colours.bad);
  });

  it('of a difference begin at the same line', () => {
    const part = (
      value: number,
    ): { name: string; value: number; text: string; detail: string } => ({
      ...{ name: '', text: '', detail: '' },
      value,
    });
    const parts = [part(-13.6), part(-0.2), part(4)];
    const bars = parts.flatMap((one) =>
      movedBar(one, { parts }, 176, 9).filter((operation) => operation.kind === 'rect'),
    );
    const [worse, little, better] = bars;
    assert.ok(worse !== undefined && little !== undefined && better !== undefined);
    assert.ok(Math.abs(worse.x) < 0.01 && Math.abs(better.x + better.width - 176) < 0.01);
    assert.ok(Math.abs(worse.x + worse.width - better.x) < 0.01);
    assert.deepEqual(
      [worse.fill, little.fill, better.fill],
      [colours.bad, colours.volumeNow, colours.good],
    );
  });
});

describe('the hours in alarm', () => {
  it('are red, and a short alert is still visible', () => {
    const alerts: AlertsView = {
      ...{ title: 'Alerts', note: '', items: [], summary: 'In alarm for 24 hours', good: '' },
      strip: [
        { from: 0, to: 24 },
        { from: 167.99, to: 168 },
      ],
      hours: 168,
      dayLabels: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'],
    };
    const { operations, alt } = alarmHours(alerts, 504, typesetter);
    assert.deepEqual(
      rectanglesOf(operations, colours.bad).map(({ x, width }) => [x, width]),
      [
        [0, 72],
        [503.25, 0.75],
      ],
    );
    assert.equal(alt, 'In alarm for 24 hours');
    assert.equal(textsOf(operations).length, 7);
  });
});

describe('a cell of the heat map', () => {
  const area = { x: 10, y: 5, width: 12, height: 11 };

  it('is framed above the level only, and empty where it is not measured', () => {
    const frames = [-2, -1, 0, 1, 2].map((value) => {
      const [cell] = heatCell(value, '', area, typesetter);
      return cell?.kind === 'rect' && cell.stroke !== null;
    });
    assert.deepEqual(frames, [false, false, false, true, true]);
    assert.deepEqual(heatCell(null, '70', area, typesetter), []);
  });

  it('is drawn as one dashed line with its neighbours, whose dashes are the cells', () => {
    const { x1, x2, y1, y2, lineWidth, dash } = cellsWithin(area, 3, 14);
    assert.deepEqual([x1, x2, y1, y2], [10, 10 + 2 * 14 + 12, 10.5, 10.5]);
    assert.deepEqual([lineWidth, dash], [11, [12, 2]]);
  });

  it('has a frame within its area', () => {
    const box = boundingBox({ operations: heatCell(2, '', area, typesetter), dx: 0, dy: 0 });
    assert.ok(box.left - 0.35 >= 9.99 && box.right + 0.35 <= 22.01);
  });
});

describe('glyphs of states', () => {
  it('stay in their square, and differ without colour', () => {
    const states: readonly GlyphState[] = [...PLACE_STATES, 'partial'];
    const shapes = states.map((state) => {
      const operations = stateGlyph(state, 4, 2, 12);
      const { left, top, right, bottom } = boundingBox({ operations, dx: 0, dy: 0 });
      assert.ok(left >= 4 && top >= 2 && right <= 16 && bottom <= 14, state);
      const grey = operations.map((operation) =>
        operation.kind === 'path'
          ? [operation.commands, operation.fill === null, operation.lineWidth]
          : operation,
      );
      return JSON.stringify(grey);
    });
    // Better and recovered are the same good news.
    assert.equal(new Set(shapes).size, states.length - 1);
  });
});

describe('right-to-left charts', () => {
  it('mirror every place once more to where it was', () => {
    const { operations, width } = drawTrend(sampleTrend(STEADY, { band: BAND }));
    const twice = operations.map((operation) =>
      mirrorOperation(mirrorOperation(operation, width), width),
    );
    twice.forEach((operation, i) => {
      const before = operations[i];
      assert.ok(before !== undefined && operation.kind === before.kind);
      const one = boundingBox({ operations: [operation], dx: 0, dy: 0 });
      const other = boundingBox({ operations: [before], dx: 0, dy: 0 });
      assert.ok(Math.abs(one.left - other.left) < 0.001);
    });
  });
});
