import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fc } from '../../support/property-settings.ts';
import { propertyRuns, type FeedbackLine } from '../../support/data-set.ts';
import { timeZoneOf } from '../../../lib/feedback-service/time-zone.ts';
import { companyOf, instant, survey } from '../../support/feedback-service/acme.ts';
import { serve, sumsOf } from '../../support/feedback-service/served-company.ts';

function press(text: string, r: number, device?: string): FeedbackLine {
  return { ts: instant(text), r, ...(device === undefined ? {} : { device }) };
}

interface Case {
  readonly title: string;
  readonly timeZone?: string;
  readonly lines: readonly FeedbackLine[];
  readonly query: string;
  readonly items: readonly (readonly [ts: string, data: readonly number[]])[];
}

const cases: readonly Case[] = [
  {
    title: 'are by day by default, ascending, without empty days, from lines in any order',
    lines: [
      press('2026-11-11T10:00:00Z', 3),
      press('2026-11-08T22:00:00Z', 0),
      press('2026-11-09T21:59:59Z', 1),
    ],
    query: '',
    items: [
      ['2026-11-09T00:00:00.000+0200', [1, 1, 0, 0]],
      ['2026-11-11T00:00:00.000+0200', [0, 0, 0, 1]],
    ],
  },
  {
    title: 'sum start ≤ ts < end; the period’s own start may lie before date_start',
    lines: [
      press('2026-11-09T09:59:59.999Z', 0),
      press('2026-11-09T10:00:00Z', 1),
      press('2026-11-09T10:59:59.999Z', 2),
      press('2026-11-09T11:00:00Z', 3),
    ],
    query: 'date_start=2026-11-09T10:00:00Z&date_end=2026-11-09T11:00:00Z',
    items: [['2026-11-09T00:00:00.000+0200', [0, 1, 1, 0]]],
  },
  {
    title: 'by week start on the local Monday',
    lines: [press('2026-11-15T21:59:59Z', 0), press('2026-11-15T22:00:00Z', 3)],
    query: 'truncate=week',
    items: [
      ['2026-11-09T00:00:00.000+0200', [1, 0, 0, 0]],
      ['2026-11-16T00:00:00.000+0200', [0, 0, 0, 1]],
    ],
  },
  {
    title: 'by month and by year start with the offset of that day',
    lines: [press('2026-10-31T12:00:00Z', 0), press('2026-11-01T12:00:00Z', 3)],
    query: 'truncate=MONTH',
    items: [
      ['2026-10-01T00:00:00.000+0300', [1, 0, 0, 0]],
      ['2026-11-01T00:00:00.000+0200', [0, 0, 0, 1]],
    ],
  },
  {
    title: 'by year',
    timeZone: 'Australia/Adelaide',
    lines: [press('2025-12-31T13:29:59Z', 0), press('2025-12-31T13:30:00Z', 3)],
    query: 'truncate=year',
    items: [
      ['2025-01-01T00:00:00.000+1030', [1, 0, 0, 0]],
      ['2026-01-01T00:00:00.000+1030', [0, 0, 0, 1]],
    ],
  },
  {
    title: 'have two items for the hour that autumn repeats',
    lines: [
      press('2026-10-25T00:10:00Z', 0),
      press('2026-10-25T01:10:00Z', 1),
      press('2026-10-25T02:10:00Z', 2),
    ],
    query: 'truncate=hour',
    items: [
      ['2026-10-25T03:00:00.000+0300', [1, 0, 0, 0]],
      ['2026-10-25T03:00:00.000+0200', [0, 1, 0, 0]],
      ['2026-10-25T04:00:00.000+0200', [0, 0, 1, 0]],
    ],
  },
  {
    title: 'have no item for the hour that spring skips',
    lines: [press('2026-03-29T00:59:00Z', 0), press('2026-03-29T01:00:00Z', 1)],
    query: 'truncate=hour',
    items: [
      ['2026-03-29T02:00:00.000+0200', [1, 0, 0, 0]],
      ['2026-03-29T04:00:00.000+0300', [0, 1, 0, 0]],
    ],
  },
  {
    title: 'start a day whose midnight is skipped at its first instant',
    timeZone: 'Africa/Cairo',
    lines: [press('2026-04-23T21:59:00Z', 0), press('2026-04-23T22:00:00Z', 1)],
    query: 'truncate=day',
    items: [
      ['2026-04-23T00:00:00.000+0200', [1, 0, 0, 0]],
      ['2026-04-24T01:00:00.000+0300', [0, 1, 0, 0]],
    ],
  },
  {
    title: 'start a day whose midnight is doubled at the earlier one',
    timeZone: 'America/Havana',
    lines: [press('2026-11-01T04:30:00Z', 0), press('2026-11-01T05:30:00Z', 1)],
    query: 'truncate=day',
    items: [['2026-11-01T00:00:00.000-0400', [1, 1, 0, 0]]],
  },
  {
    title:
      'stay in order where clocks go back over midnight, and a day continues after the next began',
    timeZone: 'Antarctica/Casey',
    lines: [
      press('2010-03-04T14:59:59Z', 0),
      press('2010-03-04T15:00:00Z', 1),
      press('2010-03-04T16:00:00Z', 2),
    ],
    query: 'truncate=day',
    items: [
      ['2010-03-04T00:00:00.000+1100', [0, 1, 0, 0]],
      ['2010-03-05T00:00:00.000+1100', [1, 0, 1, 0]],
    ],
  },
  {
    title: 'handle the half hour that Lord Howe skips: the hour begins at half past',
    timeZone: 'Australia/Lord_Howe',
    lines: [press('2026-10-03T15:29:00Z', 0), press('2026-10-03T15:31:00Z', 1)],
    query: 'truncate=hour',
    items: [
      ['2026-10-04T01:00:00.000+1030', [1, 0, 0, 0]],
      ['2026-10-04T02:30:00.000+1100', [0, 1, 0, 0]],
    ],
  },
  {
    title: 'handle the half hour that Lord Howe repeats',
    timeZone: 'Australia/Lord_Howe',
    lines: [press('2026-04-04T14:59:00Z', 0), press('2026-04-04T15:01:00Z', 1)],
    query: 'truncate=hour',
    items: [
      ['2026-04-05T01:00:00.000+1100', [1, 0, 0, 0]],
      ['2026-04-05T01:30:00.000+1030', [0, 1, 0, 0]],
    ],
  },
  {
    title: 'write Z where the offset is 0',
    timeZone: 'Africa/Accra',
    lines: [press('2026-11-09T10:30:00Z', 2)],
    query: 'truncate=hour',
    items: [['2026-11-09T10:00:00.000Z', [0, 0, 1, 0]]],
  },
  {
    title: 'count hourly sums and old web items, neither of them filtered',
    lines: [
      { ts: instant('2026-11-09T10:00:00Z'), data: [1, 2, 3, 4] },
      { ts: instant('2026-11-09T10:00:00Z'), data: [1, 0, 0, 0] },
      { ts: instant('2026-11-09T10:00:01Z'), r: 3, open: { text: 'Hyvä', isOldWebItem: true } },
    ],
    query: 'truncate=hour',
    items: [['2026-11-09T12:00:00.000+0200', [2, 2, 3, 5]]],
  },
  {
    title: 'leave out a press within 3 s after the last counted one of the same device',
    lines: [
      press('2026-11-09T10:00:00.000Z', 0, 'a'),
      press('2026-11-09T10:00:02.999Z', 1, 'a'),
      press('2026-11-09T10:00:03.000Z', 2, 'a'),
      press('2026-11-09T10:00:05.999Z', 1, 'a'),
      press('2026-11-09T10:00:01.000Z', 3, 'b'),
      press('2026-11-09T10:00:01.000Z', 3),
      press('2026-11-09T10:00:01.000Z', 3),
    ],
    query: '',
    items: [['2026-11-09T00:00:00.000+0200', [1, 0, 1, 3]]],
  },
  {
    title: 'count the earlier line of two presses of one device at one instant',
    lines: [press('2026-11-09T10:00:00Z', 2, 'a'), press('2026-11-09T10:00:00Z', 1, 'a')],
    query: '',
    items: [['2026-11-09T00:00:00.000+0200', [0, 0, 1, 0]]],
  },
  {
    title: 'consider a counted press before date_start',
    lines: [press('2026-11-09T09:59:59Z', 0, 'a'), press('2026-11-09T10:00:00Z', 1, 'a')],
    query: 'date_start=2026-11-09T10:00:00Z',
    items: [],
  },
  {
    title: 'are an empty list for an empty range',
    lines: [press('2026-11-09T10:00:00Z', 0)],
    query: 'date_start=2026-11-09T10:00:00Z&date_end=2026-11-09T10:00:00Z',
    items: [],
  },
];

describe('summed results', () => {
  for (const { title, timeZone = 'Europe/Helsinki', lines, query, items } of cases) {
    it(title, async (t) => {
      const { ask } = await serve(t, companyOf([survey(11, { timeZone })], { 11: lines }));
      const { body } = await ask(`/v1/surveys/11/results?${query}`);
      assert.deepEqual(
        body,
        items.map(([ts, data]) => ({ ts, data })),
      );
    });
  }

  it('have five counts on either scale of five', async (t) => {
    const scales = ['FIVE', 'FIVE_REVERSED'] as const;
    const surveys = scales.map((feedbackScale, i) => survey(11 + i, { feedbackScale }));
    const lines = [press('2026-11-09T10:00:00Z', 4)];
    const { ask } = await serve(t, companyOf(surveys, { 11: lines, 12: lines }));
    for (const key of [11, 12]) {
      const [item] = sumsOf(await ask(`/v1/surveys/${key}/results`));
      assert.deepEqual(item?.data, [0, 0, 0, 0, 1]);
    }
  });

  it('filter by the company’s own delay, and each survey for itself', async (t) => {
    const lines = [press('2026-11-09T10:00:00Z', 0, 'a'), press('2026-11-09T10:00:09Z', 1, 'a')];
    const company = companyOf(
      [survey(11), survey(12)],
      { 11: lines, 12: lines.slice(1) },
      {
        tamperDelaySeconds: 10,
      },
    );
    const { ask } = await serve(t, company);
    const counts = [];
    for (const key of [11, 12]) counts.push(sumsOf(await ask(`/v1/surveys/${key}/results`)));
    assert.deepEqual(
      counts.map(([item]) => item?.data),
      [
        [1, 0, 0, 0],
        [0, 1, 0, 0],
      ],
    );
  });

  it('returns complete results in order when they need several parts of the answer', async (t) => {
    const hours = Array.from(
      { length: 4_001 },
      (_, i) => instant('2026-01-01T00:00:00Z') + i * 3_600_000,
    );
    const lines = hours.map((ts) => ({ ts, data: [1, 0, 0, 0] }));
    const { ask } = await serve(t, companyOf([survey(11)], { 11: lines }));
    const items = sumsOf(await ask('/v1/surveys/11/results?truncate=hour'));
    assert.deepEqual(
      items.map(({ ts }) => Date.parse(ts)),
      hours,
    );
  });

  it('equal a simple reference implementation, for any zone, range and precision', async (t) => {
    const zones = [
      'Africa/Cairo',
      'America/Havana',
      'America/St_Johns',
      'Antarctica/Troll',
      'Asia/Kathmandu',
      'Australia/Lord_Howe',
      'Europe/Helsinki',
      'Pacific/Chatham',
    ];
    // Around changes of the clocks in every one of them.
    const anchors = [
      Date.UTC(2026, 2, 29),
      Date.UTC(2026, 3, 24),
      Date.UTC(2026, 9, 25),
      Date.UTC(2026, 10, 1),
    ];
    const at = fc
      .tuple(fc.constantFrom(...anchors), fc.integer({ min: -1500, max: 1500 }), fc.nat(5))
      .map(([anchor, minutes, seconds]) => anchor + minutes * 60_000 + seconds * 1000);
    const line = fc.record({
      ts: at,
      r: fc.nat(3),
      device: fc.option(fc.constantFrom('a', 'b'), { nil: undefined }),
    });
    const lengths = { year: 4, month: 7, day: 10 } as const;
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...zones),
        fc.array(line, { maxLength: 60 }),
        fc.tuple(at, at),
        fc.constantFrom('year', 'month', 'day', 'hour'),
        async (timeZone, drawn, bounds, truncate) => {
          const lines = drawn.map(({ device, ...rest }) =>
            device === undefined ? rest : { ...rest, device },
          );
          const [start, end] = bounds.toSorted((a, b) => a - b);
          const [from, to] = [new Date(start ?? 0).toISOString(), new Date(end ?? 0).toISOString()];
          const { ask } = await serve(t, companyOf([survey(11, { timeZone })], { 11: lines }));
          const query = `date_start=${from}&date_end=${to}&truncate=${truncate}`;
          const items = sumsOf(await ask(`/v1/surveys/11/results?${query}`));
          const expected = new Map<string, number[]>();
          for (const { ts, r } of plainlyCounted(lines)) {
            if (ts < (start ?? 0) || ts >= (end ?? 0)) continue;
            const wall = new Date(ts + timeZoneOf(timeZone).offsetAt(ts)).toISOString();
            const name =
              truncate === 'hour'
                ? `${wall.slice(0, 13)} ${timeZoneOf(timeZone).offsetAt(ts)}`
                : wall.slice(0, lengths[truncate]);
            const data = expected.get(name) ?? [0, 0, 0, 0];
            data[r] = (data[r] ?? 0) + 1;
            expected.set(name, data);
          }
          const actual = items.map(({ ts, data }) => {
            const startTime = Date.parse(ts);
            const offset = timeZoneOf(timeZone).offsetAt(startTime);
            return [
              truncate === 'hour' ? `${ts.slice(0, 13)} ${offset}` : ts.slice(0, lengths[truncate]),
              data,
            ] as const;
          });
          assert.deepEqual(new Map(actual), expected);
          assert.equal(new Map(actual).size, actual.length);
          const starts = items.map(({ ts }) => Date.parse(ts));
          assert.deepEqual(
            starts,
            starts.toSorted((a, b) => a - b),
          );
        },
      ),
      propertyRuns(60),
    );
  });
});

interface Drawn {
  readonly ts: number;
  readonly r: number;
  readonly device?: string;
}

/** The misuse filter as its rule says it. */
function plainlyCounted(lines: readonly Drawn[]): readonly Drawn[] {
  const countedLines: Drawn[] = [];
  for (const line of lines.toSorted((a, b) => a.ts - b.ts)) {
    const lastPress = countedLines.findLast(({ device }) => device === line.device);
    if (line.device === undefined || lastPress === undefined || line.ts - lastPress.ts >= 3000) {
      countedLines.push(line);
    }
  }
  return countedLines;
}
