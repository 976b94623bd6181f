import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { z } from 'zod';
import { fc } from '../../support/property-settings.ts';
import type {
  AlertSpecification,
  ServiceIndexType,
} from '../../../lib/feedback-service/company.ts';
import { propertyRuns, type CompanyData } from '../../support/data-set.ts';
import {
  companyOf,
  folder,
  instant,
  question,
  survey,
} from '../../support/feedback-service/acme.ts';
import {
  credential,
  pageOf,
  serve,
  type ServiceResponse,
} from '../../support/feedback-service/served-company.ts';

const minuteMs = 60_000;
const ten = instant('2026-11-09T10:00:00Z');

interface Press {
  readonly ts: number;
  readonly r: number;
}

function presses(...drawn: readonly (readonly [minute: number, r: number])[]): readonly Press[] {
  return drawn.map(([minute, r]) => ({ ts: ten + minute * minuteMs, r }));
}

const negative: AlertSpecification = {
  key: 51,
  alertType: 'negative',
  parameters: { negative: true, windowMin: 30, threshold: 50, countThreshold: 2 },
};
const low: AlertSpecification = {
  key: 52,
  alertType: 'indexThreshold',
  parameters: { negative: true, windowMin: 60, threshold: 50, thresholdType: 'under' },
};
const count: AlertSpecification = {
  key: 53,
  alertType: 'feedbackCount',
  parameters: { negative: true, windowMin: 60, countThreshold: 2, responseFilter: [0] },
};

function watched(
  specification: AlertSpecification,
  lines: readonly Press[],
  indexType: ServiceIndexType = 'HAPPY',
): CompanyData {
  return companyOf([survey(11, { indexType, alertSpecifications: [specification] })], {
    11: lines,
  });
}

const alertsSchema = z.object({
  data: z.array(
    z.object({
      key: z.number(),
      beginTime: z.string(),
      endTime: z.string().optional(),
      parameters: z.record(z.string(), z.unknown()),
    }),
  ),
});

interface Times {
  readonly begin: number;
  readonly end: number | undefined;
}

/** Minutes after ten. */
function timesOf({ body }: ServiceResponse): readonly Times[] {
  const minutes = (text: string): number => (Date.parse(text) - ten) / minuteMs;
  return alertsSchema.parse(body).data.map(({ beginTime, endTime }) => ({
    begin: minutes(beginTime),
    end: endTime === undefined ? undefined : minutes(endTime),
  }));
}

const path = '/v1/folders/1/alerts';

describe('an alert', () => {
  it('has every field of the document, and its survey’s zone is spelled timezone', async (t) => {
    const { ask } = await serve(t, watched(negative, presses([0, 0], [5, 1], [10, 3])));
    const { body } = await ask(path);
    const [firstAlert] = alertsSchema.parse(body).data;
    assert.deepEqual(body, {
      meta: {},
      data: [
        {
          key: firstAlert?.key,
          alertType: 'negative',
          survey: {
            key: 11,
            question: { key: question.key, name: question.name, locale: question.locale },
            folder: { key: 1, name: 'Folder 1' },
            timezone: 'Europe/Helsinki',
          },
          alertSpecification: { key: 51 },
          beginTime: '2026-11-09T12:05:00.000+0200',
          endTime: '2026-11-09T12:40:00.000+0200',
          parameters: {
            negative: true,
            windowMin: 30,
            threshold: 50,
            countThreshold: 2,
            responses: 2,
            actual: 100,
            negativeResponses: 2,
          },
        },
      ],
    });
  });

  it('closes at the first later press that does not meet it', async (t) => {
    const lines = presses([0, 0], [1, 0], [2, 3], [3, 3], [4, 3]);
    const { ask } = await serve(t, watched(negative, lines));
    assert.deepEqual(timesOf(await ask(path)), [{ begin: 1, end: 4 }]);
  });

  it('closes when the last press leaves the window; a press right then closes it there', async (t) => {
    const lines = presses([0, 0], [1, 0], [31, 3], [90, 0], [91, 0], [122, 0]);
    const { ask } = await serve(t, watched(negative, lines));
    assert.deepEqual(timesOf(await ask(path)), [
      { begin: 1, end: 31 },
      { begin: 91, end: 121 },
    ]);
  });

  it('evaluates (t − window, t]: a press as old as the window is excluded', async (t) => {
    const { ask } = await serve(t, watched(count, presses([0, 0], [60, 0], [119, 0])));
    assert.deepEqual(timesOf(await ask(path)), [{ begin: 119, end: 179 }]);
  });

  it('an alert of the index type opens strictly under or over the threshold', async (t) => {
    const overSpecification: AlertSpecification = {
      key: 54,
      alertType: 'indexThreshold',
      parameters: { negative: false, windowMin: 60, threshold: 50, thresholdType: 'over' },
    };
    const lines = presses([0, 3], [1, 0], [2, 0], [3, 3], [4, 3]);
    const under = await serve(t, watched(low, lines));
    assert.deepEqual(timesOf(await under.ask(path)), [{ begin: 2, end: 3 }]);
    const { ask } = await serve(t, watched(overSpecification, lines));
    assert.deepEqual(timesOf(await ask(path)), [
      { begin: 0, end: 1 },
      { begin: 4, end: 64 },
    ]);
    const [firstAlert] = alertsSchema.parse((await under.ask(path)).body).data;
    assert.deepEqual(firstAlert?.parameters, {
      negative: true,
      windowMin: 60,
      threshold: 50,
      thresholdType: 'under',
      responses: 3,
      actual: 100 / 3,
    });
  });

  it('needs the least count of its specification, for an index too', async (t) => {
    const specification: AlertSpecification = {
      ...low,
      parameters: { ...low.parameters, countThreshold: 3 },
    };
    const lines = presses([0, 0], [1, 0], [2, 0], [61, 3], [62, 0]);
    const { ask } = await serve(t, watched(specification, lines));
    assert.deepEqual(timesOf(await ask(path)), [{ begin: 2, end: 61 }]);
  });

  const vectors = [
    ['HAPPY', 'FOUR', [17, 16, 60, 126], 78.2344],
    ['AVERAGE', 'FOUR', [17, 16, 60, 126], 3.347],
    ['NPS', 'FOUR', [17, 16, 60, 126], 42.4658],
    ['HAPPY', 'FIVE', [4, 2, 12, 23, 51], 81.25],
    ['AVERAGE', 'FIVE_REVERSED', [4, 2, 12, 23, 51], 4.25],
    ['NPS', 'FIVE', [4, 2, 12, 23, 51], 35.8696],
  ] as const;
  for (const [indexType, feedbackScale, data, index] of vectors) {
    it(`tells the ${indexType} index of ${data.join()} as ${index}`, async (t) => {
      const parameters = { windowMin: 60, threshold: -101, thresholdType: 'over' } as const;
      const specification = { key: 55, alertType: 'indexThreshold', parameters } as const;
      const watchedSurvey = survey(11, {
        indexType,
        feedbackScale,
        alertSpecifications: [specification],
      });
      const lines = data.flatMap((times, r) =>
        Array.from({ length: times }, () => ({ ts: ten, r })),
      );
      const { ask } = await serve(t, companyOf([watchedSurvey], { 11: lines }));
      const [firstAlert] = alertsSchema.parse((await ask(path)).body).data;
      assert.equal(Math.round(Number(firstAlert?.parameters['actual']) * 1e4) / 1e4, index);
    });
  }

  it('uses unfiltered presses and no hourly sums', async (t) => {
    const lines = [
      { ts: ten, data: [9, 0, 0, 0] },
      { ts: ten, r: 0, device: 'a' },
      { ts: ten + 1000, r: 0, device: 'a' },
    ];
    const { ask } = await serve(
      t,
      companyOf([survey(11, { alertSpecifications: [count] })], { 11: lines }),
    );
    const [firstAlert] = alertsSchema.parse((await ask(path)).body).data;
    assert.equal(firstAlert?.beginTime, '2026-11-09T12:00:01.000+0200');
    assert.deepEqual(firstAlert.parameters, { ...count.parameters, responses: 2 });
  });

  it('is open until the clock has reached the last press + window', async (t) => {
    let now = ten + 61 * minuteMs - 1;
    const company = companyOf([survey(11, { alertSpecifications: [count] })], {
      11: presses([0, 0], [1, 0]),
    });
    const { ask } = await serve(t, company, { clock: () => now });
    const before = alertsSchema.parse((await ask(path)).body).data;
    assert.deepEqual(
      before.map(({ endTime }) => endTime),
      [undefined],
    );
    now += 1;
    const after = alertsSchema.parse((await ask(path)).body).data;
    assert.deepEqual(
      after.map(({ endTime }) => endTime),
      ['2026-11-09T13:01:00.000+0200'],
    );
    assert.deepEqual(
      after.map(({ key }) => key),
      before.map(({ key }) => key),
    );
  });

  it('opens and closes like a simple reference implementation, for every type', async (t) => {
    const press = fc.record({
      ts: fc.nat(60).map((step) => ten + step * 5 * minuteMs),
      r: fc.nat(3),
    });
    const windowMin = fc.constantFrom(15, 30, 60);
    const specification: fc.Arbitrary<AlertSpecification> = fc.oneof(
      fc.record({
        key: fc.constant(51),
        alertType: fc.constant('negative' as const),
        parameters: fc.record({
          windowMin,
          threshold: fc.constantFrom(25, 50, 75, 100),
          countThreshold: fc.integer({ min: 1, max: 4 }),
        }),
      }),
      fc.record({
        key: fc.constant(52),
        alertType: fc.constant('indexThreshold' as const),
        parameters: fc.record(
          {
            windowMin,
            threshold: fc.constantFrom(0, 2, 2.5, 50, 66),
            thresholdType: fc.constantFrom('under' as const, 'over' as const),
            countThreshold: fc.integer({ min: 1, max: 4 }),
          },
          { requiredKeys: ['windowMin', 'threshold', 'thresholdType'] },
        ),
      }),
      fc.record({
        key: fc.constant(53),
        alertType: fc.constant('feedbackCount' as const),
        parameters: fc.record({
          windowMin,
          countThreshold: fc.integer({ min: 1, max: 4 }),
          responseFilter: fc.subarray([0, 1, 2, 3], { minLength: 1 }),
        }),
      }),
    );
    await fc.assert(
      fc.asyncProperty(
        specification,
        fc.constantFrom('HAPPY' as const, 'NPS' as const, 'AVERAGE' as const),
        fc.array(press, { maxLength: 50 }),
        async (alertSpecification, indexType, lines) => {
          const { ask } = await serve(t, watched(alertSpecification, lines, indexType));
          assert.deepEqual(
            timesOf(await ask(path)),
            plainly(alertSpecification, indexType, lines).map(([begin, end]) => ({
              begin: (begin - ten) / minuteMs,
              end: (end - ten) / minuteMs,
            })),
          );
        },
      ),
      propertyRuns(60),
    );
  });
});

/** Begin and end of every alert, with the window filtered anew for each press. */
function plainly(
  { alertType, parameters }: AlertSpecification,
  indexType: ServiceIndexType,
  lines: readonly Press[],
): readonly (readonly [begin: number, end: number])[] {
  const windowMs = parameters.windowMin * minuteMs;
  const times = [...new Set(lines.map(({ ts }) => ts))].sort((a, b) => a - b);
  const intervals: (readonly [number, number])[] = [];
  let intervalStart: number | undefined;
  for (const [i, now] of times.entries()) {
    const expiry = (times[i - 1] ?? -Infinity) + windowMs;
    if (intervalStart !== undefined && now >= expiry) {
      intervals.push([intervalStart, expiry]);
      intervalStart = undefined;
    }
    const window = lines.filter(({ ts }) => ts > now - windowMs && ts <= now).map(({ r }) => r);
    if (isMet(window)) intervalStart ??= now;
    else if (intervalStart !== undefined) {
      intervals.push([intervalStart, now]);
      intervalStart = undefined;
    }
  }
  const lastTime = times.at(-1);
  if (intervalStart !== undefined && lastTime !== undefined)
    intervals.push([intervalStart, lastTime + windowMs]);
  return intervals;

  function isMet(window: readonly number[]): boolean {
    const n = window.length;
    const bad = window.filter((r) => r <= 1).length;
    switch (alertType) {
      case 'negative':
        return (bad / n) * 100 >= parameters.threshold && n >= parameters.countThreshold;
      case 'feedbackCount':
        return (
          window.filter((r) => parameters.responseFilter.includes(r)).length >=
          parameters.countThreshold
        );
      case 'indexThreshold': {
        const weighted = window.reduce((sum, r) => sum + r, 0);
        const index = {
          HAPPY: (100 * weighted) / (3 * n),
          AVERAGE: 1 + weighted / n,
          NPS: (100 * (window.filter((r) => r === 3).length - bad)) / n,
        }[indexType];
        const isBeyond =
          parameters.thresholdType === 'under'
            ? index < parameters.threshold
            : index > parameters.threshold;
        return isBeyond && n >= (parameters.countThreshold ?? 1);
      }
    }
  }
}

describe('the alert history of a folder', () => {
  // One alert for each survey: it begins at 10:01 and ends at 11:01.
  const lines = presses([0, 0], [1, 0]);
  const zones = { 11: 'Europe/Helsinki', 12: 'Asia/Kathmandu', 13: 'America/Phoenix' };
  const at = (key: 11 | 12 | 13): ReturnType<typeof survey> =>
    survey(key, { timeZone: zones[key], alertSpecifications: [{ ...count, key: 500 + key }] });
  const company: CompanyData = {
    credentials: [credential],
    structure: {
      questions: [question],
      root: folder(1, {
        surveys: [at(11)],
        folders: [folder(2, { surveys: [at(12)], folders: [folder(3, { surveys: [at(13)] })] })],
      }),
    },
    feedback: new Map([11, 12, 13].map((key) => [key, lines])),
  };

  async function surveysOf(response: Promise<ServiceResponse>): Promise<readonly number[]> {
    const schema = z.object({ data: z.array(z.object({ survey: z.object({ key: z.number() }) })) });
    return schema
      .parse((await response).body)
      .data.map(({ survey: { key } }) => key)
      .sort();
  }

  it('is of the folder alone, and of all below it with child_folders', async (t) => {
    const { ask } = await serve(t, company);
    assert.deepEqual(await surveysOf(ask(path)), [11]);
    assert.deepEqual(await surveysOf(ask(`${path}?child_folders=false`)), [11]);
    assert.deepEqual(await surveysOf(ask(`${path}?child_folders=true`)), [11, 12, 13]);
    assert.deepEqual(await surveysOf(ask('/v1/folders/2/alerts?child_folders=true')), [12, 13]);
  });

  const ranges: readonly (readonly [title: string, query: string, isIn: boolean])[] = [
    ['around it', 'date_start=2026-11-09T09:00:00Z&date_end=2026-11-09T12:00:00Z', true],
    ['inside it', 'date_start=2026-11-09T10:30:00Z&date_end=2026-11-09T10:31:00Z', true],
    ['that ends at its begin', 'date_end=2026-11-09T10:01:00Z', false],
    ['that ends just after its begin', 'date_end=2026-11-09T10:01:00.001Z', true],
    ['that starts at its end', 'date_start=2026-11-09T11:01:00Z', false],
    ['that starts just before its end', 'date_start=2026-11-09T11:00:59.999Z', true],
    [
      'that is empty, inside it',
      'date_start=2026-11-09T10:30:00Z&date_end=2026-11-09T10:30:00Z',
      false,
    ],
  ];
  for (const [title, query, isIn] of ranges) {
    it(`${isIn ? 'has' : 'has not'} an alert for a range ${title}`, async (t) => {
      const { ask } = await serve(t, company);
      assert.deepEqual(await surveysOf(ask(`${path}?${query}`)), isIn ? [11] : []);
    });
  }

  it('takes a local range in each survey’s own zone', async (t) => {
    const { ask } = await serve(t, company);
    const inRange = (from: string, to: string): Promise<readonly number[]> =>
      surveysOf(ask(`${path}?child_folders=true&local_date_start=${from}&local_date_end=${to}`));
    // 10:01Z to 11:01Z is 12:01 in Helsinki, 15:46 in Kathmandu, 03:01 in Phoenix.
    assert.deepEqual(await inRange('2026-11-09T12:00:00', '2026-11-09T13:00:00'), [11]);
    assert.deepEqual(await inRange('2026-11-09T15:00:00', '2026-11-09T15:46:00'), []);
    assert.deepEqual(await inRange('2026-11-09T15:00:00', '2026-11-09T15:47:00'), [12]);
    assert.deepEqual(await inRange('2026-11-09T04:00:00', '2026-11-09T13:00:00'), [11, 13]);
    assert.deepEqual(await inRange('2026-11-09T12:30:00', '2026-11-09T12:30:00'), []);
  });

  it('is by beginTime, then key, and cut at the cap with its ties', async (t) => {
    const { ask } = await serve(t, company, { caps: { alerts: 1 } });
    const tiedPage = pageOf(await ask(`${path}?child_folders=true`));
    assert.deepEqual([tiedPage.meta, tiedPage.data.length], [{}, 3]);
    const keys = alertsSchema.parse(tiedPage).data.map(({ key }) => key);
    assert.deepEqual(
      keys,
      keys.toSorted((a, b) => a - b),
    );
    const apart = presses([0, 0], [1, 0], [100, 0], [101, 0], [200, 0], [201, 0]);
    const cappedService = await serve(t, watched(count, apart), { caps: { alerts: 1 } });
    const firstPage = pageOf(await cappedService.ask(path));
    assert.equal(firstPage.meta.moreResultsAfter, '2026-11-09T12:01:00.001+0200');
    assert.deepEqual(timesOf(await cappedService.ask(path)), [{ begin: 1, end: 61 }]);
    // The first one is still open, so it comes again; the page continues beyond it.
    const next = await cappedService.ask(`${path}?date_start=2026-11-09T10:01:00.001Z`);
    assert.deepEqual(timesOf(next), [
      { begin: 1, end: 61 },
      { begin: 101, end: 161 },
    ]);
    assert.equal(pageOf(next).meta.moreResultsAfter, '2026-11-09T13:41:00.001+0200');
  });
});
